"""What can be asked of word vectors: which words are nearest by cosine, and where a - b + c leads.

Ties are broken by the order of the vocabulary, so that rounding cannot reorder an answer.
"""

from dataclasses import dataclass

import numpy as np

from core.corpus.vocabulary import shown_word
from core.corpus.words import normal
from core.embeddings.space import Floats, Space
from core.numbers import quoted
from core.settings import SettingsError
from core.spelling import nearest as closest_spelling

_DIGITS = 9
"""Cosines equal to this many decimals are ties."""


@dataclass(frozen=True)
class Neighbour:
    """A word and its cosine with what was asked about."""

    word: str
    cosine: float


@dataclass(frozen=True)
class Analogy:
    """a - b + c, and the words nearest to it; a, b and c themselves are left out, as is usual.

    expected is the answer hoped for ("" if none was), expected_rank its place from 1 and expected_cosine its
    cosine, None without one. allowed is the nearest word if a, b and c were not left out; plain the nearest to a
    alone (again without a, b and c): where it is the answer too, the arithmetic added nothing.
    """

    a: str
    b: str
    c: str
    expected: str
    answers: tuple[Neighbour, ...]
    expected_rank: int | None
    expected_cosine: float | None
    allowed: Neighbour
    plain: Neighbour

    @property
    def answer(self) -> Neighbour:
        """The nearest word."""
        return self.answers[0]

    @property
    def right(self) -> bool | None:
        """Whether the answer is the expected word; None if none is expected."""
        return self.answer.word == self.expected if self.expected else None

    @property
    def question(self) -> str:
        """The question as text, such as "king - man + woman"."""
        return f"{self.a} - {self.b} + {self.c}"


def place(space: Space, typed: str, field: str) -> int:
    """The number of a typed word. Raises SettingsError, with the nearest spelling, for one without a vector."""
    word = shown_word(normal(typed, space.lower).strip())
    if word not in space.words:
        raise SettingsError(
            f"{field}: {quoted(typed)} is not among the {len(space.words)} words of {space.name} "
            f"(allowed: any of them{closest_spelling(word, space.words)})"
        )
    return space.words.index(word)


def cosines(space: Space, vector: Floats) -> Floats:
    """The cosine (V,) of every word with a vector (D,); 0 where either is zero."""
    lengths = np.linalg.norm(space.vectors, axis=1) * np.linalg.norm(vector)
    products = space.vectors @ vector
    found = np.divide(products, lengths, out=np.zeros_like(products), where=lengths > 0)
    return np.asarray(np.clip(found, -1, 1), dtype=np.float64)


def nearest(space: Space, vector: Floats, without: tuple[int, ...] = ()) -> tuple[Neighbour, ...]:
    """All words but `without`, nearest first by cosine with a vector (D,)."""
    found = cosines(space, vector)
    order = np.argsort(-np.round(found, _DIGITS), kind="stable")
    return tuple(Neighbour(space.words[i], float(found[i])) for i in order.tolist() if i not in without)


def analogy(space: Space, a: int, b: int, c: int, expected: str = "") -> Analogy:
    """The analogy of three words, given by number; the vectors are taken as they are, not scaled to length 1.

    Raises SettingsError if the words leave no other to answer with.
    """
    target, inputs = space.vectors[a] - space.vectors[b] + space.vectors[c], (a, b, c)
    found = nearest(space, target, inputs)
    if not found:
        raise SettingsError("a: every word that has a vector is in the question; a 4th word is needed for an answer")
    rank = next((i for i, one in enumerate(found) if one.word == expected), None)
    return Analogy(
        a=space.words[a],
        b=space.words[b],
        c=space.words[c],
        expected=expected,
        answers=found,
        expected_rank=None if rank is None else rank + 1,
        expected_cosine=None if rank is None else found[rank].cosine,
        allowed=nearest(space, target)[0],
        plain=nearest(space, space.vectors[a], inputs)[0],
    )
