"""The attention map as rows of text: words on both axes, each weight as a shade and as two decimals.

Under it stand the scores of the row that is looked at, in the columns of the words they belong to. Where a long
sentence leaves no room for them the cells get narrower, down to whole per cents, so that the whole map stays in sight.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rich.cells import cell_len, set_cell_size

from core.attention import AttentionResult
from core.numbers import number, scientific

SHADES = " ░▒▓█"
LEAST_CELL, SUM, MOST_LABEL = 8, 8, 14
DECIMALS, PERCENT = 6, (4, 3)
"""Columns of a word in a long sentence: a shade and two decimals, or a whole per cent with or without a blank."""
BELOW = 3
"""Rows under the map where its cells are wide: a blank one, the scores, the scaled scores."""
Run = tuple[str, str, float]
"""A text, its part (the component class after "map--") and its share of the full colour, 0 to 1."""


@dataclass(frozen=True)
class MapPicture:
    """All that the look of the map depends on; the cursor is a row (a query) and a column (a key)."""

    result: AttentionResult
    cursor: tuple[int, int]
    width: int
    height: int
    focused: bool = True

    @property
    def label(self) -> int:
        """Columns of the row labels."""
        return min(max(9, *(cell_len(word) + 2 for word in self.result.words)), MOST_LABEL)

    @cached_property
    def full(self) -> int:
        """Columns of one word with room for the longest number under the map."""
        r = self.result
        shown = (number(value, signed=True) for array in (r.scores, r.scaled) for value in array.flat)
        return max(LEAST_CELL, 2 + max(map(len, shown)))

    @cached_property
    def cell(self) -> int:
        """Columns of one word: as many as it needs or all of them can have, narrower forms before any is left out."""
        words = len(self.result.words)
        if self._room // words >= LEAST_CELL:
            return min(self.full, self._room // words)
        return next((size for size in (DECIMALS, *PERCENT) if words * size <= self._room), self.full)

    @property
    def taken(self) -> int:
        """The columns that are filled at this width."""
        return self.label + len(self.seen) * self.cell + SUM + 1

    @property
    def below(self) -> int:
        """Rows under the map."""
        return BELOW if self.cell >= LEAST_CELL else 0

    @property
    def _room(self) -> int:
        return self.width - self.label - SUM - 1

    @property
    def seen(self) -> range:
        """The key words that fit, the cursor among them."""
        return window(len(self.result.words), max(self._room // self.cell, 1), self.cursor[1])

    @property
    def rows(self) -> range:
        """The query words that fit, the cursor among them."""
        return window(len(self.result.words), max(self.height - self.heads - self.below, 1), self.cursor[0])

    @property
    def heads(self) -> int:
        """Rows of headings: the words and, for the lesson's, what they mean."""
        return 2 if any(self.result.gloss) else 1

    @property
    def needed(self) -> int:
        """The height at which nothing scrolls."""
        return self.heads + len(self.result.words) + self.below

    def line(self, y: int) -> list[Run]:
        """Row y of the widget."""
        if y < self.heads:
            return self._heading((self.result.words, self.result.gloss)[y], y == 0)
        row = y - self.heads
        if row < len(self.rows):
            return self._row(self.rows[row])
        numbers = {1: ("scores", self.result.scores), 2: ("scaled", self.result.scaled)} if self.below else {}
        below = numbers.get(row - len(self.rows))
        return self._numbers(below[0], below[1][self.cursor[0]].tolist()) if below else []

    def place(self, x: int, y: int) -> tuple[int, int] | None:
        """The cell at a point, None beside the map."""
        row, column = y - self.heads, (x - self.label) // self.cell
        inside = 0 <= row < len(self.rows) and x >= self.label and column < len(self.seen)
        return (self.rows[row], self.seen[column]) if inside else None

    def _heading(self, names: Sequence[str], first: bool) -> list[Run]:
        more = ("‹" if self.seen.start else " ", "›" if self.seen.stop < len(names) else " ")
        runs: list[Run] = [(self._corner(first).ljust(self.label - 1) + (more[0] if first else " "), "label", 0.0)]
        for column in self.seen:
            part = "now" if first and column == self.cursor[1] else "label"
            runs.append((self._head(names[column]), part, 0.0))
        return [*runs, (more[1] + "sum".rjust(SUM - 1) if first else "", "label", 0.0)]

    def _head(self, name: str) -> str:
        if self.cell in PERCENT:
            return " " + _right(name, self.cell - 1)
        return _right(name, self.cell - 1) + " "

    def _corner(self, first: bool) -> str:
        return "  in %" if first and self.cell in PERCENT else ""

    def _row(self, row: int) -> list[Run]:
        here = row == self.cursor[0]
        label = self._pointer(row) + " " + _left(self.result.words[row], self.label - 2)
        runs: list[Run] = [(label, "now" if here else "label", 0.0)]
        for column in self.seen:
            runs.extend(self._cell(row, column, here))
        return [*runs, (number(float(self.result.row_sums[row])).rjust(SUM), "row" if here else "label", 0.0)]

    def _pointer(self, row: int) -> str:
        if row == self.cursor[0]:
            return "›"
        if row == self.rows.start > 0:
            return "↑"
        return "↓" if row == self.rows.stop - 1 and self.rows.stop < len(self.result.words) else " "

    def _cell(self, row: int, column: int, here: bool) -> list[Run]:
        weight = float(self.result.A[row, column])
        if self.cell in PERCENT:
            return self._per_cent((row, column) == self.cursor, weight, here)
        text = self._weight(weight).rjust(self.cell - 2)
        if (row, column) == self.cursor:
            around = ("[", "]") if self.focused else (" ", " ")
            return [
                (around[0], "now", 0.0),
                (text, "cursor" if self.focused else "row", weight),
                (around[1], "now", 0.0),
            ]
        return [(" ", "gap", 0.0), (text, "row" if here else "cell", weight), (" ", "gap", 0.0)]

    def _weight(self, weight: float) -> str:
        shade = SHADES[min(int(weight * 4 + 0.5), 4)]
        if self.cell == DECIMALS:
            return f"{shade}{f'{weight:.2f}'.removeprefix('0')[:3]}"
        return f"{shade} {weight:.2f}"

    def _per_cent(self, at_cursor: bool, weight: float, here: bool) -> list[Run]:
        text = f"{100 * weight:.0f}" if weight >= 0.005 else "·"
        if at_cursor:
            return [(f"›{text}"[-self.cell :].rjust(self.cell), "cursor" if self.focused else "row", weight)]
        return [(text.rjust(self.cell), "row" if here else "cell", weight)]

    def _numbers(self, name: str, values: Sequence[float]) -> list[Run]:
        runs: list[Run] = [("  " + name.ljust(self.label - 2), "label", 0.0)]
        room = self.cell - 1
        for column in self.seen:
            text = _written(values[column], room).rjust(room) + " "
            runs.append((text, "now" if column == self.cursor[1] else "plain", 0.0))
        return runs


def window(total: int, room: int, cursor: int) -> range:
    """`room` of `total` places, the cursor in the middle where not all fit."""
    first = max(min(cursor - room // 2, total - room), 0)
    return range(first, min(first + room, total))


def _written(value: float, room: int) -> str:
    """A number with its sign and as many digits as its place has room for; the shortest form has 7 characters at most.

    Both rows are written so, whatever else stands in them: without their signs scaled scores would look like others.
    """
    plus = "+" if value > 0 else ""
    decimals = (3, 2, 1, 0) if 1 <= abs(value) < 99_999 else ()
    ways = (
        number(value, signed=True),
        *(f"{value:+.{digits}f}" for digits in decimals),
        *(plus + scientific(value, digits) for digits in (2, 1)),
    )
    return next((way for way in ways if len(way) <= room), ways[-1])


def _left(text: str, width: int) -> str:
    return set_cell_size(_cut(text, width), width)


def _right(text: str, width: int) -> str:
    short = _cut(text, width)
    return " " * (width - cell_len(short)) + short


def _cut(text: str, width: int) -> str:
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1) + "…" if width >= DECIMALS - 1 else set_cell_size(text, width)
