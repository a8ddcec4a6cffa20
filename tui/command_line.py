"""What the words after `gatescope` mean; commands.py does what they ask for."""

import argparse
import re
from collections.abc import Callable
from typing import NoReturn

from core.numbers import NumberError, cut, parse_number
from core.settings import Settings, SettingsError
from core.spelling import nearest
from tui.command_pages import PAGES, command_page, summaries
from tui.commands import UsageError, complete, help_pane, open_pane, print_pane, serve, shoot_pane
from tui.key_words import keys_of
from tui.lessons import FIRST, LESSONS, Lesson, UnknownLesson, find
from tui.output import put
from tui.tour.commands import notes, print_tour, tour

Command = Callable[[Lesson, Settings, argparse.Namespace], int]
ON_PANES: dict[str, Command] = {"print": print_pane, "shot": shoot_pane, "help": help_pane}
OTHERS: dict[str, Callable[[list[str]], int]] = {"completion": complete, "serve": serve}
ON_STAGE: dict[str, Callable[[list[str], argparse.Namespace], int]] = {"tour": tour, "notes": notes}
COMMANDS = (*ON_PANES, *OTHERS, *ON_STAGE)
_LONG = re.compile(r"\S{61,}")
ONLY_WITH = (
    ("json", "print", "race --json"),
    ("output", "shot", "race -o race.svg"),
    ("force", "shot", "race -o race.svg --force"),
    ("size", "shot", "race -o race.svg --size 100x30"),
    ("colors", "shot", "race -o race.svg --colors 16"),
    ("auto", "tour", "--auto 30"),
)
"""Options that one command alone has, with an example."""

__all__ = ["COMMANDS", "UsageError", "parser", "run"]


def run(arguments: list[str]) -> int:
    """Carry out the command and return the exit code. Raises UsageError."""
    options = parser().parse_intermixed_args(arguments)
    words: list[str] = options.words
    command = words.pop(0) if words and words[0] in COMMANDS else "open"
    _check_options(command, options)
    if command in OTHERS:
        return OTHERS[command](words)
    if command in ON_STAGE:
        return ON_STAGE[command](words, options)
    if command == "print" and words[:1] == ["tour"]:
        return print_tour(words[1:], options)
    if command == "help" and len(words) == 1 and words[0] in PAGES:
        put(command_page(words[0], parser()))
        return 0
    if not words and command == "open":
        return open_pane(find(FIRST), None, options)
    lesson, settings = _lesson(words, command)
    return ON_PANES[command](lesson, settings, options) if command in ON_PANES else open_pane(lesson, settings, options)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{_LONG.sub(lambda word: cut(word[0], 60), message)} (see gatescope --help)")


class _Help(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        put(parser.format_help().rstrip())  # argparse's own says nothing where the text cannot be written
        parser.exit()


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib import metadata  # costs as much as a fifth of the start

        put(f"gatescope {metadata.version('gatescope')}")
        parser.exit()


def parser() -> argparse.ArgumentParser:
    """The words and options of the command line; the completion scripts are made from it too."""
    panes = "\n".join(f"  {lesson.name:12}{lesson.question}" for lesson in LESSONS)
    parser = _Parser(
        prog="gatescope",
        add_help=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="See gated recurrence work: every number computed live.",
        usage="gatescope [COMMAND] [PANE] [key=value ...] [options]",
        epilog=f"panes:\n{panes}\n\ncommands:\n{summaries()}\n\n"
        "examples:\n  gatescope\n  gatescope race length=30 start=2\n  gatescope print race length=30 --json\n"
        "  gatescope shot race length=10 --size 100x30 -o race.svg",
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="a command, a pane, its settings as key=value")
    parser.add_argument("-h", "--help", action=_Help, nargs=0, help="print this and end")
    parser.add_argument("--json", action="store_true", help="with print: every number in full, as JSON")
    parser.add_argument("-o", "--output", metavar="FILE", help="with shot: the file to write, .svg or .txt")
    parser.add_argument("--force", action="store_true", help="with shot: replace the file if it is there already")
    parser.add_argument("--size", help="with shot: columns x rows, as 100x30 (default 80x24)")
    parser.add_argument(
        "--colors", choices=("16", "256", "none"), help="with shot: as a terminal with no more colours shows it"
    )
    parser.add_argument(
        "--keys", type=_keys, default=(), metavar="KEYS", help="with a pane or shot: keys to press then, as g,right:3"
    )
    parser.add_argument("--ascii", action="store_true", help="no character beyond ASCII on screen")
    parser.add_argument(
        "--fps",
        type=_bounded(0.1, 60, "frames a second"),
        default=None,
        help="frames a second while training (default 10)",
    )
    parser.add_argument(
        "--auto", metavar="SECONDS", type=_bounded(1, 3600, "seconds"), help="with tour: seconds a stop, by itself"
    )
    parser.add_argument("--theme", choices=("dark", "light"), help="colours (default: as last time, or dark)")
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    return parser


def _keys(text: str) -> tuple[str, ...]:
    try:
        return keys_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _bounded(low: float, high: float, unit: str) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = parse_number(text)
        except NumberError as error:
            raise argparse.ArgumentTypeError(str(error)) from None
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{cut(text)} is out of bounds ({low:g} to {high:g} {unit})")
        return value

    return read


def _check_options(command: str, options: argparse.Namespace) -> None:
    for name, owner, example in ONLY_WITH:
        if command != owner and getattr(options, name):
            raise UsageError(f"--{name} goes with {owner}, as in: gatescope {owner} {example}")
    if command not in ("open", "shot") and options.keys:
        raise UsageError("--keys goes with a pane or shot, as in: gatescope race --keys g")
    if command == "shot" and not options.output:
        raise UsageError("shot needs a file to write, as in: gatescope shot race -o race.svg")


def _needed(command: str) -> str:
    """What the first word after a command must be, and what there is."""
    panes = ", ".join(lesson.name for lesson in LESSONS)
    if command == "help":
        return f"help needs a pane ({panes}) or a command alone ({', '.join(COMMANDS)})"
    return f"{command} needs a pane (there are: {panes})"


def _lesson(words: list[str], command: str) -> tuple[Lesson, Settings]:
    if not words and command != "open":
        raise UsageError(_needed(command))
    name = words.pop(0) if words else FIRST
    if name in COMMANDS:
        raise UsageError(f"{name} is a command; {_needed(command)}")
    try:
        lesson = find(name)
    except UnknownLesson as error:
        hint = nearest(name, [one for one in COMMANDS if one != command])
        raise UsageError(f"{error}{hint if 'mean' not in str(error) else ''}") from None
    try:
        return lesson, lesson.parsed(words)
    except SettingsError as error:
        raise UsageError(f"{lesson.name}: {error}") from None
