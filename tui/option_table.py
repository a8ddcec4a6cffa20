"""Which command takes which option. What is refused, the pages of `gatescope help` and the completion come from this
table, so that nothing is offered which does nothing.
"""

import argparse
from collections.abc import Mapping

from tui.commands import UsageError

OPEN, PRINT_TOUR = "open", "print tour"
"""What stands for a pane alone, and for `gatescope print tour`, in the place of a command."""
TAKERS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "json": (("print",), "print race --json"),
    "output": (("shot",), "shot race -o race.svg"),
    "force": (("shot",), "shot race -o race.svg --force"),
    "size": (("shot",), "shot race -o race.svg --size 100x30"),
    "colors": (("shot",), "shot race -o race.svg --colors 16"),
    "keys": ((OPEN, "shot"), "race --keys g"),
    "ascii": ((OPEN, "shot", "tour", "notes"), "race --ascii"),
    "fps": ((OPEN, "tour"), "race --fps 5"),
    "auto": (("tour",), "tour --auto 30"),
    "theme": ((OPEN, "shot", "tour", "notes"), "race --theme light"),
}
"""The commands that an option goes with, and an example; one that is not named here goes with all."""
_NAMES = {OPEN: "a pane", "print": "print of a pane"}
_OF_A_SCREEN = ("size", "colors", "keys", "ascii", "fps", "theme")


def takes(command: str, option: str) -> bool:
    """Whether a command takes the option of this name."""
    return option not in TAKERS or command in TAKERS[option][0]


def check_options(command: str, options: argparse.Namespace) -> None:
    """Raises UsageError for an option that would do nothing, and where one is missing."""
    for name, (takers, example) in TAKERS.items():
        if command not in takers and getattr(options, name) not in (None, False, ()):
            *others, last = (_NAMES.get(taker, taker) for taker in takers)
            names = f"{', '.join(others)} or {last}" if others else last
            plain = "; print is plain text, and has no screen" if "print" in command and name in _OF_A_SCREEN else ""
            raise UsageError(f"--{name} goes with {names}, as in: gatescope {example}{plain}")
    if command == "shot" and not options.output:
        raise UsageError("shot needs a file to write, as in: gatescope shot race -o race.svg")
