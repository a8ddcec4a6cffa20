"""A matrix of numbers as a value that a grid shows, and what of it fits where.

All arithmetic of widths and scrolling is here, free of any widget, so that it can be tested as plain numbers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rich.cells import cell_len

from core.numbers import alike
from core.report import Style, write

Number = float | None
UP, DOWN = "▴", "▾"
LEAST_WIDTH = 7
"""Columns of +0.1234: the usual number, so that a grid of them does not change its width while it is edited."""
CHANGE_WIDTH = 9


@dataclass(frozen=True)
class Matrix:
    """Rows of numbers with labels. A None is a place without a number, so rows may differ in length.

    changes, of the same shape or empty, is what each number has moved by: where it is not zero the cell gets a mark.
    read_only matrices can be walked, not edited. name comes back in every message. style is how numbers are written;
    pairs are columns whose numbers are of one quantity, and so are written in one way in each row.
    """

    name: str
    columns: tuple[str, ...]
    labels: tuple[str, ...]
    rows: tuple[tuple[Number, ...], ...]
    changes: tuple[tuple[Number, ...], ...] = ()
    read_only: bool = False
    style: Style = "signed"
    pairs: tuple[tuple[int, ...], ...] = ()

    def at(self, row: int, column: int) -> Number:
        """The number in a place, None where there is none."""
        return _at(self.rows, row, column)

    def change(self, row: int, column: int) -> float:
        """What the number in a place has moved by, 0 where nothing is known."""
        return _at(self.changes, row, column) or 0.0

    def mark(self, row: int, column: int) -> str:
        """The sign of a change, or a blank."""
        change = self.change(row, column)
        return " " if change == 0 else DOWN if change < 0 else UP

    def text(self, row: int, column: int) -> str:
        """The number as it is shown."""
        return self._texts[row][column] if column < len(self._texts[row]) else ""

    @cached_property
    def _texts(self) -> tuple[tuple[str, ...], ...]:
        return tuple(self._written(row) for row in self.rows)

    def _written(self, row: tuple[Number, ...]) -> tuple[str, ...]:
        texts = {column: write(self.style, value) for column, value in enumerate(row)}
        for group in self.pairs:
            known = {column: value for column in group if (value := row[column]) is not None}
            texts |= zip(known, alike(tuple(known.values()), signed=self.style == "signed"), strict=True)
        return tuple(texts.values())

    def widths(self) -> tuple[int, ...]:
        """The columns of screen that each column of numbers needs."""
        return self._widths

    @cached_property
    def _widths(self) -> tuple[int, ...]:
        return tuple(
            max(LEAST_WIDTH, cell_len(name), *(len(self.text(row, column)) for row in range(len(self.rows))))
            for column, name in enumerate(self.columns)
        )


def _at(rows: Sequence[Sequence[Number]], row: int, column: int) -> Number:
    return rows[row][column] if row < len(rows) and column < len(rows[row]) else None


def matrix_of(
    name: str,
    columns: Iterable[str],
    labels: Iterable[str],
    rows: Iterable[Iterable[float | None]],
    changes: Iterable[Iterable[float | None]] = (),
    read_only: bool = False,
    style: Style = "signed",
) -> Matrix:
    """A Matrix from any iterables, arrays included."""
    return Matrix(name, tuple(columns), tuple(labels), _tuples(rows), _tuples(changes), read_only, style)


def _tuples(rows: Iterable[Iterable[float | None]]) -> tuple[tuple[Number, ...], ...]:
    return tuple(tuple(None if value is None else float(value) for value in row) for row in rows)


@dataclass(frozen=True)
class Frame:
    """Where the cells of a matrix lie: the widths of the label, the numbers and what stands beside each number
    (a mark, a change), the first row and column of the part that is seen, and how many rows are."""

    label: int
    numbers: tuple[int, ...]
    mark: int
    change: int
    width: int
    top: int
    left: int
    rows: int

    def cell(self, column: int) -> int:
        """The width of one cell: a bracket or blank, the number, its mark, its change."""
        return 1 + self.numbers[column] + self.mark + self.change

    def x(self, column: int) -> int:
        """Where the cell of a column begins."""
        return 1 + self.label + sum(self.cell(k) for k in range(self.left, column))

    @property
    def seen(self) -> range:
        """The columns that fit, one at least."""
        stop = self.left
        while stop < len(self.numbers) and (stop == self.left or self.x(stop + 1) < self.width):
            stop += 1
        return range(self.left, stop)

    def place(self, x: int, y: int) -> tuple[int, int]:
        """The row and column at a point below the heading."""
        right = [column for column in self.seen if self.x(column) <= x]
        return self.top + y - 1, max(right, default=self.left)


NOWHERE = Frame(0, (), 0, 0, 0, 0, 0, 1)


def frame(matrix: Matrix, width: int, height: int, cursor: tuple[int, int], before: Frame, changes: bool) -> Frame:
    """The frame in which the cursor is seen, scrolled no further from `before` than it must be."""
    label, rows = max(map(cell_len, matrix.labels), default=0), max(height - 1, 1)
    numbers = matrix.widths()
    mark = 0 if matrix.read_only and not matrix.changes else 1
    wide = 1 + label + sum(numbers) + len(numbers) * (1 + mark + CHANGE_WIDTH) + 1
    change = CHANGE_WIDTH if changes and mark and wide <= width else 0
    whole = Frame(label, numbers, mark, change, width, _top(before.top, cursor[0], rows, len(matrix.rows)), 0, rows)
    if not numbers or whole.seen.stop == len(numbers):
        return whole
    shape = replace(whole, left=min(before.left, cursor[1], len(numbers) - 1))
    while cursor[1] not in shape.seen:
        shape = replace(shape, left=shape.left + 1)
    return shape


def _top(first: int, cursor: int, room: int, total: int) -> int:
    first = min(first, max(total - room, 0))
    return max(min(first, cursor), cursor - room + 1, 0)
