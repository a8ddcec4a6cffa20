"""`gatescope tour` and `gatescope notes`: their words, checked before a terminal is taken over."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from core.numbers import quoted
from core.spelling import nearest
from tui.commands import UsageError, check_terminal, made_app
from tui.environment import takes_no_color
from tui.lessons import LESSONS
from tui.output import put
from tui.state import Keeper, directory

if TYPE_CHECKING:
    from tui.tour.model import Tour

RESUME = "resume"


def tour(words: list[str], options: argparse.Namespace) -> int:
    """Take the tour of all panes, or one from a file; `resume` goes on where it, or the last one, was left."""
    from tui.plain import shell_word
    from tui.tour.place import DEFAULT, Place, last_source

    folder, resume = directory(), RESUME in words
    files = [word for word in words if word != RESUME]
    last = last_source(folder) if resume and not files else DEFAULT
    files = files if last == DEFAULT else [last]
    taken = _taken(files, "", last != DEFAULT)
    check_terminal(" ".join(["gatescope print tour", *map(shell_word, files)]))
    first = taken.stops[Place(folder, taken).kept() if resume else 0]
    app = made_app(first.lesson, first.before, options, _theme(options))
    from tui.tour.guide import Guide

    app.guide = Guide(app, taken, folder, resume, options.auto or 0.0)
    app.run()
    return app.return_code or 0


def print_tour(words: list[str]) -> int:
    """Print every stop of a tour with its answer, one as soon as it is computed."""
    from tui.tour.plain import stop_text

    if RESUME in words:
        raise UsageError("print tour has every stop of a tour; resume goes with tour, as in: gatescope tour resume")
    taken = _taken(words, "print")
    put(f"{taken.title}: {len(taken.stops)} stops")
    for number, stop in enumerate(taken.stops, 1):
        put(f"\n{stop_text(number, stop)}")
    return 0


def _taken(files: list[str], command: str, last: bool = False) -> "Tour":
    """The tour in the file that is named, or that of all panes. Raises UsageError."""
    from tui.tour.read import TourError, default_tour, read_tour

    if len(files) > 1:
        raise UsageError("tour takes one file, as in: gatescope tour my.toml resume")
    try:
        return read_tour(Path(files[0]).expanduser()) if files else default_tour()
    except TourError as error:
        last_one = "; it is the last tour; gatescope tour begins that of all panes"
        raise UsageError(f"{error}{last_one if last else _hint(files[0], command)}") from None


def _hint(file: str, command: str) -> str:
    """What may have been meant instead of a file that is no tour, or not there."""
    if file in {lesson.name for lesson in LESSONS}:
        return f"; {file} is a pane: {' '.join(filter(None, ('gatescope', command, file)))}"
    if near := nearest(file, [] if command else [RESUME]):
        return near
    there = os.path.exists(Path(file).expanduser())  # noqa: PTH110  # that of Path raises where no one may look
    return "" if there else "; a tour is a TOML file, and without one it is that of all panes"


def notes(words: list[str], options: argparse.Namespace) -> int:
    """Show the speaker's notes of the first running tour."""
    if words:
        raise UsageError(f"notes takes no further words, not {quoted(' '.join(words))}")
    check_terminal("gatescope print tour")
    from tui.ascii import cannot_show_more
    from tui.colors import ALL, NONE
    from tui.tour.follow import NotesApp

    colors, ascii = NONE if takes_no_color() else ALL, options.ascii or cannot_show_more()
    app = NotesApp(directory(), _theme(options) or "gatescope-dark", ascii, colors)
    app.run()
    return app.return_code or 0


def _theme(options: argparse.Namespace) -> str | None:
    """The theme that was asked for, or else the one of the last run."""
    from tui.themes import THEMES

    if options.theme:
        return f"gatescope-{options.theme}"
    last = Keeper(directory()).last()
    return last.theme if last and last.theme in {theme.name for theme in THEMES} else None
