"""Runs a cell over a whole sequence and winds it back: checks, layout, and the products over all steps.

The step-by-step loops are in rnn.py, lstm.py and gru.py; what needs no loop over time is done here at once.
"""

from dataclasses import replace

import numpy as np

from core.cells.spec import GATES, LESSON, Array, CellKind, Convention, Params
from core.recurrent import gru, lstm, rnn
from core.recurrent.trace import ORDER, SequenceGradients, Trace, transposed


def forward(
    params: Params, x: Array, h0: Array | None = None, c0: Array | None = None, convention: Convention = LESSON
) -> Trace:
    """Run a batch of sequences through the cell, in the dtype of its weights.

    x is (T, B, I), h0 and c0 (B, H) or None for zeros. S independent cells run at once if every array of
    params has a leading axis S; then x is (T, S, B, I) and h0, c0 (S, B, H). Values that overflow become
    inf or nan without a warning. Wrong shapes, or a c0 for a cell that has none, raise ValueError.
    """
    _check_input(params, x)
    x = np.array(x, dtype=params.U.dtype)
    hidden = _states(params, x, h0, "h0")
    if c0 is not None and params.kind != "lstm":
        raise ValueError(f"c0 given for a {params.kind}: only an lstm has a cell state")
    weights = _folded(params, convention)
    W, U = _rows(weights.W), _rows(weights.U)
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        gates = np.matmul(W, transposed(x)).reshape(len(x), *weights.W.shape[:-1], x.shape[-2])
        if weights.b is not None:
            gates += weights.b[..., None]
        if params.kind == "rnn":
            rnn.unroll(U, gates[..., 0, :, :], hidden, convention.activation)
            return Trace("rnn", convention, x, hidden, hidden[1:, ..., None, :, :])
        if params.kind == "lstm":
            cell = _states(params, x, c0, "c0")
            inner = lstm.unroll(U, gates, hidden, cell)
            return Trace("lstm", convention, x, hidden, gates, cell, inner)
        b_inner = None if weights.b_rec is None else weights.b_rec[..., -1, :, None]
        inner = gru.unroll(U, gates, hidden, b_inner, convention)
        return Trace("gru", convention, x, hidden, gates, inner=inner)


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
    dh = _arriving(trace, dh_last, "dh_last")
    if dy is not None:
        if dy.shape != trace.y.shape:
            raise ValueError(f"dy has shape {dy.shape}, the outputs have {trace.y.shape}")
        dh[1:] += transposed(dy)
    if dc_last is not None and params.kind != "lstm":
        raise ValueError(f"dc_last given for a {params.kind}: only an lstm has a cell state")
    U = _rows(_ordered(params.U, params.kind))
    dc: Array | None = None
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        if params.kind == "rnn":
            da = drecurrent = rnn.rewind(U, trace, dh, dy is None)
        elif params.kind == "lstm":
            dc = _arriving(trace, dc_last, "dc_last")
            da = drecurrent = lstm.rewind(U, trace, dh, dc, dy is None)
        else:
            da, drecurrent = gru.rewind(U, trace, dh, dy is None)
        dparams = _over_all_steps(params, trace, da, drecurrent)
        dx = _input_gradient(params, da) if inputs else np.empty((0, *trace.x.shape[1:]), da.dtype)
    return SequenceGradients(dparams, dx, transposed(dh), None if dc is None else transposed(dc))


def _over_all_steps(params: Params, trace: Trace, da: Array, drecurrent: Array) -> Params:
    """The gradients of the weights, from those of all pre-activations (T, ..., G, H, B), in one product each."""
    kind = params.kind
    back = [ORDER[kind].index(name) for name in GATES[kind]]
    size = trace.hidden.shape[-2]
    left = _flat(da.reshape(len(da), *da.shape[1:-3], -1, da.shape[-1]))  # (..., G * H, T * B)
    recurrent = left if drecurrent is da else _flat(drecurrent.reshape(len(da), *da.shape[1:-3], -1, da.shape[-1]))
    states = _flat(trace.hidden[:-1])
    if kind == "gru" and trace.convention.reset == "before":
        assert trace.inner is not None
        inside = transposed(_flat(trace.inner))
        reset_update = np.matmul(recurrent[..., : 2 * size, :], transposed(states))
        dU = np.concatenate([reset_update, np.matmul(recurrent[..., 2 * size :, :], inside)], axis=-2)
    else:
        dU = np.matmul(recurrent, transposed(states))
    dW = np.matmul(left, transposed(_flat(transposed(trace.x))))

    def by_gate(rows: Array) -> Array:
        """(..., G * H, N) as (..., G, H, N), the gates in the order of GATES."""
        gates: Array = rows.reshape(*rows.shape[:-2], len(back), size, rows.shape[-1])[..., back, :, :]
        return gates

    db = None if params.b is None else by_gate(left.sum(axis=-1)[..., None])[..., 0]
    db_rec = None if params.b_rec is None else by_gate(recurrent.sum(axis=-1)[..., None])[..., 0]
    return Params(kind, by_gate(dW), by_gate(dU), db, db_rec)


