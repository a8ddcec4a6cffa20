"""The plain RNN over time: h_t = f(W x_t + U h_(t-1) + b), f being tanh or relu.

Unrolled forward in place on feature-major blocks, and wound back with the chain rule (Elman 1990, Werbos 1990).
"""

import numpy as np

from core.cells.spec import Array
from core.recurrent.trace import Trace


def unroll(U: Array, inputs: Array, hidden: Array, activation: str) -> None:
    """Fill hidden[1:] from hidden[0] and the products W x + b, inputs (T, ..., H, B)."""
    for h_prev, h, input_t in zip(hidden[:-1], hidden[1:], inputs, strict=True):
        np.matmul(U, h_prev, out=h)
        np.add(h, input_t, out=h)
        if activation == "tanh":
            np.tanh(h, out=h)
        else:
            np.maximum(h, 0, out=h)


def rewind(U: Array, trace: Trace, dh: Array, only_last: bool) -> Array:
    """Complete dh (T+1, ..., H, B), which holds what arrives from outside, to the total gradient in place.

    only_last says that nothing arrives before the last state, which saves adding to zeros. Returns da
    (T, ..., 1, H, B), the gradient of every pre-activation.
    """
    h = trace.gates
    tanh = trace.convention.activation == "tanh"
    da = 1 - h * h if tanh else (h > 0).astype(h.dtype)  # the slope; the loop multiplies the gradient in
    product, Ut = np.empty_like(dh[0]), np.ascontiguousarray(np.swapaxes(U, -1, -2))
    for da_t, dh_t, dh_prev in zip(da[::-1, ..., 0, :, :], dh[:0:-1], dh[-2::-1], strict=True):
        np.multiply(da_t, dh_t, out=da_t)
        np.matmul(Ut, da_t, out=dh_prev if only_last else product)
        if not only_last:
            np.add(dh_prev, product, out=dh_prev)
    return da
