"""What one step says of itself: the lesson's numbers, its named parts, its shapes, types and errors."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from core.activations import sigmoid
from core.cells.gru import GruStep
from core.cells.lstm import LstmStep
from core.cells.spec import GATES, LESSON, Array, CellKind, Convention, Params
from core.cells.step import backward, forward
from tests.core.cell_cases import CONVENTIONS, IDS, arrays_of, as_type, cell, states, value_of
from tests.core.reference import lesson_values

pytestmark = pytest.mark.filterwarnings("error")

every_convention = pytest.mark.parametrize(("kind", "convention"), CONVENTIONS, ids=IDS)


def lesson_params(kind: CellKind, letters: str, biases: bool) -> Params:
    """The lesson's matrices act on [h, x]; its LSTM has biases."""
    inputs = lesson_values()["lstm_step"]["inputs"]
    stacked = np.array([inputs[f"W_{letter}"] for letter in letters])
    b = np.array([inputs[f"b_{letter}"] for letter in letters], dtype=float) if biases else None
    return Params(kind, stacked[:, :, 2:], stacked[:, :, :2], b)


def test_the_lessons_lstm_step() -> None:
    values = lesson_values()["lstm_step"]
    given_ = values["inputs"]
    step = forward(lesson_params("lstm", "fiCo", True), given_["x"], given_["h_prev"], given_["C_prev"])
    for name in ("forget", "input", "candidate", "output", "kept", "added", "cell", "hidden"):
        assert_allclose(value_of(step, name), values[name], rtol=0, atol=1e-12)


def test_the_lessons_gru_step() -> None:
    values, inputs = lesson_values()["gru_step"], lesson_values()["lstm_step"]["inputs"]
    step = forward(lesson_params("gru", "fiC", False), inputs["x"], inputs["h_prev"])
    for name in ("update", "reset", "candidate", "hidden"):
        assert_allclose(value_of(step, name), values[name], rtol=0, atol=1e-12)


@every_convention
def test_a_batch_is_its_rows_one_by_one(kind: CellKind, convention: Convention) -> None:
    params = cell(kind)
    batch = states(params, batch=3)
    together = forward(params, **batch, convention=convention)
    dh = np.random.default_rng(3).normal(size=together.hidden.shape)
    grads = backward(params, together, dh)
    alone = [forward(params, **{k: v[i] for k, v in batch.items()}, convention=convention) for i in range(3)]
    parts = [backward(params, step, dh[i]) for i, step in enumerate(alone)]
    for i, step in enumerate(alone):
        for name, array in arrays_of(step).items():
            whole = arrays_of(together)[name]
            if "bias" not in name:
                assert_allclose(array, whole[i], rtol=1e-12, atol=1e-15, err_msg=name)
        assert_allclose(parts[i].dx, grads.dx[i], rtol=1e-12, atol=1e-14)
        assert_allclose(parts[i].dh_prev, grads.dh_prev[i], rtol=1e-12, atol=1e-14)
    for name, dparam in arrays_of(grads.dparams).items():
        summed = sum(arrays_of(part.dparams)[name] for part in parts)
        assert_allclose(dparam, summed, rtol=1e-12, atol=1e-14, err_msg=name)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@every_convention
def test_every_array_keeps_the_type(kind: CellKind, convention: Convention, dtype: type[np.floating]) -> None:
    params = as_type(cell(kind), dtype)
    given_ = {name: array.astype(dtype) for name, array in states(params).items()}
    step = forward(params, **given_, convention=convention)
    grads = backward(params, step, np.ones_like(step.hidden))
    found = arrays_of(step) | arrays_of(grads) | dict(grads.dpre) | dict(grads.dvalue)
    assert {name: array.dtype for name, array in found.items() if array.dtype != dtype} == {}


@every_convention
def test_lists_take_the_type_of_the_weights(kind: CellKind, convention: Convention) -> None:
    params = as_type(cell(kind), np.float32)
    given_: dict[str, Any] = {name: array.tolist() for name, array in states(params).items()}
    assert forward(params, **given_, convention=convention).hidden.dtype == np.float32


@every_convention
def test_a_gate_is_the_sum_of_its_terms(kind: CellKind, convention: Convention) -> None:
    params = cell(kind)
    step = forward(params, **states(params), convention=convention)
    assert tuple(step.gates) == GATES[kind]
    for gate in step.gates.values():
        biases = sum((b for b in (gate.bias, gate.bias_rec) if b is not None), start=np.zeros(1))
        assert_allclose(gate.pre, gate.input_term + gate.recurrent_term + biases, rtol=1e-14, atol=1e-15)


@pytest.mark.parametrize("biases", [0, 1, 2])
@every_convention
def test_two_biases_are_one_unless_the_reset_gate_comes_between(
    kind: CellKind, convention: Convention, biases: int
) -> None:
    params = cell(kind, biases)
    b, b_rec = (np.zeros(params.W.shape[:2]) if bias is None else bias for bias in (params.b, params.b_rec))
    merged = Params(kind, params.W, params.U, b + b_rec)
    one, two = (forward(p, **states(params), convention=convention).hidden for p in (merged, params))
    if kind == "gru" and convention.reset == "after" and biases == 2:
        assert np.abs(one - two).max() > 1e-3
    else:
        assert_allclose(one, two, rtol=1e-12)


