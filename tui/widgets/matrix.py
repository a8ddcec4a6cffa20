"""A matrix of numbers as a value that a grid shows, and what of it fits where.

All arithmetic of widths and scrolling is here, free of any widget, so that it can be tested as plain numbers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from core.numbers import number

Number = float | None
UP, DOWN = "▴", "▾"
LEAST_WIDTH = 7
"""Columns of +0.1234: the usual number, so that a grid of them does not change its width while it is edited."""
CHANGE_WIDTH = 9


@dataclass(frozen=True)
class Matrix:
    """Rows of numbers with labels. A None is a place without a number, so rows may differ in length.

    changes, of the same shape or empty, is what each number has moved by: where it is not zero the cell gets a mark.
    read_only matrices can be walked, not edited. name comes back in every message.
    """

    name: str
    columns: tuple[str, ...]
    labels: tuple[str, ...]
    rows: tuple[tuple[Number, ...], ...]
    changes: tuple[tuple[Number, ...], ...] = ()
    read_only: bool = False

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
        value = self.at(row, column)
        return "" if value is None else number(value, signed=True)

    def width(self) -> int:
        """The columns that the longest number needs."""
        texts = (self.text(row, column) for row, cells in enumerate(self.rows) for column in range(len(cells)))
        return max(LEAST_WIDTH, *map(cell_len, self.columns), *map(len, texts)) if self.columns else LEAST_WIDTH


def _at(rows: Sequence[Sequence[Number]], row: int, column: int) -> Number:
    return rows[row][column] if row < len(rows) and column < len(rows[row]) else None


def matrix_of(
    name: str,
    columns: Iterable[str],
    labels: Iterable[str],
    rows: Iterable[Iterable[float | None]],
    changes: Iterable[Iterable[float | None]] = (),
    read_only: bool = False,
) -> Matrix:
    """A Matrix from any iterables, arrays included."""
    return Matrix(name, tuple(columns), tuple(labels), _tuples(rows), _tuples(changes), read_only)


def _tuples(rows: Iterable[Iterable[float | None]]) -> tuple[tuple[Number, ...], ...]:
    return tuple(tuple(None if value is None else float(value) for value in row) for row in rows)


@dataclass(frozen=True)
class Frame:
    """Where the cells of a matrix lie in a width and height: the widths of a label and a cell, and the first
    row and column of the part that is seen."""

    label: int
    number: int
    change: int
    top: int
    left: int
    rows: int
    columns: int

    @property
    def cell(self) -> int:
        """The columns of one cell: a bracket or blank, the number, its mark, its change."""
        return 1 + self.number + 1 + self.change

    def x(self, column: int) -> int:
        """Where the cell of a column begins."""
        return 1 + self.label + (column - self.left) * self.cell

    def place(self, x: int, y: int) -> tuple[int, int]:
        """The row and column at a point below the heading."""
        return self.top + y - 1, self.left + (x - 1 - self.label) // self.cell


def frame(matrix: Matrix, width: int, height: int, cursor: tuple[int, int], before: Frame, changes: bool) -> Frame:
    """The frame in which the cursor is seen, scrolled no further from `before` than it must be."""
    label = max(map(cell_len, matrix.labels), default=0)
    digits = matrix.width()
    wide = 1 + label + len(matrix.columns) * (2 + digits + CHANGE_WIDTH) + 1
    change = CHANGE_WIDTH if changes and wide <= width else 0
    rows = max(height - 1, 1)
    columns = max((width - 2 - label) // (2 + digits + change), 1)
    top = _scrolled(before.top, cursor[0], rows, len(matrix.rows))
    left = _scrolled(before.left, cursor[1], columns, len(matrix.columns))
    return Frame(label, digits, change, top, left, rows, columns)


NOWHERE = Frame(0, LEAST_WIDTH, 0, 0, 0, 1, 1)


def _scrolled(first: int, cursor: int, room: int, total: int) -> int:
    first = min(first, max(total - room, 0))
    return max(min(first, cursor), cursor - room + 1, 0)
