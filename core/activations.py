"""The squashing functions of every cell and head, and their slopes, in the forms that never overflow.
Written naively, exp(-x) overflows long before a sigmoid stops being an ordinary number.
"""

import numpy as np
from numpy.typing import ArrayLike

from core.cells.spec import Array


def _floating(x: ArrayLike) -> Array:
    """x as a floating array, its type kept; integers and lists of numbers become float64."""
    array = np.asarray(x)
    return array if array.dtype.kind == "f" else array.astype(np.float64)


def sigmoid(x: ArrayLike) -> Array:
    """The logistic function 1 / (1 + exp(-x)), elementwise, of any shape; the type of x is kept.

    Written with exp(-|x|), which lies in (0, 1]: for x < 0 it is exp(x) / (1 + exp(x)).
    """
    values = _floating(x)
    decay = np.exp(-np.abs(values))
    squashed: Array = np.where(values >= 0, 1, decay) / (1 + decay)
    return squashed


def tanh(x: ArrayLike) -> Array:
    """The hyperbolic tangent, elementwise, of any shape; the type of x is kept."""
    squashed: Array = np.tanh(_floating(x))
    return squashed


def relu(x: ArrayLike) -> Array:
    """max(x, 0), elementwise, of any shape; the type of x is kept."""
    rectified: Array = np.maximum(_floating(x), 0)
    return rectified


def dsigmoid(y: Array) -> Array:
    """The slope of the sigmoid where its value is y: y (1 - y)."""
    return y * (1 - y)


def dtanh(y: Array) -> Array:
    """The slope of tanh where its value is y: 1 - y^2."""
    return 1 - y * y


def drelu(y: Array) -> Array:
    """The slope of relu where its value is y: 1 above zero, and 0 at zero and below, as PyTorch has it."""
    return (y > 0).astype(y.dtype)


def _below_the_largest(x: ArrayLike, axis: int) -> Array:
    """x minus its largest entry along axis: at most 0, and at least the lowest finite number."""
    values = _floating(x)
    with np.errstate(over="ignore"):
        shifted = values - values.max(axis=axis, keepdims=True)
    lowest: Array = np.maximum(shifted, np.finfo(shifted.dtype).min)
    return lowest


def softmax(x: ArrayLike, axis: int = -1) -> Array:
    """exp(x) / sum(exp(x)) along axis: probabilities shaped and typed as x, where -inf masks an entry."""
    weights = np.exp(_below_the_largest(x, axis))
    probabilities: Array = weights / weights.sum(axis=axis, keepdims=True)
    return probabilities


def log_softmax(x: ArrayLike, axis: int = -1) -> Array:
    """log(softmax(x)) along axis, in nats, shaped and typed as x; finite where softmax underflows to 0."""
    shifted = _below_the_largest(x, axis)
    log_probabilities: Array = shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))
    return log_probabilities
