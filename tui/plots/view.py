"""The widget that shows a Plot. It asks the one render thread for a picture and swaps finished strips in.

The event loop never draws: a newer plot or size simply replaces the one being waited for, and only the cells that
differ from what is on screen are painted again.
"""

from concurrent.futures import ThreadPoolExecutor

from rich.cells import set_cell_size
from rich.segment import Segment
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import var
from textual.strip import Strip
from textual.widget import Widget

from core.numbers import visible
from tui.plots.model import Plot

_renderer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="plot")
"""plotext draws on one shared figure, so one thread owns it, whoever asks."""

Picture = tuple[tuple[tuple[str, str], ...], ...]
Request = tuple[Plot | None, Size]


class PlotView(Widget):
    """A chart, redrawn when its `plot` or its size changes."""

    COMPONENT_CLASSES = {
        f"plot--{role}"
        for role in ("frame", "label", "rule", "note", "rnn", "gru", "lstm", "first", "second", "third", "dim")
    }
    DEFAULT_CSS = """
    PlotView { height: 1fr; width: 1fr; }
    PlotView > .plot--frame { color: $text-disabled; }
    PlotView > .plot--label { color: $text-muted; }
    PlotView > .plot--rule { color: $text-muted; }
    PlotView > .plot--note { color: $foreground; }
    PlotView > .plot--dim { color: $text-disabled; }
    PlotView > .plot--rnn, PlotView > .plot--first { color: $lane-rnn; }
    PlotView > .plot--gru, PlotView > .plot--second { color: $lane-gru; }
    PlotView > .plot--lstm, PlotView > .plot--third { color: $lane-lstm; }
    """

    plot: var[Plot | None] = var(None)

    class Drawn(Message):
        """A picture is finished, for the request it was drawn for."""

        bubble = False

        def __init__(self, request: Request, picture: Picture) -> None:
            super().__init__()
            self.request = request
            self.picture = picture

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._shown: Request = (None, Size(0, 0))
        self._asked: Request | None = None
        self._picture: Picture = ()
        self._strips: list[Strip] = []

    @property
    def settled(self) -> bool:
        """Whether what is on screen is the plot at the size that it has now."""
        return self.plot is None or not self.size or self._shown == self._wanted

    @property
    def _wanted(self) -> Request:
        return self.plot, self.size

    def watch_plot(self) -> None:
        """Ask for a picture of the new plot."""
        self._ask()

    def on_resize(self) -> None:
        """Ask for a picture at the new size."""
        self._ask()

    def _ask(self) -> None:
        if self.settled or self._asked is not None or not self.is_mounted:
            return
        self._asked = self._wanted
        _renderer.submit(self._draw, self._asked)

    def _draw(self, request: Request) -> None:
        from tui.plots.draw import draw  # the import costs 0.2 s, and belongs to the render thread

        plot, size = request
        assert plot is not None
        picture: Picture
        try:
            picture = draw(plot, size.width, size.height)
        except Exception as error:  # whatever it is, the panel says so, and the next chart is drawn
            picture = _words(f"no chart: {error}", size)
        self.post_message(self.Drawn(request, picture))

    def on_plot_view_drawn(self, event: Drawn) -> None:
        """Show a finished picture if it still fits, and go on to what is wanted by now."""
        self._asked = None
        if event.request[1] == self.size:
            self._shown = event.request
            self._swap(event.picture)
        self._ask()

    def _swap(self, picture: Picture) -> None:
        old, self._picture = self._picture, picture
        self._strips = []
        if len(old) != len(picture):
            self.refresh()
            return
        changed = [_difference(y, before, after) for y, (before, after) in enumerate(zip(old, picture, strict=True))]
        regions = [region for region in changed if region is not None]
        if regions:
            self.refresh(*regions)

    def _strip(self, row: tuple[tuple[str, str], ...]) -> Strip:
        return Strip([Segment(text, self.get_component_rich_style(f"plot--{role}")) for text, role in row])

    def notify_style_update(self) -> None:
        """Take the colours of a new theme; they are not there yet, but are by the time that a row is painted."""
        super().notify_style_update()
        self._strips = []

    def render_line(self, y: int) -> Strip:
        """A row of the picture, blank until the first one is there."""
        if not self._strips:
            self._strips = [self._strip(row) for row in self._picture]
        if y < len(self._strips):
            return self._strips[y].crop(0, self.size.width).extend_cell_length(self.size.width, self.rich_style)
        return Strip.blank(self.size.width, self.rich_style)


def _words(text: str, size: Size) -> Picture:
    """Words in place of a picture."""
    rows = [set_cell_size(visible(text) if y == size.height // 2 else "", size.width) for y in range(size.height)]
    return tuple(((row, "label"),) for row in rows)


def _difference(y: int, before: tuple[tuple[str, str], ...], after: tuple[tuple[str, str], ...]) -> Region | None:
    """The part of row y that has to be painted again, None if nothing has changed."""
    if before == after:
        return None
    old, new = _cells(before), _cells(after)
    if len(old) != len(new):
        return Region(0, y, max(len(old), len(new)), 1)
    differ = [x for x, (one, other) in enumerate(zip(old, new, strict=True)) if one != other]
    return Region(differ[0], y, differ[-1] - differ[0] + 1, 1) if differ else None


def _cells(row: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    return [(character, role) for text, role in row for character in text]
