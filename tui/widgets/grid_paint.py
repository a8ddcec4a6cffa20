"""The rows of a matrix grid as runs of text, each with the part it plays; the widget only adds colours.

Everything that a colour says, a character says too: brackets hold the cursor, a triangle marks a change.
"""

from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size

from core.numbers import number, visible
from tui.widgets.cell_entry import CellEntry
from tui.widgets.matrix import CHANGE_WIDTH, Frame, Matrix

Run = tuple[str, str]
"""A text, and the name of its component class after "grid--"."""
ENTRY_WIDTH = 12


@dataclass(frozen=True)
class GridPicture:
    """All that the look of a grid depends on."""

    matrix: Matrix
    frame: Frame
    cursor: tuple[int, int]
    focused: bool = False
    entry: CellEntry | None = None
    width: int = 80

    def line(self, y: int) -> list[Run]:
        """Row y of the widget: the heading, a row of numbers, or nothing."""
        row = self.frame.top + y - 1
        if y == 0:
            return [(self._heading(), "head")]
        if row >= len(self.matrix.rows):
            return []
        runs = self._row(row)
        return self._with_entry(runs, self.entry) if self.entry is not None and row == self.cursor[0] else runs

    def _heading(self) -> str:
        seen, shape = self.frame.seen, self.frame
        text = " " * (shape.label + 1)
        for column in seen:
            name, width = visible(self.matrix.columns[column]), shape.numbers[column]
            lead = "‹" if column == seen.start > 0 else " "
            text += lead + " " * (width - cell_len(name)) + set_cell_size(name, min(width, cell_len(name)))
            text += " " * (shape.mark + shape.change)
        return text + ("›" if seen.stop < len(self.matrix.columns) else "")

    def _row(self, row: int) -> list[Run]:
        here = row == self.cursor[0]
        label = set_cell_size(visible(self.matrix.labels[row]), self.frame.label)
        runs = [(self._pointer(row) + label, "changed" if here and self.focused else "label")]
        for column in self.frame.seen:
            runs.extend(self._cell(row, column))
        return [*runs, (self._close(row, self.frame.seen.stop - 1), "changed")]

    def _pointer(self, row: int) -> str:
        """The row of the cursor, or an arrow where more rows are out of sight."""
        if row == self.cursor[0]:
            return "›"
        if row == self.frame.top and row > 0:
            return "↑"
        last = self.frame.top + self.frame.rows - 1
        return "↓" if row == last and row < len(self.matrix.rows) - 1 else " "

    def _cell(self, row: int, column: int) -> list[Run]:
        here, changed = (row, column) == self.cursor, self.matrix.change(row, column) != 0
        lead = "[" if here and self.focused else self._close(row, column - 1) if not self.frame.change else " "
        part = "changed" if changed else "cell"
        if here:
            part = "cursor" if self.focused else part if changed else "rest"
        text, width = self.matrix.text(row, column), self.frame.numbers[column]
        pad = " " * (width - len(text))
        number_runs = [(pad + text, part)] if part == "cursor" else [(pad, "cell"), (text, part)]
        runs = [(lead, "changed"), *number_runs]
        if self.frame.mark:
            runs.append((self.matrix.mark(row, column), "changed"))
        return [*runs, (self._change(row, column), "label")] if self.frame.change else runs

    def _close(self, row: int, column: int) -> str:
        return "]" if self.focused and (row, column) == self.cursor and not self.frame.change else " "

    def _change(self, row: int, column: int) -> str:
        change = self.matrix.change(row, column)
        text = number(change, signed=True) if change else ""
        close = "]" if self.focused and (row, column) == self.cursor else ""
        return (text + close).ljust(CHANGE_WIDTH)[:CHANGE_WIDTH] if text else close.ljust(CHANGE_WIDTH)

    def _with_entry(self, runs: list[Run], entry: CellEntry) -> list[Run]:
        """The row with what is being typed over its cell."""
        width = max(self.frame.numbers[self.cursor[1]], ENTRY_WIDTH)
        x = max(min(self.frame.x(self.cursor[1]) + 1, self.width - width), 0)
        text, caret = entry.window(width)
        typed = "fresh" if entry.fresh else "entry"
        parts = [(visible(text[:caret]), typed), (text[caret], "caret"), (visible(text[caret + 1 :]), "entry")]
        return [*_cut(runs, 0, x), *parts, *_cut(runs, x + width, self.width)]


def _cut(runs: list[Run], start: int, stop: int) -> list[Run]:
    """The part of a row from one column to another, padded to that length."""
    kept, at = [], 0
    for text, part in runs:
        piece = text[max(start - at, 0) : max(stop - at, 0)]
        kept.append((piece, part))
        at += len(text)
    return [*kept, (" " * max(stop - max(at, start), 0), "cell")]
