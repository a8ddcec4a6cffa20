"""What the words after `gatescope` mean, and the checks before a terminal is taken over."""

import argparse
import os
import re
import sys
from importlib import metadata
from pathlib import Path
from typing import NoReturn

from core.corpus.decode import CorpusError
from core.numbers import NumberError, parse_number
from core.settings import Settings, SettingsError, nearest
from tui.lessons import FIRST, LESSONS, Lesson, UnknownLesson, find

COMMANDS = ("print", "shot")
SHOT_SIZES = ((20, 300), (6, 100))


class UsageError(Exception):
    """Words that cannot be understood, or a terminal that cannot be used; the message is one line."""


def run(arguments: list[str]) -> int:
    """Carry out the command and return the exit code. Raises UsageError."""
    options = _parser().parse_intermixed_args(arguments)
    words: list[str] = options.words
    command = words.pop(0) if words and words[0] in COMMANDS else "open"
    _check_options(command, options)
    lesson, settings = _lesson(words, command)
    if command == "print":
        return _print(lesson, settings, options.json)
    if command == "shot":
        return _shot(lesson, settings, options)
    return _open(lesson, settings, options)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see gatescope --help)")


def _parser() -> argparse.ArgumentParser:
    panes = "\n".join(f"  {lesson.name:12}{lesson.question}" for lesson in LESSONS)
    parser = _Parser(
        prog="gatescope",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="See gated recurrence work: every number computed live.",
        usage="gatescope [print|shot] [PANE] [key=value ...] [options]",
        epilog=f"panes:\n{panes}\n\n"
        "gatescope print PANE --help-settings lists what can be set.\n"
        "examples:\n  gatescope\n  gatescope race length=30 start=2\n  gatescope print race length=30 --json\n"
        "  gatescope shot race length=10 --size 100x30 -o race.svg",
    )
    parser.add_argument("words", nargs="*", metavar="PANE key=value", help="print or shot, a pane, its settings")
    parser.add_argument("--json", action="store_true", help="with print: every number in full, as JSON")
    parser.add_argument("--help-settings", action="store_true", help="with print: the settings of the pane")
    parser.add_argument("--size", help="with shot: columns x rows, as 100x30 (default 80x24)")
    parser.add_argument("-o", "--output", metavar="FILE", help="with shot: the file to write, .svg or .txt")
    parser.add_argument("--ascii", action="store_true", help="no character beyond ASCII on screen")
    parser.add_argument("--fps", type=_frames, default=None, help="frames a second while training (default 10)")
    parser.add_argument("--theme", choices=("dark", "light"), help="colours (default: as last time, or dark)")
    parser.add_argument("--version", action="version", version=f"gatescope {metadata.version('gatescope')}")
    return parser


def _frames(text: str) -> float:
    try:
        value = parse_number(text)
    except NumberError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if not 0.1 <= value <= 60:
        raise argparse.ArgumentTypeError(f"{text} is out of bounds (0.1 to 60 frames a second)")
    return value


def _check_options(command: str, options: argparse.Namespace) -> None:
    if command != "print" and (options.json or options.help_settings):
        raise UsageError("--json and --help-settings go with print, as in: gatescope print race --json")
    if command != "shot" and (options.size or options.output):
        raise UsageError("--size and -o go with shot, as in: gatescope shot race -o race.svg")
    if command == "shot" and not options.output:
        raise UsageError("shot needs a file to write, as in: gatescope shot race -o race.svg")


def _lesson(words: list[str], command: str) -> tuple[Lesson, Settings]:
    if not words and command != "open":
        raise UsageError(f"{command} needs a pane (there are: {', '.join(lesson.name for lesson in LESSONS)})")
    name = words.pop(0) if words else FIRST
    try:
        lesson = find(name)
    except UnknownLesson as error:
        hint = nearest(name, COMMANDS)
        raise UsageError(f"{error}{hint if 'mean' not in str(error) else ''}") from None
    try:
        return lesson, lesson.parsed(words)
    except SettingsError as error:
        raise UsageError(f"{lesson.name}: {error}") from None


def _print(lesson: Lesson, settings: Settings, json: bool) -> int:
    from tui.plain import as_json, as_text

    try:
        result = lesson.result(settings)
    except (SettingsError, CorpusError) as error:
        raise UsageError(f"{lesson.name}: {error}") from None
    text = (
        as_json(lesson, settings, lesson.data(result)) if json else as_text(lesson, settings, lesson.reported(result))
    )
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
    return 0


def _check(lesson: Lesson, settings: Settings) -> None:
    """A file that cannot be used is refused here, before a screen is made."""
    try:
        lesson.checked(settings)
    except ValueError as error:
        raise UsageError(f"{lesson.name}: {error}") from None


def _shot(lesson: Lesson, settings: Settings, options: argparse.Namespace) -> int:
    size = _size(options.size or "80x24")
    _check(lesson, settings)
    _clean_environment()
    from tui.shot import ShotError, shoot

    try:
        shoot(lesson, settings, size, Path(options.output), f"gatescope-{options.theme or 'dark'}", options.ascii)
    except (ShotError, SettingsError) as error:
        raise UsageError(str(error)) from None
    return 0


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,4})x(\d{1,4})", text, re.ASCII)
    size = tuple(map(int, found.groups())) if found else (0, 0)
    if not all(low <= value <= high for value, (low, high) in zip(size, SHOT_SIZES, strict=True)):
        raise UsageError(f"--size {text!r}: columns x rows are needed, from 20x6 to 300x100, as 100x30")
    return size[0], size[1]


def _clean_environment() -> None:
    """A shot shows the lesson, not the terminal it was made in."""
    for name in [name for name in os.environ if name.startswith("TEXTUAL")]:
        del os.environ[name]
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES"):
        os.environ.pop(name, None)
    os.environ["TERM"] = "xterm-256color"
    os.environ["COLORTERM"] = "truecolor"


def _open(lesson: Lesson, settings: Settings, options: argparse.Namespace) -> int:
    _check_terminal()
    _check(lesson, settings)
    from tui.app import GatescopeApp
    from tui.ascii import cannot_show_more
    from tui.live import FRAMES_A_SECOND
    from tui.state import Keeper, directory

    app = GatescopeApp(
        lesson,
        settings,
        theme=f"gatescope-{options.theme}" if options.theme else None,
        ascii=options.ascii or cannot_show_more(),
        frames=options.fps or FRAMES_A_SECOND,
        keeper=Keeper(directory()),
    )
    app.run()
    return app.return_code or 0


def _check_terminal() -> None:
    """Keys come from stdin and the screen is written to stderr, so both must be a terminal that can be drawn on."""
    instead = "use `gatescope print race` for plain text"
    for name, stream in (("stdin", sys.stdin), ("stderr", sys.stderr)):
        if stream is None or stream.closed or not stream.isatty():
            raise UsageError(f"{name} is not a terminal; {instead}")
    if os.environ.get("TERM", "") in ("dumb", ""):
        raise UsageError(f"TERM={os.environ.get('TERM', '')} cannot be drawn on; {instead}")
