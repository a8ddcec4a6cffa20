"""One step of a plain recurrent cell: h = tanh(W x + b + U h_prev), the case that gates are compared with.
Source: Elman 1990; with the second bias and relu as PyTorch, Keras and ONNX have them.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.activations import drelu, dtanh, relu, tanh
from core.cells.gate import (
    Gate,
    StepGradients,
    back_project,
    bias_of,
    dparams_of,
    open_gate,
    outer,
    over_batch,
    project,
)
from core.cells.saturate import times
from core.cells.spec import LESSON, Array, Convention, Params


@dataclass(frozen=True, eq=False)
class RnnStep:
    """One step laid open; arrays are (B, .) or (.,). unit holds the terms, the pre-activation and the value."""

    x: Array
    h_prev: Array
    unit: Gate
    hidden: Array
    convention: Convention

    @property
    def gates(self) -> Mapping[str, Gate]:
        """The one unit, under the name it has in GATES."""
        return {"hidden": self.unit}


def forward(params: Params, x: Array, h_prev: Array, convention: Convention = LESSON) -> RnnStep:
    """The step from h_prev (B, H) on x (B, I), or on single vectors."""
    activation = tanh if convention.activation == "tanh" else relu
    unit = open_gate(
        activation,
        project(params.W, x)[0],
        project(params.U, h_prev)[0],
        bias_of(params.b, 0),
        bias_of(params.b_rec, 0),
    )
    return RnnStep(x, h_prev, unit, unit.value, convention)


def backward(params: Params, step: RnnStep, dh: Array) -> StepGradients:
    """The gradients of a loss whose derivative by the new hidden state is dh (B, H) or (H,)."""
    slope = dtanh if step.convention.activation == "tanh" else drelu
    dpre = times(dh, slope(step.hidden))
    dterms = dpre[np.newaxis]
    dbias = over_batch(dterms)
    return StepGradients(
        dx=back_project(params.W, dterms),
        dh_prev=back_project(params.U, dterms),
        dc_prev=None,
        dparams=dparams_of(params, outer(dterms, step.x), outer(dterms, step.h_prev), dbias, dbias),
        dvalue={"hidden": dh},
        dpre={"hidden": dpre},
    )
