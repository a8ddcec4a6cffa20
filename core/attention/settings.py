"""What may be changed in the attention lesson: the sentence, every matrix, the temperature and the mask.

An empty matrix means the default, the lesson's or seeded ones, so the command line that repeats a screen is short.
"""

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from core.attention.defaults import (
    LARGEST,
    LESSON_D,
    LESSON_GLOSS,
    LESSON_K,
    LESSON_WORDS,
    Floats,
    Rows,
    fitted,
    lesson,
    seeded,
)
from core.corpus.words import normal, words_of
from core.numbers import quoted, visible
from core.settings import Settings, SettingsError, Value, choice, integer, matrix, real, switch, text, write_value

MATRICES = ("E", "W_Q", "W_K", "W_V")
_MOST, _MOST_LETTERS = 1000.0, 24
_SIZES = ("d", "d_k", "d_v")
_ROW = 5
_LENGTHS = (2, 5, 10, 20, 30, 50, 80, 150, 400)


@dataclass(frozen=True)
class AttentionSettings(Settings):
    """One sentence and the weights that let its words look at each other, then the path that is compared.

    An empty sentence is the lesson's. row is the word, counted from 1, whose query is shown; its default stands for
    the last word of a shorter sentence. E (n, d), W_Q and
    W_K (d, d_k), W_V (d, d_v): empty for the default. `change` keeps whatever still fits.
    """

    sentence: str = text("", f"2 to {LARGEST} words of your own; empty for the lesson's", label="words")
    row: int = integer(_ROW, 1, LARGEST, "the word whose query is shown, from 1", label="row")
    temperature: float = real(1.0, 0.01, 100, "scores are divided by sqrt(d_k) times this", growth=2)
    mask: bool = switch(False, "causal mask: a word sees itself and the words before it", label="mask")
    d: int = integer(LESSON_D, 2, LARGEST, "numbers in a word's row of E", label="d")
    d_k: int = integer(LESSON_K, 1, LARGEST, "numbers in a query and a key", label="d_k")
    d_v: int = integer(LESSON_D, 1, LARGEST, "numbers in a value and an output", label="d_v")
    vectors: str = choice("seeded", ("seeded", "corpus"), "E of your own words: random, or the embeddings lesson's")
    seed: int = integer(1, 0, 10**6, "of the weights of your own sentence and of the path", label="seed")
    E: tuple[tuple[float, ...], ...] = matrix((), "word vectors, a row a word", low=-_MOST, high=_MOST, most=LARGEST)
    W_Q: tuple[tuple[float, ...], ...] = matrix(
        (), "query weights, d rows of d_k", low=-_MOST, high=_MOST, most=LARGEST
    )
    W_K: tuple[tuple[float, ...], ...] = matrix((), "key weights, d rows of d_k", low=-_MOST, high=_MOST, most=LARGEST)
    W_V: tuple[tuple[float, ...], ...] = matrix(
        (), "value weights, d rows of d_v", low=-_MOST, high=_MOST, most=LARGEST
    )
    steps: int = integer(30, 2, 400, "T, the length of the path that is compared", label="T", stops=_LENGTHS)
    width: int = integer(8, 1, LARGEST, "numbers a word, and units, on the path", label="width")

    @property
    def own(self) -> bool:
        """Whether the sentence is a person's own."""
        return bool(self.sentence.strip())

    @property
    def word_list(self) -> tuple[str, ...]:
        """The words, safe to show."""
        if not self.own:
            return LESSON_WORDS
        return tuple(visible(word) for word in words_of(normal(self.sentence, lower=False)))

    @property
    def looked_at(self) -> int:
        """The place, from 0, of the word whose query is shown."""
        return min(self.row, len(self.word_list)) - 1

    @property
    def gloss(self) -> tuple[str, ...]:
        """What the lesson's words mean; empty texts for others."""
        return LESSON_GLOSS if not self.own else ("",) * len(self.word_list)

    def check(self) -> None:
        """The sentence has 2 to 16 words, row is one of them, matrices given by hand have the shapes they need."""
        words = self.word_list
        if not 2 <= len(words) <= LARGEST:
            raise SettingsError(
                f"sentence: {len(words)} {'word' if len(words) == 1 else 'words'} given (allowed: 2 to {LARGEST})"
            )
        for word in words:
            if len(word) > _MOST_LETTERS:
                raise SettingsError(f"sentence: {quoted(word)} is too long (allowed: {_MOST_LETTERS} letters a word)")
        if self.row > len(words) and self.row != _ROW:
            raise SettingsError(f"row: {self.row} is beyond the sentence (allowed: 1 to {len(words)})")
        for name, (rows, columns) in self.shapes().items():
            given = getattr(self, name)
            if given and (len(given), len(given[0])) != (rows, columns):
                raise SettingsError(
                    f"{name}: {len(given)} x {len(given[0])} given, but these sizes need {rows} x {columns} "
                    "(rows x columns)"
                )

    def shapes(self) -> dict[str, tuple[int, int]]:
        """Rows and columns of every matrix."""
        d = self.d
        return {"E": (len(self.word_list), d), "W_Q": (d, self.d_k), "W_K": (d, self.d_k), "W_V": (d, self.d_v)}

    def matrices(self) -> dict[str, Floats]:
        """E and the W by name: those given by hand, the lesson's or seeded ones elsewhere."""
        given = {name: np.array(getattr(self, name)) for name in MATRICES if getattr(self, name)}
        return {**self._defaults(), **given}

    def _defaults(self) -> dict[str, Floats]:
        if self.own:
            return seeded(self.word_list, self.d, self.d_k, self.d_v, self.seed, self.vectors)
        return lesson(self.d, self.d_k, self.d_v)

    def with_entry(self, name: str, row: int, column: int, value: float) -> Self:
        """A copy with one entry of E or a W changed. Raises SettingsError beyond +-1000."""
        if not abs(value) <= _MOST:
            bounds = f"allowed: -{_MOST:g} to {_MOST:g}"
            raise SettingsError(f"{name}[{row},{column}]: {write_value(value)} is out of bounds ({bounds})")
        array = self.matrices()[name]
        array[row, column] = value
        return replace(self, **self._compact({name: array}))

    def without_edit(self, name: str) -> Self:
        """A copy with E or a W back at its default."""
        return self.change(name, ())

    def nudged(self, name: str, direction: int) -> Self:
        """As in Settings, but row stays inside the sentence."""
        if name != "row":
            return super().nudged(name, direction)
        return self.change("row", min(max(self.looked_at + 1 + direction, 1), len(self.word_list)))

    def change(self, name: str, value: Value) -> Self:
        """A copy with one field changed and what depends on it made to fit. Raises SettingsError.

        Another sentence forgets an E given by hand and moves row inside; a size cuts or pads what was given by
        hand, taking new entries from the default.
        """
        changed: dict[str, Any] = {name: value}
        if name == "sentence":
            fresh = replace(self, **changed, E=(), row=1)
            return replace(fresh, row=min(self.row, len(fresh.word_list)))
        if name not in _SIZES:
            return replace(self, **changed)
        bare = replace(self, **changed, E=(), W_Q=(), W_K=(), W_V=())
        new, old = bare.matrices(), self.matrices()
        given = [matrix for matrix in MATRICES if getattr(self, matrix)]
        return replace(bare, **bare._compact({key: fitted(old[key], new[key]) for key in given}))

    def _compact(self, arrays: dict[str, Floats]) -> dict[str, Any]:
        """Matrices as fields, empty where they equal the default."""
        defaults = self._defaults()
        return {key: () if np.array_equal(a, defaults[key]) else _rows(a) for key, a in arrays.items()}


def _rows(array: Floats) -> Rows:
    return tuple(tuple(float(value) for value in row) for row in array)
