"""A Plot drawn by plotext into rows of text runs. The only module that touches plotext, and only on the render thread.

plotext aborts the process on nan and raises on inf and on zeros of a log axis, so everything is masked and mapped to a
linear scale here first. Its colours serve as names of roles; the widget decides what a role looks like.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import plotext

from tui.plots.even import even
from tui.plots.labels import Picture, Run, labelled
from tui.plots.model import FLOOR_MARK, Axis, Curve, Plot, Role, Upright, linear_ticks, log_ticks

_ROLES: tuple[Role, ...] = ("frame", "label", "rule", "note", "rnn", "gru", "lstm", "first", "second", "third", "dim")
_CODE: dict[Role, int] = {role: 20 + index for index, role in enumerate(_ROLES)}
_ROLE: dict[str, Role] = {str(code): role for role, code in _CODE.items()}
_ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")

SMALLEST = (14, 4)


def draw(plot: Plot, width: int, height: int) -> Picture:
    """The chart as exactly `height` rows of `width` cells; blank where there is no room for one."""
    if width < SMALLEST[0] or height < SMALLEST[1]:
        return tuple(((" " * width, "label"),) for _ in range(height))
    plot = replace(plot, y=even(plot.y, height - 2))
    plotext.terminal.limit(False, False)
    figure = plotext.figure
    figure.clear()
    figure.plot_size(width, height)
    _frame(figure, plot, width, height)
    for rule in plot.rules:
        if _visible(plot.y, rule.y):
            figure.line(_place(plot.y, rule.y), 0, pixel=_pixel("rule"))
    columns = max(width - 8, 4)
    for upright in plot.uprights:
        _upright(figure, plot, upright, columns)
    for curve in plot.curves:
        _lines(figure, plot, curve, columns)
    marked = [curve for curve in plot.curves if curve.joined and not curve.quiet]
    for curve in plot.curves:
        phase = (marked.index(curve) + 0.5) / max(len(marked), 2) if curve in marked else 0.0
        _marks(figure, plot, curve, phase, columns)
    return labelled(_rows(str(figure.build()), width, height), _rule_labels(plot, height - 2))


def _rule_labels(plot: Plot, rows: int) -> list[tuple[int, str]]:
    """The row of the picture in which each rule lies, and its label."""
    bottom, top = _place(plot.y, plot.y.low), _place(plot.y, plot.y.high)
    return [
        (round((top - _place(plot.y, rule.y)) / (top - bottom) * (rows - 1)), rule.label)
        for rule in plot.rules
        if _visible(plot.y, rule.y)
    ]


def _frame(figure: plotext.figure, plot: Plot, width: int, height: int) -> None:
    figure.axes(True, pixel=_pixel("frame"))
    figure.axes(False, axis=[0, 1], side=1)
    for name, axis, most in (("x", plot.x, max((width - 8) // 9, 2)), ("y", plot.y, max((height - 1) // 2, 2))):
        ruler = figure.ruler(name)
        ruler.lim(_place(axis, axis.low), _place(axis, axis.high))
        ticks = axis.ticks or (log_ticks if axis.log else linear_ticks)(axis.low, axis.high, most)
        if axis.floor:
            row = (_place(axis, axis.high) - _place(axis, axis.low)) / max(height - 2, 1)
            above = (tick for tick in ticks if _place(axis, tick[0]) > _place(axis, axis.low) + row)
            ticks = (*above, (axis.low, axis.floor))
        ruler.ticks([_place(axis, position) for position, _ in ticks], [label for _, label in ticks])
        ruler.pixel(_pixel("label"))


def _upright(figure: plotext.figure, plot: Plot, upright: Upright, columns: int) -> None:
    """A line at x, its label at the top, on the side where there is more room."""
    if not _visible(plot.x, upright.x):
        return
    figure.line(_place(plot.x, upright.x), 1, pixel=_pixel("rule"))
    if not upright.label:
        return
    left, right = _place(plot.x, plot.x.low), _place(plot.x, plot.x.high)
    place, cell = _place(plot.x, upright.x), (right - left) / max(columns - 1, 1)
    after = place - left < right - place
    text = plotext.colorize(upright.label, _pixel("rule"))
    at, side = (place + cell, "left") if after else (place - cell, "right")
    figure.draw(figure.text(at, _place(plot.y, plot.y.high), text, alignment=side))


def _lines(figure: plotext.figure, plot: Plot, curve: Curve, columns: int) -> None:
    if not curve.joined:
        return
    for points in _stretches(plot, curve):
        kept = _thinned(points, 2 * columns)
        marker = plotext.marker("braille", _pixel(curve.role))
        signal = figure.signal([x for x, _ in kept], [y for _, y in kept], marker=marker)
        figure.draw(signal.lines() if len(kept) > 1 else signal)


def _marks(figure: plotext.figure, plot: Plot, curve: Curve, phase: float, columns: int) -> None:
    points = [point for stretch in _stretches(plot, curve) for point in stretch]
    if curve.joined and points:
        points = points[-1:] if curve.quiet else _spread(points, plot, phase, columns)
    _scatter(figure, points, curve.symbol, curve.role)
    _scatter(figure, _thinned(list(_floored(plot, curve)), columns), FLOOR_MARK, curve.role)


def _spread(points: list[tuple[float, float]], plot: Plot, phase: float, columns: int) -> list[tuple[float, float]]:
    """A few of the points, at other places (phase 0 to 1) for each curve so that equal ones show all markers."""
    gap = (_place(plot.x, plot.x.high) - _place(plot.x, plot.x.low)) * max(12 / columns, 0.16)
    start = _place(plot.x, plot.x.low) + gap * phase
    wanted = [start + gap * step for step in range(int(columns / 6) + 1)]
    places = np.array([x for x, _ in points])
    nearest = {points[int(np.abs(places - at).argmin())] for at in wanted if at <= points[-1][0]}
    return [*sorted(nearest), points[-1]]


def _scatter(figure: plotext.figure, points: list[tuple[float, float]], symbol: str, role: Role) -> None:
    if points:
        marker = plotext.marker(symbol, _pixel(role))
        figure.draw(figure.signal([x for x, _ in points], [y for _, y in points], marker=marker))


def _stretches(plot: Plot, curve: Curve) -> Iterator[list[tuple[float, float]]]:
    """The runs of consecutive points that can be drawn, already on a linear scale."""
    stretch: list[tuple[float, float]] = []
    for x, y in zip(curve.x, curve.y, strict=True):
        if _visible(plot.x, x) and _drawable(plot.y, y):
            stretch.append((_place(plot.x, x), _place(plot.y, min(y, plot.y.high))))
        elif stretch:
            yield stretch
            stretch = []
    if stretch:
        yield stretch


def _floored(plot: Plot, curve: Curve) -> Iterator[tuple[float, float]]:
    """Where a log axis cannot show the value because it is 0 or below the smallest one shown."""
    if not plot.y.log:
        return
    for x, y in zip(curve.x, curve.y, strict=True):
        if _visible(plot.x, x) and math.isfinite(y) and y < plot.y.low:
            yield _place(plot.x, x), _place(plot.y, plot.y.low)


def _drawable(axis: Axis, value: float) -> bool:
    return math.isfinite(value) and value >= axis.low


def _visible(axis: Axis, value: float) -> bool:
    return math.isfinite(value) and axis.low <= value <= axis.high


def _place(axis: Axis, value: float) -> float:
    return math.log10(value) if axis.log else value


def _thinned(points: list[tuple[float, float]], most: int) -> list[tuple[float, float]]:
    """At most about `most` points; of each bucket the lowest and the highest, so that no spike is lost."""
    if len(points) <= most:
        return points
    size = 2 * len(points) / most
    buckets = [points[round(at * size) : round((at + 1) * size)] for at in range(math.ceil(len(points) / size))]
    kept = [pick(bucket, key=lambda point: point[1]) for bucket in buckets if bucket for pick in (min, max)]
    return sorted({points[0], *kept, points[-1]})


def _pixel(role: Role) -> plotext.pixel:
    return plotext.pixel(_CODE[role])


def _rows(text: str, width: int, height: int) -> Picture:
    rows = [_runs(line, width) for line in text.split("\n")[:height]]
    return tuple(rows + [((" " * width, "label"),)] * (height - len(rows)))


def _runs(line: str, width: int) -> tuple[Run, ...]:
    runs: list[Run] = []
    role: Role = "label"
    for index, piece in enumerate(_ESCAPE.split(line)):
        if index % 2 and piece.startswith("38;5;"):
            role = _ROLE.get(piece[5:], "label")
        elif not index % 2 and piece:
            runs.append((piece, role))
    length = sum(len(piece) for piece, _ in runs)
    return (*runs, (" " * (width - length), "label")) if length < width else tuple(runs)
