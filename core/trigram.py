"""Counts word triples, the model that a neural one has to beat: it knows what it has seen, and nothing about likeness.
Every probability is add-alpha: (count of u v w + alpha) / (count of u v + alpha V).
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

BEGIN, END, UNKNOWN = "<s>", "</s>", "<unk>"


@dataclass(frozen=True)
class TrigramCounter:
    """Counts of triples and of the pairs they begin with; V is the vocabulary: training words, END and any extra."""

    vocabulary: frozenset[str]
    triples: Mapping[tuple[str, str, str], int]
    pairs: Mapping[tuple[str, str], int]
    alpha: float

    def probability(self, u: str, v: str, w: str) -> float:
        """P(w | u v). Without alpha, an unseen pair u v says nothing: then every word has the same 1 / V.

        Raises KeyError if w is not in the vocabulary.
        """
        if w not in self.vocabulary:
            raise KeyError(w)
        V = len(self.vocabulary)
        seen = self.pairs.get((u, v), 0) + self.alpha * V
        return (self.triples.get((u, v, w), 0) + self.alpha) / seen if seen else 1 / V

    def perplexity(self, triples: Sequence[tuple[str, str, str]]) -> float:
        """exp of the mean -log P over the triples; inf where one has probability 0."""
        probabilities = [self.probability(*triple) for triple in triples]
        if min(probabilities) == 0:
            return math.inf
        return math.exp(-math.fsum(map(math.log, probabilities)) / len(probabilities))


def triples_of(sentence: Sequence[str]) -> list[tuple[str, str, str]]:
    """Every word of a sentence and its END with the two before it, two BEGIN in front."""
    padded = [BEGIN, BEGIN, *sentence, END]
    return list(zip(padded, padded[1:], padded[2:], strict=False))


def count_trigrams(sentences: Iterable[Sequence[str]], alpha: float, extra: Iterable[str] = ()) -> TrigramCounter:
    """Counts the triples of training sentences. `extra` words join the vocabulary with no count, such as UNKNOWN."""
    triples = Counter(triple for sentence in sentences for triple in triples_of(sentence))
    pairs: Counter[tuple[str, str]] = Counter()
    for (u, v, _), number in triples.items():
        pairs[u, v] += number
    words = frozenset(w for _, _, w in triples) | frozenset(extra)
    return TrigramCounter(words, dict(triples), dict(pairs), alpha)
