"""The GRU over time, in either convention of its blend and of its reset gate (Cho et al. 2014).

Unrolled forward in place on feature-major blocks whose gates are ordered r, z, n, and wound back.
"""

import numpy as np

from core.cells.spec import Array, Convention
from core.recurrent.trace import Trace


def unroll(U: Array, gates: Array, hidden: Array, b_inner: Array | None, convention: Convention) -> Array:
    """Fill hidden[1:], turn gates (T, ..., 3, H, B), the products W x + b, into the activations.

    U (..., 3 * H, H) and gates come with the sigmoid rows negated, so that exp gives exp(-a) at once.
    b_inner (..., H, 1) is the candidate's recurrent bias where the reset gate scales it too. Returns the
    trace's inner block (T, ..., H, B): r * h_prev, or U h_prev + b_inner.
    """
    if convention.reset == "before":
        return _unroll_before(U, gates, hidden, convention)
    return _unroll_after(U, gates, hidden, b_inner, convention)


def _unroll_before(U: Array, gates: Array, hidden: Array, convention: Convention) -> Array:
    size = U.shape[-1]
    U_rz, U_n = (np.ascontiguousarray(part) for part in (U[..., : 2 * size, :], U[..., 2 * size :, :]))
    inner, product = np.empty_like(hidden[1:]), np.empty_like(hidden[0])
    product_rz = np.empty_like(gates[0, ..., :2, :, :])
    rows = product_rz.reshape(*U_rz.shape[:-1], -1)  # the same memory, as the matrix product writes it
    rz, (r, z, n) = gates[..., :2, :, :], (gates[..., k, :, :] for k in range(3))
    for rz_t, r_t, z_t, n_t, h_prev, h, inner_t in zip(rz, r, z, n, hidden[:-1], hidden[1:], inner, strict=True):
        np.matmul(U_rz, h_prev, out=rows)
        np.add(rz_t, product_rz, out=rz_t)
        _sigmoid_of_negated(rz_t)
        np.multiply(r_t, h_prev, out=inner_t)
        np.matmul(U_n, inner_t, out=product)
        np.add(n_t, product, out=n_t)
        np.tanh(n_t, out=n_t)
        _blend(z_t, n_t, h_prev, h, convention)
    return inner


def _unroll_after(U: Array, gates: Array, hidden: Array, b_inner: Array | None, convention: Convention) -> Array:
    products, scratch = np.empty_like(gates), np.empty_like(hidden[0])
    rows = products.reshape(len(gates), *U.shape[:-1], gates.shape[-1])
    inner = products[..., 2, :, :]
    rz, (r, z, n) = gates[..., :2, :, :], (gates[..., k, :, :] for k in range(3))
    for rows_t, product_rz, inner_t, rz_t, r_t, z_t, n_t, h_prev, h in zip(
        rows, products[..., :2, :, :], inner, rz, r, z, n, hidden[:-1], hidden[1:], strict=True
    ):
        np.matmul(U, h_prev, out=rows_t)
        np.add(rz_t, product_rz, out=rz_t)
        _sigmoid_of_negated(rz_t)
        if b_inner is not None:
            np.add(inner_t, b_inner, out=inner_t)
        np.multiply(r_t, inner_t, out=scratch)
        np.add(n_t, scratch, out=n_t)
        np.tanh(n_t, out=n_t)
        _blend(z_t, n_t, h_prev, h, convention)
    return inner


def _sigmoid_of_negated(a: Array) -> None:
    """1 / (1 + exp(a)) in place: the sigmoid of -a, exact at both ends because 1 / inf is 0."""
    np.exp(a, out=a)
    np.add(a, 1, out=a)
    np.reciprocal(a, out=a)


def _blend(z: Array, n: Array, h_prev: Array, h: Array, convention: Convention) -> None:
    """h = (1 - z) * h_prev + z * n, or with the roles swapped, written as start + z * (end - start)."""
    start, end = (h_prev, n) if convention.update_scales == "candidate" else (n, h_prev)
    np.subtract(end, start, out=h)
    np.multiply(h, z, out=h)
    np.add(h, start, out=h)


