"""The LSTM over time: c_t = f * c_(t-1) + i * g, h_t = o * tanh(c_t) (Hochreiter 1997, Gers 2000).

Unrolled forward in place on feature-major blocks ordered c_prev, g, f, i, o, and wound back.
"""

import numpy as np

from core.cells.spec import Array
from core.recurrent.folded import arriving, product, transposed_rows
from core.recurrent.trace import Run, Trace, as_rows


def unroller(reads: Array, states: Array, squashed: Array) -> Run:
    """What fills h_1 .. h_T of reads (T+1, ..., K, B), states (T+1, ..., 5, H, B) and squashed, tanh(c_t).

    states holds c_prev, g, f, i and o of each step; c_0 is there.
    """
    size, parts = states.shape[-2], np.empty_like(states[0, ..., :2, :, :])
    kept, added = parts[..., 0, :, :], parts[..., 1, :, :]
    sigmoids, one = states[:-1, ..., 2:, :, :], np.array(1, states.dtype)
    steps = list(
        zip(
            reads[:-1], as_rows(states)[:-1, ..., size:, :], sigmoids, states[:-1, ..., 1, :, :],
            states[:-1, ..., :2, :, :], states[:-1, ..., 2:4, :, :], states[1:, ..., 0, :, :], squashed,
            states[:-1, ..., 4, :, :], reads[1:, ..., :size, :], strict=True,
        )
    )  # fmt: skip
    exp, add, reciprocal, tanh, multiply = np.exp, np.add, np.reciprocal, np.tanh, np.multiply

    def unroll(matrix: Array) -> None:
        of = product(matrix)
        for read, rows, sigmoid, g, scaled, gates, c, tanh_c, o, h in steps:
            of(read, rows)
            exp(sigmoid, sigmoid)
            add(sigmoid, one, sigmoid)
            reciprocal(sigmoid, sigmoid)
            tanh(g, g)
            multiply(scaled, gates, parts)
            add(kept, added, c)
            tanh(c, tanh_c)
            multiply(tanh_c, o, h)

    return unroll


def rewinder(trace: Trace, da: Array, dh: Array, dc: Array, only_last: bool) -> Run:
    """What completes dh and dc (T+1, ..., H, B) and fills da (T, ..., 4, H, B), the gradient of every row."""
    scratch, through = np.empty_like(dh[0]), np.empty(dh[1:].shape, dh.dtype)
    steps = list(
        zip(
            as_rows(da)[::-1], *(da[::-1, ..., k, :, :] for k in range(4)), trace.block("forget")[::-1],
            through[::-1], dh[:0:-1], dh[-2::-1], dc[:0:-1], dc[-2::-1], strict=True,
        )
    )  # fmt: skip
    multiply, add = np.multiply, np.add

    def rewind(matrix: Array) -> None:
        _slopes(trace, da, through)
        back = arriving(product(transposed_rows(matrix, 0, matrix.shape[-2], da.shape[-2])), scratch, only_last)
        for rows, da_g, da_f, da_i, da_o, f, through_t, dh_t, dh_prev, dc_t, dc_prev in steps:
            multiply(dh_t, through_t, scratch)
            add(dc_t, scratch, dc_t)
            multiply(da_o, dh_t, da_o)  # three calls cost less than one that repeats dc over the three
            multiply(da_g, dc_t, da_g)
            multiply(da_f, dc_t, da_f)
            multiply(da_i, dc_t, da_i)
            multiply(dc_t, f, dc_prev)
            back(rows, dh_prev)

    return rewind


def _slopes(trace: Trace, slopes: Array, through: Array) -> None:
    """For all steps at once: dc/da_g, dc/da_f, dc/da_i, dh/da_o in the order of the blocks, and dh/dc.

    The pre-activations of the sigmoids are folded negated, which makes their slope (s - 1) s; o tanh(c) is h.
    """
    assert trace.cell is not None and trace.squashed is not None
    g, f, i, o = (trace.blocks[..., k, :, :] for k in range(4))
    slope_g, slope_f, slope_i, slope_o = (slopes[..., k, :, :] for k in range(4))
    np.subtract(trace.blocks[..., 1:, :, :], 1, slopes[..., 1:, :, :])
    np.multiply(slope_o, trace.hidden[1:], slope_o)
    np.multiply(slope_f, f, slope_f)
    np.multiply(slope_f, trace.cell[:-1], slope_f)
    np.multiply(i, g, slope_g)
    np.multiply(slope_i, slope_g, slope_i)
    np.multiply(slope_g, g, slope_g)
    np.subtract(i, slope_g, slope_g)  # i (1 - g^2)
    np.multiply(trace.hidden[1:], trace.squashed, through)
    np.subtract(o, through, through)  # o (1 - tanh(c)^2)
