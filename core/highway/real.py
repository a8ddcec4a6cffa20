"""The two routes in cells that really run: one random sequence, one loss v . h_T, and its gradient step by step.

Beside the full gradient stands the part that travels along the gates alone, so that its share can be told.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core import recurrent
from core.cells.spec import GATES, Array, CellKind, Params
from core.highway.difference import Check, check_state
from core.recurrent import SequenceGradients, Trace

Floats = NDArray[np.float64]
INPUTS = 3
CHECKS = 12
KINDS: tuple[CellKind, ...] = ("rnn", "lstm", "gru")


@dataclass(frozen=True)
class Measured:
    """One cell's gradient over time; arrays have T + 1 entries, for the states 0 .. T.

    hidden is |dL/dh_t|, every path included; cell is |dL/dC_t|, of an LSTM only. highway is the norm of what
    the gates alone bring back from step T: dL/dC_T times f_T ... f_(t+1) for an LSTM, dL/dh_T times
    (1 - z_T) ... (1 - z_(t+1)) for a GRU, None for a plain RNN, which has no such path. It belongs to the
    gradient of the state it runs through, `carried`: cell for an LSTM, else hidden.

    At step 0: share is the highway's part of the full gradient, its projection on it divided by its length, so
    that share and the other paths' share add up to 1; above 1 or below 0 the other paths cancel it or exceed it.
    norm_ratio is |highway| / |full|, cosine that of the angle between them, and share the product of the two;
    per_step is norm_ratio's T-th root: the same ratio at each step on average. All are None without a highway or
    where the gradient underflows to 0, cosine also where the highway does.
    mean_gate is the geometric mean of the gate values that the highway passes (f, or 1 - z), log_gate its natural
    logarithm, exact where the gate rounds to 0 or 1; rate is the geometric mean of the factors by which the carried
    gradient changes from step to step.
    """

    kind: CellKind
    hidden: Floats
    cell: Floats | None
    highway: Floats | None
    hidden_check: Check
    cell_check: Check | None
    share: float | None
    norm_ratio: float | None
    cosine: float | None
    per_step: float | None
    mean_gate: float | None
    log_gate: float | None
    rate: float | None

    @property
    def carried(self) -> Floats:
        """The norm of the full gradient of the state that the highway runs through."""
        return self.hidden if self.cell is None else self.cell

    @property
    def carried_check(self) -> Check:
        """The central differences of `carried`."""
        return self.hidden_check if self.cell_check is None else self.cell_check


def measure(params: Params, x: Array, v: Array) -> Measured:
    """Run one cell from a zero state over x (T, 1, I) with the loss v . h_T, v (H,), and lay its gradient open."""
    trace = recurrent.forward(params, x)
    gradients = recurrent.backward(params, trace, dh_last=v[np.newaxis])
    full = gradients.dh if gradients.dc is None else gradients.dc
    log_kept = _log_kept(params, trace)
    path = None if log_kept is None else _highway(np.exp(log_kept), full)
    log_gate = None if log_kept is None else float(log_kept.mean())
    steps = np.unique(np.linspace(0, trace.steps - 1, min(CHECKS, trace.steps)).round().astype(np.int64))
    share, ratio = _explained(path, full)
    return Measured(
        kind=params.kind,
        hidden=norms(gradients.dh),
        cell=None if gradients.dc is None else norms(gradients.dc),
        highway=None if path is None else norms(path),
        hidden_check=check_state(params, trace, v, gradients.dh, steps, "hidden"),
        cell_check=_cell_check(params, trace, v, gradients, steps),
        share=share,
        norm_ratio=ratio,
        cosine=share / ratio if ratio and share is not None else None,
        per_step=None if ratio is None else float(ratio ** (1 / trace.steps)),
        mean_gate=None if log_gate is None else float(np.exp(log_gate)),
        log_gate=log_gate,
        rate=_rate(norms(full)),
    )


def norms(vectors: Array) -> Floats:
    """The Euclidean length of every step's vector (T+1, 1, H), safe where the squares would underflow."""
    largest = np.abs(vectors).max(axis=(1, 2))
    with np.errstate(invalid="ignore", under="ignore"):
        unit = vectors / np.where(largest == 0, 1, largest)[:, np.newaxis, np.newaxis]
        return np.asarray(largest * np.sqrt((unit * unit).sum(axis=(1, 2))), dtype=np.float64)


def _cell_check(
    params: Params, trace: Trace, v: Array, gradients: SequenceGradients, steps: NDArray[np.int64]
) -> Check | None:
    return None if gradients.dc is None else check_state(params, trace, v, gradients.dc, steps, "cell")


def _log_kept(params: Params, trace: Trace) -> Array | None:
    """The logarithm of the gate that multiplies the past at every step, (T, 1, H): of f, or of 1 - z.

    From its pre-activation, since 1 - z itself rounds to 0 where z is near 1; None for a plain RNN, which has none.
    """
    if trace.kind == "rnn":
        return None
    gate = GATES[trace.kind].index("forget" if trace.kind == "lstm" else "update")
    before = trace.x @ params.W[gate].T + trace.h[:-1] @ params.U[gate].T
    before = before + sum(bias[gate] for bias in (params.b, params.b_rec) if bias is not None)
    return np.asarray(-np.logaddexp(0, -before if trace.kind == "lstm" else before))


def _highway(kept: Array, full: Array) -> Array:
    """The gradient (T+1, 1, H) that the gates alone bring back from the last state."""
    with np.errstate(under="ignore"):
        products = np.cumprod(np.concatenate([np.ones_like(kept[:1]), kept[::-1]]), axis=0)[::-1]
        return np.asarray(products * full[-1])


def _explained(path: Array | None, full: Array) -> tuple[float | None, float | None]:
    """The highway's share of the full gradient at step 0, and the ratio of their lengths."""
    length = norms(full[:1])[0]
    if path is None or length == 0 or not np.isfinite(length):
        return None, None
    along = float((path[0] / length * (full[0] / length)).sum())
    return along, float(norms(path[:1])[0] / length)


def _rate(full: Floats) -> float | None:
    """The geometric mean of the factor by which the gradient changes a step, or None where it reaches 0."""
    if full[0] <= 0 or full[-1] <= 0:
        return None
    return float(np.exp((np.log(full[0]) - np.log(full[-1])) / (len(full) - 1)))
