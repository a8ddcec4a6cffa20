"""The one interface of a memory task, so that a lane of the race need not know which one it learns.

A batch is made from a generator that is passed in, so every lane of a race can be given the very same ones.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from core.cells.spec import Array


@dataclass(frozen=True, eq=False)
class Batch:
    """Inputs x (T, B, I) and the wanted answers y (K, B), for the last K of the T outputs.

    The batches of S starts are one Batch with an axis S before B in both: x (T, S, B, I), y (K, S, B).
    """

    x: Array
    y: Array


def stacked(batches: Sequence[Batch]) -> Batch:
    """The batches of S starts as one."""
    return Batch(np.stack([one.x for one in batches], axis=1), np.stack([one.y for one in batches], axis=1))


class Task(ABC):
    """A task: its sequences, what is answered where, the loss, the score, and what a guess achieves.

    answers are (K, ..., B, O), what the readout gives at the last K steps; the dots are empty or one axis of
    starts, and losses and scores have their shape. `length` is the number in the settings: the distance over
    which something is to be remembered.
    """

    name: ClassVar[str]
    """The word of the settings."""
    inputs: ClassVar[int]
    """I, numbers read at a step."""
    outputs: ClassVar[int]
    """O, numbers answered at a step."""
    unit: ClassVar[str]
    """The unit of the loss."""
    scored: ClassVar[str]
    """What the score is a share of, in words that follow "of 500 fresh"."""
    per: ClassVar[str]
    """What the loss is a mean over, in words that follow the unit."""
    chance: ClassVar[float]
    """The score of the best guess that ignores what is to be remembered."""
    asks: ClassVar[str]
    """What a race over it is to find out, a question."""
    source: ClassVar[str]
    """Who set the task."""

    def steps(self, length: int) -> int:
        """T, the time steps of a sequence."""
        return length

    def reads(self, length: int) -> int:
        """K, how many of the last outputs are answers."""
        return 1

    @abstractmethod
    def question(self, length: int) -> str:
        """What is asked, as the start of a sentence without its full stop."""

    @abstractmethod
    def batch(self, rng: np.random.Generator, length: int, count: int) -> Batch:
        """`count` sequences and their answers."""

    @abstractmethod
    def loss(self, answers: Array, y: Array) -> tuple[Array, Array]:
        """The mean loss, in `unit`, and its gradient by the answers, of their shape."""

    @abstractmethod
    def right(self, answers: Array, y: Array) -> NDArray[np.bool_]:
        """Which answers count as right, booleans with the axes (K, ..., B) of what is scored."""

    @abstractmethod
    def begins(self, first: Array) -> str:
        """What a sequence begins with, in words; first (I,) is its first input."""

    @abstractmethod
    def baseline(self, length: int) -> float:
        """The loss of the best guess that ignores what is to be remembered."""

    def score(self, answers: Array, y: Array) -> Array:
        """The share that is right, between 0 and 1; a net that gets 99 % or more remembers."""
        share: Array = self.right(answers, y).mean(axis=(0, -1))
        return share
