"""What is worked out in a thread: the space of a text, and its three matrices written out ready for a grid.

Asking about words needs none of it again, so it is kept until the text or the way it is counted changes.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from core.embeddings import EmbeddingsSettings, Space, space_of
from core.numbers import count, number, percent
from core.settings import SettingsError
from tui.widgets.matrix import Matrix, matrix_of

READING = ("corpus", "window", "dims", "cap", "sentences", "lower", "megabytes")
MATRICES = ("counts", "ppmi", "vectors")
TITLES = {
    "counts": "counts: how often two words stand at most {window} apart",
    "ppmi": "PPMI (bits) = max(0, log2(p(i, j) / (p(i) p(j))))",
    "vectors": "vectors: the first {dims} principal components of the rows of the PPMI",
}


@dataclass(frozen=True, eq=False)
class Room:
    """A space, the settings it was made of, and its matrices by name."""

    key: tuple[Any, ...]
    space: Space
    grids: dict[str, Matrix]


def key_of(settings: EmbeddingsSettings) -> tuple[Any, ...]:
    """The settings that a space depends on."""
    return tuple(getattr(settings, name) for name in READING)


def made(settings: EmbeddingsSettings) -> Room | str:
    """The room of these settings, or one line that says why there is none."""
    try:
        space = space_of(settings)
    except SettingsError as error:
        return str(error)
    except Exception as error:  # whatever a file brings about, the old map stays and the reason is said
        return f"this text cannot be used: {error or type(error).__name__}"
    grids = {name: _grid(space, name) for name in MATRICES}
    for grid in grids.values():
        grid.widths()  # writes every number out, here rather than while a key waits
    return Room(key_of(settings), space, grids)


def _grid(space: Space, name: str) -> Matrix:
    array = getattr(space, name)
    columns = [str(i + 1) for i in range(array.shape[1])] if name == "vectors" else space.words
    style = {"counts": "count", "ppmi": "number", "vectors": "signed"}[name]
    return matrix_of(name, columns, space.words, array.tolist(), read_only=True, style=style)  # type: ignore[arg-type]  # one of the styles


def title_of(space: Space, name: str) -> str:
    """What a matrix is, with its numbers."""
    return TITLES[name].format(window=space.window, dims=space.vectors.shape[1])


def opened_cell(space: Space, name: str, row: int, column: int) -> str:
    """Where one number of a matrix comes from, in a line."""
    word = space.words[row]
    if name == "vectors":
        held = percent(float(space.shares[column]))
        value = number(float(space.vectors[row, column]), signed=True)
        return f"{word} in dimension {column + 1}: {value}. This dimension holds {held} of the variance."
    other, met = space.words[column], int(space.counts[row, column])
    if name == "counts":
        twice = ", each pair counted from both ends" if row == column and met else ""
        return f"{word} and {other}: {_times(met)} at most {space.window} words apart{twice}."
    if not met:
        return f"{word} and {other} never stand at most {space.window} words apart, so their PPMI is 0."
    each, total = space.counts.sum(axis=1), int(space.counts.sum())
    bits = float(np.log2(met * total / (each[row] * each[column])))
    ratio = f"log2({count(met)} * {count(total)} / ({count(each[row])} * {count(each[column])})) = {number(bits)}"
    return f"{word} and {other}: {ratio} bits{', below 0, so 0' if bits < 0 else ''}."


def _times(met: int) -> str:
    return {0: "never", 1: "once"}.get(met, f"{count(met)} times")
