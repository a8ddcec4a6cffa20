"""What the environment may not change: a screen that is compared or kept shows the lesson, not where it was made."""

import os

_STEERING = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")


def clean_environment() -> None:
    """Take everything out of the environment that would change a screen. Call it before textual is imported."""
    for name in [name for name in os.environ if name.startswith("TEXTUAL")]:
        del os.environ[name]
    for name in _STEERING:
        os.environ.pop(name, None)
    os.environ["TERM"] = "xterm-256color"
    os.environ["COLORTERM"] = "truecolor"
