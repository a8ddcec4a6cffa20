"""The values attention starts from: the lesson's six words with weights set by hand, or seeded ones for others.

A word's seeded vector depends on its letters and the seed alone, so it is the same in every sentence.
"""

import zlib
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.embeddings import EmbeddingsSettings, space_of

Floats = NDArray[np.float64]
Rows = tuple[tuple[float, ...], ...]

LESSON_WORDS = ("Kot", "zjadł", "rybę", "bo", "był", "głodny")
LESSON_GLOSS = ("cat", "ate", "fish", "because", "was", "hungry")
LESSON_D, LESSON_K = 6, 4
LARGEST = 16
"""The most words, and the most numbers in a word's vector, query, key or value."""

_E: Rows = (
    (1.0, 0.0, 0.0, 0.0, 1.0, 0.0),
    (0.0, 1.0, 0.3, 0.0, 0.0, 1.0),
    (0.6, 0.0, 1.0, 0.0, 0.0, 0.0),
    (0.0, 0.0, 0.0, 1.0, 0.0, 0.0),
    (0.0, 0.7, 0.0, 0.2, 0.0, 1.0),
    (0.0, 0.8, 0.3, 0.0, 0.0, 1.0),
)
_W_Q: Rows = (
    (0.0, 0.0, 1.5, 0.0),
    (1.5, 0.5, 0.0, 0.0),
    (0.0, 0.0, 1.0, 0.0),
    (0.5, 0.0, 0.5, 0.0),
    (0.0, 0.0, 0.0, 0.0),
    (0.0, 0.0, 0.0, 1.5),
)
_W_K: Rows = (
    (1.5, 0.0, 0.0, 0.0),
    (0.0, 0.0, 2.0, 0.0),
    (0.0, 2.0, 0.0, 0.0),
    (0.0, 0.0, 0.0, 0.0),
    (0.0, 0.0, 0.0, 1.5),
    (0.0, 0.0, 0.0, 0.0),
)


def lesson(d: int, d_k: int, d_v: int) -> dict[str, Floats]:
    """The lesson's E (6, d), W_Q and W_K (d, d_k), W_V (d, d_v), cut or padded with zeros to the sizes.

    The lesson gives no W_V; the identity is taken, so that an output is the weighted mean of the words' own rows.
    """
    return {
        "E": fitted(np.array(_E), np.zeros((len(_E), d))),
        "W_Q": fitted(np.array(_W_Q), np.zeros((d, d_k))),
        "W_K": fitted(np.array(_W_K), np.zeros((d, d_k))),
        "W_V": np.eye(d, d_v),
    }


def seeded(words: tuple[str, ...], d: int, d_k: int, d_v: int, seed: int, vectors: str) -> dict[str, Floats]:
    """Weights for any words: E drawn from N(0, 1) by seed and word, the W from N(0, 1/d) by seed.

    With vectors "corpus" a word of the embeddings lesson has its vector there, scaled to the length sqrt(d) that
    a drawn one has on average; words unknown there are drawn.
    """
    rng = np.random.default_rng([seed, 1])
    sizes = {"W_Q": d_k, "W_K": d_k, "W_V": d_v}
    known = _from_corpus(d) if vectors == "corpus" else {}
    E = np.array([known[word.lower()] if word.lower() in known else _drawn(word, d, seed) for word in words])
    # Draws are made for the largest sizes and cut, so that another size keeps what fits.
    drawn = {name: rng.standard_normal((LARGEST, LARGEST))[:d, :size] for name, size in sizes.items()}
    return {"E": E, **{name: W / np.sqrt(d) for name, W in drawn.items()}}


def fitted(array: Floats, onto: Floats) -> Floats:
    """`onto` with every entry of `array` that has a place in it."""
    rows, columns = (min(a, b) for a, b in zip(array.shape, onto.shape, strict=True))
    merged = onto.copy()
    merged[:rows, :columns] = array[:rows, :columns]
    return merged


def known_words(words: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the words that have a vector in the embeddings lesson."""
    known = _from_corpus(2)
    return tuple(word for word in words if word.lower() in known)


def _drawn(word: str, d: int, seed: int) -> Floats:
    letters = zlib.crc32(word.encode("utf-8", "surrogatepass"))
    return np.random.default_rng([seed, 0, letters]).standard_normal(LARGEST)[:d]


@lru_cache(maxsize=LARGEST)  # a fixed text at a fixed size: every change of another setting would count it anew
def _from_corpus(d: int) -> dict[str, Floats]:
    """The vectors of the embeddings lesson's bundled sentences in d dimensions, each of length sqrt(d)."""
    space = space_of(EmbeddingsSettings(dims=d))
    lengths = np.linalg.norm(space.vectors, axis=1, keepdims=True)
    scaled = np.sqrt(d) * space.vectors / np.where(lengths > 0, lengths, 1)
    return dict(zip(space.words, scaled, strict=True))
