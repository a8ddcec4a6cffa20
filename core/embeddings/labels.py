"""Where the words of a scatter go in character cells so that nobody can take one point's name for another's.

A label stands on its marker's row and touches it, right or left. What finds no room is counted; the order of the
names decides who goes first, and only for the first few does a marker without a name make room.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Cell = tuple[int, int]
JOINT = "/"
"""Between the names of words that share a marker."""
CUT = "…"
LEAST_CUT, MOST_FORCED = 4, 8
"""The fewest columns to which a name that matters is cut, its … included, and the most over others' markers."""


@dataclass(frozen=True)
class Spot:
    """The marker of every word in one cell: x and y, column and row from the top left.

    names are its words, the earlier ones first, and the first `named` of them stand in `text`, which starts in
    `column` of row y; a name may be cut there. text is "" and column None where it found no room. The marker of a
    covered spot is not drawn: the label of a vital one is in its place.
    """

    names: tuple[str, ...]
    x: int
    y: int
    text: str = ""
    column: int | None = None
    named: int = 0
    covered: bool = False

    @property
    def unnamed(self) -> tuple[str, ...]:
        """The words that the label leaves out."""
        return self.names[self.named :]


@dataclass(frozen=True)
class Placement:
    """Every occupied cell, in the order of the first name of each."""

    spots: tuple[Spot, ...]

    @property
    def unnamed(self) -> tuple[str, ...]:
        """The words without a label."""
        return tuple(name for spot in self.spots for name in spot.unnamed)

    @property
    def hidden(self) -> int:
        """How many words have no label."""
        return len(self.unnamed)

    @property
    def covered(self) -> int:
        """How many of those have no marker either."""
        return sum(len(spot.names) for spot in self.spots if spot.covered)


@dataclass(frozen=True, eq=False)
class Frame:
    """The part of a plane that is drawn: its lower left corner (2,) and its extent (2,)."""

    low: Floats
    span: Floats

    def holds(self, points: Floats) -> NDArray[np.bool_]:
        """Which of the points (N, 2) lie in it, its edge included."""
        slack = 1e-9 * self.span
        inside = (points >= self.low - slack) & (points <= self.low + self.span + slack)
        return np.asarray(inside.all(axis=1))


def frame_of(points: Floats, at: int = 0, zoom: int = 0) -> Frame:
    """The frame of all points (N, 2), or of the 2**-zoom part of its sides with point `at` as near the middle as
    the whole allows.
    """
    low, whole = points.min(axis=0), np.ptp(points, axis=0)
    span = whole / 2**zoom
    return Frame(np.clip(points[at] - span / 2, low, low + whole - span), span)


def cells_of(points: Floats, width: int, height: int, frame: Frame | None = None) -> tuple[Cell, ...]:
    """The cell (column, row) of each point (N, 2), a frame, else that of all, stretched over width x height cells.

    y grows upward, rows grow downward; a range of zero lies in the middle. Points outside the frame lie outside.
    """
    frame = frame or frame_of(points)
    low, span = frame.low, frame.span
    share = np.divide(points - low, span, out=np.full_like(points, 0.5), where=span > 0)
    share[:, 1] = 1 - share[:, 1]
    # Rounded first, so that equal points whose last bits differ share a cell on every machine.
    cells = np.floor(np.round(share, 9) * (np.array([width, height]) - 1) + 0.5).astype(int)
    return tuple((int(x), int(y)) for x, y in cells)


