"""The weights of a cell as one matrix, so that a time step is one product with the state, a 1 and the input.

A small net's step costs as much as its calls to numpy, and this needs the fewest: no bias or input term is added.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from core.cells.spec import GATES, LESSON, Array, CellKind, Convention, Params
from core.recurrent.trace import order

INNER = "inner"
"""The row block of a GRU that resets after the product: U h_prev + b_rec of the candidate, before r scales it."""


def fold(params: Params, convention: Convention = LESSON) -> Array:
    """The matrix (..., R * H, H + 1 + I) whose product with [h_prev; 1; x] gives every pre-activation of a step.

    Its row blocks are those of core.recurrent.trace.order. Those of the sigmoids are negated: exp then gives the
    exp(-a) of 1 / (1 + exp(-a)) at once. Two biases are added up, except where a reset gate scales one of them.
    """
    gates = GATES[params.kind]
    blocks = []
    for name in order(params.kind, convention):
        at = gates.index("candidate" if name == INNER else name)
        W, U = params.W[..., at, :, :], params.U[..., at, :, :]
        sides = [None if bias is None else bias[..., at, :] for bias in (params.b, params.b_rec)]
        if name == INNER:
            W, sides = np.zeros_like(W), sides[1:]
        elif name == "candidate" and INNER in order(params.kind, convention):
            U, sides = np.zeros_like(U), sides[:1]
        bias = sum((side for side in sides if side is not None), np.zeros_like(U[..., 0]))
        blocks.append(sign(name) * np.concatenate([U, bias[..., None], W], axis=-1))
    matrix: Array = np.concatenate(blocks, axis=-2).astype(params.U.dtype, copy=False)
    return np.ascontiguousarray(matrix)


def unfold(kind: CellKind, convention: Convention, matrix: Array, biases: tuple[bool, bool] = (True, False)) -> Params:
    """The cell, or its gradient, of a folded matrix; biases says which of b and b_rec it has.

    Both of them get the whole bias column: that is the gradient of each, and of weights it is asked with one bias.
    """
    names, gates = order(kind, convention), GATES[kind]
    blocks = matrix.reshape(*matrix.shape[:-2], len(names), -1, matrix.shape[-1])
    size = blocks.shape[-2]
    signs = np.array([sign(name) for name in names], dtype=matrix.dtype)[:, None, None]
    rows = (blocks * signs)[..., [names.index(gate) for gate in gates], :, :]
    U, b, W = rows[..., :size], rows[..., size], rows[..., size + 1 :]
    b_rec = b
    if INNER in names:
        inner = blocks[..., names.index(INNER), :, :]
        U[..., -1, :, :] = inner[..., :size]  # the candidate is the last gate
        b_rec = b.copy()
        b_rec[..., -1, :] = inner[..., size]
    return Params(kind, W, U, b if biases[0] else None, b_rec if biases[1] else None)


def sign(name: str) -> float:
    """-1 for the row block of a sigmoid, which is folded negated, 1 for the others."""
    return 1.0 if name in ("hidden", "candidate", INNER) else -1.0


def product(matrix: Array) -> Callable[[Array, Array], object]:
    """The function of (vectors, out) that writes matrix @ vectors; dot where it can, which costs half of matmul."""
    return matrix.dot if matrix.ndim == 2 else partial(np.matmul, matrix)


def arriving(
    back: Callable[[Array, Array], object], scratch: Array, only_last: bool
) -> Callable[[Array, Array], object]:
    """The function of (rows, dh_prev) that hands a gradient back: it writes it, or adds it to what arrives there."""
    if only_last:
        return back

    def add(rows: Array, dh_prev: Array) -> None:
        back(rows, scratch)
        np.add(dh_prev, scratch, dh_prev)

    return add


def transposed_rows(matrix: Array, start: int, stop: int, size: int) -> Array:
    """The recurrent part of the rows start to stop, transposed: (..., H, stop - start), in one piece."""
    return np.ascontiguousarray(np.swapaxes(matrix[..., start:stop, :size], -1, -2))
