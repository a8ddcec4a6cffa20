"""The plain RNN over time: h_t = f(W x_t + U h_(t-1) + b), f being tanh or relu.

Unrolled forward in place on feature-major blocks, and wound back with the chain rule (Elman 1990, Werbos 1990).
"""

import numpy as np

from core.cells.spec import Array
from core.recurrent.folded import arriving, product, transposed_rows
from core.recurrent.trace import Run, Trace


def unroller(reads: Array, size: int, activation: str) -> Run:
    """What fills the states h_1 .. h_T of reads (T+1, ..., K, B), from h_0 and the inputs that are there."""
    steps = list(zip(reads[:-1], reads[1:, ..., :size, :], strict=True))
    tanh, maximum, zero = np.tanh, np.maximum, np.array(0, reads.dtype)

    def unroll(matrix: Array) -> None:
        of = product(matrix)
        for read, h in steps:
            of(read, h)
            if activation == "tanh":
                tanh(h, h)
            else:
                maximum(h, zero, out=h)

    return unroll


def rewinder(trace: Trace, da: Array, dh: Array, only_last: bool) -> Run:
    """What completes dh (T+1, ..., H, B) and fills da (T, ..., 1, H, B), the gradient of every pre-activation."""
    h, scratch = trace.blocks, np.empty_like(dh[0])
    steps = list(zip(da[::-1, ..., 0, :, :], dh[:0:-1], dh[-2::-1], strict=True))
    multiply = np.multiply

    def rewind(matrix: Array) -> None:
        if trace.convention.activation == "tanh":
            multiply(h, h, da)
            np.subtract(1, da, da)
        else:
            np.greater(h, 0, da)
        back = arriving(product(transposed_rows(matrix, 0, h.shape[-2], h.shape[-2])), scratch, only_last)
        for da_t, dh_t, dh_prev in steps:  # da_t is the slope until here
            multiply(da_t, dh_t, da_t)
            back(da_t, dh_prev)

    return rewind
