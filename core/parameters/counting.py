"""How many parameters a stack of recurrent cells has, under every convention that frameworks count by.

A convention differs from the next only in its bias vectors, its peepholes and its projection.
"""

from dataclasses import dataclass

from core.cells.spec import GATES, CellKind
from core.numbers import count


@dataclass(frozen=True)
class Shape:
    """What is counted: input width d, hidden units H, layers, directions (1 or 2), projected width P (0: none)."""

    inputs: int
    hidden: int
    layers: int = 1
    directions: int = 1
    projection: int = 0


@dataclass(frozen=True)
class Counting:
    """One way to count a cell.

    vectors is how many vectors of H numbers a layer's direction has beside its matrices (biases, peepholes);
    users are the frameworks and options that count so. A projected cell has P x H more and feeds back P.
    """

    cell: CellKind
    name: str
    users: str
    vectors: int
    projected: bool = False


COUNTINGS = (
    Counting("rnn", "one bias vector", "this lesson, Keras SimpleRNN, Flax SimpleCell", 1),
    Counting("rnn", "two bias vectors", "PyTorch, ONNX", 2),
    Counting("rnn", "no bias", "PyTorch bias=False, Keras use_bias=False", 0),
    Counting("gru", "one bias vector", "this lesson, Keras reset_after=False, Flax NNX, TF1", 3),
    Counting("gru", "two bias vectors", "PyTorch, ONNX, Keras reset_after=True by default", 6),
    Counting("gru", "one bias vector, two for the candidate", "Flax linen GRUCell", 4),
    Counting("gru", "no bias", "PyTorch bias=False, Keras use_bias=False", 0),
    Counting("lstm", "one bias vector", "this lesson, Keras, Flax, TF1", 4),
    Counting("lstm", "two bias vectors", "PyTorch, ONNX", 8),
    Counting("lstm", "one bias vector, peepholes", "TF1 use_peepholes=True", 7),
    Counting("lstm", "two bias vectors, peepholes", "ONNX with P", 11),
    Counting("lstm", "no bias", "PyTorch bias=False, Keras use_bias=False", 0),
    Counting("lstm", "two bias vectors, projection", "PyTorch proj_size", 8, projected=True),
    Counting("lstm", "one bias vector, projection", "TF1 num_proj", 4, projected=True),
)


def countings(cells: tuple[CellKind, ...], projection: int) -> tuple[Counting, ...]:
    """The conventions of some cells; those with a projection only where there is one."""
    return tuple(c for c in COUNTINGS if c.cell in cells and (projection > 0 or not c.projected))


def per_gate(inputs: int, hidden: int) -> int:
    """H (H + d) + H: the weights of one gate on the state and the input, and its bias vector."""
    return hidden * (hidden + inputs) + hidden


def total(counting: Counting, shape: Shape) -> int:
    """The parameters of the whole stack; each further layer reads what every direction of the one below writes."""
    layers = _one(counting, shape, shape.inputs) + (shape.layers - 1) * _one(counting, shape, _above(counting, shape))
    return shape.directions * layers


def formula(counting: Counting, shape: Shape) -> str:
    """The sum behind `total` with the numbers filled in, as 2 x (3 x 32 x (32 + 16) + 6 x 32)."""
    text = _one_text(counting, shape, shape.inputs)
    if shape.layers > 1:
        above = _one_text(counting, shape, _above(counting, shape))
        more = shape.layers - 1
        text += f" + {above}" if more == 1 else f" + {more} x ({above})"
    return text if shape.directions == 1 else f"{shape.directions} x ({text})"


def equation(counting: Counting, shape: Shape) -> str:
    """The sum and its value, as 3 x 32 x (32 + 16) + 6 x 32 = 4,800."""
    return f"{formula(counting, shape)} = {count(total(counting, shape))}"


def symbols(counting: Counting) -> str:
    """The sum of one layer's direction in symbols, as 3 H (H + d) + 6 H."""
    gates, fed_back = len(GATES[counting.cell]), "P" if counting.projected else "H"
    matrices = f"{gates} H ({fed_back} + d)" if gates > 1 else f"H ({fed_back} + d)"
    vectors = {0: "", 1: " + H"}.get(counting.vectors, f" + {counting.vectors} H")
    return f"{matrices}{vectors}{' + P H' if counting.projected else ''}"


def _fed_back(counting: Counting, shape: Shape) -> int:
    return shape.projection if counting.projected else shape.hidden


def _above(counting: Counting, shape: Shape) -> int:
    """The input width of every layer but the first."""
    return shape.directions * _fed_back(counting, shape)


def _one(counting: Counting, shape: Shape, inputs: int) -> int:
    """One direction of one layer that reads `inputs` numbers."""
    matrices = len(GATES[counting.cell]) * shape.hidden * (_fed_back(counting, shape) + inputs)
    projection = shape.projection * shape.hidden if counting.projected else 0
    return matrices + counting.vectors * shape.hidden + projection


def _one_text(counting: Counting, shape: Shape, inputs: int) -> str:
    gates = len(GATES[counting.cell])
    text = f"{gates} x {shape.hidden} x ({_fed_back(counting, shape)} + {inputs})"
    if counting.vectors:
        text += f" + {counting.vectors} x {shape.hidden}"
    return text + (f" + {shape.projection} x {shape.hidden}" if counting.projected else "")
