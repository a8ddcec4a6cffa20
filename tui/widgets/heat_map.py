"""A heat map of values over time with one marked step; the colours are added here, the rest is in tui.widgets.heat.

The shade of a colour is mixed with the background, so that it reads on a dark and on a light theme alike.
"""

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.color import Color
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from tui.widgets.heat import Heat, HeatPicture

STRONGEST = 0.55
"""The most of a hue in a cell's background: digits on it stay legible."""


class HeatMap(Widget):
    """Shows `heat` with the time step `cursor` (an index) marked; `ascii` uses plain characters for the shades."""

    COMPONENT_CLASSES = {"heat--label", "heat--now", "heat--positive", "heat--negative", "heat--unknown", "heat--gap"}
    DEFAULT_CSS = """
    HeatMap { height: 1fr; width: 1fr; }
    HeatMap > .heat--label { color: $text-muted; }
    HeatMap > .heat--now { color: $accent; text-style: bold; }
    HeatMap > .heat--positive { color: $lane-gru; }
    HeatMap > .heat--negative { color: $lane-rnn; }
    HeatMap > .heat--unknown { color: $text-error; text-style: bold; }
    """

    heat: reactive[Heat | None] = reactive(None)
    cursor: reactive[int] = reactive(0)
    top: reactive[int] = reactive(0)

    class TimePicked(Message):
        """A column was clicked: the index of its time step."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, *, ascii: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self.ascii = ascii

    @property
    def legend(self) -> str:
        """What the shades mean, in numbers."""
        return HeatPicture(self.heat, 0, 0, ascii=self.ascii).legend() if self.heat else ""

    @property
    def last_top(self) -> int:
        """The first row that is seen when the last one is."""
        return max(len(self.heat.rows) - (self.size.height - 1), 0) if self.heat else 0

    def picture(self) -> HeatPicture | None:
        """What is to be drawn at the present size."""
        if self.heat is None:
            return None
        return HeatPicture(self.heat, self.cursor, self.size.width, self.size.height, self.ascii, self.top)

    def render_line(self, y: int) -> Strip:
        """A row of the picture."""
        picture = self.picture()
        runs = picture.line(y) if picture else []
        strip = Strip([Segment(text, self._style(part, share)) for text, part, share in runs])
        return strip.adjust_cell_length(self.size.width, self.rich_style)

    def _style(self, part: str, share: float) -> Style:
        here = part.endswith("here")
        reads, name = part.startswith("text"), part.removeprefix("text").removesuffix("here")
        style = self.get_component_rich_style(f"heat--{name}")
        if style.color is not None and (reads or share > 0):
            hue, ground = Color.from_rich_color(style.color), self.background_colors[1]
            tint = ground.blend(hue, STRONGEST * share)
            ink = self.rich_style.color if reads else style.color
            style = Style(color=ink, bgcolor=tint.rich_color)
        return style + Style(bold=True, underline=True) if here else style

    def on_click(self, event: events.Click) -> None:
        """Report the time step under the mouse."""
        picture = self.picture()
        if picture is not None and event.x >= picture.label:
            index = picture.seen.start + (event.x - picture.label) // picture.cell
            if index < picture.seen.stop:
                self.post_message(self.TimePicked(index))
