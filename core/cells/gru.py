"""One step of a GRU: the new hidden state is a blend of the old one and a candidate, by the update gate.
Source: Cho et al. 2014. Frameworks differ on which of the two z multiplies, and on where the reset gate acts.
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
from core.cells.spec import LESSON, Array, Convention, Params

UPDATE, RESET, CANDIDATE = 0, 1, 2


@dataclass(frozen=True, eq=False)
class GruStep:
    """One step laid open; arrays are (B, .) or (.,).

    reset_hidden is r * h_prev where the reset gate acts before the recurrent product, else None;
    recurrent_candidate is U h_prev + b_rec where it acts after, else None. kept is the part of h_prev that
    stays, added the part of the candidate that comes in; hidden is their sum.
    """

    x: Array
    h_prev: Array
    update: Gate
    reset: Gate
    candidate: Gate
    reset_hidden: Array | None
    recurrent_candidate: Array | None
    kept: Array
    added: Array
    hidden: Array
    convention: Convention

    @property
    def gates(self) -> Mapping[str, Gate]:
        """The three gates by name, in the order of GATES."""
        return {"update": self.update, "reset": self.reset, "candidate": self.candidate}


def forward(params: Params, x: Array, h_prev: Array, convention: Convention = LESSON) -> GruStep:
    """The step from h_prev (B, H) on x (B, I), or on single vectors."""
    input_terms = project(params.W, x)
    update, reset = _sigmoid_gates(params, input_terms, project(params.U[:CANDIDATE], h_prev))
    reset_hidden = recurrent_candidate = None
    if convention.reset == "before":
        reset_hidden = reset.value * h_prev
        candidate = _candidate_of_reset_hidden(params, input_terms[CANDIDATE], reset_hidden)
    else:
        product = project(params.U[CANDIDATE:], h_prev)[0]
        recurrent_candidate = total(product, bias_of(params.b_rec, CANDIDATE))
        recurrent_term = reset.value * recurrent_candidate
        bias = bias_of(params.b, CANDIDATE)
        candidate = open_gate(tanh, input_terms[CANDIDATE], recurrent_term, bias, None)
    past_share, candidate_share = shares(update.value, convention)
    kept = past_share * h_prev
    added = candidate_share * candidate.value
    return GruStep(
        x=x,
        h_prev=h_prev,
        update=update,
        reset=reset,
        candidate=candidate,
        reset_hidden=reset_hidden,
        recurrent_candidate=recurrent_candidate,
        kept=kept,
        added=added,
        hidden=kept + added,
        convention=convention,
    )


def shares(update: Array, convention: Convention) -> tuple[Array, Array]:
    """The factors of h_prev and of the candidate in the blend, which add up to 1."""
    if convention.update_scales == "candidate":
        return 1 - update, update
    return update, 1 - update


def _sigmoid_gates(params: Params, input_terms: Array, recurrent_terms: Array) -> tuple[Gate, Gate]:
    """The update and the reset gate."""
    update, reset = (
        open_gate(sigmoid, input_terms[g], recurrent_terms[g], bias_of(params.b, g), bias_of(params.b_rec, g))
        for g in (UPDATE, RESET)
    )
    return update, reset


def _candidate_of_reset_hidden(params: Params, input_term: Array, reset_hidden: Array) -> Gate:
    """The candidate whose recurrent product is U (r * h_prev)."""
    product = project(params.U[CANDIDATE:], reset_hidden)[0]
    biases = bias_of(params.b, CANDIDATE), bias_of(params.b_rec, CANDIDATE)
    return open_gate(tanh, input_term, product, *biases)


@dataclass(frozen=True, eq=False)
class _ResetPath:
    """What flows back from the candidate through its recurrent term."""

    dreset: Array
    dh_prev: Array
    dU: Array
    drecurrent_bias: Array
    dreset_hidden: Array | None = None
    drecurrent_candidate: Array | None = None


def _back_through_reset(params: Params, step: GruStep, dpre: Array) -> _ResetPath:
    """The gradients behind the candidate's recurrent term, given dpre by the candidate's pre-activation."""
    U = params.U[CANDIDATE:]
    if step.reset_hidden is not None:
        dreset_hidden = back_project(U, dpre[np.newaxis])
        return _ResetPath(
            dreset=times(dreset_hidden, step.h_prev),
            dh_prev=times(dreset_hidden, step.reset.value),
            dU=outer(dpre[np.newaxis], step.reset_hidden),
            drecurrent_bias=dpre,
            dreset_hidden=dreset_hidden,
        )
    assert step.recurrent_candidate is not None  # a step has one of the two
    drecurrent = times(dpre, step.reset.value)
    return _ResetPath(
        dreset=times(dpre, step.recurrent_candidate),
        dh_prev=back_project(U, drecurrent[np.newaxis]),
        dU=outer(drecurrent[np.newaxis], step.h_prev),
        drecurrent_bias=drecurrent,
        drecurrent_candidate=drecurrent,
    )


def backward(params: Params, step: GruStep, dh: Array) -> StepGradients:
    """The gradients of a loss whose derivative by the new hidden state is dh (B, H) or (H,)."""
    past_share, candidate_share = shares(step.update.value, step.convention)
    rise = total(step.candidate.value, -step.h_prev)
    dupdate = times(dh, rise if step.convention.update_scales == "candidate" else -rise)
    dcandidate = times(dh, candidate_share)
    dpre_candidate = times(dcandidate, dtanh(step.candidate.value))
    path = _back_through_reset(params, step, dpre_candidate)
    dpre_update = times(dupdate, dsigmoid(step.update.value))
    dpre_reset = times(path.dreset, dsigmoid(step.reset.value))
    dgates = np.stack([dpre_update, dpre_reset])
    dterms = np.stack([dpre_update, dpre_reset, dpre_candidate])  # (G, B, H)
    drecurrent_terms = np.stack([dpre_update, dpre_reset, path.drecurrent_bias])
    dh_prev = total(times(dh, past_share), path.dh_prev, back_project(params.U[:CANDIDATE], dgates))
    dU = np.concatenate([outer(dgates, step.h_prev), path.dU])
    return StepGradients(
        dx=back_project(params.W, dterms),
        dh_prev=dh_prev,
        dc_prev=None,
        dparams=dparams_of(params, outer(dterms, step.x), dU, over_batch(dterms), over_batch(drecurrent_terms)),
        dvalue={"update": dupdate, "reset": path.dreset, "candidate": dcandidate},
        dpre={"update": dpre_update, "reset": dpre_reset, "candidate": dpre_candidate},
        dreset_hidden=path.dreset_hidden,
        drecurrent_candidate=path.drecurrent_candidate,
    )
