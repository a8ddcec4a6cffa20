"""A race snapshot as three charts: accuracy and loss against training step, and the signal by time step.

Axes are fixed for the whole race, so that a growing curve is all that changes on screen.
"""

import math

from core.race.snapshot import LaneSnapshot, Snapshot
from core.tasks import CHANCE
from tui.plots.model import Axis, Curve, Plot, Role, Rule, curve, decades

SMALLEST_SIGNAL = 1e-16
ROLES: dict[str, Role] = {"RNN": "rnn", "GRU": "gru", "LSTM": "lstm"}


def accuracy_plot(snapshot: Snapshot) -> Plot:
    """The share of fresh sequences answered, with the line of chance."""
    ticks = tuple((share, f"{share:.0%}") for share in (0.4, 0.6, 0.8, 1.0))
    curves = tuple(_lane(lane, lane.evaluated, lane.accuracies) for lane in snapshot.lanes)
    return Plot(curves, _steps(snapshot), Axis(0.4, 1.0, ticks=ticks), (Rule(CHANCE, "chance"),))


def loss_plot(snapshot: Snapshot) -> Plot:
    """The training loss in nats, with the loss of a guess."""
    top = max((float(loss) for lane in snapshot.lanes for loss in lane.losses if math.isfinite(loss)), default=0.0)
    high = next(high for high in (1.0, 2.0, 5.0, 10.0, 100.0, 1000.0, math.inf) if top <= high)
    axis = Axis(0.0, high if math.isfinite(high) else top)
    curves = tuple(_lane(lane, range(1, lane.step + 1), lane.losses) for lane in snapshot.lanes)
    return Plot(curves, _steps(snapshot), axis, (Rule(math.log(2), "guess"),))


def signal_plot(snapshot: Snapshot) -> Plot:
    """|dL/dh_t| over |dL/dh_T| on a log axis, before training."""
    length = snapshot.settings.length
    values = [float(value) for lane in snapshot.lanes for value in lane.signal]
    axis = decades(values, SMALLEST_SIGNAL)
    if min(values) < axis.low:
        axis = Axis(axis.low, axis.high, log=True, floor=f"≤{axis.low:.0e}")
    curves = tuple(_lane(lane, range(1, length + 1), lane.signal) for lane in snapshot.lanes)
    return Plot(curves, Axis(1, length, ticks=_time_ticks(length)), axis)


def _lane(lane: LaneSnapshot, x: object, y: object) -> Curve:
    return curve(lane.name, ROLES[lane.name], x, y)  # type: ignore[arg-type]  # arrays and ranges of numbers


def _steps(snapshot: Snapshot) -> Axis:
    last = snapshot.settings.steps
    return Axis(
        0, last, ticks=tuple((at, str(at)) for at in (0, last // 2, last)) if last > 1 else ((0, "0"), (1, "1"))
    )


def _time_ticks(length: int) -> tuple[tuple[float, str], ...]:
    middle = (length + 1) // 2
    return ((1, "t=1"), *(((middle, str(middle)),) if length > 4 else ()), (length, str(length)))
