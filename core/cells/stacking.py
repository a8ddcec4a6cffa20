"""Turns a framework's stacked matrices into Params and back, as a Layout says.
The two directions are inverse, so weights that came from a framework can go back to it.
"""

from collections.abc import Sequence

import numpy as np

from core.cells.conventions import Layout, Stacked
from core.cells.spec import GATES, Array, CellKind, Params


def unstack(
    layout: Layout,
    kind: CellKind,
    W: Array,
    U: Array,
    b: Array | None = None,
    b_rec: Array | None = None,
) -> Params:
    """The Params that these stacked arrays mean in this layout; shapes as in Stacked.

    What the layout adds to an LSTM's forget bias at run time is added here, making a b of zeros if there is
    none. Raises ValueError, in one line, for shapes that do not fit each other.
    """
    W_rows, U_rows = (W.T, U.T) if layout.transposed else (W, U)
    _check_shapes(layout, kind, W_rows, U_rows, b, b_rec)
    order = [layout.gates[kind].index(gate) for gate in GATES[kind]]
    size = U_rows.shape[1]
    per_gate = None if b is None else b.reshape(-1, size)[order]
    return Params(
        kind=kind,
        W=W_rows.reshape(len(order), size, -1)[order],
        U=U_rows.reshape(len(order), size, size)[order],
        b=_with_forget_bias(kind, per_gate, (len(order), size), W.dtype, layout.forget_bias),
        b_rec=None if b_rec is None else b_rec.reshape(-1, size)[order],
    )


def stack(layout: Layout, params: Params) -> Stacked:
    """The arrays in which this layout keeps these Params, so that unstack gives the Params back."""
    kind = params.kind
    order = [GATES[kind].index(gate) for gate in layout.gates[kind]]
    shape = params.U.shape[:2]
    b = _with_forget_bias(kind, params.b, shape, params.W.dtype, -layout.forget_bias)
    W, U = _rows(params.W, order), _rows(params.U, order)
    return Stacked(
        W=W.T if layout.transposed else W,
        U=U.T if layout.transposed else U,
        b=None if b is None else b[order].reshape(-1),
        b_rec=None if params.b_rec is None else params.b_rec[order].reshape(-1),
    )


def _rows(weights: Array, order: Sequence[int]) -> Array:
    """weights (G, H, N) as one matrix (G*H, N), gates in this order."""
    ordered: Array = weights[order].reshape(-1, weights.shape[-1])
    return ordered


def _with_forget_bias(
    kind: CellKind, b: Array | None, shape: tuple[int, ...], dtype: np.dtype[np.floating], amount: float
) -> Array | None:
    """b (G, H) with amount added to an LSTM's forget row; b itself where there is nothing to add."""
    if kind != "lstm" or amount == 0:
        return b
    raised: Array = np.zeros(shape, dtype=dtype) if b is None else b.copy()
    raised[GATES["lstm"].index("forget")] += amount
    return raised


def _check_shapes(layout: Layout, kind: CellKind, W: Array, U: Array, b: Array | None, b_rec: Array | None) -> None:
    """Raises ValueError unless W (G*H, I), U (G*H, H) and the biases (G*H,) belong to one cell of this kind."""
    gates = len(GATES[kind])
    if U.ndim != 2 or U.shape[0] != gates * U.shape[1]:
        right = f"({'H, ' if layout.transposed else ''}{gates}*H{'' if layout.transposed else ', H'})"
        raise ValueError(f"U has shape {_as_given(layout, U)}, but a {kind} in {layout.title} has {right}")
    rows = U.shape[0]
    if W.ndim != 2 or W.shape[0] != rows:
        right = f"(I, {rows})" if layout.transposed else f"({rows}, I)"
        raise ValueError(f"W has shape {_as_given(layout, W)}, but beside this U it must be {right}")
    for name, bias in (("b", b), ("b_rec", b_rec)):
        if bias is not None and bias.shape != (rows,):
            raise ValueError(f"{name} has shape {bias.shape}, but beside this U it must be ({rows},)")


def _as_given(layout: Layout, matrix: Array) -> tuple[int, ...]:
    """The shape before it was transposed."""
    return matrix.T.shape if layout.transposed else matrix.shape
