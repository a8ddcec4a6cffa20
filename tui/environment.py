"""What the environment may not change: the size of a terminal is what it says itself, and a screen that is compared or
kept shows the lesson, not where it was made."""

import os

_STEERING = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")
_SIZE = ("COLUMNS", "LINES")
WEB_DRIVER = "textual.drivers.web_driver:WebDriver"
"""What `gatescope serve` has its apps draw with."""


def in_a_browser() -> bool:
    """Whether a browser is the terminal."""
    return os.environ.get("TEXTUAL_DRIVER", "") == WEB_DRIVER


def takes_no_color() -> bool:
    """Whether NO_COLOR asks for a screen without colours. It is taken out, for textual would show greys for it: call
    this before an app is made."""
    return bool(os.environ.pop("NO_COLOR", ""))


def clean_environment() -> None:
    """Take everything out of the environment that would change a screen. Call it before textual is imported."""
    _forget(_STEERING)
    os.environ["TERM"] = "xterm-256color"
    os.environ["COLORTERM"] = "truecolor"


def clean_for_a_terminal() -> None:
    """Take out what steers textual itself, and a size that was exported once: a terminal has the size that it says.
    Call it before textual is imported."""
    _forget(_SIZE)


def _forget(further: tuple[str, ...]) -> None:
    for name in [name for name in os.environ if name.startswith("TEXTUAL") or name in further]:
        del os.environ[name]
