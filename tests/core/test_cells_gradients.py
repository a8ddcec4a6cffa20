"""Holds every hand-written gradient of a step against central differences of the step."""

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest
from numpy.testing import assert_allclose

from core.activations import sigmoid, tanh
from core.cells.gate import StepGradients
from core.cells.gru import GruStep, shares
from core.cells.lstm import LstmStep
from core.cells.spec import LESSON, Array, CellKind, Convention, Params
from core.cells.step import backward, forward
from core.gradcheck import central_difference, check, largest_relative_difference
from tests.core.cell_cases import CONVENTIONS, IDS, arrays_of, cell, states

pytestmark = pytest.mark.filterwarnings("error")

every_convention = pytest.mark.parametrize(("kind", "convention"), CONVENTIONS, ids=IDS)


def weights_of_the_loss(shape: tuple[int, ...]) -> tuple[Array, Array]:
    rng = np.random.default_rng(7)
    return rng.normal(size=shape), rng.normal(size=shape)


def loss_at(kind: CellKind, convention: Convention) -> Callable[[dict[str, Array]], float]:
    """sum(vh * hidden) + sum(vc * cell), as a function of the weights and the states by name."""

    def loss(at: dict[str, Array]) -> float:
        params = Params(kind, at["W"], at["U"], at.get("b"), at.get("b_rec"))
        step = forward(params, at["x"], at["h_prev"], at.get("c_prev"), convention)
        vh, vc = weights_of_the_loss(step.hidden.shape)
        return float((vh * step.hidden).sum() + ((vc * step.cell).sum() if isinstance(step, LstmStep) else 0))

    return loss


def written(grads: StepGradients) -> dict[str, Array]:
    """The gradients by the name of what they are the gradient of."""
    named = {"x": grads.dx, "h_prev": grads.dh_prev, **arrays_of(grads.dparams)}
    return named if grads.dc_prev is None else {**named, "c_prev": grads.dc_prev}


@pytest.mark.parametrize("batch", [None, 2])
@pytest.mark.parametrize("biases", [0, 1, 2])
@every_convention
def test_gradients_by_weights_and_states(
    kind: CellKind, convention: Convention, biases: int, batch: int | None
) -> None:
    params = cell(kind, biases)
    given = states(params, batch)
    step = forward(params, **given, convention=convention)
    vh, vc = weights_of_the_loss(step.hidden.shape)
    grads = written(backward(params, step, vh, vc if kind == "lstm" else None))
    at = {**given, **arrays_of(params)}
    assert grads.keys() == at.keys()
    report = check(loss_at(kind, convention), grads, at)
    assert report.difference < 1e-8, str(report)


@every_convention
def test_gradients_by_pre_activations(kind: CellKind, convention: Convention) -> None:
    """A nudge of one unit's bias is a nudge of its pre-activation."""
    params = cell(kind, biases=1)
    given = states(params, batch=None)
    step = forward(params, **given, convention=convention)
    vh, vc = weights_of_the_loss(step.hidden.shape)
    grads = backward(params, step, vh, vc if kind == "lstm" else None)
    report = check(
        loss_at(kind, convention), {"b": np.stack(list(grads.dpre.values()))}, {**given, **arrays_of(params)}
    )
    assert report.difference < 1e-8, str(report)


def test_gradients_by_the_values_of_an_lstms_gates() -> None:
    params = cell("lstm")
    step = forward(params, **states(params), convention=LESSON)
    assert isinstance(step, LstmStep)
    vh, vc = weights_of_the_loss(step.hidden.shape)

    def loss(at: dict[str, Array]) -> float:
        new_cell = at["forget"] * step.c_prev + at["input"] * at["candidate"]
        return float((vh * at["output"] * tanh(new_cell)).sum() + (vc * new_cell).sum())

    grads = backward(params, step, vh, vc)
    report = check(loss, grads.dvalue, {name: gate.value for name, gate in step.gates.items()})
    assert report.difference < 1e-8, str(report)
    dcell = central_difference(lambda c: float((vh * step.output.value * tanh(c) + vc * c).sum()), step.cell)
    assert grads.dcell is not None
    assert largest_relative_difference(grads.dcell, dcell) < 1e-8


@pytest.mark.parametrize("convention", [c for k, c in CONVENTIONS if k == "gru"])
def test_gradients_by_the_values_inside_a_gru(convention: Convention) -> None:
    params = cell("gru")
    step = forward(params, **states(params), convention=convention)
    assert isinstance(step, GruStep)
    vh, _ = weights_of_the_loss(step.hidden.shape)

    def blend(update: Array, candidate: Array) -> float:
        past, new = shares(update, convention)
        return float((vh * (past * step.h_prev + new * candidate)).sum())

    def of_recurrent_term(term: Array) -> float:
        biases = [b for b in (step.candidate.bias, step.candidate.bias_rec) if b is not None]
        return blend(step.update.value, tanh(step.candidate.input_term + term + sum(biases)))

    grads = backward(params, step, vh)
    values = {name: gate.value for name, gate in step.gates.items()}
    direct = {name: grads.dvalue[name] for name in ("update", "candidate")}
    report = check(lambda at: blend(at["update"], at["candidate"]), direct, values)
    assert report.difference < 1e-8, str(report)

    reset, reset_hidden, recurrent = step.reset.value, step.reset_hidden, step.recurrent_candidate
    if reset_hidden is not None:
        by_reset = central_difference(lambda r: of_recurrent_term((r * step.h_prev) @ params.U[2].T), reset)
        by_inner = central_difference(lambda v: of_recurrent_term(v @ params.U[2].T), reset_hidden)
        inner = grads.dreset_hidden
    else:
        assert recurrent is not None
        by_reset = central_difference(lambda r: of_recurrent_term(r * recurrent), reset)
        by_inner = central_difference(lambda v: of_recurrent_term(reset * v), recurrent)
        inner = grads.drecurrent_candidate
    assert inner is not None
    assert largest_relative_difference(grads.dvalue["reset"], by_reset) < 1e-8
    assert largest_relative_difference(inner, by_inner) < 1e-8


def test_no_derivative_of_the_cell_is_a_zero_one() -> None:
    params = cell("lstm")
    step = forward(params, **states(params), convention=LESSON)
    vh, _ = weights_of_the_loss(step.hidden.shape)
    absent, zero = (backward(params, step, vh, dc) for dc in (None, np.zeros_like(vh)))
    assert_allclose(written(absent)["c_prev"], written(zero)["c_prev"])


def test_a_gradient_by_the_cell_passes_an_open_forget_gate_whole() -> None:
    params = cell("lstm")
    opened = dataclasses.replace(params, b=np.array([[1e3], [0], [0], [0]]) * np.ones((1, 4)))
    step = forward(opened, **states(params), convention=LESSON)
    dc = np.ones_like(step.hidden)
    grads = backward(opened, step, np.zeros_like(dc), dc)
    assert_allclose(grads.dc_prev, dc * sigmoid(1e3))  # type: ignore[arg-type]
