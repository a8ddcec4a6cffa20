"""A race as charts: accuracy and loss by step or by seconds, the signal by time step, accuracy by length.

Axes are fixed for the whole race, so that a growing curve is all that changes on screen.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from core.cells.spec import Array, CellKind
from core.numbers import count, number
from core.race.record import Outcome
from core.race.settings import LENGTHS, NAMES, RaceSettings
from core.race.snapshot import LaneDetail, LaneSnapshot, Snapshot
from tui.plots.model import Axis, Curve, Plot, Role, Rule, curve, decades, linear_ticks

SMALLEST_SIGNAL = 1e-16
ROLES: dict[str, Role] = {"RNN": "rnn", "GRU": "gru", "LSTM": "lstm"}
HOLLOW: dict[CellKind, str] = {"rnn": "○", "gru": "□", "lstm": "△"}
"""The markers of a length whose race has not ended, and of a lane as it was before it."""
BESIDE = 0.02
"""How far lanes stand apart by length, as a share of the axis."""
GRID = 0.1
"""A chart of gates begins and ends at multiples of it, two at least, so that thousandths are no contrast."""
LONG = 20
"""Time steps of a sequence from which half a step is too little to see."""
Seconds = Mapping[CellKind, float]
"""Measured seconds of a training step, by cell."""


def accuracy_plot(snapshot: Snapshot, seconds: Seconds | None = None) -> Plot:
    """The share of fresh sequences answered by every lane and start, with the line of chance."""
    curves = _curves(snapshot, lambda lane: (lane.evaluated, lane.accuracies), seconds)
    return Plot(curves, _steps(snapshot, seconds), _shares(snapshot.settings), (_chance(snapshot.settings),))


def loss_plot(snapshot: Snapshot, seconds: Seconds | None = None) -> Plot:
    """The training loss in the task's unit, with the loss of a guess."""
    guess = snapshot.settings.exercise.baseline(snapshot.settings.length)
    losses = [loss for lane in (*snapshot.lanes, *snapshot.others) for loss in _most(lane.losses)]
    top = max(losses, default=0.0)
    highs = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 100.0, 1000.0, math.inf)
    high = next(high for high in highs if max(top, 1.4 * guess) <= high)
    axis = Axis(0.0, high if math.isfinite(high) else top, anchor="low")
    curves = _curves(snapshot, lambda lane: (np.arange(1, lane.step + 1), lane.losses), seconds)
    return Plot(curves, _steps(snapshot, seconds), axis, (Rule(guess, f"guess {number(guess)}"),))


def signal_plot(snapshot: Snapshot, now: bool = False) -> Plot:
    """|dL/dh_t| over |dL/dh_T| on a log axis, before training, or that of the snapshot's details."""
    if now:
        lines = [curve(one.name, ROLES[one.name], _times(one.signal), one.signal) for one in snapshot.details]
    else:
        lines = [_lane(lane, _times(lane.signal), lane.signal, quiet=True) for lane in snapshot.others]
        lines += [_lane(lane, _times(lane.signal), lane.signal) for lane in snapshot.lanes]
    values = [value for line in lines for value in line.y if math.isfinite(value)]
    axis = replace(decades(values, SMALLEST_SIGNAL), anchor="high")
    if min(values, default=1.0) < axis.low:
        axis = replace(axis, floor=f"≤{axis.low:.0e}")
    length = len(snapshot.lanes[0].signal)
    return Plot(tuple(lines), Axis(1, length, ticks=_time_ticks(length)), axis)


def gate_plot(detail: LaneDetail, before: Array, now: Array) -> Plot:
    """The mean of a gate (T, H) over its units by time step, over the range of both: now as the lane's own curve,
    untrained in grey with hollow markers."""
    role = ROLES[detail.name]
    means = [half.mean(axis=1) for half in (before, now)]
    lines = (
        curve("untrained", "label", _times(means[0]), means[0], HOLLOW[detail.kind]),
        curve("now", role, _times(means[1]), means[1]),
    )
    low, high = min(mean.min() for mean in means), max(mean.max() for mean in means)
    low = GRID * math.floor(low / GRID)
    high = max(GRID * math.ceil(high / GRID), low + 2 * GRID)
    return Plot(lines, Axis(1, len(now), ticks=_time_ticks(len(now))), Axis(low, high, anchor="low"))


