"""Axes whose ticks stand equal numbers of rows apart: cells are few, and a tick rounded to the next one looks wrong.

A scale has no row for every value; so the axis grows a little at its loose end until round steps fall on whole rows.
"""

import math
from collections.abc import Iterator
from dataclasses import replace

from tui.plots.model import Axis

LINEAR = (1.0, 2.0, 5.0)
DECADES = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100)
FEWEST, MOST = 3, 6
"""Ticks that an axis should have."""
TOO_FEW, TOO_MANY = 0.35, 0.15
"""What a tick too few or too many counts for beside growing, which counts by its share of the axis."""


def even(axis: Axis, rows: int) -> Axis:
    """The axis over `rows` rows with ticks on whole rows, grown at the end that is not its anchor; without an anchor,
    or where there are hardly any rows, as it is."""
    if not axis.anchor or rows < 3:
        return axis
    low, high = (math.log10(axis.low), math.log10(axis.high)) if axis.log else (axis.low, axis.high)
    span = high - low
    _, step, reach = min(_candidates(axis, span, rows - 1), default=(0.0, 0.0, 0.0))
    if not step:
        return axis
    count = math.floor(span / step + 1e-9)
    if axis.anchor == "high":
        places, low = [high - index * step for index in range(count + 1)], high - reach
    else:
        places, high = [low + index * step for index in range(count + 1)], low + reach
    if not axis.log:
        return replace(axis, low=low, high=high, ticks=tuple((at, _written(axis, at)) for at in places))
    ticks = tuple((10.0**at, f"1e{round(at):+03d}") for at in places)
    floor = f"≤1e{round(low):+03d}" if axis.floor else ""
    return replace(axis, low=10.0**low, high=10.0**high, ticks=ticks, floor=floor)


def _candidates(axis: Axis, span: float, rows: int) -> Iterator[tuple[float, float, float]]:
    """What each way costs: its step between ticks, and the span of the whole axis."""
    for step in _steps(axis, span):
        for apart in range(1, rows + 1):
            reach = rows * step / apart
            whole = not axis.floor or math.isclose(reach, round(reach))  # a floor is named, so it is a power of ten
            if reach >= span * (1 - 1e-9) and whole:
                ticks = math.floor(span / step + 1e-9) + 1
                fitting = TOO_FEW * max(FEWEST - ticks, 0) + TOO_MANY * max(ticks - MOST, 0)
                close = TOO_MANY if apart == 1 and rows > FEWEST else 0.0
                yield reach / span - 1 + fitting + close, step, reach


def _steps(axis: Axis, span: float) -> Iterator[float]:
    if axis.log:
        yield from (step for step in DECADES if step <= span)
        return
    power = 10.0 ** math.floor(math.log10(span))
    yield from (scale * power * step for scale in (0.1, 1.0) for step in LINEAR if scale * power * step <= span)


def _written(axis: Axis, at: float) -> str:
    return f"{round(at, 9):.0%}" if axis.percent else f"{round(at, 9):.10g}"
