"""What reaches word T from word 1: through attention in one step, through a plain RNN in T - 1 steps.

Both signals are Jacobians of nets that run here on the same random words, each held against central differences.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core import initialise, recurrent
from core.activations import softmax
from core.attention.defaults import Floats
from core.cells.spec import Params
from core.gradcheck import largest_relative_difference

_POINTS = 12
_NUDGE = 1e-5
_RESOLVED = 1e-4
"""Jacobians below this norm drown in the rounding of nudged outputs, and differences cannot check them well."""


@dataclass(frozen=True)
class PathRow:
    """One length T: the steps from word 1 to word T, and the norm of the Jacobian d output_T / d x_1, of each net.

    weight is what word T gives word 1 in attention. attention_left and rnn_left are the norms divided by those at
    the shortest length. The errors are largest relative differences from central differences, None where a
    Jacobian is too small for them to resolve.
    """

    length: int
    attention_steps: int
    rnn_steps: int
    weight: float
    attention: float
    rnn: float
    attention_left: float
    rnn_left: float
    attention_error: float | None
    rnn_error: float | None


@dataclass(frozen=True, eq=False)
class Nets:
    """The words x (T, d) and both nets: W_Q, W_K, W_V (d, d) of attention, params of an RNN with d units."""

    x: Floats
    W_Q: Floats
    W_K: Floats
    W_V: Floats
    params: Params


def nets(steps: int, width: int, seed: int) -> Nets:
    """Words from N(0, 1), attention weights from N(0, 1/d), RNN weights from U(-1/sqrt(d), 1/sqrt(d)).

    A longer path starts with the words of a shorter one.
    """
    rng = np.random.default_rng([seed, 2])
    W_Q, W_K, W_V = rng.standard_normal((3, width, width)) / np.sqrt(width)
    params = initialise.uniform("rnn", width, width, rng)
    return Nets(rng.standard_normal((steps, width)), W_Q, W_K, W_V, params)


def attention_output(nets: Nets, x: Floats) -> Floats:
    """The outputs (B, d) at the last words of a batch x (T, B, d); a causal mask would change nothing there."""
    keys, values, query = x @ nets.W_K, x @ nets.W_V, x[-1] @ nets.W_Q
    weights = softmax((keys * query).sum(axis=2) / np.sqrt(x.shape[2]), axis=0)
    return np.asarray((weights[:, :, np.newaxis] * values).sum(axis=0), dtype=np.float64)


def attention_jacobian(nets: Nets, x: Floats) -> tuple[Floats, float]:
    """d output_T / d x_1 (d, d), and the weight a_1 that word T > 1 gives word 1.

    With o = sum a_j v_j and s_1 = q . k_1 / sqrt(d): do/dx_1 = a_1 W_V' + a_1 (v_1 - o) (ds_1/dx_1)'.
    """
    q, root = x[-1] @ nets.W_Q, np.sqrt(x.shape[1])
    weights = softmax((x @ nets.W_K) @ q / root)
    values, first = x @ nets.W_V, float(weights[0])
    dscore = nets.W_K @ q / root
    jacobian: Floats = first * (nets.W_V.T + np.outer(values[0] - weights @ values, dscore))
    return jacobian, first


def rnn_output(nets: Nets, x: Floats) -> Floats:
    """The RNN's states h_T (B, d) after a batch of words x (T, B, d), from a zero state."""
    return np.asarray(recurrent.forward(nets.params, x).y[-1], dtype=np.float64)


def rnn_jacobian(nets: Nets, x: Floats) -> Floats:
    """d h_T / d x_1 (d, d), by back-propagation through time of every unit of h_T at once, a batch entry each."""
    width = x.shape[1]
    trace = recurrent.forward(nets.params, np.repeat(x[:, np.newaxis], width, axis=1))
    gradients = recurrent.backward(nets.params, trace, dh_last=np.eye(width))
    return np.asarray(gradients.dx[0], dtype=np.float64)


def measure(steps: int, width: int, seed: int) -> tuple[PathRow, ...]:
    """Rows for lengths from 2 to `steps`, evenly spaced by ratio."""
    made = nets(steps, width, seed)
    lengths: NDArray[np.int64] = np.unique(np.geomspace(2, steps, _POINTS).round().astype(np.int64))
    rows: list[PathRow] = []
    for length in lengths.tolist():
        rows.append(_row(made, made.x[:length], rows[0] if rows else None))
    return tuple(rows)


def _row(made: Nets, x: Floats, first: PathRow | None) -> PathRow:
    through_attention, weight = attention_jacobian(made, x)
    through_rnn = rnn_jacobian(made, x)
    attention, rnn = (norm(jacobian) for jacobian in (through_attention, through_rnn))
    return PathRow(
        length=len(x),
        attention_steps=1,
        rnn_steps=len(x) - 1,
        weight=weight,
        attention=attention,
        rnn=rnn,
        attention_left=1.0 if first is None else _ratio(attention, first.attention),
        rnn_left=1.0 if first is None else _ratio(rnn, first.rnn),
        attention_error=_error(through_attention, differences(partial(attention_output, made), x)),
        rnn_error=_error(through_rnn, differences(partial(rnn_output, made), x)),
    )


def differences(output: Callable[[Floats], Floats], x: Floats) -> Floats:
    """Central differences of an output (B, d) with respect to the first of the words x (T, d), as (d, d)."""
    width = x.shape[1]
    batch = np.repeat(x[:, np.newaxis], 2 * width, axis=1)
    batch[0, :width] += _NUDGE * np.eye(width)
    batch[0, width:] -= _NUDGE * np.eye(width)
    above, below = np.split(output(batch), 2)
    # The step that was truly taken: a nudged number is rounded.
    taken = np.diag(batch[0, :width] - batch[0, width:])
    return ((above - below) / taken[:, np.newaxis]).T


def norm(jacobian: Floats) -> float:
    """The Frobenius norm, safe where the squares would underflow."""
    largest = float(np.abs(jacobian).max())
    return largest * float(np.linalg.norm(jacobian / largest)) if largest > 0 else 0.0


def _ratio(value: float, start: float) -> float:
    return value / start if start > 0 else 0.0


def _error(jacobian: Floats, numeric: Floats) -> float | None:
    return largest_relative_difference(jacobian, numeric) if norm(jacobian) > _RESOLVED else None
