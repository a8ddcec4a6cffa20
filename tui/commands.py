"""What each command of the command line does, and the checks before a terminal is taken over."""

import argparse
import gc
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from core.numbers import quoted
from core.settings import Settings, SettingsError
from tui.environment import clean_environment, clean_for_a_terminal, in_a_browser, takes_no_color
from tui.lesson import Lesson
from tui.output import put
from tui.progress import ProgressLine

if TYPE_CHECKING:
    from tui.app import GatescopeApp
    from tui.state import Keeper

SHOT_SIZES = ((80, 300), (24, 100))


class UsageError(Exception):
    """Words that cannot be understood, or a terminal that cannot be used; the message is one line."""


def print_pane(lesson: Lesson, settings: Settings, options: argparse.Namespace) -> int:
    """Print the finished result as text or JSON."""
    from core.corpus.decode import CorpusError
    from tui.plain import as_json, as_text

    try:
        with ProgressLine(lesson.name) as progress:
            result = lesson.result(settings, progress)
    except (SettingsError, CorpusError) as error:
        raise UsageError(f"{lesson.name}: {error}") from None
    text = (
        as_json(lesson, settings, lesson.data(result))
        if options.json
        else as_text(lesson, settings, lesson.reported(result))
    )
    put(text)
    return 0


def _check(lesson: Lesson, settings: Settings) -> None:
    """A file that cannot be used is refused here, before a screen is made."""
    try:
        lesson.checked(settings)
    except ValueError as error:
        raise UsageError(f"{lesson.name}: {error}") from None


def shoot_pane(lesson: Lesson, settings: Settings, options: argparse.Namespace) -> int:
    """Write the screen to a file."""
    size = _size("80x24" if options.size is None else options.size)
    _check(lesson, settings)
    clean_environment()
    from tui.colors import ALL
    from tui.shot import Look, ShotError, shoot

    look = Look(size, f"gatescope-{options.theme or 'dark'}", options.ascii, options.colors or ALL, options.keys)
    try:
        shoot(lesson, settings, Path(options.output), look, replace=options.force)
    except (ShotError, SettingsError) as error:
        raise UsageError(str(error)) from None
    return 0


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,4})x(\d{1,4})", text, re.ASCII)
    size = tuple(map(int, found.groups())) if found else (0, 0)
    if not all(low <= value <= high for value, (low, high) in zip(size, SHOT_SIZES, strict=True)):
        raise UsageError(f"--size {quoted(text)}: columns x rows are needed, from 80x24 to 300x100, as 100x30")
    return size[0], size[1]


def open_pane(lesson: Lesson, settings: Settings | None, options: argparse.Namespace) -> int:
    """Run the app; without settings at the lesson's defaults, which are looked up once the shell is painted."""
    check_terminal(f"gatescope print {lesson.name}")
    if settings is not None:
        _check(lesson, settings)
    from tui.state import Keeper, directory

    theme = f"gatescope-{options.theme}" if options.theme else None
    app = made_app(lesson, settings, options, theme, Keeper(directory()))
    app.opening_keys = options.keys
    app.run()
    return app.return_code or 0


def made_app(
    lesson: Lesson,
    settings: Settings | None,
    options: argparse.Namespace,
    theme: str | None,
    keeper: "Keeper | None" = None,
) -> "GatescopeApp":
    """The app as it is run in a terminal; it is imported here, and quickly."""
    gc.disable()  # all that is imported stays, so nothing is looked for; tui/opens_panes.py ends it with the first pane
    os.environ.setdefault("TEXTUAL_FPS", "120")  # a key waits for the next frame: half of 16 ms is half the wait
    from tui.app import GatescopeApp
    from tui.ascii import cannot_show_more
    from tui.colors import ALL, NONE
    from tui.live import FRAMES_A_SECOND

    return GatescopeApp(
        lesson,
        settings,
        theme=theme,
        ascii=options.ascii or cannot_show_more(),
        colors=NONE if takes_no_color() else ALL,
        frames=options.fps or FRAMES_A_SECOND,
        keeper=keeper,
    )


def check_terminal(instead: str) -> None:
    """Keys come from stdin and the screen is written to stderr, so both must be a terminal that can be drawn on; then
    nothing of the environment is left that would have the app draw otherwise.

    `instead` is the command that needs none.
    """
    if in_a_browser():
        return  # it is the terminal, and `gatescope serve` talks with the app through pipes
    instead = f"use `{instead}` for plain text"
    for name, stream in (("stdin", sys.stdin), ("stderr", sys.stderr)):
        if stream is None or stream.closed or not stream.isatty():
            raise UsageError(f"{name} is not a terminal; {instead}")
    if os.environ.get("TERM", "") in ("dumb", ""):
        raise UsageError(f"TERM={os.environ.get('TERM', '')} cannot be drawn on; {instead}")
    clean_for_a_terminal()


def help_pane(lesson: Lesson, settings: Settings, options: argparse.Namespace) -> int:
    """Print what a pane shows, its keys and its settings, from the same words as the app."""
    from tui.manual import manual

    put(manual(lesson, type(settings)))
    return 0


def complete(words: list[str]) -> int:
    """Print the completion script of a shell."""
    from tui.completion import SCRIPTS, script

    if len(words) != 1 or words[0] not in SCRIPTS:
        raise UsageError(f"completion needs a shell, one of: {', '.join(SCRIPTS)}")
    put(script(words[0]))
    return 0


def serve(words: list[str]) -> int:
    """Serve the app to a browser on this machine alone."""
    from tui.serve import serve_on

    port = words[0] if words else "8000"
    if len(words) > 1 or not port.isascii() or not port.isdigit() or not 1024 <= int(port) <= 65535:
        raise UsageError(
            f"serve takes a port from 1024 to 65535, as in: gatescope serve 8000; not {quoted(' '.join(words))}"
        )
    return serve_on(int(port))
