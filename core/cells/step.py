"""One step of any cell, by its kind: the door through which a caller that holds Params enters.
Shapes are checked here, once, so that a wrong one is named instead of failing inside a product.
"""

import numpy as np
from numpy.typing import ArrayLike

from core.cells import gru, lstm, rnn
from core.cells.gate import StepGradients
from core.cells.gru import GruStep
from core.cells.lstm import LstmStep
from core.cells.rnn import RnnStep
from core.cells.spec import LESSON, Array, Convention, Params

Step = RnnStep | LstmStep | GruStep


def forward(
    params: Params,
    x: ArrayLike,
    h_prev: ArrayLike,
    c_prev: ArrayLike | None = None,
    convention: Convention = LESSON,
) -> Step:
    """One step on x (B, I) from h_prev (B, H) and, for an LSTM, c_prev (B, H); or on single vectors.

    Floating arrays keep their type, so that float32 weights and inputs make a float32 Step; lists and integers
    take that of the weights. Weights as large as their type holds saturate the gates and never warn. Raises
    ValueError, in one line, for a shape that does not fit, an LSTM without c_prev and another cell with one.
    """
    inputs, state = _floating(x, params), _floating(h_prev, params)
    _check("x", inputs, params.input_size, inputs)
    _check("h_prev", state, params.hidden_size, inputs)
    if params.kind == "lstm":
        if c_prev is None:
            raise ValueError("c_prev is missing: an LSTM step needs the previous cell state")
        memory = _floating(c_prev, params)
        _check("c_prev", memory, params.hidden_size, inputs)
        return lstm.forward(params, inputs, state, memory, convention)
    if c_prev is not None:
        raise ValueError(f"c_prev was given, but a {params.kind} cell has no cell state: leave it out")
    cell = rnn.forward if params.kind == "rnn" else gru.forward
    return cell(params, inputs, state, convention)


def backward(params: Params, step: Step, dh: ArrayLike, dc: ArrayLike | None = None) -> StepGradients:
    """The gradients of a loss with derivatives dh by the step's hidden state and dc by its cell (None is zero).

    Shapes are those of the step; params are those it was made with. Raises ValueError, in one line, for a
    shape that does not fit and for dc on a cell without a cell state.
    """
    dhidden = _same_shape("dh", _floating(dh, params), step.hidden)
    if isinstance(step, LstmStep):
        dcell = None if dc is None else _same_shape("dc", _floating(dc, params), step.cell)
        return lstm.backward(params, step, dhidden, dcell)
    if dc is not None:
        raise ValueError(f"dc was given, but a {params.kind} cell has no cell state: leave it out")
    if isinstance(step, GruStep):
        return gru.backward(params, step, dhidden)
    return rnn.backward(params, step, dhidden)


def _floating(given: ArrayLike, params: Params) -> Array:
    """given as it is if it is a floating array, else as an array of the type of the weights."""
    if isinstance(given, np.ndarray) and np.issubdtype(given.dtype, np.floating):
        return given
    return np.asarray(given, dtype=params.W.dtype)


def _check(name: str, array: Array, size: int, x: Array) -> None:
    """Raises ValueError unless the last axis of array is size and its batch is that of x."""
    if array.ndim not in (1, 2) or array.shape[-1] != size:
        raise ValueError(f"{name} has shape {array.shape}, but this cell takes ({size},) or (B, {size})")
    if array.shape[:-1] != x.shape[:-1]:
        raise ValueError(f"{name} has shape {array.shape} beside x of {x.shape}: the batches must be the same")


def _same_shape(name: str, array: Array, state: Array) -> Array:
    """array, if it has the shape of state; raises ValueError otherwise."""
    if array.shape != state.shape:
        raise ValueError(f"{name} has shape {array.shape}, but the step's state has {state.shape}")
    return array
