"""Recall of the first of T symbols, the smallest test of memory there is.

One bit has to survive T - 1 distracting inputs; nothing else is asked of the net.
"""

import numpy as np
from numpy.typing import NDArray

from core.activations import sigmoid
from core.cells.spec import Array
from core.tasks.task import Batch, Task

CHANCE = 0.5
"""The accuracy of a guess in first-symbol recall: both symbols are equally likely."""


class FirstSymbol(Task):
    """x_1 is -1 or +1, the rest is uniform in (-1, 1); after the last step: which was it?"""

    name = "first"
    inputs = outputs = 1
    unit = "nats"
    scored = "sequences"
    per = " a symbol"
    chance = CHANCE
    asks = "Who still knows the first symbol?"
    source = "this lesson"

    def question(self, length: int) -> str:
        """Recall."""
        return f"Recall the first of {length} symbols"

    def batch(self, rng: np.random.Generator, length: int, count: int) -> Batch:
        """x (T, B, 1) and y (1, B), 0 or 1."""
        return first_symbol(rng, length, count)

    def loss(self, answers: Array, y: Array) -> tuple[Array, Array]:
        """The mean binary cross-entropy in nats."""
        losses, dlogits = binary_cross_entropy(answers[..., 0], y)
        return losses, dlogits[..., None]

    def right(self, answers: Array, y: Array) -> NDArray[np.bool_]:
        """Whether sigmoid(answer) > 1/2 says the right symbol."""
        return np.equal(answers[..., 0] > 0, y > 0.5)

    def begins(self, first: Array) -> str:
        """The symbol to be recalled."""
        return f"first symbol {first[0]:+.0f}"

    def baseline(self, length: int) -> float:
        """ln 2 nats: one bit, unknown."""
        return float(np.log(2))


def first_symbol(rng: np.random.Generator, length: int, count: int) -> Batch:
    """`count` sequences of first-symbol recall: x_1 is -1 or +1, the rest uniform in (-1, 1); y says which x_1 was."""
    x = rng.uniform(-1.0, 1.0, (length, count, 1))
    y = rng.integers(0, 2, count).astype(np.float64)
    x[0, :, 0] = 2.0 * y - 1.0
    return Batch(x=x, y=y[None])


def binary_cross_entropy(logits: Array, y: Array) -> tuple[Array, Array]:
    """The mean binary cross-entropy in nats of sigmoid(logits) (K, ..., B) against y, and its gradient by logits.

    log(1 + exp(-|z|)) + max(z, 0) - y z is the overflow-free form of -y log p - (1 - y) log(1 - p).
    """
    losses = np.maximum(logits, 0.0) - y * logits + np.log1p(np.exp(-np.abs(logits)))
    count = y.shape[0] * y.shape[-1]
    return losses.sum(axis=(0, -1)) / count, (sigmoid(logits) - y) / count
