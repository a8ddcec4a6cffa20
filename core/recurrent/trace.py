"""What a pass over a sequence leaves behind: every state, every gate, every gradient, for each step.

Inside, arrays are feature-major, (..., H, B), so that one gate of one step is one contiguous block; outside,
every property is batch-major, (..., B, H), as a reader expects. The dots are empty, or one axis of starts.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from core.cells.spec import GATES, Array, CellKind, Convention, Params

Run = Callable[[Array], None]
"""A pass over steps that are laid out, for the folded matrix that it is given."""

_ORDER: dict[CellKind, tuple[str, ...]] = {
    "rnn": ("hidden",),
    "lstm": ("candidate", "forget", "input", "output"),
    "gru": ("reset", "update", "candidate"),
}
_AFTER = ("reset", "update", "inner", "candidate")


def order(kind: CellKind, convention: Convention) -> tuple[str, ...]:
    """The blocks of a step in the order in which they lie in memory: the sigmoids side by side.

    An LSTM's forget and input gates are neighbours in the order of what they scale, the old cell and the candidate. A
    GRU that resets after the product has a block "inner" for what its reset gate scales.
    """
    return _AFTER if kind == "gru" and convention.reset == "after" else _ORDER[kind]


@dataclass(frozen=True, eq=False)
class Trace:
    """A forward pass over T steps of a batch B, all that backward needs and that a screen shows; read-only.

    reads (T+1, ..., H + 1 + I, B) is what the folded matrix multiplies, [h_t; 1; x_(t+1)], zero where the last has no
    input. blocks (T, ..., G, H, B) holds the activations in the order of order(); the candidate of a plain RNN is
    h itself. squashed (T, ..., H, B) is tanh(c_t) of an LSTM, and cell (T+1, ..., H, B) its c. resets
    (T, ..., H + 1 + I, B) is [r * h_prev; 1; x] of a GRU that resets before the product.
    """

    kind: CellKind
    convention: Convention
    reads: Array
    blocks: Array
    cell: Array | None = None
    squashed: Array | None = None
    resets: Array | None = None

    def __post_init__(self) -> None:
        for array in (self.reads, self.blocks, self.cell, self.squashed, self.resets):
            if array is not None:
                array.setflags(write=False)

    @property
    def steps(self) -> int:
        """T, the length of the sequence."""
        return len(self.blocks)

    @property
    def hidden(self) -> Array:
        """The hidden states, feature-major, (T+1, ..., H, B)."""
        return self.reads[..., : self.blocks.shape[-2], :]

    @property
    def x(self) -> Array:
        """The inputs x_1 .. x_T, (T, ..., B, I)."""
        return transposed(self.reads[:-1, ..., self.blocks.shape[-2] + 1 :, :])

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
        if name not in GATES[self.kind]:
            raise ValueError(f"no gate {name!r} in a {self.kind}: it has {', '.join(GATES[self.kind])}")
        return transposed(self.block(name))

    def block(self, name: str) -> Array:
        """One block of order(), feature-major, (T, ..., H, B)."""
        found: Array = self.blocks[..., order(self.kind, self.convention).index(name), :, :]
        return found

    def until(self, t: int) -> "Trace":
        """The trace of the first t steps alone."""
        return replace(
            self,
            reads=self.reads[: t + 1],
            blocks=self.blocks[:t],
            cell=None if self.cell is None else self.cell[: t + 1],
            squashed=None if self.squashed is None else self.squashed[:t],
            resets=None if self.resets is None else self.resets[:t],
        )


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
    view: Array = array.swapaxes(-1, -2)
    return view


def as_rows(blocks: Array) -> Array:
    """(..., G, H, B) as (..., G * H, B), a view: the same memory, as a matrix product writes it."""
    *starts, count, size, width = blocks.shape
    return blocks.reshape(*starts, count * size, width)
