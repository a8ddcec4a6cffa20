"""A folded cell over sequences of one shape, there and back again: the memory of a pass, and its steps laid out.

Training calls this with every batch; a small net's step is mostly the cost of calls, and what is laid out once
(every view of every time step) need not be made again. The step-by-step loops are in rnn.py, lstm.py and gru.py.
"""

from typing import NamedTuple

import numpy as np

from core.cells.spec import LESSON, Array, CellKind, Convention
from core.recurrent import gru, lstm, rnn
from core.recurrent.trace import Trace, as_rows, order, transposed

SUMMED = 250_000
"""Numbers of the gradient products that are held at once before they are added up, 2 MB in float64."""


class Shape(NamedTuple):
    """T steps of B sequences with I inputs into H units; starts is () or (S,)."""

    steps: int
    starts: tuple[int, ...]
    hidden: int
    inputs: int
    batch: int


class Pass:
    """A forward pass that can be run again and again; its trace is overwritten each time."""

    def __init__(self, kind: CellKind, shape: Shape, dtype: np.dtype, convention: Convention = LESSON) -> None:
        T, starts, H, inputs, B = shape
        self.size = H
        self.reads = np.zeros((T + 1, *starts, H + 1 + inputs, B), dtype)
        self.reads[..., H, :] = 1
        self.resets: Array | None = None
        squashed = cell = None
        count = len(order(kind, convention))
        states = np.zeros((T + (kind == "lstm"), *starts, count + (kind == "lstm"), H, B), dtype)
        if kind == "rnn":
            blocks = self.reads[1:, ..., None, :H, :]
            self._unroll = rnn.unroller(self.reads, H, convention.activation)
        elif kind == "lstm":
            blocks, cell = states[:-1, ..., 1:, :, :], states[..., 0, :, :]
            squashed = np.empty((T, *starts, H, B), dtype)
            self._unroll = lstm.unroller(self.reads, states, squashed)
        elif convention.reset == "after":
            blocks, self._unroll = states, gru.unroller_after(self.reads, states, convention)
        else:
            blocks, self.resets = states, np.zeros_like(self.reads[:-1])
            self.resets[..., H, :] = 1
            self._unroll = gru.unroller_before(self.reads, states, self.resets, convention)
        self.cell = cell
        views = (None if array is None else array.view() for array in (cell, squashed, self.resets))
        self.trace = Trace(kind, convention, self.reads.view(), blocks.view(), *views)  # of which it makes read-only

    def run(self, matrix: Array, x: Array, h0: Array | None = None, c0: Array | None = None) -> Trace:
        """The trace for a folded cell (..., R * H, H + 1 + I) and x (T, ..., B, I); h0, c0 (..., B, H), None is zero.

        Overflow gives inf or nan without a warning.
        """
        H = self.size
        self.reads[:-1, ..., H + 1 :, :] = transposed(x)
        if self.resets is not None:
            self.resets[..., H + 1 :, :] = transposed(x)
        if h0 is not None:
            self.reads[0, ..., :H, :] = transposed(h0)
        if self.cell is not None and c0 is not None:
            self.cell[0] = transposed(c0)
        with np.errstate(all="ignore"):
            self._unroll(matrix)
        return self.trace


class Rewind:
    """The way back through a trace, as often as it is run. The caller first fills what arrives: dh, dc of an LSTM.

    Both are (T+1, ..., H, B), at first zero, and hold the total gradients afterwards. only_last says that nothing
    arrives before the last state: what is there is then overwritten.
    """

    def __init__(self, trace: Trace, only_last: bool) -> None:
        dtype, H = trace.reads.dtype, trace.blocks.shape[-2]
        self.trace = trace
        self.dh = np.zeros(trace.hidden.shape, dtype)
        self.dc = np.zeros_like(self.dh) if trace.kind == "lstm" else None
        self.da = np.empty(trace.blocks.shape, dtype)
        if trace.kind == "rnn":
            self._rewind = rnn.rewinder(trace, self.da, self.dh, only_last)
        elif self.dc is not None:
            self._rewind = lstm.rewinder(trace, self.da, self.dh, self.dc, only_last)
        else:
            self._rewind = gru.rewinder(trace, self.da, self.dh, only_last)
        rows, reads = as_rows(self.da), transposed(trace.reads[:-1])
        self._products = [(slice(None), rows, reads)]
        if trace.resets is not None:
            cut = 2 * H
            self._products = [
                (slice(cut), rows[..., :cut, :], reads),
                (slice(cut, None), rows[..., cut:, :], transposed(trace.resets)),
            ]

    def run(self, matrix: Array, out: Array) -> Array:
        """The gradient of every row of matrix @ reads, (T, ..., R, H, B); that of the matrix is written to out."""
        with np.errstate(all="ignore"):
            self._rewind(matrix)
            for where, rows, reads in self._products:
                _over_all_steps(rows, reads, out[..., where, :])
        return self.da


def _over_all_steps(rows: Array, reads: Array, out: Array) -> None:
    """The sum over all t of rows_t @ reads_t, written to out (..., R * H, H + 1 + I)."""
    together = max(1, SUMMED // out.size)
    np.add.reduce(np.matmul(rows[:together], reads[:together]), axis=0, out=out)
    for at in range(together, len(rows), together):
        out += np.matmul(rows[at : at + together], reads[at : at + together]).sum(axis=0)
