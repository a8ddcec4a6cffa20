"""One lane of the race: a cell with a linear readout, its answers, and its error signal.

A network is a value; training makes a new one, so the weights that a snapshot holds never change under it.
"""

from dataclasses import dataclass

import numpy as np

from core.cells.spec import Array, CellKind, Params
from core.initialise import uniform, with_gate_bias
from core.recurrent import Trace, backward, forward
from core.tasks import Batch, Task
from core.trees import arrays

OPENED: dict[CellKind, str] = {"gru": "update", "lstm": "forget"}
"""The gate that decides what is kept, whose bias a race sets before training."""

CHUNK = 1_500_000
"""States of a pass that is not trained on, at most: longer batches are answered in parts, to save memory."""


@dataclass(frozen=True, eq=False)
class Network:
    """A recurrent cell and its readout: answer = readout h_t + offset, readout (O, H), offset (O,).

    S networks at once have an axis S before these. The gradients of a network have the same type.
    """

    cell: Params
    readout: Array
    offset: Array

    def named(self) -> dict[str, Array]:
        """Every trained array by the name a person would use."""
        found = {"W": self.cell.W, "U": self.cell.U, "b": self.cell.b, "readout": self.readout, "offset": self.offset}
        return {name: array for name, array in found.items() if array is not None}

    def count(self) -> int:
        """The number of trained scalars."""
        return sum(array.size for array in arrays(self))


def start_network(
    kind: CellKind, hidden: int, gate_bias: float, rng: np.random.Generator, inputs: int = 1, outputs: int = 1
) -> Network:
    """Start weights, uniform in +-1/sqrt(H); `gate_bias` is the bias of a GRU's update or an LSTM's forget gate."""
    cell = uniform(kind, inputs, hidden, rng)
    if kind in OPENED:
        cell = with_gate_bias(cell, OPENED[kind], gate_bias)
    bound = hidden**-0.5
    return Network(cell, rng.uniform(-bound, bound, (outputs, hidden)), rng.uniform(-bound, bound, outputs))


def answers(network: Network, x: Array, reads: int = 1) -> Array:
    """What the readout says at the last `reads` steps, (K, ..., B, O), for inputs x (T, ..., B, I)."""
    states = len(x) * network.readout.size // network.readout.shape[-2]  # of one sequence, of all starts
    count = max(1, CHUNK // states)
    parts = [x[..., at : at + count, :] for at in range(0, x.shape[-2], count)]
    return np.concatenate([_read(network, forward(network.cell, part), reads) for part in parts], axis=-2)


def signal(network: Network, batch: Batch, task: Task) -> Array:
    """|dL/dh_t| / |dL/dh_T| for t = 1..T (T, ...), L being the loss of the last output alone.

    The norm is taken over the batch and the hidden units. It is 0 where no error arrives at all, and nan only
    where dL/dh_T itself is 0.
    """
    trace = forward(network.cell, batch.x)
    _, danswers = task.loss(_read(network, trace, len(batch.y)), batch.y)
    back = backward(network.cell, trace, dh_last=np.matmul(danswers[-1], network.readout), inputs=False)
    norms: Array = np.linalg.norm(back.dh[1:], axis=(-2, -1))
    with np.errstate(invalid="ignore"):
        return np.where(norms[-1] > 0, norms / norms[-1], np.nan)


def _read(network: Network, trace: Trace, reads: int) -> Array:
    products = np.matmul(trace.h[-reads:], np.swapaxes(network.readout, -1, -2))
    said: Array = products + network.offset[..., None, :]
    return said
