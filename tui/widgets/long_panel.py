"""Scrolling panels that say in their border what lies beyond them: without a word, rows out of sight are rows unseen.

The words change with every line they are moved by, and with every row that comes or goes.
"""

from textual.containers import ScrollableContainer
from textual.widget import Widget

from tui.widgets.scroll_panel import ScrollPanel


class Counting(Widget):
    """Counts the lines above and below what is in sight in its lower border, before `legend`."""

    legend: str = ""

    def on_mount(self) -> None:
        """Watch what decides what is out of sight."""
        for change in ("scroll_y", "virtual_size"):
            self.watch(self, change, self._later)

    def on_resize(self) -> None:
        """More or less of it is in sight."""
        self._later()

    def _later(self) -> None:
        """Once all of it has its place."""
        self.call_after_refresh(self._count)

    def _count(self) -> None:
        above, below = round(self.scroll_y), round(self.max_scroll_y - self.scroll_y)
        counted = [f"{arrow} {lines} more" for arrow, lines in (("↑", above), ("↓", below)) if lines > 0]
        said = "  ".join([*counted, *([self.legend] if self.legend else [])])
        if said != self.border_subtitle:
            self.border_subtitle = said


class LongPanel(ScrollPanel, Counting):
    """A ScrollPanel that counts."""

    def __init__(self, legend: str = "", *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.legend = legend


class LongRows(ScrollableContainer, Counting, can_focus=False):
    """A panel that counts around one table, whose cursor takes the keys and scrolls it, sideways too."""
