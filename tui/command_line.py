"""What the words after `gatescope` mean; commands.py does what they ask for."""

import argparse
from collections.abc import Callable, Sequence

from core.numbers import quoted
from core.settings import Settings, SettingsError
from core.spelling import nearest
from tui.command_pages import PAGES, command_page
from tui.commands import UsageError, complete, help_pane, open_pane, print_pane, serve, shoot_pane
from tui.lesson import Lesson
from tui.lessons import FIRST, LESSONS, find
from tui.option_table import OPEN, PRINT_TOUR, check_options
from tui.options import parsed, parser
from tui.output import put
from tui.tour.commands import notes, print_tour, tour

Command = Callable[[Lesson, Settings, argparse.Namespace], int]
ON_PANES: dict[str, Command] = {"print": print_pane, "shot": shoot_pane, "help": help_pane}
OTHERS: dict[str, Callable[[list[str]], int]] = {"completion": complete, "serve": serve}
ON_STAGE: dict[str, Callable[[list[str], argparse.Namespace], int]] = {"tour": tour, "notes": notes}
COMMANDS = (*ON_PANES, *OTHERS, *ON_STAGE)
FIRST_WORDS: dict[str, tuple[str, ...]] = {OPEN: COMMANDS, "print": ("tour",), "help": COMMANDS}
"""What may stand after a command in place of a pane."""

__all__ = ["COMMANDS", "UsageError", "run"]


def run(arguments: Sequence[str]) -> int:
    """Carry out the command and return the exit code. Raises UsageError."""
    options = parsed(arguments)
    words: list[str] = options.words
    command = words.pop(0) if words and words[0] in COMMANDS else OPEN
    if command in OTHERS or command in ON_STAGE:
        check_options(command, options)
        return OTHERS[command](words) if command in OTHERS else ON_STAGE[command](words, options)
    if command == "print" and words[:1] == ["tour"]:
        check_options(PRINT_TOUR, options)
        return print_tour(words[1:])
    if command == "help" and len(words) == 1 and words[0] in PAGES:
        check_options(command, options)
        put(command_page(words[0], parser()))
        return 0
    return _on_a_pane(command, words, options)


def _on_a_pane(command: str, words: list[str], options: argparse.Namespace) -> int:
    """A misspelt pane or command comes before its options: those of another command would be blamed."""
    lesson = _lesson(words[:1], command)
    check_options(command, options)
    settings = _settings(lesson, words[1:]) if words else None
    if settings is not None and command in ON_PANES:
        return ON_PANES[command](lesson, settings, options)
    return open_pane(lesson, settings, options)


def _settings(lesson: Lesson, words: list[str]) -> Settings:
    try:
        return lesson.parsed(words)
    except SettingsError as error:
        raise UsageError(f"{lesson.name}: {error}") from None


def _lesson(first: list[str], command: str) -> Lesson:
    """The lesson that the first word names. Raises UsageError."""
    if not first and command == OPEN:
        return find(FIRST)
    names, name = [lesson.name for lesson in LESSONS], first[0] if first else ""
    if name in names:
        return find(name)
    needed, others = _needed(command, names), FIRST_WORDS.get(command, ())
    if not first:
        raise UsageError(needed)
    if name in COMMANDS:
        raise UsageError(f"{name} is a command; {needed}")
    if "=" in name:
        example = " ".join(["gatescope", *([command] if command != OPEN else []), FIRST, "length=30"])
        raise UsageError(f"{quoted(name)} is a setting; its pane comes before it, as in: {example}")
    also = f"; {'commands' if others == COMMANDS else 'or'}: {', '.join(others)}" if others else ""
    kind = "pane or command" if others == COMMANDS else "pane"
    near = nearest(name, (*names, *others))
    raise UsageError(f"unknown {kind} {quoted(name)} (there are: {', '.join(names)}{also}{near})")


def _needed(command: str, names: list[str]) -> str:
    """What the first word after a command must be, and what there is."""
    panes = ", ".join(names)
    if command == "help":
        return f"help needs a pane ({panes}) or a command alone ({', '.join(COMMANDS)})"
    return f"{command} needs a pane (there are: {panes})"
