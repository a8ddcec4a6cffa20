"""What a recurrent cell is made of: its kind, its gates, its weights and the convention that reads them.

The same weights mean different numbers in different frameworks; a Convention names every such choice, so
that no formula in this project leaves one implicit.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating]

CellKind = Literal["rnn", "lstm", "gru"]
Activation = Literal["tanh", "relu"]

GATES: dict[CellKind, tuple[str, ...]] = {
    "rnn": ("hidden",),
    "lstm": ("forget", "input", "candidate", "output"),
    "gru": ("update", "reset", "candidate"),
}
"""The gates of each kind in this project's order: the first axis of every array in Params."""


@dataclass(frozen=True)
class Convention:
    """The choices on which frameworks differ, none of which the weights themselves reveal.

    update_scales: the term of a GRU's blend that z multiplies. "candidate" is
        h = (1 - z) * h_prev + z * candidate (Cho et al. 2014 as this project writes it), "past" is
        h = z * h_prev + (1 - z) * candidate (PyTorch, Keras, ONNX).
    reset: whether a GRU's reset gate acts on h_prev "before" the recurrent product, U (r * h_prev),
        or on its result "after" it, r * (U h_prev + b_rec).
    activation: the squashing function of a plain RNN.
    """

    update_scales: Literal["candidate", "past"] = "candidate"
    reset: Literal["before", "after"] = "before"
    activation: Activation = "tanh"


LESSON = Convention()


@dataclass(frozen=True, eq=False)
class Params:
    """The weights of one cell, a gate a row of the first axis, in the order of GATES[kind].

    W (G, H, I) multiplies the input, U (G, H, H) the previous hidden state. b (G, H) is the bias on the input
    side, or the only one; b_rec (G, H) the second one on the recurrent side. Either may be None, which is
    zero. Gradients of a cell have the same type. S independent cells are one Params whose arrays all have a
    leading axis S (core.recurrent runs them at once).
    """

    kind: CellKind
    W: Array
    U: Array
    b: Array | None = None
    b_rec: Array | None = None

    @property
    def hidden_size(self) -> int:
        """H, the number of hidden units."""
        return int(self.W.shape[-2])

    @property
    def input_size(self) -> int:
        """I, the number of inputs."""
        return int(self.W.shape[-1])

    def count(self) -> int:
        """The number of scalars in all arrays."""
        return sum(a.size for a in (self.W, self.U, self.b, self.b_rec) if a is not None)
