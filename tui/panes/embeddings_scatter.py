"""The map of words as rows of text: a marker a place, its words beside it where there is room, and who lies which way.

Words that are asked about are labelled first, so they are the last to lose their label in a crowd.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from rich.cells import cell_len

from core.embeddings import JOINT, EmbeddingsResult, Frame, Placement, Spot, cells_of, frame_of, placed_labels

Kind = Literal["here", "asked", "near", "word"]
MARKERS: dict[Kind, str] = {"here": "◆", "asked": "▲", "near": "•", "word": "·"}
"""What a word is to the question: the selected one, one of the analogy's four, one of the nearest, any other."""
UNNAMED = "◦"
"""In place of the last two where no name stands beside it."""
CLOSEST = 8
"""How often the map's sides can be halved: 256 times as close."""
STEEP = 4
"""A row is about two columns high, and going astray counts twice."""
Run = tuple[str, str]
"""A text and the name of its component class after "map--"."""


@dataclass(frozen=True, eq=False)
class Scatter:
    """The map of a result in width x height cells, or the 2**-zoom part of its sides around the selected word."""

    result: EmbeddingsResult
    width: int
    height: int
    zoom: int = 0

    @cached_property
    def points(self) -> NDArray[np.float64]:
        """Where the words are in the two dimensions that are drawn."""
        return self.result.space.plane(self.result.settings.drawn)

    @cached_property
    def frame(self) -> Frame:
        """The part that is drawn."""
        return frame_of(self.points, self.result.space.words.index(self.result.word), self.zoom)

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """The words that stand out, most important first."""
        asked = self.result.analogy
        kinds: dict[str, Kind] = {self.result.word: "here"}
        for word in (asked.a, asked.b, asked.c, asked.answer.word):
            kinds.setdefault(word, "asked")
        for one in self.result.neighbours:
            kinds.setdefault(one.word, "near")
        return kinds

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The words inside the frame by number, in the order in which they get their labels."""
        words = self.result.space.words
        ranks = {word: rank for rank, word in enumerate(self.kinds)}
        inside = np.flatnonzero(self.frame.holds(self.points)).tolist()
        return tuple(sorted(inside, key=lambda i: (ranks.get(words[i], len(ranks)), i)))

    @cached_property
    def placement(self) -> Placement:
        """The markers and labels of all words inside the frame, in that order."""
        names = [self.result.space.words[i] for i in self.order]
        kinds = [self.kinds.get(name) for name in names]
        important, vital = len(names) - kinds.count(None), sum(kind in ("here", "asked") for kind in kinds)
        points = self.points[list(self.order)]
        return placed_labels(points, names, self.width, self.height, important, vital, self.frame)

    @property
    def outside(self) -> int:
        """How many words lie outside the frame."""
        return len(self.points) - len(self.order)

    @property
    def closest(self) -> "Scatter":
        """The widest view closer than the whole in which every word has a label; the closest one if none has."""
        views = (Scatter(self.result, self.width, self.height, zoom) for zoom in range(1, CLOSEST))
        full = (view for view in views if not view.placement.hidden)
        return next(full, Scatter(self.result, self.width, self.height, CLOSEST))

    @property
    def company(self) -> tuple[str, ...]:
        """The other words inside the frame, by their distance from the selected one on the map."""
        words = self.result.space.words
        away = self.points - self.points[words.index(self.result.word)]
        far = np.round(np.hypot(*(away / np.maximum(np.ptp(self.points, axis=0), np.finfo(float).tiny)).T), 9)
        return tuple(words[i] for i in sorted(self.order, key=lambda i: far[i]) if words[i] != self.result.word)

    @cached_property
    def rows(self) -> tuple[tuple[Run, ...], ...]:
        """The picture: every marker, and the label that touches it."""
        cells: list[list[Run]] = [[(" ", "word")] * self.width for _ in range(self.height)]
        for spot in self.placement.spots:
            if spot.covered:
                continue
            kind = self._kind(spot.names[0])
            marker = MARKERS[kind] if spot.text or kind in ("here", "asked") else UNNAMED
            cells[spot.y][spot.x] = (marker, f"{kind}-marker")
            if spot.column is not None:
                _write(cells[spot.y], spot.column, self._parts(spot))
        return tuple(tuple(run for run in row if run[0]) for row in cells)

    def _parts(self, spot: Spot) -> list[tuple[str, Kind]]:
        """The label, each of several names as what it is to the question."""
        if spot.named == 1:
            return [(spot.text, self._kind(spot.names[0]))]
        parts: list[tuple[str, Kind]] = []
        for name in spot.names[: spot.named]:
            parts += [(JOINT, "word"), (name, self._kind(name))]
        return parts[1:]

    def _kind(self, word: str) -> Kind:
        return self.kinds.get(word, "word")

    def word_at(self, x: int, y: int) -> str:
        """The word whose name covers a cell, else the first one of the nearest marker."""
        for spot in self.placement.spots:
            if spot.column is None or spot.y != y:
                continue
            at, names = spot.column, iter(spot.names)
            for part, _ in self._parts(spot):
                name = None if part == JOINT else next(names)
                if name and at <= x < at + cell_len(part):
                    return name
                at += cell_len(part)
        seen = [spot for spot in self.placement.spots if not spot.covered]
        return min(seen, key=lambda one: abs(one.x - x) + 2 * abs(one.y - y)).names[0]

    def beside(self, right: int, down: int) -> str:
        """The word that lies in a direction from the selected one; words in the same place come one by one.

        The selected word itself where none lies that way.
        """
        words = self.result.space.words
        cells = cells_of(self.points, self.width, self.height, self.frame)
        here = words.index(self.result.word)
        same = [i for i, cell in enumerate(cells) if cell == cells[here]]
        at = same.index(here) + (1 if right + down > 0 else -1)
        if 0 <= at < len(same):
            return words[same[at]]
        found = _nearest_that_way(cells, cells[here], right, down)
        return words[here if found is None else found]


def _nearest_that_way(cells: Sequence[tuple[int, int]], here: tuple[int, int], right: int, down: int) -> int | None:
    ways = []
    for i, (x, y) in enumerate(cells):
        across, along = x - here[0], y - here[1]
        if right:
            forward, astray = across * right, STEEP * abs(along)
        else:
            forward, astray = 2 * along * down, 2 * abs(across)
        if forward > 0:
            ways.append((forward + astray, i if right + down > 0 else -i, i))
    return min(ways)[-1] if ways else None


def _write(row: list[Run], column: int, parts: Iterable[tuple[str, Kind]]) -> None:
    """A label into a row of cells; what is wider than a cell leaves the next one empty."""
    at = column
    for character, kind in ((character, kind) for text, kind in parts for character in text):
        width = cell_len(character)
        if width == 0:
            row[at - 1] = (row[at - 1][0] + character, kind)
            continue
        row[at] = (character, kind)
        for extra in range(1, width):
            row[at + extra] = ("", kind)
        at += width
