"""The attention map as a widget: arrows pick the query row and the key column; colours are added here.

It changes nothing itself: which row is looked at is a setting, so the pane decides what a move means.
"""

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from core.attention import AttentionResult
from tui.panes.attention_picture import MapPicture

STRONGEST = 0.6
"""The most of the hue in a cell's background: digits on it stay legible."""


class AttentionMap(Widget, can_focus=True):
    """Shows `result` with the cursor in the row that its settings look at and in `column`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1,0)", "row", show=False, tooltip="Another word's row: what it looks at"),
        Binding("down,j", "move(1,0)", "row", show=False, tooltip="Another word's row: what it looks at"),
        Binding("left,h", "move(0,-1)", "column", show=False, tooltip="Another word that is looked at"),
        Binding("right,l", "move(0,1)", "column", show=False, tooltip="Another word that is looked at"),
        Binding("enter", "open", "open", key_display="enter", tooltip="Every product behind this weight"),
    ]
    COMPONENT_CLASSES = {f"map--{part}" for part in ("label", "now", "cell", "row", "cursor", "plain", "gap", "hue")}
    DEFAULT_CSS = """
    AttentionMap { height: 1fr; width: 1fr; padding: 0 1; }
    AttentionMap > .map--label { color: $text-muted; }
    AttentionMap > .map--now { color: $accent; text-style: bold; }
    AttentionMap > .map--cell { color: $foreground; }
    AttentionMap > .map--plain { color: $foreground; }
    AttentionMap > .map--row { color: $foreground; text-style: bold; }
    AttentionMap > .map--cursor { color: $background; background: $primary; text-style: bold; }
    AttentionMap > .map--hue { color: $primary; }
    """

    result: reactive[AttentionResult | None] = reactive(None, layout=True)
    column: reactive[int] = reactive(0)

    class Moved(Message):
        """The cursor is asked to be in another cell."""

        def __init__(self, row: int, column: int) -> None:
            super().__init__()
            self.row = row
            self.column = column

    class Opened(Message):
        """The cell under the cursor is to be opened."""

    @property
    def cursor(self) -> tuple[int, int]:
        """Row and column, inside the sentence."""
        if self.result is None:
            return 0, 0
        return self.result.settings.looked_at, min(self.column, len(self.result.words) - 1)

    def picture(self) -> MapPicture | None:
        """What is to be drawn at the present size."""
        if self.result is None:
            return None
        size = self.content_size
        return MapPicture(self.result, self.cursor, size.width, size.height, self.has_focus)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The height at which nothing scrolls."""
        return 0 if self.result is None else MapPicture(self.result, self.cursor, width, 0).needed

    def action_move(self, down: int, right: int) -> None:
        """Ask for the cell beside this one."""
        if self.result is not None:
            last = len(self.result.words) - 1
            row, column = self.cursor
            self.post_message(self.Moved(min(max(row + down, 0), last), min(max(column + right, 0), last)))

    def action_open(self) -> None:
        """Ask for what is behind this cell."""
        self.post_message(self.Opened())

    def on_click(self, event: events.Click) -> None:
        """To the cell under the mouse."""
        picture = self.picture()
        place = picture.place(event.x - 1, event.y) if picture else None
        if place is not None:
            self.post_message(self.Moved(*place))

    def render_line(self, y: int) -> Strip:
        """A row of the picture, with a blank either side."""
        picture = self.picture()
        runs = picture.line(y) if picture else []
        strip = Strip([Segment(text, self._style(part, share)) for text, part, share in runs])
        return strip.adjust_cell_length(self.content_size.width, self.rich_style)

    def _style(self, part: str, share: float) -> Style:
        style = self.get_component_rich_style(f"map--{part}")
        hue = self.get_component_rich_style("map--hue").color
        if part not in ("cell", "row") or hue is None:
            return style
        tint = self.background_colors[1].blend(Color.from_rich_color(hue), STRONGEST * share)
        return style + Style(bgcolor=tint.rich_color)
