"""One gate laid open, and the gradients of one step, by name: the two records that every cell shares.
An inspector shows these fields as they are, so nothing that a formula mentions is thrown away.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from core.cells.saturate import dot, total
from core.cells.spec import Array, Params


@dataclass(frozen=True, eq=False)
class Gate:
    """A gate of one step, from its terms to its value; arrays are (B, H), or (H,) for a single vector.

    input_term is W x and recurrent_term U h_prev, as each enters the sum: a candidate's recurrent term has the
    reset gate in it already. bias and bias_rec, (H,), are None where there is none, or where bias_rec
    is inside recurrent_term. pre is the sum, the pre-activation; value is what the activation makes of it.
    """

    input_term: Array
    recurrent_term: Array
    bias: Array | None
    bias_rec: Array | None
    pre: Array
    value: Array


@dataclass(frozen=True, eq=False)
class StepGradients:
    """The derivatives of a loss through one step; each has the shape of what it is the derivative by.

    dvalue and dpre hold, by the gate's name, those by its value and by its pre-activation. dcell is the full
    derivative by the LSTM's new cell, dreset_hidden and drecurrent_candidate by the GRU's field of that name;
    each is None where the step has no such field. dparams adds up over the batch.
    """

    dx: Array
    dh_prev: Array
    dc_prev: Array | None
    dparams: Params
    dvalue: Mapping[str, Array]
    dpre: Mapping[str, Array]
    dcell: Array | None = None
    dreset_hidden: Array | None = None
    drecurrent_candidate: Array | None = None


def project(weights: Array, vector: Array) -> Array:
    """weights (G, H, N) times vector (B, N) or (N,), gate by gate: (G, B, H) or (G, H)."""
    gates, size, _ = weights.shape
    stacked = dot(vector, weights.reshape(gates * size, -1).T)  # (B, G*H)
    return np.moveaxis(stacked.reshape(*stacked.shape[:-1], gates, size), -2, 0)


def open_gate(
    activation: Callable[[Array], Array],
    input_term: Array,
    recurrent_term: Array,
    bias: Array | None,
    bias_rec: Array | None,
) -> Gate:
    """The gate that these terms make: value = activation(input_term + recurrent_term + bias + bias_rec)."""
    pre = total(input_term, recurrent_term, bias, bias_rec)
    return Gate(input_term, recurrent_term, bias, bias_rec, pre, activation(pre))


def bias_of(biases: Array | None, gate: int) -> Array | None:
    """The bias (H,) of one gate, or None if the cell has none."""
    return None if biases is None else biases[gate]


def back_project(weights: Array, dterms: Array) -> Array:
    """The derivative by the vector of project(weights, vector), given that by its result."""
    gates, size, _ = weights.shape
    stacked = np.moveaxis(dterms, 0, -2)
    return dot(stacked.reshape(*stacked.shape[:-2], gates * size), weights.reshape(gates * size, -1))


def outer(dterms: Array, vector: Array) -> Array:
    """The derivative by the weights of project(weights, vector): (G, H, N), summed over the batch."""
    per_gate = [dot(np.atleast_2d(dterm).T, np.atleast_2d(vector)) for dterm in dterms]
    return np.stack(per_gate)


def over_batch(dterms: Array) -> Array:
    """The derivative by biases (G, H) that were added to every row of terms (G, B, H) or (G, H)."""
    if dterms.ndim == 2:
        return dterms
    rows = np.ones(dterms.shape[1], dtype=dterms.dtype)
    return dot(rows, dterms)


def dparams_of(params: Params, dW: Array, dU: Array, db: Array, db_rec: Array) -> Params:
    """The gradients as Params, with a bias only where params has one."""
    return Params(
        kind=params.kind,
        W=dW,
        U=dU,
        b=None if params.b is None else db,
        b_rec=None if params.b_rec is None else db_rec,
    )
