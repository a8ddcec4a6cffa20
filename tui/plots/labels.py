"""Labels written into a finished picture where they hide nothing: beside the line that they name, at the right.

Only the finished picture knows which cells the curves have left free.
"""

from collections.abc import Sequence
from itertools import groupby

from tui.plots.model import Role

Run = tuple[str, Role]
Picture = tuple[tuple[Run, ...], ...]
_Cells = list[tuple[str, Role]]

BELOW_ABOVE = (1, -1, 2, -2, 3, -3)
"""The rows tried for a label, counted from its line; where none has room, the first one is written over."""


def labelled(picture: Picture, labels: Sequence[tuple[int, str]]) -> Picture:
    """The picture with each label (its line's row, its text) as near to that line and to the right as is free."""
    if not labels:
        return picture
    cells = [[(character, role) for text, role in row for character in text] for row in picture]
    for row, label in labels:
        _write(cells, row, label)
    return tuple(_runs(row) for row in cells)


def _write(cells: list[_Cells], row: int, label: str) -> None:
    cells[row] = [("│" if character == "├" else character, role) for character, role in cells[row]]  # no tick is there
    first = 1 + next((x for x, (character, _) in enumerate(cells[row]) if character in "┤├│┼"), 0)
    rows = [row + by for by in BELOW_ABOVE if 0 <= row + by < len(cells) - 2]
    free = ((at, x) for at in rows if (x := _free(cells[at], label, first)) is not None)
    at, x = next(free, (rows[0] if rows else row, max(len(cells[row]) - len(label), first)))
    cells[at][x : x + len(label)] = [(character, "rule") for character in label[: len(cells[at]) - x]]


def _free(row: _Cells, label: str, first: int) -> int | None:
    """The rightmost place with room for the label and a blank on either side, right of the axis."""
    blank = [character in " \u2800" for character, _ in row]
    for x in range(len(row) - len(label), first, -1):
        if all(blank[max(x - 1, 0) : x + len(label) + 1]):
            return x
    return None


def _runs(row: _Cells) -> tuple[Run, ...]:
    return tuple(
        ("".join(character for character, _ in cells), role)
        for role, cells in ((role, list(cells)) for role, cells in groupby(row, key=lambda cell: cell[1]))
    )
