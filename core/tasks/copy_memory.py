"""Copy memory: ten symbols, a long blank, a mark, and then the ten again (Hochreiter 1997, Arjovsky et al. 2016).

The loss is the mean over all T + 20 outputs, so a net that only knows when to be silent pays 10 ln 8 / (T + 20).
"""

import numpy as np
from numpy.typing import NDArray

from core.activations import log_softmax
from core.cells.spec import Array
from core.tasks.task import Batch, Task

SYMBOLS, DIGITS = 10, 8
BLANK, MARK = DIGITS, DIGITS + 1


class CopyMemory(Task):
    """Ten of eight symbols, T - 1 blanks, a mark, ten blanks in; T + 10 blanks, then the ten symbols out."""

    name = "copy"
    inputs = DIGITS + 2
    outputs = DIGITS + 1
    unit = "nats"
    scored = "sequences' ten symbols"
    per = " a step"
    chance = 1 / DIGITS
    asks = "Who still knows the ten symbols?"
    source = "Arjovsky et al. 2016"

    def steps(self, length: int) -> int:
        """T + 20."""
        return length + 2 * SYMBOLS

    def reads(self, length: int) -> int:
        """Every output is an answer, the silent ones too."""
        return self.steps(length)

    def question(self, length: int) -> str:
        """Copy."""
        return f"Copy {SYMBOLS} symbols after {length} blanks"

    def batch(self, rng: np.random.Generator, length: int, count: int) -> Batch:
        """x (T + 20, B, 10), one symbol in ten a step, and y (T + 20, B), the numbers 0 to 8 of the wanted ones."""
        symbols = rng.integers(0, DIGITS, (SYMBOLS, count))
        read = np.full((self.steps(length), count), BLANK)
        read[:SYMBOLS] = symbols
        read[SYMBOLS + length - 1] = MARK
        y = np.full(read.shape, float(BLANK))
        y[-SYMBOLS:] = symbols
        return Batch(x=np.eye(self.inputs)[read], y=y)

    def loss(self, answers: Array, y: Array) -> tuple[Array, Array]:
        """The mean cross-entropy in nats over all outputs."""
        logs, wanted = log_softmax(answers), y.astype(np.int64)[..., None]
        loss: Array = -np.take_along_axis(logs, wanted, axis=-1)[..., 0].mean(axis=(0, -1))
        danswers = np.exp(logs)
        np.put_along_axis(danswers, wanted, np.take_along_axis(danswers, wanted, axis=-1) - 1, axis=-1)
        return loss, danswers / (y.shape[0] * y.shape[-1])

    def right(self, answers: Array, y: Array) -> NDArray[np.bool_]:
        """Whether the likeliest of the nine symbols is the wanted one, for the last ten outputs only."""
        same: NDArray[np.bool_] = np.equal(answers[-SYMBOLS:].argmax(axis=-1), y[-SYMBOLS:])
        return same

    def begins(self, first: Array) -> str:
        """The first of the ten symbols."""
        return f"first symbol {int(first.argmax()) + 1} of {DIGITS}"

    def baseline(self, length: int) -> float:
        """10 ln 8 / (T + 20): silence is certain, each of the ten symbols is a guess among eight."""
        return float(SYMBOLS * np.log(DIGITS) / self.steps(length))
