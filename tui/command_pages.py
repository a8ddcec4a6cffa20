"""What is said of each command: one line in `gatescope --help`, a page in `gatescope help COMMAND`.

The options on a page are those that the command takes, in the parser's own words, so page and command line cannot part.
"""

import argparse
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tui.option_table import TAKERS, takes
from tui.page_text import entry


@dataclass(frozen=True)
class CommandPage:
    """How a command is written, what it does in a line and in full, and examples."""

    use: str
    summary: str
    about: str
    examples: tuple[str, ...] = ()


PAGES: dict[str, CommandPage] = {
    "print": CommandPage(
        "print PANE|tour [key=value ...]",
        "the numbers of a pane as sentences and tables, or a tour as text",
        "Prints what a pane shows, without art, for a pipe, a file or a screen reader; a lesson that trains is trained "
        "to its end first. `print tour` has every stop of the guided tour with its question and its answer, `print "
        "tour my.toml` those of a tour of your own. The same words print the same bytes every time, "
        "with the same numpy.",
        ("gatescope print race length=30 --json", "gatescope print tour"),
    ),
    "shot": CommandPage(
        "shot PANE [key=value ...] -o FILE",
        "its screen as .svg or .txt",
        "Writes the screen of a pane to a file, with everything computed; no terminal is needed, and nothing of "
        "the environment is in it: the same words give the same bytes. A file that is there is kept without --force.",
        ("gatescope shot race length=10 --size 100x30 -o race.svg", "gatescope shot race --keys g -o gates.svg"),
    ),
    "help": CommandPage(
        "help PANE|COMMAND",
        "what a pane shows, its keys and what can be set; or a page like this",
        "Prints the manual page of a pane, from the words that the app shows under ?, or the page of a command.",
        ("gatescope help step", "gatescope help tour"),
    ),
    "tour": CommandPage(
        "tour [FILE] [resume]",
        "a guided path through the panes; `resume` goes on where it was left",
        "One idea a stop: what to look at, a question to predict, then A reveals the answer and the pane shows it; A "
        "again folds the bar away for free play. F goes forward, P back, L leaves, G goes on where you left. A tour "
        "of your own is a TOML file, checked whole before anything is shown; a wrong one is refused with file, line "
        "and reason, and exit code 2. The speaker's notes are `gatescope notes` on a second terminal.",
        ("gatescope tour my.toml", "gatescope tour resume", "gatescope tour --auto 40", "gatescope print tour"),
    ),
    "notes": CommandPage(
        "notes",
        "the speaker's notes of a tour that runs on another terminal",
        "Follows the tour that began first of those that run on this machine and were not left: the notes of its stop, "
        "what the audience sees, the answer, and the next stop. It may be started before the tour, and outlives it.",
    ),
    "completion": CommandPage(
        "completion bash|zsh|fish",
        "a completion script",
        "Prints a script for the shell, made from the panes, settings and options that there are.",
        (
            "gatescope completion bash > ~/.local/share/bash-completion/completions/gatescope",
            "gatescope completion zsh > ~/.zfunc/_gatescope",
            "gatescope completion fish > ~/.config/fish/completions/gatescope.fish",
        ),
    ),
    "serve": CommandPage(
        "serve [PORT]",
        "the app in a browser, on this machine alone",
        "Serves the app on 127.0.0.1 until it is interrupted, and prints the ssh -L line with which another machine "
        "reaches it. The page loads nothing from elsewhere. It needs the optional part: "
        "pip install 'gatescope[serve]'. The port is 8000 if none is given.",
        ("gatescope serve 8000",),
    ),
}

SAID = {("shot", "theme"): "colours (default: dark, whatever the app had last time)"}
"""What is said of an option of one command, where that is not what the parser says."""


def summaries() -> str:
    """A line for each command."""
    wide = max(len(page.use) for page in PAGES.values())
    return "\n".join(
        line for page in PAGES.values() for line in textwrap.wrap(
            f"  {page.use:{wide}}  {page.summary}", 100, subsequent_indent=" " * (wide + 4), break_on_hyphens=False
        )
    )  # fmt: skip


def command_page(name: str, parser: argparse.ArgumentParser) -> str:
    """The manual page of a command."""
    page = PAGES[name]
    return "\n".join(
        [
            f"gatescope {page.use}",
            "",
            *textwrap.wrap(f"{page.summary[0].upper()}{page.summary[1:]}. {page.about}", 78),
            *_under("Options", _options(name, parser)),
            *_under("Fields of a tour file", _fields() if name == "tour" else ()),
            *_under("Examples", (f"  {example}" for example in page.examples)),
        ]
    )


def _under(heading: str, lines: Iterable[str]) -> list[str]:
    found = list(lines)
    return ["", heading, *found] if found else []


def _options(command: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        if action.dest in TAKERS and takes(command, action.dest):
            value = action.metavar or ("|".join(action.choices) if action.choices else action.dest.upper())
            written = f"{', '.join(action.option_strings)}{'' if action.nargs == 0 else f' {value}'}"
            yield from entry(written, SAID.get((command, action.dest), action.help or ""))


def _fields() -> Iterator[str]:
    from tui.tour.fields import STOP_FIELDS, TOUR_FIELDS

    for title, fields in (("", TOUR_FIELDS), ("of a [[stop]]: ", STOP_FIELDS)):
        for name, field in fields.items():
            yield from entry(name, f"{title}{field.help}{'' if field.required else ' (optional)'}")
