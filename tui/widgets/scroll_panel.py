"""A panel that is higher than the screen: the arrows move through it, and j and k beside them."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from tui.widgets.focus import FocusedAlone


class ScrollPanel(VerticalScroll, FocusedAlone, can_focus=True):
    """A VerticalScroll that also listens to j and k."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "scroll_down", "down", show=False, tooltip="Scroll down"),
        Binding("k", "scroll_up", "up", show=False, tooltip="Scroll up"),
    ]

    @property
    def takes_keys(self) -> bool:
        """Whether there is anything to scroll to."""
        return self.max_scroll_y > 0
