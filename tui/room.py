"""The screen that everything stands in. A Screen repaints all of itself whenever the focus moves; this one does not.

And Tab stops only where something shows it, and where keys have something to do.
"""

from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

from tui.widgets.focus import FocusedAlone
from tui.widgets.scroll_panel import ScrollPanel
from tui.widgets.settings_line import SettingField


class Room(Screen[None]):
    """Repaints what lost the focus and what got it, which a key held down and a slow line both feel."""

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)

    def watch_focused(self, before: Widget | None, now: Widget | None) -> None:
        """Paint both as they look now."""
        for widget in (before, now):
            if widget is not None and widget.is_attached:
                widget.refresh()

    @property
    def focus_chain(self) -> list[Widget]:
        """What Tab goes through: no panel that shows all it has, and no holder of what takes its keys instead."""
        chain = [one for one in super().focus_chain if one is self.focused or _has_more(one)]
        return [one for one in chain if one is self.focused or not _stands_aside(one, chain)]


def _has_more(widget: Widget) -> bool:
    return not isinstance(widget, ScrollPanel) or widget.max_scroll_y > 0


def _stands_aside(widget: Widget, chain: list[Widget]) -> bool:
    """Whether the keys of this holder are those of something in it, which is there to take them."""
    if not (isinstance(widget, FocusedAlone) and widget.HOME_INSIDE):
        return False
    inside = (one for one in chain if one is not widget and not isinstance(one, SettingField))
    return any(widget in one.ancestors for one in inside)
