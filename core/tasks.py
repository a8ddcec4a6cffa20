"""Sequences to learn from: today the recall of the first of T symbols, the smallest test of memory there is.

A batch is made from a generator that is passed in, so every lane of a race can be given the very same ones.
"""

from dataclasses import dataclass

import numpy as np

from core.activations import sigmoid
from core.cells.spec import Array

CHANCE = 0.5
"""The accuracy of a guess in first-symbol recall: both symbols are equally likely."""


@dataclass(frozen=True, eq=False)
class Batch:
    """Inputs x (T, B, 1) and the answers y (B,), which are 0 or 1."""

    x: Array
    y: Array


def first_symbol(rng: np.random.Generator, length: int, count: int) -> Batch:
    """`count` sequences of first-symbol recall: x_1 is -1 or +1, the rest uniform in (-1, 1); y says which x_1 was."""
    x = rng.uniform(-1.0, 1.0, (length, count, 1))
    y = rng.integers(0, 2, count).astype(np.float64)
    x[0, :, 0] = 2.0 * y - 1.0
    return Batch(x=x, y=y)


def binary_cross_entropy(logits: Array, y: Array) -> tuple[float, Array]:
    """The mean binary cross-entropy in nats of sigmoid(logits) (B,) against y (B,), and its gradient by logits.

    log(1 + exp(-|z|)) + max(z, 0) - y z is the overflow-free form of -y log p - (1 - y) log(1 - p).
    """
    losses = np.maximum(logits, 0.0) - y * logits + np.log1p(np.exp(-np.abs(logits)))
    return float(losses.mean()), (sigmoid(logits) - y) / y.size


def accuracy(logits: Array, y: Array) -> float:
    """The share of answers that sigmoid(logits) > 1/2 gets right."""
    return float(np.mean((logits > 0) == (y > 0.5)))
