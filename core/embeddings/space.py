"""From a text to vectors in three steps that can each be opened: counts, PPMI, and the first principal components.

Every machine must draw the same map, so the signs that a decomposition leaves open are fixed here.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.corpus import Corpus, CorpusError, corpus_from_bytes, read_corpus
from core.corpus.vocabulary import most_frequent, shown_word
from core.embeddings.settings import LEAST_CAP, EmbeddingsSettings
from core.numbers import plural
from core.settings import SettingsError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
BUNDLED = Path(__file__).with_name("parallel.txt")
_NOISE = 1e-10
"""Coordinates below this share of the largest singular value are rounding noise and set to 0."""
_TIE = 1e-6
"""Entries this close to the largest count as equally large when a sign is chosen."""


@dataclass(frozen=True, eq=False)
class Space:
    """A text's V words, most frequent first and equal ones alphabetically, as D-dimensional vectors.

    words are safe to show; frequency (V,) is how often each occurs. counts (V, V): how often two words stand at
    most `window` words apart in one sentence. ppmi (V, V), in bits. vectors (V, D), D = dims or V if that is
    less; singular_values (V,) and shares (V,): the part of the variance along each component, of all of them.
    """

    bundled: bool
    name: str
    notes: tuple[str, ...]
    sentences: int
    tokens: int
    distinct: int
    window: int
    lower: bool
    words: tuple[str, ...]
    frequency: Ints
    counts: Ints
    ppmi: Floats
    vectors: Floats
    singular_values: Floats
    shares: Floats

    def plane(self, drawn: tuple[int, int]) -> Floats:
        """Two of the dimensions (V, 2), counted from 0."""
        return self.vectors[:, list(drawn)]

    def gap(self, drawn: tuple[int, int]) -> float:
        """How far the singular values of two dimensions are from the nearest other one, as a share of the larger;
        0 for a tie, which leaves the direction of an axis open.
        """
        s = [np.inf, *self.singular_values.tolist(), 0.0]
        pairs = [(s[k], s[k + 1]) for axis in drawn for k in (axis, axis + 1)]
        return min(1 - low / high if high > 0 else 0.0 for high, low in pairs)


def space_of(settings: EmbeddingsSettings) -> Space:
    """Reads the text and embeds its words. Raises SettingsError, one line, for a text that cannot be used."""
    corpus = _read(settings)
    words, frequency, places = _vocabulary(corpus, settings.cap)
    if len(words) < LEAST_CAP:
        raise SettingsError(f"corpus: {plural(len(words), 'different word')}; an analogy needs at least {LEAST_CAP}")
    counts = cooccurrences(places, corpus.starts, len(words), settings.window)
    weights = ppmi(counts)
    vectors, singular_values = components(weights, min(settings.dims, len(words)))
    variance = singular_values**2
    return Space(
        bundled=not settings.corpus,
        name="the bundled sentences" if not settings.corpus else corpus.name,
        notes=corpus.notes,
        sentences=corpus.n_sentences,
        tokens=len(corpus.numbers),
        distinct=len(corpus.words),
        window=settings.window,
        lower=corpus.lower,
        words=tuple(shown_word(word) for word in words),
        frequency=frequency,
        counts=counts,
        ppmi=weights,
        vectors=vectors,
        singular_values=singular_values,
        shares=variance / max(variance.sum(), np.finfo(np.float64).tiny),
    )


def bundled_pairs() -> int:
    """Pairs of sentences in the bundled text, where a line is a sentence, however its ends are found later."""
    return len(BUNDLED.read_text(encoding="utf-8").splitlines()) // 2


def cooccurrences(places: Ints, starts: Ints, size: int, window: int) -> Ints:
    """counts (V, V), symmetric: pairs of words at most `window` apart in one sentence, each counted both ways.

    places (N,) is the number of every word of the text, -1 for one without a vector, which still takes up room;
    starts (S + 1,) is where each sentence begins, with N at the end.
    """
    sentence = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    flat = np.zeros(size * size, dtype=np.int64)
    for distance in range(1, min(window, len(places) - 1) + 1):
        left, right = places[:-distance], places[distance:]
        near = (sentence[:-distance] == sentence[distance:]) & (left >= 0) & (right >= 0)
        flat += np.bincount(left[near] * size + right[near], minlength=size * size)
    one_way = flat.reshape(size, size)
    return one_way + one_way.T


def ppmi(counts: Ints) -> Floats:
    """max(0, log2(p(i, j) / (p(i) p(j)))) in bits, 0 where the words never meet (Church and Hanks 1990)."""
    total, each = counts.sum(), counts.sum(axis=1, dtype=np.float64)
    met = counts > 0
    expected = np.outer(each, each) / max(total, 1)
    ratio = np.divide(counts, expected, out=np.ones_like(expected), where=met)
    bits: Floats = np.maximum(np.log2(ratio), 0)
    return bits


def components(weights: Floats, dims: int) -> tuple[Floats, Floats]:
    """The first `dims` principal components (V, dims) of the rows, and every singular value, falling.

    Columns are centred, then X = U S V' gives U S. Each component's sign makes its largest entry positive; among
    entries within a millionth of the largest, as mirrored words have, the most frequent word's counts.
    """
    centred = weights - weights.mean(axis=0)
    U, S, _ = np.linalg.svd(centred, full_matrices=False)
    sizes = np.abs(U)
    deciding = np.argmax(sizes >= (1 - _TIE) * sizes.max(axis=0), axis=0)
    signs = np.where(U[deciding, np.arange(U.shape[1])] < 0, -1.0, 1.0)
    vectors = (U * signs * S)[:, :dims]
    vectors[np.abs(vectors) <= _NOISE * S[0]] = 0
    return vectors, np.where(_NOISE * S[0] < S, S, 0)


def _read(settings: EmbeddingsSettings) -> Corpus:
    try:
        if not settings.corpus:
            return corpus_from_bytes(BUNDLED.read_bytes(), BUNDLED.name, settings.limits)
        return read_corpus(settings.corpus, settings.limits)
    except CorpusError as error:
        raise SettingsError(f"corpus: {error}") from None


def _vocabulary(corpus: Corpus, cap: int) -> tuple[tuple[str, ...], Ints, Ints]:
    """The kept words, their frequencies, and the text as their numbers, -1 for a word that is not kept."""
    frequency = np.bincount(corpus.numbers, minlength=len(corpus.words))
    kept = most_frequent(zip(corpus.words, frequency.tolist(), strict=True), cap, 1)
    number = {word: i for i, word in enumerate(kept)}
    renumbered = np.array([number.get(word, -1) for word in corpus.words], dtype=np.int64)
    old = {word: int(n) for word, n in zip(corpus.words, frequency, strict=True)}
    return kept, np.array([old[word] for word in kept], dtype=np.int64), renumbered[corpus.numbers]
