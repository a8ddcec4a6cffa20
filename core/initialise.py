"""Where training starts: random weights of the usual size, and single gates pushed open or shut.

All randomness comes from the generator that is passed in, so that a start can be named by its seed.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import DTypeLike

from core.cells.spec import GATES, Array, CellKind, Params
from core.trees import map_arrays


def uniform(
    kind: CellKind,
    input_size: int,
    hidden_size: int,
    rng: np.random.Generator,
    biases: Literal[0, 1, 2] = 1,
    dtype: DTypeLike = np.float64,
) -> Params:
    """Every weight and bias drawn from U(-1/sqrt(H), 1/sqrt(H)), PyTorch's rule, in the order W, U, b, b_rec.

    The numbers are drawn in float64 and then rounded to dtype, so one seed is one start in every precision.
    Sizes below 1 raise ValueError.
    """
    if input_size < 1 or hidden_size < 1:
        raise ValueError(f"a cell with {input_size} inputs and {hidden_size} units: both must be at least 1")
    rows = (len(GATES[kind]), hidden_size)
    bound = hidden_size**-0.5

    def drawn(*shape: int) -> Array:
        values: Array = rng.uniform(-bound, bound, shape).astype(dtype)
        return values

    W, U = drawn(*rows, input_size), drawn(*rows, hidden_size)
    b, b_rec = (drawn(*rows) if biases > side else None for side in range(2))
    return Params(kind, W, U, b, b_rec)


def with_gate_bias(params: Params, gate: str, value: float) -> Params:
    """The same cell with one gate's bias at `value` for every unit; the given one is left as it is.

    A second bias of that gate becomes 0, so that the two add up to `value`; a cell without biases gets one
    that is 0 elsewhere. A gate that the cell does not have raises ValueError.
    """
    if gate not in GATES[params.kind]:
        raise ValueError(f"no gate {gate!r} in a {params.kind}: it has {', '.join(GATES[params.kind])}")
    row = GATES[params.kind].index(gate)
    b = np.zeros(params.W.shape[:-1], params.W.dtype) if params.b is None else params.b.copy()
    b[..., row, :] = value
    if params.b_rec is None:
        return replace(params, b=b)
    b_rec = params.b_rec.copy()
    b_rec[..., row, :] = 0
    return replace(params, b=b, b_rec=b_rec)


def together(starts: Sequence[Params]) -> Params:
    """S cells of one kind and size as one Params whose arrays have a leading axis S, to be run at once."""
    return map_arrays(lambda *same: np.stack(same), *starts)
