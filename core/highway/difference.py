"""A second opinion on the back-propagated gradient: nudge one state, run the rest of the sequence, compare losses.

A difference of two losses cannot see below float64's rounding, nor straight where the loss is too curved; whether
it can is judged by differences alone, at nudges of several sizes, never by the gradient that it checks.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core import recurrent
from core.cells.spec import Array, Params
from core.recurrent import Trace

NUDGES = (1e-2, 1e-3, 1e-4)
OFFSETS = (-2, -1, 1, 2)
WEIGHTS = np.array([1 / 12, -2 / 3, 2 / 3, -1 / 12])
TRUST = 1e-3
"""Beyond this share of the gradient's length, rounding or curvature makes a difference not trusted."""

UNRESOLVED = "null where rounding or curvature of the loss hides the difference"

State = Literal["hidden", "cell"]


@dataclass(frozen=True)
class Check:
    """Central differences at some steps: the gradient's length by differences, and how well it agrees.

    norms is None, "not resolved", where the rounding of the loss alone, or what the differences of two neighbouring
    nudges are apart because the loss is curved, is more than TRUST of it; unresolved says so beside the numbers,
    "" where there is none. largest_error is the largest
    |difference - gradient| / |difference| over the trusted steps, None where there is none; `trusted` says
    how many there are.
    """

    steps: NDArray[np.int64]
    norms: tuple[float | None, ...]
    unresolved: str
    trusted: int
    largest_error: float | None


def check_state(params: Params, trace: Trace, v: Array, full: Array, steps: NDArray[np.int64], state: State) -> Check:
    """Compare the gradients full (T+1, 1, H) of the loss v . h_T with central differences at `steps` (below T).

    Nudging the hidden state h_t leaves C_t as it is; nudging the cell C_t moves h_t = o_t tanh(C_t) with it,
    as the back-propagated dL/dC_t does too; before the first step h_0 stays.
    """
    found = [best_difference(params, trace, v, int(step), state) for step in steps]
    lengths = tuple(None if gradient is None else float(np.linalg.norm(gradient)) for gradient in found)
    errors = [
        float(np.linalg.norm(gradient - full[step, 0])) / length
        for gradient, length, step in zip(found, lengths, steps, strict=True)
        if gradient is not None and length is not None
    ]
    return Check(steps, lengths, UNRESOLVED if None in lengths else "", len(errors), max(errors) if errors else None)


def best_difference(params: Params, trace: Trace, v: Array, step: int, state: State) -> Array | None:
    """The derivative (H,) of v . h_T by one state, from the nudges that agree best; None where none do."""
    tried = differences(params, trace, v, step, state)
    spreads = np.linalg.norm(np.diff(tried, axis=0), axis=1)
    best = int(spreads.argmin())
    length = float(np.linalg.norm(tried[best]))
    rounding = float(np.finfo(np.float64).eps * np.abs(v).sum() / NUDGES[best])
    trusted = rounding < TRUST * length < np.inf and spreads[best] <= TRUST * length
    return tried[best] if trusted else None


def differences(params: Params, trace: Trace, v: Array, step: int, state: State) -> Array:
    """The derivative of v . h_T by one state, a nudge e a row (N, H): sum_k w_k L(a + k e) / e."""
    size = len(v)
    unit = np.concatenate([offset * np.eye(size) for offset in OFFSETS])  # (4H, H)
    nudges = np.concatenate([nudge * unit for nudge in NUDGES])
    hidden = np.repeat(trace.h[step], len(nudges), axis=0)
    cell = None if trace.c is None else np.repeat(trace.c[step], len(nudges), axis=0)
    if state == "hidden":
        hidden = hidden + nudges
    elif cell is not None:
        cell = cell + nudges
        hidden = hidden if step == 0 else trace.gate("output")[step - 1] * np.tanh(cell)
    x = np.repeat(trace.x[step:], len(nudges), axis=1)
    losses = recurrent.forward(params, x, hidden, cell, trace.convention).h[-1] @ v
    weighted = np.einsum("k,nkh->nh", WEIGHTS, losses.reshape(len(NUDGES), len(OFFSETS), size))
    return np.asarray(weighted / np.array(NUDGES)[:, np.newaxis])