def placed_labels(
    points: Floats,
    names: Sequence[str],
    width: int,
    height: int,
    important: int = 0,
    vital: int = 0,
    frame: Frame | None = None,
) -> Placement:
    """A marker for each cell of width x height that holds points (N, 2), and beside it as many names as have room.

    A label touches its own marker, on the right where there is room, else on the left, and keeps a blank from every
    other label and marker on its row. Words in one cell share a marker and a label, as uncle/aunt. A name among the
    first `important` ones may be cut. One among the first `vital` ones that finds no room even so takes the place of
    markers of later names, which are counted as covered. Raises ValueError for a size below 1 or
    unequal numbers of points and names.
    """
    if width < 1 or height < 1:
        raise ValueError(f"{width} x {height} cells: both must be at least 1")
    if len(points) != len(names):
        raise ValueError(f"{len(points)} points but {len(names)} names: one name a point is needed")
    if not names:
        return Placement(())
    together: dict[Cell, list[int]] = {}
    for i, cell in enumerate(cells_of(points, width, height, frame)):
        together.setdefault(cell, []).append(i)
    giving = {cell for cell, members in together.items() if members[0] >= vital}
    board = _Board(width, {cell: cell for cell in together}, giving)
    spots = []
    for (x, y), members in together.items():
        spot = Spot(tuple(names[i] for i in members), x, y)
        spots.append(board.label(spot, cut=members[0] < important, vital=members[0] < vital))
    return Placement(tuple(spots))


@dataclass(frozen=True)
class _Board:
    """The cells that are taken, each by the marker that owns it, and the markers that give way to a vital name."""

    width: int
    owner: dict[Cell, Cell]
    giving: set[Cell]

    def label(self, spot: Spot, cut: bool, vital: bool) -> Spot:
        """The spot with the longest label that has room; a last one may be `cut`, and a `vital` one makes room."""
        if self.owner[(spot.x, spot.y)] != (spot.x, spot.y):
            return replace(spot, covered=True)
        for named in range(len(spot.names), 0, -1):
            text = JOINT.join(spot.names[:named])
            for column in (spot.x + 1, spot.x - width_of(text)):
                if self._is_free(spot, column, width_of(text)):
                    return self._put(spot, column, text, named)
        return self._cut(spot, vital) if cut else spot

    def _cut(self, spot: Spot, vital: bool) -> Spot:
        for size in range(width_of(spot.names[0]) - 1, LEAST_CUT - 1, -1):
            text = cut_to(spot.names[0], size)
            for column in (spot.x + 1, spot.x - width_of(text)):
                if self._is_free(spot, column, width_of(text)):
                    return self._put(spot, column, text, 1)
        return self._forced(spot) if vital else spot

    def _forced(self, spot: Spot) -> Spot:
        """The name over as few as possible of the markers that give way; the spot as it is if others stand there."""
        text = cut_to(spot.names[0], MOST_FORCED)
        ways = []
        for column in (spot.x + 1, spot.x - width_of(text)):
            crossed = self._crossed(spot, column, width_of(text))
            if crossed is not None and crossed <= self.giving:
                ways.append((len(crossed), column, crossed))
        if not ways:
            return spot
        _, column, crossed = min(ways, key=lambda way: way[0])
        self.giving.difference_update(crossed)
        self.owner.update(dict.fromkeys(crossed, (spot.x, spot.y)))
        return self._put(spot, column, text, 1)

    def _is_free(self, spot: Spot, column: int, size: int) -> bool:
        """Whether a label may start there: nothing stands in its cells, nor beside them but its own marker."""
        return self._crossed(spot, column, size) == set()

    def _crossed(self, spot: Spot, column: int, size: int) -> set[Cell] | None:
        """The cells in which a label, and a blank either side, would meet what others own; None over the edge."""
        if column < 0 or column + size > self.width:
            return None
        own = (spot.x, spot.y)
        cells = {(x, spot.y) for x in range(column - 1, column + size + 1)}
        return {cell for cell in cells if self.owner.get(cell, own) != own}

    def _put(self, spot: Spot, column: int, text: str, named: int) -> Spot:
        own = (spot.x, spot.y)
        self.owner.update({(x, spot.y): own for x in range(column, column + width_of(text))})
        return replace(spot, text=text, column=column, named=named)


def cut_to(text: str, size: int) -> str:
    """As much of a text as fits into `size` columns, with a mark where something is missing."""
    if width_of(text) <= size:
        return text
    kept = ""
    for character in text:
        if width_of(kept + character) > size - 1:
            break
        kept += character
    return kept + CUT


def width_of(text: str) -> int:
    """The terminal columns of a text: wide characters take two, combining marks none."""
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
