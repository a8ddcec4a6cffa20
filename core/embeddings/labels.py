"""Where the words of a scatter go in character cells so that no two of them collide.

A label that finds no room beside its point is left out and counted; the order of the names decides who goes first.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Cell = tuple[int, int]


@dataclass(frozen=True)
class Label:
    """One point's marker in (x, y), column and row from the top left; its label starts in (column, row).

    column and row are None where the label found no room.
    """

    name: str
    x: int
    y: int
    column: int | None
    row: int | None


@dataclass(frozen=True)
class Placement:
    """The labels in the order of the names, and how many of them are hidden."""

    labels: tuple[Label, ...]
    hidden: int


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
    tiers: Sequence[int] = (),
    frame: Frame | None = None,
) -> Placement:
    """A place for the label of each point (N, 2) in width x height cells, earlier names first.

    A label lies right of its marker, else left, else anywhere below or above that touches it; it covers no marker
    and keeps a blank from every other label on its row. tiers, rising, are numbers of names that matter more: a
    label of the first tiers[0] names may cover the markers of all others, one of the first tiers[1] those of the
    rest, and so on; a name whose marker is covered has no label. Raises ValueError for a size below 1 or unequal
    numbers of either.
    """
    if width < 1 or height < 1:
        raise ValueError(f"{width} x {height} cells: both must be at least 1")
    if len(points) != len(names):
        raise ValueError(f"{len(points)} points but {len(names)} names: one name a point is needed")
    if not names:
        return Placement((), 0)
    markers = cells_of(points, width, height, frame)
    covered: set[Cell] = set()
    labels = []
    for i, (name, marker) in enumerate(zip(names, markers, strict=True)):
        guarded = next((tier for tier in tiers if i < tier), len(names))
        size, foreign = width_of(name), set(markers[:guarded]) - {marker}
        inside = (at for at in _candidates(*marker, size) if _fits(at, size, width, height))
        free = (at for at in inside if _is_free(at, size, marker, covered, foreign))
        at = None if marker in covered else next(free, None)
        labels.append(Label(name, *marker, *(at or (None, None))))
        covered |= set() if at is None else _cells(at, size)
    return Placement(tuple(labels), sum(label.column is None for label in labels))


def width_of(text: str) -> int:
    """The terminal columns of a text: wide characters take two, combining marks none."""
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _candidates(x: int, y: int, size: int) -> Iterator[Cell]:
    """Where a label of `size` columns may start, best first."""
    yield x + 1, y
    yield x - size, y
    for row in (y + 1, y - 1):
        yield from sorted(
            ((column, row) for column in range(x - size, x + 2)), key=lambda at: abs(at[0] + size // 2 - x)
        )


def _fits(at: Cell, size: int, width: int, height: int) -> bool:
    return 0 <= at[1] < height and at[0] >= 0 and at[0] + size <= width


def _cells(at: Cell, size: int) -> set[Cell]:
    return {(at[0] + i, at[1]) for i in range(size)}


def _is_free(at: Cell, size: int, marker: Cell, covered: set[Cell], foreign: set[Cell]) -> bool:
    """Whether a label may start in `at`: its cells are free, and the blanks that keep it apart from all but its own
    marker too, so that neither two words nor a word and another's marker run together.
    """
    cells = _cells(at, size)
    apart = cells | _cells((at[0] - 1, at[1]), size + 2)
    return marker not in cells and not apart & covered and not apart & foreign