def rewind(U: Array, trace: Trace, dh: Array, only_last: bool) -> tuple[Array, Array]:
    """Complete dh (T+1, ..., H, B), which holds what arrives from outside, to the total gradient in place.

    only_last says that nothing arrives before the last state, which saves adding to zeros. Returns the gradients
    (T, ..., 3, H, B) of what the input side and the recurrent side add to each
    pre-activation. They differ only in the candidate of a reset "after", whose recurrent side is r * inner.
    """
    r, z, n = (trace.gates[..., k, :, :] for k in range(3))
    h_prev, sigmoids = trace.hidden[:-1], trace.gates[..., :2, :, :]
    past_kept = trace.convention.update_scales == "candidate"
    slopes = np.empty_like(trace.gates)
    np.subtract(1, sigmoids, out=slopes[..., :2, :, :])
    take, keep = (z, slopes[..., 1, :, :].copy()) if past_kept else (slopes[..., 1, :, :].copy(), z)
    np.multiply(slopes[..., :2, :, :], sigmoids, out=slopes[..., :2, :, :])
    scratch = np.subtract(n, h_prev) if past_kept else np.subtract(h_prev, n)  # dh/dz
    slopes[..., 1, :, :] *= scratch
    np.multiply(n, n, out=scratch)
    np.subtract(1, scratch, out=scratch)
    np.multiply(take, scratch, out=slopes[..., 2, :, :])
    if trace.convention.reset == "before":
        slopes[..., 0, :, :] *= h_prev
        _rewind_before(U, slopes, r, keep, dh, only_last)
        return slopes, slopes
    return _rewind_after(U, slopes, trace, keep, dh)


def _rewind_before(U: Array, da: Array, r: Array, keep: Array, dh: Array, only_last: bool) -> None:
    """Turn the slopes in da (dh/da_z, dh/da_n, d(r * h_prev)/da_r) into gradients, latest step first."""
    size = U.shape[-1]
    Ut = np.swapaxes(U, -1, -2)
    Ut_rz, Ut_n = (np.ascontiguousarray(part) for part in (Ut[..., : 2 * size], Ut[..., 2 * size :]))
    dreset, product = np.empty_like(dh[0]), np.empty_like(dh[0])
    rows = da.reshape(len(da), *U.shape[:-1], da.shape[-1])
    steps = zip(
        rows[::-1, ..., : 2 * size, :], da[::-1, ..., 0, :, :], da[::-1, ..., 1:, :, :],
        da[::-1, ..., 2, :, :], r[::-1], keep[::-1], dh[:0:-1], dh[-2::-1], strict=True,
    )  # fmt: skip
    for rows_rz, da_r, da_zn, da_n, r_t, keep_t, dh_t, dh_prev in steps:
        np.multiply(da_zn, dh_t[..., None, :, :], out=da_zn)
        np.matmul(Ut_n, da_n, out=dreset)
        np.multiply(da_r, dreset, out=da_r)
        np.multiply(dreset, r_t, out=dh_prev if only_last else dreset)
        if not only_last:
            np.add(dh_prev, dreset, out=dh_prev)
        np.multiply(dh_t, keep_t, out=product)
        np.add(dh_prev, product, out=dh_prev)
        np.matmul(Ut_rz, rows_rz, out=product)
        np.add(dh_prev, product, out=dh_prev)


def _rewind_after(U: Array, slopes: Array, trace: Trace, keep: Array, dh: Array) -> tuple[Array, Array]:
    assert trace.inner is not None
    slope_n = slopes[..., 2, :, :].copy()
    slopes[..., 0, :, :] *= trace.inner * slope_n
    slopes[..., 2, :, :] *= trace.gates[..., 0, :, :]
    drecurrent = slopes  # all three are now dh/d(U h_prev); the loop multiplies the gradient in
    product, Ut = np.empty_like(dh[0]), np.ascontiguousarray(np.swapaxes(U, -1, -2))
    rows = drecurrent.reshape(len(drecurrent), *U.shape[:-1], drecurrent.shape[-1])
    for d_t, rows_t, keep_t, dh_t, dh_prev in zip(
        drecurrent[::-1], rows[::-1], keep[::-1], dh[:0:-1], dh[-2::-1], strict=True
    ):
        np.multiply(d_t, dh_t[..., None, :, :], out=d_t)
        np.matmul(Ut, rows_t, out=product)
        np.add(dh_prev, product, out=dh_prev)
        np.multiply(dh_t, keep_t, out=product)
        np.add(dh_prev, product, out=dh_prev)
    da = drecurrent.copy()
    np.multiply(slope_n, dh[1:], out=da[..., 2, :, :])
    return da, drecurrent
