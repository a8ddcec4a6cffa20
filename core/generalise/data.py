"""The sentences, their seeded split, and both models' views of them.
A word that training never shows becomes <unk> for both models, which then both have it in their vocabulary.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.generalise.settings import ANIMAL, PLACE, GeneraliseSettings
from core.trigram import BEGIN, END, UNKNOWN, triples_of

Sentence = tuple[str, ...]
Ints = NDArray[np.integer]


@dataclass(frozen=True)
class Split:
    """Sentences to train on, to choose when to stop (dev) and held out; `unseen` are words only in the latter two."""

    train: tuple[Sentence, ...]
    dev: tuple[Sentence, ...]
    held_out: tuple[Sentence, ...]
    unseen: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Numbered:
    """contexts (N, 2) and targets (N,) by the neural vocabulary."""

    contexts: Ints
    targets: Ints


def sentences(settings: GeneraliseSettings) -> tuple[Sentence, ...]:
    """Every animal with every place of its family: pets first, animal by animal."""
    pairs = [
        (animal, place)
        for animals, places in (("pets", "indoor"), ("farm", "outdoor"))
        for animal in settings.family(animals)
        for place in settings.family(places)
    ]
    return tuple(
        tuple({ANIMAL: animal, PLACE: place}.get(word, word) for word in settings.template_words)
        for animal, place in pairs
    )


def split(settings: GeneraliseSettings, seed: int) -> Split:
    """As `split_as_written`, words of dev and held-out sentences that training never shows replaced by UNKNOWN."""
    written = split_as_written(settings, seed)
    dev, held_out = (
        tuple(tuple(UNKNOWN if word in written.unseen else word for word in sentence) for sentence in part)
        for part in (written.dev, written.held_out)
    )
    return Split(written.train, dev, held_out, written.unseen)


def split_as_written(settings: GeneraliseSettings, seed: int) -> Split:
    """default_rng(seed).permutation: the first ones held out, then dev, and the rest to train on; no word replaced."""
    every = sentences(settings)
    order = np.random.default_rng(seed).permutation(len(every))
    shuffled = tuple(every[i] for i in order)
    first, second = settings.held_out, settings.held_out + settings.dev
    train, rest = shuffled[second:], shuffled[:second]
    known = {word for sentence in train for word in sentence}
    unseen = tuple(sorted({word for sentence in rest for word in sentence} - known))
    return Split(train, rest[first:], rest[:first], unseen)


def neural_vocabulary(parts: Split) -> tuple[str, ...]:
    """sorted(training words, BEGIN, END), and UNKNOWN only if a word is unseen."""
    words = {word for sentence in parts.train for word in sentence} | {BEGIN, END}
    return tuple(sorted(words | ({UNKNOWN} if parts.unseen else set())))


def every_triple(part: tuple[Sentence, ...]) -> list[tuple[str, str, str]]:
    """The triples of all positions, END included."""
    return [triple for sentence in part for triple in triples_of(sentence)]


def place_triples(settings: GeneraliseSettings, part: tuple[Sentence, ...]) -> list[tuple[str, str, str]]:
    """The triples whose last word is the place: the only ones that are scored."""
    position = settings.template_words.index(PLACE)
    return [triples_of(sentence)[position] for sentence in part]


def numbered(triples: list[tuple[str, str, str]], vocabulary: tuple[str, ...]) -> Numbered:
    """Triples as word numbers."""
    numbers = np.array([[vocabulary.index(word) for word in triple] for triple in triples])
    return Numbered(numbers[:, :2], numbers[:, 2])
