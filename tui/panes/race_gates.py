"""The gate view: the update gate z of a GRU or the forget gate f of an LSTM over one test sequence, before and now.

Both halves show the same units at the same times, so that what training has changed lies straight below.
"""

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.reactive import var

from core.cells.spec import Array
from core.numbers import count
from core.race.gates import Shades, explained, moment, shades
from core.race.snapshot import LaneDetail
from tui.panes.race_plots import gate_plot
from tui.plots.view import PlotView
from tui.widgets.heat import Heat, HeatRow
from tui.widgets.heat_map import HeatMap
from tui.widgets.panel import fitting
from tui.widgets.words import Words

GLYPHS = "░▒▓█"
LEAST_CHART = 10
"""Rows that the chart below the map keeps, where there is one."""


class GateView(Vertical):
    """Shows a lane's detail; `cursor` is the marked time step, counted from 0, `unit` the first unit that is seen."""

    DEFAULT_CSS = """
    GateView { height: 1fr; padding: 0 1; }
    """

    detail: var[LaneDetail | None] = var(None)
    step: var[int] = var(0)
    cursor: var[int] = var(0)
    unit: var[int] = var(0)

    def compose(self) -> ComposeResult:
        """One heat map for both halves; where there is room, the mean by time, and what it is not."""
        yield HeatMap()
        yield Words(id="race-gate-chart", classes="caption")
        yield PlotView()
        yield Words(id="race-gate-words", classes="caption")

    def on_resize(self) -> None:
        """More or fewer units."""
        self._show()

    def watch_detail(self) -> None:
        """Show it."""
        self._show()

    def on_heat_map_time_picked(self, event: HeatMap.TimePicked) -> None:
        """A column was clicked."""
        event.stop()
        self.move(event.index - self.cursor, 0)

    def move(self, times: int, units: int) -> None:
        """Mark another time step, show other units; nothing beyond the ends."""
        if self.detail is None or self.detail.now is None:
            return
        steps, hidden = self.detail.now.shape
        self.cursor = min(max(self.cursor + times, 0), steps - 1)
        self.unit = min(max(self.unit + units, 0), hidden - self._units(hidden))
        self._show()

    @property
    def _charted(self) -> bool:
        return self.query_one(PlotView).display

    def _units(self, hidden: int) -> int:
        """The units that there is room for in both halves, below a heading and with a line between."""
        below = LEAST_CHART + 3 if self._charted else 0
        return min(max((self.content_size.height - below - 2) // 2, 1), hidden)

    def _show(self) -> None:
        detail = self.detail
        if not self.is_mounted or detail is None or detail.before is None or detail.now is None:
            return
        steps, hidden = detail.now.shape
        units = self._units(hidden)
        self.unit, self.cursor = min(self.unit, hidden - units), min(self.cursor, steps - 1)
        seen = range(self.unit, self.unit + units)
        scale = shades(detail.before, detail.now)
        heat = self.query_one(HeatMap)
        heat.heat = gate_heat(detail, detail.before, detail.now, seen, scale, self.step)
        heat.cursor = self.cursor
        heat.styles.height = 2 * units + 2 if self._charted else "1fr"
        of = "" if units == hidden else f", units {seen.start + 1}-{seen.stop} of {hidden}"
        self.border_title = Text(
            fitting(
                legends(f"{detail.gate} of the {detail.name}{of}", detail.before, detail.now, scale), self.size.width
            )
        )
        self.border_subtitle = Text(moment(detail, self.cursor))
        if self._charted:
            plot = gate_plot(detail, detail.before, detail.now)
            self.query_one(PlotView).plot = plot
            names = ", ".join(f"{line.symbol} {line.name}" for line in plot.curves)
            self.query_one("#race-gate-chart", Words).say(f"mean {detail.gate} of all units by time: {names}")
            self.query_one("#race-gate-words", Words).say(explained(detail))


def legends(name: str, before: Array, now: Array, scale: Shades) -> tuple[str, ...]:
    """The name and what the shades mean, the longest first."""
    begins = [
        f"{glyph} {'from ' if glyph == GLYPHS[0] else ''}{at:.2f}"
        for glyph, at in zip(GLYPHS, scale.bounds(), strict=True)
    ]
    low, high = min(before.min(), now.min()), max(before.max(), now.max())
    shaded = ", ".join(begins)
    return (
        f"{name}, {low:.2f} to {high:.2f}: {shaded}",
        f"{name}: {shaded}",
        f"{name}: {shaded.replace(',', '')}",
    )


def gate_heat(detail: LaneDetail, before: Array, now: Array, units: range, scale: Shades, step: int) -> Heat:
    """The rows of both halves, a line a unit, with a line between them that says which is which."""
    halves = [
        [
            HeatRow(f"{detail.gate}{unit + 1}", tuple(map(float, half[:, unit])), scale.high, low=scale.low)
            for unit in units
        ]
        for half in (before, now)
    ]
    sequence = f"; {detail.sequence}" if detail.sequence else ""
    between = HeatRow("", (), note=f"untrained above, step {count(step)} below{sequence}")
    return Heat(tuple(str(t + 1) for t in range(len(now))), (*halves[0], between, *halves[1]))
