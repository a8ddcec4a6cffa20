"""A heat map as a value, and its rows as text: a shade for the size, a sign for the sign, digits where they fit.

Shades come in blocks or in plain ASCII; what is not a number is a question mark, never a colour.
"""

import math
from dataclasses import dataclass

from core.numbers import visible

BLOCKS = " ░▒▓█"
ASCII = " .:*#"
SIGNED_WIDTH, DIGITS_WIDTH = 2, 7
MOST_WIDTH = 8
STRIDES = (1, 2, 5, 10, 20, 50, 100)
Run = tuple[str, str, float]
"""A text, its part and its share of the full colour, 0 to 1. A part is the component class after "heat--", with "text"
in front where it is to be read on that colour, and "here" behind at the marked step."""


@dataclass(frozen=True)
class HeatRow:
    """One line of values over time, shown from `low` to `high`, or from -high to high where `signed`.

    high is positive; what lies beyond it is shown as full. A row without values is a line with its note.
    """

    label: str
    values: tuple[float, ...]
    high: float = 1.0
    signed: bool = False
    low: float = 0.0
    note: str = ""


@dataclass(frozen=True)
class Heat:
    """Rows over the same times, whose labels head the columns; each row has its own scale."""

    times: tuple[str, ...]
    rows: tuple[HeatRow, ...]


@dataclass(frozen=True)
class HeatPicture:
    """All that the look of a heat map depends on: the map, the marked time (an index), the size, the alphabet and
    the first row that is seen."""

    heat: Heat
    cursor: int
    width: int
    height: int = 1000
    ascii: bool = False
    top: int = 0

    @property
    def label(self) -> int:
        """Columns of the row labels."""
        return max((len(row.label) for row in self.heat.rows), default=0) + 2

    @property
    def cell(self) -> int:
        """Columns of one time step."""
        room = (self.width - self.label) // max(len(self.heat.times), 1)
        return max(min(room, MOST_WIDTH), SIGNED_WIDTH)

    @property
    def seen(self) -> range:
        """The time steps that fit, the marked one in the middle where not all do."""
        total = len(self.heat.times)
        room = max((self.width - self.label) // self.cell, 1)
        first = max(min(self.cursor - room // 2, total - room), 0)
        return range(first, min(first + room, total))

    def line(self, y: int) -> list[Run]:
        """Row y: the times, then a row of values each, then nothing."""
        if y == 0:
            return self._heading()
        row = self.top + y - 1
        if row >= len(self.heat.rows):
            return []
        values = self.heat.rows[row]
        label = (self._pointer(row) + visible(values.label)).ljust(self.label)
        if not values.values:
            return [(f"{label}{visible(values.note)}"[: self.width], "label", 0.0)]
        cells = (run for column in self.seen for run in self._cell(column, values))
        return [(label, "label", 0.0), *cells]

    def _pointer(self, row: int) -> str:
        """An arrow where more rows are out of sight."""
        if row == self.top and row > 0:
            return "^" if self.ascii else "↑"
        below = row == self.top + self.height - 2 and row < len(self.heat.rows) - 1
        return ("v" if self.ascii else "↓") if below else " "

    def _heading(self) -> list[Run]:
        """The marked time, and as many others as keep a blank between them."""
        seen, cell = self.seen, self.cell
        mark = ("v" if self.ascii else "▼") + visible(self.heat.times[self.cursor]) if self.heat.times else ""
        here = self.label + (self.cursor - seen.start) * cell
        if here + len(mark) > self.width:  # at the right edge the time stands before its mark
            mark = mark[1:] + mark[:1]
            here = max(here - len(mark) + 1, 0)
        text = " " * (self.label + len(seen) * cell + len(mark))
        longest = max(map(len, self.heat.times), default=0)
        stride = next((step for step in STRIDES if step * cell > longest), STRIDES[-1])
        for column in seen:
            x, name = self.label + (column - seen.start) * cell, visible(self.heat.times[column])
            apart = x + len(name) < here or x > here + len(mark)
            if apart and (column + 1) % stride == 0:
                text = text[:x] + name + text[x + len(name) :]
        before, after = text[:here], text[here + len(mark) :]
        if seen.start > 0:  # times out of sight on either side
            before = before[: self.label - 1] + ("<" if self.ascii else "‹") + before[self.label :]
        if seen.stop < len(self.heat.times):
            room = max(self.width - here - len(mark) - 1, 0)
            whole = after.rstrip() if len(after.rstrip()) <= room else after[: room + 1].rpartition(" ")[0]
            after = whole.ljust(room) + (">" if self.ascii else "›")
        return [(before, "label", 0.0), (mark, "now", 0.0), (after, "label", 0.0)]

    def legend(self) -> str:
        """What the shades mean, in numbers."""
        signs = "+- sign, " if any(row.signed for row in self.heat.rows) else ""
        return f"{signs}{self._shades()[1:]} 1/8 3/8 5/8 7/8 of full"

    def _shades(self) -> str:
        return ASCII if self.ascii else BLOCKS

    def _cell(self, column: int, row: HeatRow) -> list[Run]:
        value = row.values[column]
        part = "here" if column == self.cursor else ""
        if math.isnan(value):
            return [("?".ljust(self.cell), f"unknown{part}", 0.0)]
        share = min(max((abs(value) - row.low) / (row.high - row.low), 0.0), 1.0)
        sign = "-" if value < 0 else "+" if value > 0 else " "
        hue = ("negative" if value < 0 else "positive") + part
        shade = self._shades()[min(int(share * 4 + 0.5), 4)]
        if self.cell < DIGITS_WIDTH:
            lead = (sign, f"text{hue}", share) if row.signed else (shade, hue, share)
            gap = " " if self.cell > SIGNED_WIDTH else ""
            return [lead, (shade * (self.cell - 1 - len(gap)), hue, share), (gap, "gap", 0.0)]
        number = _digits(value, row.signed, self.cell - 2) or sign
        number = number.rjust(5).ljust(self.cell - 2)
        return [(shade, hue, share), (number, f"text{hue}", share), (" ", "gap", 0.0)]


def _digits(value: float, signed: bool, room: int) -> str:
    """The value in at most `room` characters, or nothing: half a number would be another one."""
    plus = "+" if signed else ""
    texts = (f"{value:{plus}.2f}", f"{value:.0e}".replace("e+", "e").replace("e0", "e").replace("e-0", "e-"))
    return next((text for text in texts if len(text) <= room), "")
