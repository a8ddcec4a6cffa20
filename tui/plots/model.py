"""What a chart shows, as a value: curves with a role (a colour), a marker and a name over two fixed axes.

A value can be compared, so an unchanged chart is never drawn again; it knows nothing of plotext or Textual.
"""

import math
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from core.numbers import tick

Role = Literal["rnn", "gru", "lstm", "first", "second", "third", "dim", "frame", "label", "rule", "note"]
"""What a run of characters means; the widget gives it a colour of the theme."""

MARKERS: dict[Role, str] = {"rnn": "●", "gru": "■", "lstm": "▲", "first": "●", "second": "■", "third": "▲", "dim": "·"}
FLOOR_MARK = "▾"


@dataclass(frozen=True)
class Axis:
    """The visible range of one axis. ticks are (position, label) pairs; empty means they are chosen.

    On a log axis low and high are the smallest and largest values shown, both positive; what lies at or below `low`
    is drawn as a mark on the floor, labelled `floor`. A vertical axis with an anchor keeps that end and may grow at the
    other, so that its ticks are equal numbers of rows apart (tui.plots.even); `percent` writes them as shares.
    """

    low: float
    high: float
    log: bool = False
    ticks: tuple[tuple[float, str], ...] = ()
    floor: str = ""
    anchor: Literal["", "low", "high"] = ""
    percent: bool = False


@dataclass(frozen=True)
class Curve:
    """One line of a chart; x and y are equally long, and y may hold what no axis can show (nan, inf, 0).

    A quiet one has its marker at its end alone, so that several of one kind leave room for each other.
    """

    name: str
    role: Role
    x: tuple[float, ...]
    y: tuple[float, ...]
    marker: str = ""
    joined: bool = True
    quiet: bool = False

    @property
    def symbol(self) -> str:
        """The character that tells this curve from the others without any colour."""
        return self.marker or MARKERS.get(self.role, "•")


@dataclass(frozen=True)
class Rule:
    """A horizontal line at y with a short label, such as the level of chance."""

    y: float
    label: str


@dataclass(frozen=True)
class Upright:
    """A vertical line at x, with a short label or none, such as where training stops."""

    x: float
    label: str = ""


@dataclass(frozen=True)
class Plot:
    """A whole chart."""

    curves: tuple[Curve, ...]
    x: Axis
    y: Axis
    rules: tuple[Rule, ...] = field(default=())
    uprights: tuple[Upright, ...] = field(default=())


def curve(
    name: str,
    role: Role,
    x: Iterable[float],
    y: Iterable[float],
    marker: str = "",
    joined: bool = True,
    quiet: bool = False,
) -> Curve:
    """A Curve from any numbers, arrays included."""
    return Curve(name, role, tuple(map(float, x)), tuple(map(float, y)), marker, joined, quiet)


def linear_ticks(low: float, high: float, most: int) -> tuple[tuple[float, str], ...]:
    """At most about `most` round positions from low to high, labelled."""
    if not high > low or most < 1:
        return ((low, tick(low)),)
    step = _round_step((high - low) / most)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return tuple((index * step, tick(index * step)) for index in range(first, last + 1))


def _round_step(least: float) -> float:
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * (1 - 1e-9))


def log_ticks(low: float, high: float, most: int) -> tuple[tuple[float, str], ...]:
    """At most about `most` powers of ten from low to high (both positive), labelled as 1e-03."""
    bottom, top = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
    stride = max(1, math.ceil((top - bottom) / max(most - 1, 1)))
    return tuple((10.0**power, f"1e{power:+03d}") for power in range(top, bottom - 1, -stride))


def decades(values: Iterable[float], least: float, top: float = 1.0) -> Axis:
    """A log axis that shows every positive finite value from `least` up, and `top`, in whole powers of ten."""
    shown = [value for value in values if math.isfinite(value) and value >= least]
    low = 10.0 ** math.floor(math.log10(min([*shown, top / 10])) + 1e-9)
    largest = max([*shown, top])
    power = math.ceil(math.log10(largest) - 1e-9)
    return Axis(low, 10.0**power if power <= sys.float_info.max_10_exp else largest, log=True)
