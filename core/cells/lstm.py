"""One step of an LSTM: a cell that keeps f of what it had, adds i of a candidate, and shows o of its tanh.
Source: Hochreiter & Schmidhuber 1997 with the forget gate of Gers et al. 2000; no peepholes.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.activations import dsigmoid, dtanh, sigmoid, tanh
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
from core.cells.saturate import times, total
from core.cells.spec import GATES, LESSON, Array, Convention, Params


@dataclass(frozen=True, eq=False)
class LstmStep:
    """One step laid open; arrays are (B, .) or (.,).

    kept is f * c_prev, what stays of the past; added is i * candidate, what this step writes; cell is their
    sum, tanh_cell its tanh, and hidden is o * tanh_cell.
    """

    x: Array
    h_prev: Array
    c_prev: Array
    forget: Gate
    input: Gate
    candidate: Gate
    output: Gate
    kept: Array
    added: Array
    cell: Array
    tanh_cell: Array
    hidden: Array
    convention: Convention

    @property
    def gates(self) -> Mapping[str, Gate]:
        """The four gates by name, in the order of GATES."""
        return {
            "forget": self.forget,
            "input": self.input,
            "candidate": self.candidate,
            "output": self.output,
        }


def forward(params: Params, x: Array, h_prev: Array, c_prev: Array, convention: Convention = LESSON) -> LstmStep:
    """The step from h_prev and c_prev (B, H) on x (B, I), or on single vectors."""
    input_terms = project(params.W, x)
    recurrent_terms = project(params.U, h_prev)
    forget, input_, candidate, output = (
        open_gate(
            tanh if name == "candidate" else sigmoid,
            input_terms[g],
            recurrent_terms[g],
            bias_of(params.b, g),
            bias_of(params.b_rec, g),
        )
        for g, name in enumerate(GATES["lstm"])
    )
    kept = forget.value * c_prev
    added = input_.value * candidate.value
    cell = kept + added
    tanh_cell = tanh(cell)
    hidden = output.value * tanh_cell
    return LstmStep(
        x, h_prev, c_prev, forget, input_, candidate, output, kept, added, cell, tanh_cell, hidden, convention
    )


def backward(params: Params, step: LstmStep, dh: Array, dc: Array | None = None) -> StepGradients:
    """The gradients of a loss whose derivatives by the new hidden state and cell are dh and dc, (B, H) or (H,).

    dc is what later steps say about the cell; None is zero.
    """
    dcell = total(times(dh, step.output.value * dtanh(step.tanh_cell)), dc)
    dvalue = {
        "forget": times(dcell, step.c_prev),
        "input": times(dcell, step.candidate.value),
        "candidate": times(dcell, step.input.value),
        "output": times(dh, step.tanh_cell),
    }
    dpre = {
        name: times(dvalue[name], (dtanh if name == "candidate" else dsigmoid)(gate.value))
        for name, gate in step.gates.items()
    }
    dterms = np.stack([dpre[name] for name in GATES["lstm"]])  # (G, B, H)
    dbias = over_batch(dterms)
    return StepGradients(
        dx=back_project(params.W, dterms),
        dh_prev=back_project(params.U, dterms),
        dc_prev=times(dcell, step.forget.value),
        dparams=dparams_of(params, outer(dterms, step.x), outer(dterms, step.h_prev), dbias, dbias),
        dvalue=dvalue,
        dpre=dpre,
        dcell=dcell,
    )
