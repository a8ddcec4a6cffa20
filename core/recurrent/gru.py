"""The GRU over time, in either convention of its blend and of its reset gate (Cho et al. 2014).

Unrolled forward in place on feature-major blocks, and wound back.
"""

import numpy as np

from core.cells.spec import Array, Convention
from core.recurrent.folded import arriving, product, transposed_rows
from core.recurrent.trace import Run, Trace, as_rows


def unroller_before(reads: Array, blocks: Array, resets: Array, convention: Convention) -> Run:
    """What fills h_1 .. h_T of reads, blocks (T, ..., 3, H, B) in the order r, z, n, and r * h_prev in resets."""
    size, one = blocks.shape[-2], np.array(1, blocks.dtype)
    hidden = reads[..., :size, :]
    r, z, n = (blocks[..., k, :, :] for k in range(3))
    ends = _ends(hidden[:-1], n, convention)
    steps = list(
        zip(
            reads[:-1], as_rows(blocks)[..., : 2 * size, :], r, z, n, resets, resets[..., :size, :],
            hidden[:-1], *ends, hidden[1:], strict=True,
        )
    )  # fmt: skip
    exp, add, reciprocal, multiply = np.exp, np.add, np.reciprocal, np.multiply
    tanh, subtract = np.tanh, np.subtract

    def unroll(matrix: Array) -> None:
        gates_of, candidate_of = product(matrix[..., : 2 * size, :]), product(matrix[..., 2 * size :, :])
        for read, rz, r, z, n, reset_read, reset, h_prev, start, end, h in steps:
            gates_of(read, rz)
            exp(rz, rz)
            add(rz, one, rz)
            reciprocal(rz, rz)
            multiply(r, h_prev, reset)
            candidate_of(reset_read, n)
            tanh(n, n)
            subtract(end, start, h)
            multiply(z, h, h)
            add(h, start, h)

    return unroll


def unroller_after(reads: Array, blocks: Array, convention: Convention) -> Run:
    """What fills h_1 .. h_T of reads, and blocks (T, ..., 4, H, B) in the order r, z, inner, n."""
    size, one, scratch = blocks.shape[-2], np.array(1, blocks.dtype), np.empty_like(blocks[0, ..., 0, :, :])
    hidden, sigmoids = reads[..., :size, :], blocks[..., :2, :, :]
    r, z, inner, n = (blocks[..., k, :, :] for k in range(4))
    ends = _ends(hidden[:-1], n, convention)
    steps = list(zip(reads[:-1], as_rows(blocks), sigmoids, r, z, inner, n, *ends, hidden[1:], strict=True))
    exp, add, reciprocal, multiply = np.exp, np.add, np.reciprocal, np.multiply
    tanh, subtract = np.tanh, np.subtract

    def unroll(matrix: Array) -> None:
        of = product(matrix)
        for read, rows, rz, r, z, inner, n, start, end, h in steps:
            of(read, rows)
            exp(rz, rz)
            add(rz, one, rz)
            reciprocal(rz, rz)
            multiply(r, inner, scratch)
            add(n, scratch, n)
            tanh(n, n)
            subtract(end, start, h)
            multiply(z, h, h)
            add(h, start, h)

    return unroll


def _ends(h_prev: Array, n: Array, convention: Convention) -> tuple[Array, Array]:
    """The start and the end of the blend, h = start + z * (end - start)."""
    return (h_prev, n) if convention.update_scales == "candidate" else (n, h_prev)


def rewinder(trace: Trace, da: Array, dh: Array, only_last: bool) -> Run:
    """What completes dh (T+1, ..., H, B) and fills da, shaped as the trace's blocks: the gradient of every row."""
    keep = np.empty(dh[1:].shape, dh.dtype)
    loop = _rewinder_after if trace.convention.reset == "after" else _rewinder_before
    through = loop(trace, da, keep, dh, only_last)

    def rewind(matrix: Array) -> None:
        _slopes(trace, da, keep)
        through(matrix)

    return rewind


def _slopes(trace: Trace, slopes: Array, keep: Array) -> None:
    """For all steps at once: dh/da_n, dh/da_z, what a_r changes in what it scales, and keep, dh/dh_prev of the blend.

    The pre-activations of the sigmoids are folded negated, which makes their slope (s - 1) s; s times what it scales
    is at hand already, in the new state and in r * h_prev.
    """
    r, z, n = (trace.block(name) for name in ("reset", "update", "candidate"))
    slope_r, slope_z, slope_n = slopes[..., 0, :, :], slopes[..., 1, :, :], slopes[..., -1, :, :]
    past_kept = trace.convention.update_scales == "candidate"
    np.multiply(n, n, slope_n)
    np.subtract(1, slope_n, slope_n)
    np.subtract(1, z, keep)
    np.subtract(trace.hidden[:-1] if past_kept else n, trace.hidden[1:], slope_z)
    np.multiply(slope_z, keep, slope_z)
    np.multiply(slope_n, z if past_kept else keep, slope_n)
    if not past_kept:
        np.copyto(keep, z)
    np.subtract(r, 1, slope_r)
    if trace.resets is not None:
        np.multiply(slope_r, trace.resets[..., : slopes.shape[-2], :], slope_r)
    else:
        inner = slopes[..., 2, :, :]
        np.multiply(slope_n, r, inner)
        for factor in (inner, trace.block("inner")):
            np.multiply(slope_r, factor, slope_r)


def _rewinder_before(trace: Trace, da: Array, keep: Array, dh: Array, only_last: bool) -> Run:
    size, dreset, scratch = da.shape[-2], np.empty_like(dh[0]), np.empty_like(dh[0])
    steps = list(
        zip(
            as_rows(da)[::-1, ..., : 2 * size, :], *(da[::-1, ..., k, :, :] for k in range(3)),
            trace.block("reset")[::-1], keep[::-1], dh[:0:-1], dh[-2::-1], strict=True,
        )
    )  # fmt: skip
    multiply, add = np.multiply, np.add

    def rewind(matrix: Array) -> None:
        gates_back = arriving(product(transposed_rows(matrix, 0, 2 * size, size)), scratch, only_last)
        candidate_back = product(transposed_rows(matrix, 2 * size, 3 * size, size))
        for rows_rz, da_r, da_z, da_n, r_t, keep_t, dh_t, dh_prev in steps:
            multiply(da_z, dh_t, da_z)
            multiply(da_n, dh_t, da_n)
            candidate_back(da_n, dreset)
            multiply(da_r, dreset, da_r)
            multiply(dreset, r_t, dreset)
            gates_back(rows_rz, dh_prev)
            add(dh_prev, dreset, dh_prev)
            multiply(dh_t, keep_t, scratch)
            add(dh_prev, scratch, dh_prev)

    return rewind


def _rewinder_after(trace: Trace, da: Array, keep: Array, dh: Array, only_last: bool) -> Run:
    size, scratch = da.shape[-2], np.empty_like(dh[0])
    rows = as_rows(da)[..., : 3 * size, :]
    steps = list(zip(da[::-1], rows[::-1], keep[::-1], dh[:0:-1], dh[-2::-1], strict=True))
    multiply, add = np.multiply, np.add

    def rewind(matrix: Array) -> None:
        back = arriving(product(transposed_rows(matrix, 0, 3 * size, size)), scratch, only_last)
        for da_t, rows_t, keep_t, dh_t, dh_prev in steps:
            multiply(da_t, dh_t[..., None, :, :], da_t)
            back(rows_t, dh_prev)
            multiply(dh_t, keep_t, scratch)
            add(dh_prev, scratch, dh_prev)

    return rewind
