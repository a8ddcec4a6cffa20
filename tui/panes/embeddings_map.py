"""The map of words as a widget: the arrows go to the word that lies that way, + and - come closer and step back.

How close it looks is its own; the selected word is a setting, so a picked word goes up as a message.
"""

from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from core.embeddings import EmbeddingsResult
from tui.panes.embeddings_scatter import CLOSEST, Scatter


class WordMap(Widget, can_focus=True):
    """Shows two dimensions of `result`'s words, the selected one marked."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "go(-1,0)", "left", show=False, tooltip="To the next word that way"),
        Binding("right,l", "go(1,0)", "right", show=False, tooltip="To the next word that way"),
        Binding("up,k", "go(0,-1)", "up", show=False, tooltip="To the next word that way"),
        Binding("down,j", "go(0,1)", "down", show=False, tooltip="To the next word that way"),
        Binding("z", "name_all", "zoom", tooltip="As close as every word in sight needs for its name, or back"),
        Binding("plus,equals_sign", "zoom(1)", "closer", show=False, key_display="+", tooltip="Twice as close"),
        Binding("minus", "zoom(-1)", "back", show=False, key_display="-", tooltip="Half as close"),
    ]
    COMPONENT_CLASSES = {f"map--{kind}{part}" for kind in ("here", "asked", "near", "word") for part in ("", "-marker")}
    DEFAULT_CSS = """
    WordMap { height: 1fr; width: 1fr; padding: 0 1; }
    WordMap > .map--word { color: $text-muted; }
    WordMap > .map--word-marker { color: $text-disabled; }
    WordMap > .map--near { color: $foreground; }
    WordMap > .map--near-marker { color: $lane-gru; }
    WordMap > .map--asked { color: $foreground; text-style: bold; }
    WordMap > .map--asked-marker { color: $lane-rnn; text-style: bold; }
    WordMap > .map--here { color: $background; background: $primary; text-style: bold; }
    WordMap > .map--here-marker { color: $accent; text-style: bold; }
    """

    result: reactive[EmbeddingsResult | None] = reactive(None)
    zoom: reactive[int] = reactive(0)
    """How often the sides of the map are halved around the selected word."""
    _scatter: Scatter | None = None

    class Picked(Message):
        """A word was picked."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    class Placed(Message):
        """The map has been laid out anew."""

        def __init__(self, scatter: Scatter) -> None:
            super().__init__()
            self.scatter = scatter

    @property
    def scatter(self) -> Scatter | None:
        """The picture of the present result at the present size, kept as long as both last."""
        size = self.content_size
        if self.result is None or not size.width or not size.height:
            return None
        old = self._scatter
        wanted = (size.width, size.height, self.zoom)
        if old is None or old.result is not self.result or (old.width, old.height, old.zoom) != wanted:
            self._scatter = Scatter(self.result, *wanted)
            self.post_message(self.Placed(self._scatter))
        return self._scatter

    def watch_result(self, old: EmbeddingsResult | None, new: EmbeddingsResult | None) -> None:
        """Other words, or others axes, are seen whole first."""
        if old is None or new is None or old.space is not new.space or old.settings.axes != new.settings.axes:
            self.zoom = 0

    def action_zoom(self, by: int) -> None:
        """Closer or back."""
        self.zoom = min(max(self.zoom + by, 0), CLOSEST)

    def action_name_all(self) -> None:
        """From the whole to where all in sight have their names, and back."""
        if self.scatter is not None:
            self.zoom = 0 if self.zoom else self.scatter.closest.zoom

    def action_go(self, right: int, down: int) -> None:
        """To the word beside the selected one."""
        if self.scatter is not None:
            self.post_message(self.Picked(self.scatter.beside(right, down)))

    def on_click(self, event: events.Click) -> None:
        """To the word whose marker or label is nearest to the mouse."""
        if self.scatter is not None:
            self.post_message(self.Picked(self.scatter.word_at(event.x - 1, event.y)))

    def render_lines(self, crop: Region) -> list[Strip]:
        """Lay it out once, then draw."""
        _ = self.scatter
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """A row of the picture."""
        rows = self._scatter.rows if self._scatter is not None and self.result is not None else ()
        runs = rows[y] if y < len(rows) else ()
        strip = Strip([Segment(text, self.get_component_rich_style(f"map--{part}")) for text, part in runs])
        return strip.adjust_cell_length(self.content_size.width, self.rich_style)
