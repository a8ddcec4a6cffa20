"""What a pass over a sequence leaves behind: every state, every gate, every gradient, for each step.

Inside, arrays are feature-major, (..., H, B), so that one gate of one step is one contiguous block; outside,
every property is batch-major, (..., B, H), as a reader expects. The dots are empty, or one axis of starts.
"""

from dataclasses import dataclass

import numpy as np

from core.cells.spec import GATES, Array, CellKind, Convention, Params

ORDER: dict[CellKind, tuple[str, ...]] = {
    "rnn": ("hidden",),
    "lstm": ("output", "forget", "input", "candidate"),
    "gru": ("reset", "update", "candidate"),
}
"""The gates in the order of the blocks inside: the sigmoids side by side for the forward pass, and those
that the same gradient reaches side by side for the backward pass."""


@dataclass(frozen=True, eq=False)
class Trace:
    """A forward pass over T steps of a batch B, all that backward needs and that a screen shows; read-only.

    x (T, ..., B, I) is the input. The blocks are hidden (T+1, ..., H, B), whose entry 0 is the start; gates
    (T, ..., G, H, B) in the order of ORDER; cell (T+1, ..., H, B) of an LSTM, else None; and inner
    (T, ..., H, B): tanh of the cell for an LSTM, r * h_prev for a GRU that resets before the product,
    U h_prev + b_rec of the candidate for one that resets after it, None for a plain RNN.
    """

    kind: CellKind
    convention: Convention
    x: Array
    hidden: Array
    gates: Array
    cell: Array | None = None
    inner: Array | None = None

    def __post_init__(self) -> None:
        for array in (self.x, self.hidden, self.gates, self.cell, self.inner):
            if array is not None:
                array.setflags(write=False)

    @property
    def steps(self) -> int:
        """T, the length of the sequence."""
        return len(self.gates)

    @property
    def h(self) -> Array:
        """The hidden states h_0 .. h_T, (T+1, ..., B, H)."""
        return transposed(self.hidden)

    @property
    def y(self) -> Array:
        """The outputs h_1 .. h_T, (T, ..., B, H)."""
        return self.h[1:]

    @property
    def c(self) -> Array | None:
        """The cell states c_0 .. c_T of an LSTM, (T+1, ..., B, H); None for the other kinds."""
        return None if self.cell is None else transposed(self.cell)

    def gate(self, name: str) -> Array:
        """One gate after its squashing function, (T, ..., B, H); an unknown name raises ValueError."""
        if name not in ORDER[self.kind]:
            raise ValueError(f"no gate {name!r} in a {self.kind}: it has {', '.join(GATES[self.kind])}")
        return transposed(self.gates[..., ORDER[self.kind].index(name), :, :])


@dataclass(frozen=True, eq=False)
class SequenceGradients:
    """The gradients of a scalar loss L with respect to all that a forward pass read, and to every state.

    params has the type and shapes of the weights, dx (T, ..., B, I). dh and dc (T+1, ..., B, H) hold the
    total gradient dL/dh_t and dL/dc_t: every path from that state to the loss, the output read at t
    included. dc is None unless the cell is an LSTM.
    """

    params: Params
    dx: Array
    dh: Array
    dc: Array | None = None

    @property
    def dh0(self) -> Array:
        """dL/dh_0, (..., B, H)."""
        first: Array = self.dh[0]
        return first

    @property
    def dc0(self) -> Array | None:
        """dL/dc_0 of an LSTM, (..., B, H)."""
        return None if self.dc is None else self.dc[0]


def transposed(array: Array) -> Array:
    """A view with the last two axes swapped: from feature-major to batch-major and back."""
    view: Array = np.swapaxes(array, -1, -2)
    return view
