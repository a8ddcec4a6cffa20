"""The screen that everything stands in. A Screen repaints all of itself whenever the focus moves; this one does not."""

from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget


class Room(Screen[None]):
    """Repaints what lost the focus and what got it, which a key held down and a slow line both feel."""

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)

    def watch_focused(self, before: Widget | None, now: Widget | None) -> None:
        """Paint both as they look now."""
        for widget in (before, now):
            if widget is not None and widget.is_attached:
                widget.refresh()
