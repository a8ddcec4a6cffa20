"""Labels written into a finished picture where they hide nothing: in the line that they name, or pointing at it.

Only the finished picture knows which cells the curves have left free.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from tui.plots.model import Role

Run = tuple[str, Role]
Picture = tuple[tuple[Run, ...], ...]
_Cells = list[tuple[str, Role]]

BELOW_ABOVE = (1, -1, 2, -2, 3, -3)
"""The rows tried where a curve lies on the line, counted from it; where none has room, the first is written over."""
LINE = "─"
EMPTY = frozenset(" \u2800")


def labelled(picture: Picture, labels: Sequence[tuple[int, str]]) -> Picture:
    """The picture with each label (its line's row, its text) in its line, or near to it with an arrow to the line.

    In every case as far right as no curve is hidden.
    """
    if not labels:
        return picture
    cells = [[(character, role) for text, role in row for character in text] for row in picture]
    for row, label in labels:
        _write(cells, row, label)
    return tuple(_runs(row) for row in cells)


def _write(cells: list[_Cells], row: int, label: str) -> None:
    axis = next((x for x, (character, _) in enumerate(cells[row]) if character in "┤├│┼"), 0)
    near = (at for at in (row, row - 1, row + 1) if 0 <= at < len(cells) and cells[at][axis][0] in "├┼")
    row = next(near, row)  # half a row may have been rounded either way
    cells[row] = [("│" if character == "├" else character, role) for character, role in cells[row]]  # no tick is there
    at, text, x = next(_places(cells, row, label, axis + 1))
    cells[at][x : x + len(text)] = [(character, "rule") for character in text[: len(cells[at]) - x]]


def _places(cells: list[_Cells], row: int, label: str, first: int) -> Iterator[tuple[int, str, int]]:
    """Where the label may stand, the best first: its row, its text and its column; the last one hides something."""
    inside = f" {label} "
    if (x := _free(cells[row], inside, first, EMPTY | {LINE})) is not None:
        yield row, inside, x
    rows = [row + by for by in BELOW_ABOVE if 0 <= row + by < len(cells) - 2]
    for at in rows:
        text = _pointing(label, at, row)
        if (x := _free(cells[at], text, first, EMPTY)) is not None:
            yield at, text, x
    at = rows[0] if rows else row
    text = _pointing(label, at, row)
    yield at, text, max(len(cells[at]) - len(text), first)


def _pointing(label: str, at: int, row: int) -> str:
    """The label with an arrow to its line, for beside a tick it would read as a value of the axis."""
    return f"{label} {'↑' if at > row else '↓'}" if at != row else label


def _free(row: _Cells, text: str, first: int, empty: frozenset[str]) -> int | None:
    """The rightmost place with room for the text and an empty cell on either side, right of the axis."""
    free = [character in empty for character, _ in row]
    for x in range(len(row) - len(text), first, -1):
        if all(free[max(x - 1, 0) : x + len(text) + 1]):
            return x
    return None


def _runs(row: _Cells) -> tuple[Run, ...]:
    return tuple(
        ("".join(character for character, _ in cells), role)
        for role, cells in ((role, list(cells)) for role, cells in groupby(row, key=lambda cell: cell[1]))
    )
