"""All weights of a lane as one row of numbers: the folded matrix of its cell, then its readout.

A small net's step is mostly the cost of calling numpy: on one array Adam is ten calls, and nothing is rearranged
between the optimiser and the engine.
"""

from dataclasses import dataclass

import numpy as np

from core.cells.spec import GATES, LESSON, Array, CellKind
from core.race.lane import Network
from core.recurrent import fold, unfold


@dataclass(frozen=True)
class Layout:
    """Where the two arrays of a lane lie in its row."""

    kind: CellKind
    hidden: int
    inputs: int
    outputs: int

    @property
    def width(self) -> int:
        """H + 1 + I, what a row of the folded matrix multiplies."""
        return self.hidden + 1 + self.inputs

    @property
    def rows(self) -> int:
        """G * H, the rows of the folded matrix."""
        return len(GATES[self.kind]) * self.hidden

    def parts(self, row: Array) -> tuple[Array, Array]:
        """Views of a row (..., N): the folded matrix (..., G * H, H + 1 + I) and [readout, offset] (..., O, H + 1)."""
        starts, cut = row.shape[:-1], self.rows * self.width
        matrix = row[..., :cut].reshape(*starts, self.rows, self.width)
        return matrix, row[..., cut:].reshape(*starts, self.outputs, self.hidden + 1)

    def unpack(self, row: Array) -> Network:
        """The network, or the gradients, that a row (..., N) holds; the readout is a view of it."""
        matrix, readout = self.parts(row)
        return Network(unfold(self.kind, LESSON, matrix), readout[..., : self.hidden], readout[..., self.hidden])

    def pack(self, network: Network) -> Array:
        """The row (..., N) of a network, a copy."""
        starts = network.offset.shape[:-1]
        readout = np.concatenate([network.readout, network.offset[..., None]], axis=-1)
        parts = (fold(network.cell), readout)
        return np.concatenate([part.reshape(*starts, -1) for part in parts], axis=-1)
