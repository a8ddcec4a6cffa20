"""The LSTM over time: c_t = f * c_(t-1) + i * g, h_t = o * tanh(c_t) (Hochreiter 1997, Gers 2000).

Unrolled forward in place on feature-major blocks whose gates are ordered o, f, i, g, and wound back.
"""

import numpy as np

from core.cells.spec import Array
from core.recurrent.trace import Trace


def unroll(U: Array, gates: Array, hidden: Array, cell: Array) -> Array:
    """Fill hidden[1:] and cell[1:], turn gates (T, ..., 4, H, B), the products W x + b, into the activations.

    U (..., 4 * H, H) and gates come with the sigmoid rows negated, so that exp gives exp(-a) at once.
    Returns tanh(c_t), (T, ..., H, B).
    """
    tanh_cell, added = np.empty_like(cell[1:]), np.empty_like(cell[0])
    product = np.empty_like(gates[0])
    rows = product.reshape(*U.shape[:-1], -1)  # the same memory, as the matrix product writes it
    o, f, i, g = (gates[..., k, :, :] for k in range(4))
    steps = zip(
        gates, gates[..., :3, :, :], o, f, i, g, hidden[:-1], hidden[1:], cell[:-1], cell[1:], tanh_cell,
        strict=True,
    )  # fmt: skip
    for all_t, sigmoids, o_t, f_t, i_t, g_t, h_prev, h, c_prev, c, tanh_c in steps:
        np.matmul(U, h_prev, out=rows)
        np.add(all_t, product, out=all_t)
        np.exp(sigmoids, out=sigmoids)
        np.add(sigmoids, 1, out=sigmoids)
        np.reciprocal(sigmoids, out=sigmoids)
        np.tanh(g_t, out=g_t)
        np.multiply(f_t, c_prev, out=c)
        np.multiply(i_t, g_t, out=added)
        np.add(c, added, out=c)
        np.tanh(c, out=tanh_c)
        np.multiply(o_t, tanh_c, out=h)
    return tanh_cell


def rewind(U: Array, trace: Trace, dh: Array, dc: Array, only_last: bool) -> Array:
    """Complete dh and dc (T+1, ..., H, B), which hold what arrives from outside, to the totals in place.

    only_last says that nothing arrives before the last hidden state, which saves adding to zeros. Returns da
    (T, ..., 4, H, B), the gradient of every pre-activation.
    """
    da, through = _slopes(trace)
    f = trace.gates[..., 1, :, :]
    product, Ut = np.empty_like(dh[0]), np.ascontiguousarray(np.swapaxes(U, -1, -2))
    da_rows = da.reshape(len(da), *U.shape[:-1], da.shape[-1])
    steps = zip(
        da_rows[::-1], da[::-1, ..., 0, :, :], da[::-1, ..., 1:, :, :], f[::-1], through[::-1],
        dh[:0:-1], dh[-2::-1], dc[:0:-1], dc[-2::-1], strict=True,
    )  # fmt: skip
    for rows, da_o, da_fig, f_t, through_t, dh_t, dh_prev, dc_t, dc_prev in steps:
        np.multiply(dh_t, through_t, out=product)
        np.add(dc_t, product, out=dc_t)
        np.multiply(da_o, dh_t, out=da_o)
        np.multiply(da_fig, dc_t[..., None, :, :], out=da_fig)
        np.multiply(dc_t, f_t, out=dc_prev)
        np.matmul(Ut, rows, out=dh_prev if only_last else product)
        if not only_last:
            np.add(dh_prev, product, out=dh_prev)
    return da


def _slopes(trace: Trace) -> tuple[Array, Array]:
    """For all steps at once: dh/da_o, dc/da_f, dc/da_i, dc/da_g in the order of the gates, and dh/dc."""
    assert trace.cell is not None and trace.inner is not None
    gates, tanh_c = trace.gates, trace.inner
    o, _, i, g = (gates[..., k, :, :] for k in range(4))
    slopes = np.empty_like(gates)
    sigmoids, slope_g = slopes[..., :3, :, :], slopes[..., 3, :, :]
    np.subtract(1, gates[..., :3, :, :], out=sigmoids)
    np.multiply(sigmoids, gates[..., :3, :, :], out=sigmoids)
    slopes[..., 0, :, :] *= tanh_c
    slopes[..., 1, :, :] *= trace.cell[:-1]
    slopes[..., 2, :, :] *= g
    np.multiply(g, g, out=slope_g)
    np.subtract(1, slope_g, out=slope_g)
    np.multiply(slope_g, i, out=slope_g)
    through = np.multiply(tanh_c, tanh_c)
    np.subtract(1, through, out=through)
    np.multiply(through, o, out=through)
    return slopes, through
