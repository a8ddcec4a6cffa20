"""The screen fixture of tui.testing, for every test here."""

from tui.testing import ScreenCheck, same_screen

__all__ = ["ScreenCheck", "same_screen"]