@every_convention
def test_an_absent_bias_is_a_zero_bias(kind: CellKind, convention: Convention) -> None:
    params = cell(kind, biases=0)
    zeros = np.zeros(params.W.shape[:2])
    absent = forward(params, **states(params), convention=convention)
    zero = forward(Params(kind, params.W, params.U, zeros, zeros), **states(params), convention=convention)
    assert_array_equal(absent.hidden, zero.hidden)


def test_an_lstms_parts_add_up() -> None:
    params = cell("lstm")
    given_ = states(params)
    step = forward(params, **given_, convention=LESSON)
    assert isinstance(step, LstmStep)
    assert_array_equal(step.kept, step.forget.value * given_["c_prev"])
    assert_array_equal(step.added, step.input.value * step.candidate.value)
    assert_array_equal(step.cell, step.kept + step.added)
    assert_array_equal(step.hidden, step.output.value * step.tanh_cell)


@pytest.mark.parametrize("convention", [c for k, c in CONVENTIONS if k == "gru"])
def test_a_gru_names_what_its_reset_gate_works_on(convention: Convention) -> None:
    params = cell("gru")
    given_ = states(params)
    step = forward(params, **given_, convention=convention)
    assert isinstance(step, GruStep)
    if convention.reset == "before":
        assert step.recurrent_candidate is None
        assert_array_equal(step.reset_hidden, step.reset.value * given_["h_prev"])
    else:
        assert step.reset_hidden is None
        assert params.b_rec is not None
        product = given_["h_prev"] @ params.U[2].T + params.b_rec[2]
        assert step.recurrent_candidate is not None
        assert_allclose(step.recurrent_candidate, product, rtol=1e-12)
        assert_allclose(step.candidate.recurrent_term, step.reset.value * product, rtol=1e-12)
    assert_array_equal(step.hidden, step.kept + step.added)


@given(st.integers(0, 10_000), st.sampled_from([c for k, c in CONVENTIONS if k == "gru"]))
def test_a_grus_state_lies_between_the_past_and_the_candidate(seed: int, convention: Convention) -> None:
    params = cell("gru", seed=seed)
    given_ = states(params, seed=seed + 1)
    step = forward(params, **given_, convention=convention)
    low = np.minimum(given_["h_prev"], step.gates["candidate"].value)
    high = np.maximum(given_["h_prev"], step.gates["candidate"].value)
    assert (low - 1e-15 <= step.hidden).all()
    assert (step.hidden <= high + 1e-15).all()


@pytest.mark.parametrize(("update_scales", "open_bias"), [("candidate", -1e3), ("past", 1e3)])
def test_the_same_gru_keeps_its_past_at_opposite_ends_of_z(update_scales: Any, open_bias: float) -> None:
    params = cell("gru")
    assert params.b is not None
    params.b[0] = open_bias
    given_ = states(params)
    step = forward(params, **given_, convention=Convention(update_scales=update_scales))
    assert_array_equal(step.hidden, given_["h_prev"])


def test_a_forget_bias_of_one_keeps_what_the_lesson_says() -> None:
    zeros: Array = np.zeros((4, 1, 1))
    b = np.array([[1.0], [0], [0], [0]])
    step = forward(Params("lstm", zeros, zeros, b), [0.0], [0.0], [2.0])
    assert_allclose(value_of(step, "kept"), 2 * sigmoid([1.0]), rtol=1e-15)


@pytest.mark.parametrize(
    ("kind", "given_", "message"),
    [
        ("lstm", {"x": np.zeros(3), "h_prev": np.zeros(4)}, "c_prev is missing"),
        ("gru", {"x": np.zeros(3), "h_prev": np.zeros(4), "c_prev": np.zeros(4)}, "gru cell has no cell state"),
        ("rnn", {"x": np.zeros(2), "h_prev": np.zeros(4)}, r"x has shape \(2,\).* takes \(3,\) or \(B, 3\)"),
        ("rnn", {"x": np.zeros(3), "h_prev": np.zeros((1, 5))}, r"h_prev has shape \(1, 5\).* \(4,\) or \(B, 4\)"),
        ("rnn", {"x": np.zeros((2, 3)), "h_prev": np.zeros((3, 4))}, r"h_prev has shape \(3, 4\) beside x of \(2, 3\)"),
        ("rnn", {"x": 1.0, "h_prev": np.zeros(4)}, r"x has shape \(\)"),
    ],
)
def test_what_does_not_fit_is_named(kind: CellKind, given_: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        forward(cell(kind), **given_)


@pytest.mark.parametrize(
    ("kind", "given_", "message"),
    [
        ("lstm", {"dh": np.zeros(4)}, r"dh has shape \(4,\), but the step's state has \(2, 4\)"),
        ("lstm", {"dh": np.zeros((2, 4)), "dc": np.zeros(4)}, r"dc has shape \(4,\)"),
        ("gru", {"dh": np.zeros((2, 4)), "dc": np.zeros((2, 4))}, "gru cell has no cell state"),
    ],
)
def test_a_gradient_that_does_not_fit_is_named(kind: CellKind, given_: dict[str, Any], message: str) -> None:
    params = cell(kind)
    step = forward(params, **states(params), convention=LESSON)
    with pytest.raises(ValueError, match=message):
        backward(params, step, **given_)
