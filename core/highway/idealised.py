"""The lesson's two routes at their simplest: a gradient that is multiplied by the same factor at every step.

The plain RNN's factor is whatever tanh' and U happen to give; the LSTM's is its forget gate, which it learns.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.decay import (
    FLOAT64_FLOOR,
    LOG_ONE_PERCENT,
    LOG_UNDERFLOW,
    half_life,
    later,
    power_text,
    share_text,
    steps_below,
)
from core.numbers import count, number, plural, scientific
from core.settings import write_value

PLOT_POINTS = 400
PLAINLY_HELD = 1e-5
"""Above this nobody would expect an underflow."""


@dataclass(frozen=True)
class Point:
    """What one route leaves at one distance: factor^distance.

    value is the float64, log10 its exact decimal logarithm; underflows says that the true value is above 0 but
    float64 holds 0, overflows that it holds infinity.
    """

    factor: float
    value: float
    log10: float
    underflows: bool
    overflows: bool


@dataclass(frozen=True)
class Row:
    """All routes at one distance, in the order of the curves."""

    distance: int
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Curve:
    """One route over distance.

    half_life is in steps (None where it never halves); below_one_percent is the first whole distance with less
    than 1 % left, first_underflow the first at which float64 holds 0 (None where never). values runs over the
    plotted distances, 0 where it underflows; underflowed marks those places.
    """

    name: str
    factor: float
    half_life: float | None
    below_one_percent: int | None
    first_underflow: int | None
    values: NDArray[np.float64]
    underflowed: NDArray[np.bool_]


@dataclass(frozen=True)
class Idealised:
    """The table, the curves over `distances` (whole steps from 0), the floor of float64 and what they say."""

    rows: tuple[Row, ...]
    distances: NDArray[np.int64]
    curves: tuple[Curve, ...]
    floor: float
    sentence: str
    underflow_sentence: str


def power(factor: float, distance: int) -> Point:
    """factor^distance with its flags. factor must be above 0; a whole one is taken as the float that it is."""
    try:
        value = float(factor) ** distance
    except OverflowError:
        value = math.inf
    return Point(factor, value, distance * math.log10(factor), value == 0.0, math.isinf(value))


def idealised(distances: tuple[int, ...], rnn: float, lstm: tuple[float, ...]) -> Idealised:
    """The table and curves of one RNN factor and some LSTM forget gates, over the given distances.

    Distances are put in order, and what is given twice counts once.
    """
    named = [(f"RNN {write_value(rnn)}", rnn), *((f"LSTM f = {write_value(f)}", f) for f in dict.fromkeys(lstm))]
    axis = plotted_distances(max(distances))
    rows = tuple(Row(distance, tuple(power(f, distance) for _, f in named)) for distance in sorted(set(distances)))
    curves = tuple(_curve(name, factor, axis) for name, factor in named)
    return Idealised(rows, axis, curves, FLOAT64_FLOOR, _sentence(rows, curves), _underflow(rows, curves))


def plotted_distances(furthest: int) -> NDArray[np.int64]:
    """Whole distances from 0 to `furthest`, all of them or about PLOT_POINTS evenly spread."""
    points = min(furthest + 1, PLOT_POINTS)
    return np.unique(np.linspace(0, furthest, points).round().astype(np.int64))


def _curve(name: str, factor: float, axis: NDArray[np.int64]) -> Curve:
    values = np.array([power(factor, int(distance)).value for distance in axis])
    log_factor = math.log(factor)
    return Curve(
        name=name,
        factor=factor,
        half_life=half_life(log_factor) if log_factor < 0 else None,
        below_one_percent=steps_below(log_factor, LOG_ONE_PERCENT),
        first_underflow=_first_underflow(factor),
        values=values,
        underflowed=values == 0.0,
    )


def _first_underflow(factor: float) -> int | None:
    """The first whole distance at which factor^distance is 0 in float64."""
    distance = steps_below(math.log(factor), LOG_UNDERFLOW)
    while distance is not None and power(factor, distance).value > 0:
        distance = later(distance)
    return distance


def left_text(point: Point) -> str:
    """What a point leaves, in the one style of shares; past float64 too."""
    return share_text(point.log10 * math.log(10))


def _sentence(rows: tuple[Row, ...], curves: tuple[Curve, ...]) -> str:
    furthest = max(rows, key=lambda row: row.distance)
    left = "; ".join(
        f"{curve.name} leaves {left_text(point)}" for curve, point in zip(curves, furthest.points, strict=True)
    )
    return f"Over {plural(furthest.distance, 'step')}: {left}. {_decay(curves)}"


def _decay(curves: tuple[Curve, ...]) -> str:
    decaying = [c for c in curves if c.below_one_percent is not None]
    if not decaying:
        return "None of these routes decays: no factor is below 1."
    parts = ", ".join(
        f"{c.name} at distance {count(c.below_one_percent or 0)} (half-life {number(c.half_life or 0)} steps)"
        for c in decaying
    )
    who = "Every route decays, the LSTM's too" if len(decaying) == len(curves) else "A factor below 1 decays"
    return f"{who}: less than 1 % is left for {parts}."


def _underflow(rows: tuple[Row, ...], curves: tuple[Curve, ...]) -> str:
    """Names the furthest place of the table that float64 cannot hold, and where each curve falls to 0."""
    lost = [(row, point) for row in rows for point in row.points if point.underflows]
    if not lost:
        deepest = min((point for row in rows for point in row.points), key=lambda point: point.log10)
        floor = scientific(FLOAT64_FLOOR, 1)
        if deepest.value > PLAINLY_HELD:
            return f"Every entry is far above {floor}, the smallest float64, so none is stored as 0."
        return f"No entry underflows: the smallest is {left_text(deepest)}, and float64 reaches down to {floor}."
    row, point = min(lost, key=lambda pair: pair[1].log10)
    falls = ", ".join(
        f"{c.name} from distance {count(c.first_underflow)} on"
        for c in curves
        if c.first_underflow is not None and c.first_underflow <= row.distance
    )
    return (
        f"{write_value(point.factor)}^{row.distance} is {power_text(point.log10)}, below "
        f"{scientific(FLOAT64_FLOOR, 1)}, the smallest float64, so it is stored as 0: {falls}. "
        "The mark on the plot's floor stands for those."
    )
