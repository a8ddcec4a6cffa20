"""All weights of a lane as one row of numbers, so that the optimiser works on one array instead of ten.

A small net's step is mostly the cost of calling numpy; on one array Adam is ten calls, and bit for bit the same.
"""

from dataclasses import dataclass
from math import prod

import numpy as np

from core.cells.spec import GATES, Array, CellKind, Params
from core.race.lane import Network


@dataclass(frozen=True)
class Layout:
    """Where the arrays of a network lie in its row, in the order of Network.named."""

    kind: CellKind
    hidden: int
    inputs: int
    outputs: int

    def shapes(self) -> tuple[tuple[int, ...], ...]:
        """The shapes of W, U, b, readout and offset, without an axis of starts."""
        gates, size = len(GATES[self.kind]), self.hidden
        return (gates, size, self.inputs), (gates, size, size), (gates, size), (self.outputs, size), (self.outputs,)

    def unpack(self, row: Array) -> Network:
        """The network that a row (..., N) holds, as views of it."""
        parts, at = [], 0
        for shape in self.shapes():
            after = at + prod(shape)
            parts.append(row[..., at:after].reshape(*row.shape[:-1], *shape))
            at = after
        return Network(Params(self.kind, *parts[:3]), *parts[3:])


def pack(network: Network) -> Array:
    """The row (..., N) of a network or of its gradients, a copy."""
    starts = network.offset.shape[:-1]
    return np.concatenate([array.reshape(*starts, -1) for array in network.named().values()], axis=-1)
