"""One lane of the race: a cell with a linear readout, its loss and gradients on a batch, and its error signal.

A network is a value; training makes a new one, so the weights that a snapshot holds never change under it.
"""

from dataclasses import dataclass

import numpy as np

from core.cells.spec import Array, CellKind, Params
from core.initialise import uniform, with_gate_bias
from core.recurrent import backward, forward
from core.tasks import Batch, binary_cross_entropy
from core.trees import arrays


@dataclass(frozen=True, eq=False)
class Network:
    """A recurrent cell and its readout: logit = readout . h_T + offset, readout (H,), offset (1,).

    The gradients of a network have the same type.
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


@dataclass(frozen=True, eq=False)
class Taught:
    """What one batch taught: the loss in nats, the gradient of every weight, and dL/dh_t for t = 1..T (T, B, H)."""

    loss: float
    gradients: Network
    dh: Array


def start_network(kind: CellKind, hidden: int, update_bias: float, rng: np.random.Generator) -> Network:
    """Start weights, uniform in +-1/sqrt(H); a GRU's update-gate bias is set to `update_bias`."""
    cell = uniform(kind, 1, hidden, rng)
    if kind == "gru":
        cell = with_gate_bias(cell, "update", update_bias)
    bound = hidden**-0.5
    return Network(cell, rng.uniform(-bound, bound, hidden), rng.uniform(-bound, bound, 1))


def logits(network: Network, x: Array) -> Array:
    """The answer before its sigmoid, (B,), for inputs x (T, B, 1)."""
    answers: Array = forward(network.cell, x).h[-1] @ network.readout + network.offset
    return answers


def teach(network: Network, batch: Batch) -> Taught:
    """The loss of a batch and its gradients, back-propagated through all time steps."""
    trace = forward(network.cell, batch.x)
    last = trace.h[-1]  # (B, H)
    loss, dlogits = binary_cross_entropy(last @ network.readout + network.offset, batch.y)
    back = backward(network.cell, trace, dh_last=np.outer(dlogits, network.readout))
    gradients = Network(back.params, last.T @ dlogits, np.array([dlogits.sum()]))
    return Taught(loss, gradients, back.dh[1:])


def signal(network: Network, batch: Batch) -> Array:
    """|dL/dh_t| / |dL/dh_T| for t = 1..T (T,), the norm taken over the batch and the hidden units.

    It is 0 where no error arrives at all, and nan only where dL/dh_T itself is 0.
    """
    norms: Array = np.linalg.norm(teach(network, batch).dh, axis=(1, 2))
    return norms / norms[-1] if norms[-1] > 0 else np.full_like(norms, np.nan)
