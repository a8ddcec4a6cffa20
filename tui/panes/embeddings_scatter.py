"""The map of words as rows of text: a marker a word, labels where they do not collide, and which word lies which way.

Words that are asked about are labelled first, so they are the last to lose their label in a crowd.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from rich.cells import cell_len

from core.embeddings import EmbeddingsResult, Placement, cells_of, placed_labels

Kind = Literal["here", "asked", "near", "word"]
MARKERS: dict[Kind, str] = {"here": "◆", "asked": "▲", "near": "●", "word": "·"}
"""What a word is to the question: the selected one, one of the analogy's four, one of the nearest, any other."""
STEEP = 4
"""A row is about two columns high, and going astray counts twice."""
Run = tuple[str, str]
"""A text and the name of its component class after "map--"."""


@dataclass(frozen=True, eq=False)
class Scatter:
    """The map of a result in width x height cells."""

    result: EmbeddingsResult
    width: int
    height: int

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
        """The words by number, in the order in which they get their labels."""
        words = self.result.space.words
        ranks = {word: rank for rank, word in enumerate(self.kinds)}
        return tuple(sorted(range(len(words)), key=lambda i: (ranks.get(words[i], len(ranks)), i)))

    @cached_property
    def placement(self) -> Placement:
        """Every word's marker and label, in that order."""
        space = self.result.space
        names = [space.words[i] for i in self.order]
        asked = sum(kind != "near" for kind in self.kinds.values())
        return placed_labels(space.map[list(self.order)], names, self.width, self.height, (asked, len(self.kinds)))

    @cached_property
    def rows(self) -> tuple[tuple[Run, ...], ...]:
        """The picture: over the other words lie labels, and over those the markers of words that stand out."""
        cells: list[list[Run]] = [[(" ", "word")] * self.width for _ in range(self.height)]
        labels = [(self.kinds.get(label.name, "word"), label) for label in reversed(self.placement.labels)]
        for kind, label in labels:
            cells[label.y][label.x] = (MARKERS[kind], f"{kind}-marker")
        for kind, label in labels:
            if label.column is not None and label.row is not None:
                _write(cells[label.row], label.column, label.name, kind)
        return tuple(tuple(run for run in row if run[0]) for row in cells)

    def beside(self, right: int, down: int) -> str:
        """The word that lies in a direction from the selected one; words in the same place come one by one.

        The selected word itself where none lies that way.
        """
        words = self.result.space.words
        cells = cells_of(self.result.space.map, self.width, self.height)
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


def _write(row: list[Run], column: int, text: str, kind: Kind) -> None:
    """A label into a row of cells; what is wider than a cell leaves the next one empty."""
    at = column
    for character in text:
        width = cell_len(character)
        if width == 0:
            row[at - 1] = (row[at - 1][0] + character, kind)
            continue
        row[at] = (character, kind)
        for extra in range(1, width):
            row[at + extra] = ("", kind)
        at += width
