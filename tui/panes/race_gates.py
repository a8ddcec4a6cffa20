"""The gate view: the update gate z of a GRU or the forget gate f of an LSTM over one test sequence, before and now.

Both halves show the same units at the same times, so that what training has changed lies straight below.
"""

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.reactive import var

from core.cells.spec import Array
from core.race.snapshot import LaneDetail
from tui.widgets.heat import Heat, HeatRow
from tui.widgets.heat_map import HeatMap

SHADES = "░▒▓█ 1/8 3/8 5/8 7/8"
KEEPS = {"z": "1 - z = {:.2f} kept", "f": "f = {:.2f} kept"}


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
        """One heat map for both halves."""
        yield HeatMap()

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

    def _units(self, hidden: int) -> int:
        return min(max((self.query_one(HeatMap).size.height - 2) // 2, 1), hidden)

    def _show(self) -> None:
        detail = self.detail
        if not self.is_mounted or detail is None or detail.before is None or detail.now is None:
            return
        steps, hidden = detail.now.shape
        units = self._units(hidden)
        self.unit, self.cursor = min(self.unit, hidden - units), min(self.cursor, steps - 1)
        seen = range(self.unit, self.unit + units)
        heat = self.query_one(HeatMap)
        heat.heat = gate_heat(detail.gate, detail.before, detail.now, seen)
        heat.cursor = self.cursor
        of = "" if units == hidden else f", units {seen.start + 1}-{seen.stop} of {hidden}"
        self.border_title = Text(
            f"{detail.gate} of the {detail.name}{of}: untrained above, step {self.step} below  {SHADES}"
        )
        self.border_subtitle = Text(gate_fact(detail.gate, detail.before, detail.now, self.cursor))


def gate_heat(gate: str, before: Array, now: Array, units: range) -> Heat:
    """The rows of both halves, a line a unit, with an empty line between them."""
    halves = [
        [HeatRow(f"{gate}{unit + 1}", tuple(map(float, half[:, unit]))) for unit in units] for half in (before, now)
    ]
    return Heat(tuple(str(t + 1) for t in range(len(now))), (*halves[0], HeatRow("", ()), *halves[1]))


def gate_fact(gate: str, before: Array, now: Array, t: int) -> str:
    """The mean of the gate at the marked step and over all of them, before and now, and what a step then keeps."""
    kept = float((1 - now if gate == "z" else now).mean())
    here = f"t={t + 1} of {len(now)}: mean {gate} {before[t].mean():.2f}, now {now[t].mean():.2f}"
    return f"{here}; all {before.mean():.2f}, now {now.mean():.2f}: {KEEPS[gate].format(kept)}"
