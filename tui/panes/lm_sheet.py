"""A page of text and numbers as a value: lines of pieces, where a piece that is a number says which one it is.

The pages of a step are built from it, and the widget that shows one lets a cursor walk from number to number.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size

from core.numbers import number

Ref = tuple[str, tuple[int, ...]]
"""A number of the step: the name that core.language_model.explain knows, and the index in that array."""
GAP = 2


@dataclass(frozen=True)
class Piece:
    """A run of text; part is the role of its colour, ref the number that it shows, if it is one."""

    text: str
    part: str = "text"
    ref: Ref | None = None

    @property
    def width(self) -> int:
        """Columns on screen."""
        return cell_len(self.text)


Line = tuple[Piece, ...]
Sheet = tuple[Line, ...]


def label(text: str) -> Piece:
    """Dim text."""
    return Piece(text, "label")


def value(ref: Ref, amount: float, signed: bool = True, part: str = "text") -> Piece:
    """A number that can be opened."""
    return Piece(number(amount, signed=signed), part, ref)


def fitted(text: str, width: int) -> str:
    """`text` in exactly `width` columns, cut with an ellipsis where it is longer."""
    return set_cell_size(text, width) if cell_len(text) <= width else set_cell_size(text, width - 1) + "…"


def right(piece: Piece, width: int) -> Line:
    """The piece flush right in `width` columns."""
    return (Piece(" " * max(width - piece.width, 0)), piece)


def left(piece: Piece, width: int) -> Line:
    """The piece flush left in `width` columns."""
    return (piece, Piece(" " * max(width - piece.width, 0)))


def aligned(rows: Iterable[Sequence[Piece]], flush_left: int = 1, gap: int = GAP) -> Sheet:
    """Rows of pieces in columns: the first `flush_left` flush left, the rest flush right."""
    table = [list(row) for row in rows]
    columns = max(map(len, table), default=0)
    widths = [max((row[c].width for row in table if c < len(row)), default=0) for c in range(columns)]
    return tuple(_laid_out(row, widths, flush_left, gap) for row in table)


def _laid_out(row: list[Piece], widths: list[int], flush_left: int, gap: int) -> Line:
    line: list[Piece] = []
    for column, piece in enumerate(row):
        lay = left if column < flush_left else right
        line += [*([Piece(" " * gap)] if column else []), *lay(piece, widths[column])]
    return tuple(line)


def matrix_block(
    rows: Sequence[Line], labels: Sequence[Piece], heads: Sequence[str], width: int, gap: int = GAP
) -> Sheet:
    """Rows of numbers with labels and headings, in column blocks one below the other where the width asks for it."""
    lead = max((piece.width for piece in labels), default=0)
    cell = max([7, *(piece.width for row in rows for piece in row), *(min(cell_len(head), 12) for head in heads)])
    fit = max((width - lead) // (cell + gap), 1)
    sheet: list[Line] = []
    for first in range(0, len(heads), fit):
        seen = range(first, min(first + fit, len(heads)))
        titles = [label(fitted(heads[c], min(cell_len(heads[c]), cell))) for c in seen]
        table = [[Piece(" " * lead), *titles], *([labels[r], *(row[c] for c in seen)] for r, row in enumerate(rows))]
        sheet += aligned([[row[0], *(_padded(piece, cell) for piece in row[1:])] for row in table], gap=gap)
    return tuple(sheet)


def _padded(piece: Piece, width: int) -> Piece:
    """The piece with blanks of its own in front, so that equal columns stand in every block."""
    return Piece(" " * (width - piece.width) + piece.text, piece.part, piece.ref)


def wrapped(text: str, width: int, indent: int = 4) -> list[str]:
    """`text` in lines of at most `width` columns, broken at blanks, all but the first indented."""
    lines: list[str] = []
    for word in text.split(" "):
        room = lines and cell_len(lines[-1]) + 1 + cell_len(word) <= width
        if room:
            lines[-1] += f" {word}"
        else:
            lines.append((" " * indent if lines else "") + word)
    return lines
