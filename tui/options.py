"""The options of the command line: how each is read, and what is said of one that cannot be."""

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NoReturn

from core.numbers import NumberError, cut, parse_number, quoted
from core.spelling import nearest
from tui.command_pages import summaries
from tui.commands import UsageError
from tui.key_words import keys_of
from tui.lessons import LESSONS
from tui.output import put

_LONG = re.compile(r"\S{61,}")


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """The words and options that were typed. Raises UsageError, which names the first one that is unknown."""
    reader = parser()
    options, unknown = reader.parse_known_intermixed_args(list(_joined(arguments, reader)))
    for word in unknown:
        if word.startswith("-"):
            name = word.partition("=")[0]
            near = nearest(name, (option for option in reader._option_string_actions if option.startswith("--")))
            reader.error(f"unknown option {quoted(name, 60)}{near}")
    return options


def _joined(arguments: Sequence[str], reader: argparse.ArgumentParser) -> Iterator[str]:
    """`--size -100x30` as `--size=-100x30`: what follows an option with a value is the value, unless it is an option
    too; argparse would say no more than that the value is missing."""
    left, known = list(arguments), reader._option_string_actions
    while left:
        word = left.pop(0)
        if word == "--":
            yield from (word, *left)
            return
        waits = word in known and known[word].nargs != 0
        if waits and left and left[0][:1] == "-" != left[0][1:2] and left[0] not in known:
            word = f"{word}={left.pop(0)}"
        yield word


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        if missing := re.fullmatch(r"argument (?:\S+/)?(\S+): expected one argument", message):
            message = f"{missing[1]} needs a value: {self._option_string_actions[missing[1]].help}"
        message = re.sub(r"argument (?:\S+/)?(\S+): ignored explicit argument", r"\1 takes no value, not", message)
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
    add = parser.add_argument
    add("words", nargs="*", metavar="WORD", help="a command, a pane, its settings as key=value")
    add("-h", "--help", action=_Help, nargs=0, help="print this and end")
    add("--json", action="store_true", help="with print: every number in full, as JSON")
    add("-o", "--output", metavar="FILE", help="with shot: the file to write, .svg or .txt")
    add("--force", action="store_true", help="with shot: replace the file if it is there already")
    add("--size", help="with shot: columns x rows, as 100x30 (default 80x24)")
    colors = ("16", "256", "none")
    add("--colors", choices=colors, help="with shot: as a terminal with no more colours shows it")
    add("--keys", type=_keys, default=(), metavar="KEYS", help="with a pane or shot: keys to press then, as g,right:3")
    add("--ascii", action="store_true", help="no character beyond ASCII on screen")
    frames = _bounded(0.1, 60, "frames a second")
    add("--fps", type=frames, help="frames a second while training (default 10)")
    add("--auto", metavar="SECONDS", type=_bounded(1, 3600, "seconds"), help="with tour: seconds a stop, by itself")
    add("--theme", choices=("dark", "light"), help="colours (default: as last time, or dark; of a shot: dark)")
    add("--version", action=_Version, nargs=0, help="print the version")
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
