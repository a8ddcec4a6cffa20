"""The screen that everything stands in. A Screen repaints all of itself whenever the focus moves; this one does not.

And Tab stops only where something shows it, and where keys have something to do.
"""

from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

from tui.widgets.focus import FocusedAlone
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
        """What Tab goes through: nothing that says by `takes_keys` that it has no use for any now, as a panel that
        shows all it has, and no holder of what takes its keys instead."""
        chain = [one for one in super().focus_chain if one is self.focused or getattr(one, "takes_keys", True)]
        return [one for one in chain if one is self.focused or not _stands_aside(one, chain)]


def _stands_aside(widget: Widget, chain: list[Widget]) -> bool:
    """Whether the keys of this holder are those of something in it, which is there to take them."""
    if not (isinstance(widget, FocusedAlone) and widget.HOME_INSIDE):
        return False
    inside = (one for one in chain if one is not widget and not isinstance(one, SettingField))
    return any(widget in one.ancestors for one in inside)
