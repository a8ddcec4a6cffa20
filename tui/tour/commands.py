"""`gatescope tour` and `gatescope notes`: their words, checked before a terminal is taken over."""

import argparse
from pathlib import Path

from core.spelling import nearest
from tui.commands import UsageError, check_terminal
from tui.state import Keeper, directory

RESUME = "resume"


def tour(words: list[str], options: argparse.Namespace) -> int:
    """Take the tour of all panes, or one from a file; `resume` goes on where it was left."""
    from tui.tour.read import TourError, default_tour, read_tour

    others = [word for word in words if word != RESUME]
    if len(others) > 1:
        raise UsageError("tour takes one file, as in: gatescope tour my.toml resume")
    try:
        taken = read_tour(Path(others[0]).expanduser()) if others else default_tour()
    except TourError as error:
        hint = nearest(others[0], [RESUME]) if others and not others[0].endswith(".toml") else ""
        raise UsageError(f"{error}{hint}") from None
    check_terminal("gatescope print race")
    from tui.app import GatescopeApp
    from tui.ascii import cannot_show_more
    from tui.live import FRAMES_A_SECOND
    from tui.tour.guide import Guide
    from tui.tour.place import Place

    folder, resume = directory(), RESUME in words
    first = taken.stops[Place(folder, taken).kept() if resume else 0]
    app = GatescopeApp(
        first.lesson,
        first.before,
        theme=_theme(options),
        ascii=options.ascii or cannot_show_more(),
        frames=options.fps or FRAMES_A_SECOND,
    )
    app.guide = Guide(app, taken, folder, resume, options.auto or 0.0)
    app.run()
    return app.return_code or 0


def notes(words: list[str], options: argparse.Namespace) -> int:
    """Show the speaker's notes of the first running tour."""
    if words:
        raise UsageError(f"notes takes no further words, not {' '.join(words)!r}")
    check_terminal("gatescope print race")
    from tui.ascii import cannot_show_more
    from tui.tour.follow import NotesApp

    app = NotesApp(directory(), _theme(options) or "gatescope-dark", options.ascii or cannot_show_more())
    app.run()
    return app.return_code or 0


def _theme(options: argparse.Namespace) -> str | None:
    """The theme that was asked for, or else the one of the last run."""
    from tui.themes import THEMES

    if options.theme:
        return f"gatescope-{options.theme}"
    last = Keeper(directory()).last()
    return last.theme if last and last.theme in {theme.name for theme in THEMES} else None