def lengths_plot(outcomes: Sequence[Outcome], settings: RaceSettings) -> Plot:
    """Accuracy by length (log axis) in every lane, the mean of its starts; hollow where a race has not ended.

    Lanes stand a little beside each other, so that equal ones do not hide each other.
    """
    known = [*(one.length for one in outcomes), settings.length]
    low, high = min([LENGTHS[0], *known]), max([LENGTHS[-1], *known])
    beside = (high / low) ** BESIDE
    curves: list[Curve] = []
    for index, kind in enumerate(settings.kinds):
        tried = [one for one in outcomes if kind in one.accuracy]
        shift = beside ** (index - (len(settings.kinds) - 1) / 2)
        done = _points((one for one in tried if one.finished), kind, shift)
        going = _points((one for one in tried if not one.finished), kind, shift)
        role = ROLES[NAMES[kind]]
        curves.append(curve(NAMES[kind], role, *done, quiet=True))
        curves.append(curve(NAMES[kind], role, *done, joined=False))
        curves.append(curve(NAMES[kind], role, *going, marker=HOLLOW[kind], joined=False))
    ticks = tuple((at, str(at)) for at in sorted({*LENGTHS, 2, 120, 200, 400}) if low <= at <= high)
    axis = Axis(low / beside**2, high * beside**2, log=True, ticks=ticks)
    return Plot(tuple(curves), axis, _shares(settings), (_chance(settings),))


def _points(outcomes: Iterable[Outcome], kind: CellKind, shift: float) -> tuple[list[float], list[float]]:
    points = [(one.length * shift, _mean(one, kind)) for one in outcomes]
    return [x for x, _ in points], [y for _, y in points]


def _mean(outcome: Outcome, kind: CellKind) -> float:
    return float(np.mean(outcome.starts.get(kind, (outcome.accuracy[kind],))))


def _curves(
    snapshot: Snapshot, data: Callable[[LaneSnapshot], tuple[Any, Array]], seconds: Seconds | None
) -> tuple[Curve, ...]:
    """A curve a lane and start, those of the start shown last, so that they lie on top."""
    return tuple(
        _lane(lane, np.asarray(data(lane)[0]) * (seconds[lane.kind] if seconds else 1), data(lane)[1], quiet)
        for quiet, lanes in ((True, snapshot.others), (False, snapshot.lanes))
        for lane in lanes
    )


def _lane(lane: LaneSnapshot, x: Iterable[float], y: Iterable[float], quiet: bool = False) -> Curve:
    return curve(lane.name, ROLES[lane.name], x, y, quiet=quiet)


def _times(signal: Array) -> range:
    return range(1, len(signal) + 1)


def _most(losses: Array) -> list[float]:
    finite = losses[np.isfinite(losses)]
    return [float(finite.max())] if finite.size else []


def _shares(settings: RaceSettings) -> Axis:
    """From a little below chance where that is high, else from 0."""
    return Axis(0.4 if settings.exercise.chance >= 0.5 else 0.0, 1.0, anchor="high", percent=True)


def _chance(settings: RaceSettings) -> Rule:
    return Rule(settings.exercise.chance, f"chance {100 * settings.exercise.chance:.3g} %")


def _steps(snapshot: Snapshot, seconds: Seconds | None) -> Axis:
    """Training steps, or what they take in seconds."""
    last = snapshot.settings.steps
    if not seconds:
        return Axis(
            0, last, ticks=tuple((at, count(at)) for at in sorted({0, last // 2 if last % 2 == 0 else 0, last}))
        )
    high = last * max(seconds[lane.kind] for lane in snapshot.lanes)
    *ticks, (at, label) = linear_ticks(0, high, 3)
    return Axis(0, high, ticks=(*ticks, (at, f"{label} s")))


def _time_ticks(length: int) -> tuple[tuple[float, str], ...]:
    """The first and last time step; between them what parts a short sequence evenly, or the middle of a long one."""
    parts = next((parts for parts in (2, 3, 4) if (length - 1) % parts == 0 and length > parts + 1), 0)
    if parts:
        between = [1 + (length - 1) * part // parts for part in range(1, parts)]
    else:
        between = [(length + 1) // 2] if length > LONG else []
    return ((1, "t=1"), *((at, str(at)) for at in between), (length, str(length)))
