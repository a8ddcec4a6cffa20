"""Runs a cell over a whole sequence and winds it back, for anybody who holds its Params: checks, and folding.

What is computed is in engine.py; training, which keeps its weights folded, calls that directly.
"""

import numpy as np

from core.cells.spec import LESSON, Array, Convention, Params
from core.recurrent import engine
from core.recurrent.folded import fold, unfold
from core.recurrent.trace import SequenceGradients, Trace, as_rows, transposed


def forward(
    params: Params, x: Array, h0: Array | None = None, c0: Array | None = None, convention: Convention = LESSON
) -> Trace:
    """Run a batch of sequences through the cell, in the dtype of its weights.

    x is (T, B, I), h0 and c0 (B, H) or None for zeros. S independent cells run at once if every array of
    params has a leading axis S; then x is (T, S, B, I) and h0, c0 (S, B, H). Values that overflow become
    inf or nan without a warning. Wrong shapes, or a c0 for a cell that has none, raise ValueError.
    """
    _check_input(params, x)
    if c0 is not None and params.kind != "lstm":
        raise ValueError(f"c0 given for a {params.kind}: only an lstm has a cell state")
    shape = (*x.shape[1:-1], params.hidden_size)
    for name, start in (("h0", h0), ("c0", c0)):
        if start is not None and start.shape != shape:
            raise ValueError(f"{name} has shape {start.shape}, this batch and cell need {shape}")
    with np.errstate(over="ignore"):  # two huge biases may add up to inf
        matrix = fold(params, convention)
    sizes = engine.Shape(len(x), x.shape[1:-2], params.hidden_size, params.input_size, x.shape[-2])
    return engine.Pass(params.kind, sizes, matrix.dtype, convention).run(matrix, x, h0, c0)


def backward(
    params: Params,
    trace: Trace,
    dy: Array | None = None,
    dh_last: Array | None = None,
    dc_last: Array | None = None,
    inputs: bool = True,
) -> SequenceGradients:
    """Back-propagate through time, for the weights and the trace of one forward call.

    dy (T, ..., B, H) is the gradient that arrives at every output, dh_last and dc_last (..., B, H) at the last
    states from anywhere else; None is zero. A net whose inputs are data needs no dx: with inputs=False it is left
    out, (0, ..., B, I). Overflow gives inf or nan without a warning. Wrong shapes, or a
    dc_last for a cell that has none, raise ValueError.
    """
    back = engine.Rewind(trace, only_last=dy is None)
    dh, dc = back.dh, back.dc
    _arrives(dh, dh_last, "dh_last")
    if dy is not None:
        if dy.shape != trace.y.shape:
            raise ValueError(f"dy has shape {dy.shape}, the outputs have {trace.y.shape}")
        dh[1:] += transposed(dy)
    if dc_last is not None and params.kind != "lstm":
        raise ValueError(f"dc_last given for a {params.kind}: only an lstm has a cell state")
    if dc is not None:
        _arrives(dc, dc_last, "dc_last")
    with np.errstate(over="ignore"):
        matrix = fold(params, trace.convention)
    gradient = np.empty_like(matrix)
    da = back.run(matrix, gradient)
    biases = (params.b is not None, params.b_rec is not None)
    dparams = unfold(params.kind, trace.convention, gradient, biases)
    dx = _input_gradient(matrix, da) if inputs else np.empty((0, *trace.x.shape[1:]), da.dtype)
    return SequenceGradients(dparams, dx, transposed(dh), None if dc is None else transposed(dc))


def _input_gradient(matrix: Array, da: Array) -> Array:
    """What reaches the inputs, (T, ..., B, I), from the gradients of all rows (T, ..., R, H, B)."""
    rows = transposed(as_rows(da))
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        dx: Array = np.matmul(rows, matrix[..., da.shape[-2] + 1 :])
    return dx


def _arrives(block: Array, last: Array | None, name: str) -> None:
    """Add the gradient that arrives at the last state to a block (T+1, ..., H, B)."""
    if last is None:
        return
    if last.shape != transposed(block[-1]).shape:
        raise ValueError(f"{name} has shape {last.shape}, the states have {transposed(block[-1]).shape}")
    block[-1] = transposed(last)


def _check_input(params: Params, x: Array) -> None:
    width, axes = params.W.shape[-1], params.W.ndim
    if x.ndim != axes or x.shape[-1] != width or x.shape[1:-2] != params.W.shape[:-3]:
        wanted = ", ".join(["T", *map(str, params.W.shape[:-3]), "B", str(width)])
        raise ValueError(f"x has shape {x.shape}, this {params.kind} reads ({wanted})")
