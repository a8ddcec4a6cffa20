"""Asks a trained model: which word comes next, how would it go on, and which words does it take to be alike?
Whatever comes back is safe to show; the begin token is never an answer.
"""

from dataclasses import dataclass

import numpy as np

from core.activations import softmax
from core.cells.spec import Array
from core.corpus import BEGIN, END, UNKNOWN
from core.language_model.batch import log_probabilities
from core.language_model.text_training import TextModel

MOST_SAMPLED_WORDS = 60


@dataclass(frozen=True)
class Context:
    """The n word numbers that a typed context means, the words as shown, and how many of them are <unk>."""

    numbers: tuple[int, ...]
    shown: tuple[str, ...]
    unknown: int


@dataclass(frozen=True)
class NextWord:
    """A word as shown, and its probability after the context."""

    word: str
    p: float


@dataclass(frozen=True)
class Neighbour:
    """A word as shown, and its cosine with the word asked about."""

    word: str
    cosine: float


@dataclass(frozen=True)
class Neighbours:
    """The words most like `word` by the rows of E (as context) and by the columns of W_o (as prediction)."""

    word: str
    E: tuple[Neighbour, ...]
    W_o: tuple[Neighbour, ...]


def read_context(model: TextModel, typed: str) -> Context:
    """The last n words typed, with <s> in front where there are fewer."""
    n = model.weights.context
    numbers = ([BEGIN] * n + model.vocabulary.typed(typed))[-n:]
    shown = tuple(model.vocabulary.shown(number) for number in numbers)
    return Context(tuple(numbers), shown, numbers.count(UNKNOWN))


def probabilities(model: TextModel, numbers: tuple[int, ...], temperature: float = 1.0) -> Array:
    """p (V,) of the next word in float64, BEGIN left out; scores are divided by `temperature`, above 0."""
    log_p = log_probabilities(model.weights, np.array([numbers]))[0].astype(np.float64)
    log_p[BEGIN] = -np.inf
    return softmax(log_p / temperature)


def next_words(model: TextModel, context: Context, top: int) -> tuple[NextWord, ...]:
    """The `top` likeliest next words, equal ones in the order of the vocabulary."""
    p = probabilities(model, context.numbers)
    order = np.argsort(-p, kind="stable")[:top]
    return tuple(NextWord(model.vocabulary.shown(int(i)), float(p[i])) for i in order if i != BEGIN)


def sample(model: TextModel, context: Context, temperature: float, seed: int) -> tuple[str, ...]:
    """Words drawn one after the other until END, MOST_SAMPLED_WORDS at most; temperature 0 takes the likeliest."""
    rng = np.random.default_rng(seed)
    numbers, said = list(context.numbers), []
    for _ in range(MOST_SAMPLED_WORDS):
        recent = tuple(numbers[-model.weights.context :])
        p = probabilities(model, recent, max(temperature, 1e-3))
        drawn = int(rng.choice(len(p), p=p)) if temperature > 0 else int(np.argmax(p))
        if drawn == END:
            break
        numbers.append(drawn)
        said.append(model.vocabulary.shown(drawn))
    return tuple(said)


def neighbours(model: TextModel, number: int, top: int) -> Neighbours:
    """The `top` words nearest to word `number` by cosine, itself and the special tokens left out."""
    by_E = _nearest(model, model.weights.E, number, top)
    by_W_o = _nearest(model, model.weights.W_o.T, number, top)
    return Neighbours(model.vocabulary.shown(number), by_E, by_W_o)


def _nearest(model: TextModel, rows: Array, number: int, top: int) -> tuple[Neighbour, ...]:
    lengths = np.maximum(np.linalg.norm(rows, axis=1), np.finfo(np.float32).tiny)
    cosines = rows @ rows[number] / (lengths * lengths[number])
    order = [int(i) for i in np.argsort(-cosines, kind="stable") if i > UNKNOWN and i != number][:top]
    return tuple(Neighbour(model.vocabulary.shown(i), float(cosines[i])) for i in order)
