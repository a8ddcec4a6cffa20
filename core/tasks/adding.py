"""The adding problem: two marked numbers among many, and their sum at the end (Hochreiter and Schmidhuber 1997).

The scale is that of Arjovsky et al. (2016): numbers in (0, 1), so that always answering 1 costs 1/6.
"""

import numpy as np
from numpy.typing import NDArray

from core.cells.spec import Array
from core.tasks.task import Batch, Task

TOLERANCE = 0.08
"""How far off a right answer may be: the 0.04 of Hochreiter and Schmidhuber, whose target is half the sum."""


class Adding(Task):
    """Each step reads a number in (0, 1) and a mark; one number of each half is marked, their sum is wanted."""

    name = "adding"
    inputs = 2
    outputs = 1
    unit = "squared error"
    scored = f"sums within {TOLERANCE}"
    per = " a sum"
    chance = 1 - (1 - TOLERANCE) ** 2
    asks = "Who can still add the two marked numbers?"
    source = "Hochreiter and Schmidhuber 1997"

    def question(self, length: int) -> str:
        """Add."""
        return f"Add the two marked ones of {length} numbers"

    def batch(self, rng: np.random.Generator, length: int, count: int) -> Batch:
        """x (T, B, 2), number and mark, and y (1, B), the sum of the two marked numbers."""
        x = np.zeros((length, count, 2))
        x[..., 0] = rng.uniform(0.0, 1.0, (length, count))
        each, half = np.arange(count), length // 2
        for marked in (rng.integers(0, half, count), rng.integers(half, length, count)):
            x[marked, each, 1] = 1.0
        return Batch(x=x, y=(x[..., 0] * x[..., 1]).sum(axis=0)[None])

    def loss(self, answers: Array, y: Array) -> tuple[Array, Array]:
        """The mean squared error."""
        error = answers[..., 0] - y
        mean: Array = np.square(error).mean(axis=(0, -1))
        return mean, (2 * error / (y.shape[0] * y.shape[-1]))[..., None]

    def right(self, answers: Array, y: Array) -> NDArray[np.bool_]:
        """Whether the answer is within TOLERANCE of the sum."""
        return np.less(np.abs(answers[..., 0] - y), TOLERANCE)

    def begins(self, first: Array) -> str:
        """The first number, and whether it is to be added."""
        return f"first number {first[0]:.2f}{', marked' if first[1] else ''}"

    def baseline(self, length: int) -> float:
        """The variance of the sum of two uniform numbers, 2/12 = 0.167: what always answering 1 costs."""
        return 1 / 6