def _input_gradient(params: Params, da: Array) -> Array:
    """What reaches the inputs, (T, ..., B, I), from the gradients of all pre-activations (T, ..., G, H, B)."""
    W = _rows(_ordered(params.W, params.kind))
    dx: Array = np.matmul(transposed(da.reshape(len(da), *W.shape[:-1], da.shape[-1])), W)
    return dx


def _flat(block: Array) -> Array:
    """(T, ..., F, B) as (..., F, T * B): moved in pieces of B numbers, never one by one."""
    moved = np.moveaxis(block, 0, -2)
    return moved.reshape(*moved.shape[:-2], -1)


def _folded(params: Params, convention: Convention) -> Params:
    """The weights as the loops want them: gates in ORDER, the sigmoid rows negated, and b all that adds
    to a pre-activation whatever the state; b_rec keeps only what a reset gate scales, in the candidate.
    """
    kind = params.kind
    count = len(ORDER[kind])
    sign = np.where(np.arange(count) < count - 1, -1, 1).astype(params.U.dtype)  # the last is a tanh
    W, U = (_ordered(array, kind) * sign[:, None, None] for array in (params.W, params.U))
    b, b_rec = (
        None if bias is None else _ordered(bias[..., None], kind)[..., 0] * sign[:, None]
        for bias in (params.b, params.b_rec)
    )
    if b_rec is None:
        return Params(kind, W, U, b)
    folded = b_rec.copy()
    if kind == "gru" and convention.reset == "after":
        folded[..., -1, :] = 0
    return replace(params, W=W, U=U, b=folded if b is None else b + folded, b_rec=b_rec)


def _ordered(weights: Array, kind: CellKind) -> Array:
    """(..., G, H, N) with the gates rearranged from GATES to ORDER."""
    return weights[..., [GATES[kind].index(name) for name in ORDER[kind]], :, :]


def _rows(weights: Array) -> Array:
    """(..., G, H, N) as one matrix of all gates, (..., G * H, N)."""
    *starts, gates, size, width = weights.shape
    return np.ascontiguousarray(weights).reshape(*starts, gates * size, width)


def _states(params: Params, x: Array, start: Array | None, name: str) -> Array:
    """An empty block (T+1, ..., H, B) for the states, with its start filled in."""
    shape = (*x.shape[1:-1], params.U.shape[-1])  # (..., B, H)
    if start is not None and start.shape != shape:
        raise ValueError(f"{name} has shape {start.shape}, this batch and cell need {shape}")
    block = np.empty((len(x) + 1, *shape[:-2], shape[-1], shape[-2]), x.dtype)
    block[0] = 0 if start is None else transposed(start)
    return block


def _arriving(trace: Trace, last: Array | None, name: str) -> Array:
    """A zero gradient for every state, (T+1, ..., H, B), with what arrives at the last one added."""
    block = np.zeros_like(trace.hidden)
    if last is not None:
        if last.shape != trace.h.shape[1:]:
            raise ValueError(f"{name} has shape {last.shape}, the states have {trace.h.shape[1:]}")
        block[-1] = transposed(last)
    return block


def _check_input(params: Params, x: Array) -> None:
    width, axes = params.W.shape[-1], params.W.ndim
    if x.ndim != axes or x.shape[-1] != width or x.shape[1:-2] != params.W.shape[:-3]:
        wanted = ", ".join(["T", *map(str, params.W.shape[:-3]), "B", str(width)])
        raise ValueError(f"x has shape {x.shape}, this {params.kind} reads ({wanted})")
