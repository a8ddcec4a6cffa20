"""One batch's lesson: the loss of a lane and the gradient of every weight of its row, back through all time steps."""

from dataclasses import dataclass

import numpy as np

from core.cells.spec import Array
from core.race.packed import Layout
from core.recurrent.engine import Pass, Rewind, Shape
from core.recurrent.trace import transposed
from core.tasks import Batch, Task

KEPT = 250_000
"""Inputs and states of a pass up to which its memory is kept for the next batch: the gain is all in small nets."""


@dataclass(frozen=True, eq=False)
class Taught:
    """What one batch taught: the loss in the task's unit, () or (S,), and the gradient of the row, of its shape."""

    loss: Array
    gradient: Array


class Teacher:
    """Teaches the rows of one layout a task; the memory of a pass is kept from one batch to the next of its shape."""

    def __init__(self, layout: Layout, task: Task) -> None:
        self.layout = layout
        self.task = task
        self._laid_out: tuple[object, Pass, Rewind] | None = None

    def teach(self, row: Array, batch: Batch) -> Taught:
        """The loss of a batch and its gradients, for a row (N,) or those of S starts (S, N) with their batches."""
        if row.ndim == 2 and len(row) == 1:  # without the axis of starts a product costs half as much
            taught = self.teach(row[0], Batch(batch.x[:, 0], batch.y[:, 0]))
            return Taught(taught.loss[None], taught.gradient[None])
        ahead, back = self._memory(batch, row.dtype)
        matrix, readout = self.layout.parts(row)
        gradient = np.empty_like(row)
        dmatrix, dreadout = self.layout.parts(gradient)
        trace = ahead.run(matrix, batch.x)
        count, size = len(batch.y), self.layout.hidden
        read = trace.reads[-count:, ..., : size + 1, :]  # [h; 1]
        loss, danswers = self.task.loss(transposed(np.matmul(readout, read)), batch.y)
        arriving = transposed(danswers)
        np.matmul(arriving, transposed(read)).sum(axis=0, out=dreadout)
        back.dh[:-count] = 0
        np.matmul(transposed(readout[..., :size]), arriving, back.dh[-count:])
        if back.dc is not None:
            back.dc[...] = 0
        back.run(matrix, dmatrix)
        return Taught(loss, gradient)

    def _memory(self, batch: Batch, dtype: np.dtype) -> tuple[Pass, Rewind]:
        """A pass there and back for batches of this shape, the one before where it fits."""
        wanted = (batch.x.shape, batch.y.shape, dtype)
        if self._laid_out is not None and self._laid_out[0] == wanted:
            return self._laid_out[1:]
        steps, *starts, count, inputs = batch.x.shape
        shape = Shape(steps, tuple(starts), self.layout.hidden, inputs, count)
        ahead = Pass(self.layout.kind, shape, dtype)
        made = ahead, Rewind(ahead.trace, only_last=len(batch.y) == 1)
        self._laid_out = (wanted, *made) if ahead.trace.reads.size < KEPT else None
        return made
