"""Holds the step inspector's numbers against the lesson, against its own formulas and against themselves."""

import time
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from core.cells.conventions import LAYOUTS
from core.cells.formulas import Formula, evaluate
from core.report import Table, Text, plain_data
from core.step_inspector.check import final, gradient_check
from core.step_inspector.explain import explain
from core.step_inspector.lesson import compute, gradients_of
from core.step_inspector.presets import PRESETS
from core.step_inspector.report import report
from core.step_inspector.result import StepResult
from core.step_inspector.settings import StepSettings
from core.step_inspector.weights import shape_of
from tests.core.reference import lesson_values

pytestmark = pytest.mark.filterwarnings("error")
CELLS = ("lstm", "gru", "rnn")
READINGS: list[dict[str, Any]] = [
    *({"convention": name} for name in LAYOUTS),
    *({"convention": "own", "update_scales": "candidate", "reset": "after", "biases": n} for n in (0, 1, 2)),
    {"convention": "own", "update_scales": "past", "reset": "before", "biases": 2},
]
EVERY = [
    pytest.param(cell, reading, id="-".join([cell, *map(str, reading.values())]))
    for cell in CELLS
    for reading in READINGS
]


def exactly(actual: Any, desired: Any) -> None:
    assert_allclose(actual, desired, rtol=0, atol=1e-12)


def seeded(cell: str, reading: dict[str, Any], **more: Any) -> StepSettings:
    """Random weights and a random sequence, three inputs, four units, the third of five steps shown."""
    sizes = {"inputs": 3, "hidden": 4, "seed": 7, "scale": 0.8, "sequence": "random", "length": 5, "t": 3}
    return StepSettings(cell=cell, **{**sizes, **reading, **more})


def test_the_default_is_the_lessons_lstm_step() -> None:
    expected, step = lesson_values()["lstm_step"], compute(StepSettings()).step
    for gate in step.gates:
        exactly(gate.value, expected[gate.name])
    for name in ("kept", "added", "cell", "hidden"):
        exactly(getattr(step, name), expected[name])


def test_the_default_values_are_the_lessons() -> None:
    inputs, values = lesson_values()["lstm_step"]["inputs"], compute(StepSettings()).values
    for theirs, letter in (("f", "f"), ("i", "i"), ("C", "c"), ("o", "o")):
        joined = np.hstack([values[f"U_{letter}"], values[f"W_{letter}"]])
        assert joined.tolist() == inputs[f"W_{theirs}"]
        assert values[f"b_{letter}"][:, 0].tolist() == inputs[f"b_{theirs}"]
    assert values["h_prev"].tolist() == [inputs["h_prev"]]
    assert values["c_prev"].tolist() == [inputs["C_prev"]]


def test_another_cell_reads_the_same_weights_as_the_lessons_gru_step() -> None:
    expected, step = lesson_values()["gru_step"], compute(StepSettings().change("cell", "gru")).step
    for gate in step.gates:
        exactly(gate.value, expected[gate.name])
    exactly(step.hidden, expected["hidden"])


def test_the_one_neuron_preset_is_the_lessons_signal() -> None:
    expected, result = lesson_values()["one_neuron_signal"], compute(PRESETS["one_neuron"].settings)
    exactly(result.time.signal[1], expected["rnn_signal_at_step_1"])
    exactly(result.time.ideal_copy_path[1], expected["gru_copy_path"])
    assert result.time.x[:, 0].tolist() == expected["x"]
    assert "from 1.0000 at step 10 to 0.0242 at step 1" in result.time.sentence
    assert "0.3165" in result.time.sentence


def formula_values(result: StepResult) -> dict[str, Any]:
    """What the shown formulas give from the shown matrices and states, by name."""
    vectors = {name: array[:, 0] if name.startswith("b") else array for name, array in result.values.items()}
    vectors |= {"x": result.step.x, "h_prev": result.step.h_prev}
    if result.step.c_prev is not None:
        vectors["c_prev"] = result.step.c_prev
    return evaluate([Formula(line.name, line.text, line.quantity) for line in result.formulas], vectors)


@pytest.mark.parametrize(("cell", "reading"), EVERY)
def test_the_formulas_shown_give_the_numbers_shown(cell: str, reading: dict[str, Any]) -> None:
    result = compute(seeded(cell, reading))
    again = formula_values(result)
    for line in result.formulas:
        exactly(again[line.name], line.values)
    exactly(again["h"], result.step.hidden)


@pytest.mark.parametrize(("cell", "reading"), EVERY)
def test_the_terms_of_every_pre_activation_add_up(cell: str, reading: dict[str, Any]) -> None:
    result = compute(seeded(cell, reading))
    for gate in result.step.gates:
        for unit in range(result.settings.hidden):
            found = explain(result, gate.name, unit)
            assert sum(term.value for term in found.terms) == pytest.approx(gate.pre[unit], abs=1e-12)
            sums = {group: sum(t.value for t in found.terms if t.group == group) for group in ("input", "recurrent")}
            assert sums["input"] == pytest.approx(gate.input_term[unit], abs=1e-12)
            assert sums["recurrent"] == pytest.approx(gate.recurrent_term[unit], abs=1e-12)
            assert all(np.prod(term.factors) == pytest.approx(term.value) for term in found.terms)
            biases = sum(float(b[unit]) for b in (gate.bias, gate.bias_rec) if b is not None) + gate.added_bias
            shown = float(gate.input_term[unit] + gate.recurrent_term[unit]) + biases
            assert shown == pytest.approx(gate.pre[unit], abs=1e-12)


def test_an_explanation_names_what_it_multiplies() -> None:
    found = explain(compute(StepSettings()), "forget", 0)
    assert [(term.label, round(term.value, 3)) for term in found.terms] == [
        ("W_f[1,1] * x[1]", 0.3),
        ("W_f[1,2] * x[2]", 0.04),
        ("U_f[1,1] * h_prev[1]", 0.03),
        ("U_f[1,2] * h_prev[2]", 0.04),
        ("b_f[1]", 1.0),
    ]
    with pytest.raises(ValueError, match="no gate 'update' with unit 0: the gates are forget"):
        explain(compute(StepSettings()), "update", 0)


@pytest.mark.parametrize(("cell", "reading"), EVERY)
def test_the_gradient_agrees_with_nudging(cell: str, reading: dict[str, Any]) -> None:
    settings = seeded(cell, reading)
    for output in ("sum", "h2", *(["c3"] if cell == "lstm" else [])):
        check = gradient_check(settings.change("output", output))
        assert check.difference is not None
        assert check.difference < 1e-8
        assert check.checked == check.entries


def test_the_gradient_check_sees_a_wrong_gradient(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*given: Any) -> Any:
        return {name: array * (1.01 if name == "U_o" else 1) for name, array in gradients_of(*given).items()}

    monkeypatch.setattr("core.step_inspector.check.gradients_of", wrong)
    found = gradient_check(StepSettings())
    assert found.name == "U_o"
    assert found.difference is not None
    assert found.difference > 1e-5


def test_a_large_gradient_check_is_a_sample_that_says_so() -> None:
    check = gradient_check(seeded("lstm", {}), most=50)
    assert (check.checked, check.entries) == (50, 145)
    assert "50 of 145 numbers" in check.sentence


@pytest.mark.parametrize(("cell", "reading"), EVERY)
def test_gradients_have_the_shapes_of_what_they_are_of(cell: str, reading: dict[str, Any]) -> None:
    result = compute(seeded(cell, reading))
    assert result.values.keys() == result.gradients.keys()
    for name, array in result.values.items():
        assert array.shape == result.gradients[name].shape == shape_of(result.settings, name)
    assert not result.gradients["x"][3:].any()
    assert result.gradients["x"][:3].any()


@pytest.mark.parametrize("cell", CELLS)
def test_the_step_shown_is_that_of_the_sequence(cell: str) -> None:
    result = compute(seeded(cell, {}))
    exactly(result.time.h[3], result.step.hidden)
    exactly(result.time.h[2], result.step.h_prev)
    for gate in result.step.gates:
        exactly(result.time.gates[gate.name][2], gate.value)
    assert result.loss == pytest.approx(result.step.hidden.sum())


def test_the_copy_path_is_the_product_of_its_factors() -> None:
    time_ = compute(seeded("gru", {"convention": "pytorch"})).time
    assert time_.factors is not None
    assert time_.copy_path is not None
    exactly(time_.factors, time_.gates["update"])
    exactly(time_.copy_path[2], time_.factors[2] * time_.factors[3] * time_.factors[4])
    exactly(time_.copy_path[5], 1)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "Most of the old memory survives (f = 0.80, 0.70): that is b_f = 1 at work"),
        ({"b": ((-3.0, -3.0),) + ((0.0, 0.0),) * 3}, "Most of the old memory is lost (f = 0.07, 0.04)."),
        ({"b": ((1.0, -3.0),) + ((0.0, 0.0),) * 3}, "Most of the old memory survives in 1 of 2 units (f = 0.80, 0.04)"),
        ({"convention": "tf1"}, "that is b_f + 1 = 2 at work"),
        ({"cell": "gru"}, "Most of the old state survives in 1 of 2 units: 1 - z = 0.40, 0.54 of h_prev stays"),
        ({"cell": "gru", "convention": "pytorch"}, "z = 0.60, 0.46 of h_prev stays, 0.40, 0.54 of the candidate"),
        ({"cell": "rnn"}, "all of h is written anew"),
        ({"cell": "rnn", "activation": "relu"}, "by relu"),
    ],
)
def test_what_is_said_fits_the_numbers(changes: dict[str, Any], said: str) -> None:
    assert said in compute(StepSettings(**changes)).sentence


def test_the_stacked_matrix_is_in_the_frameworks_order() -> None:
    reading = compute(StepSettings(convention="keras")).reading
    lesson = compute(StepSettings())
    assert reading.letters == ("i", "f", "c", "o")
    assert reading.stacked.W.shape == (2, 8)
    exactly(reading.stacked.W[:, :2].T, lesson.values["W_i"])
    exactly(reading.stacked.W[:, 2:4].T, lesson.values["W_f"])


def test_tensorflow_1_adds_to_the_bias_it_keeps() -> None:
    result = compute(StepSettings(convention="tf1"))
    assert result.values["b_f"].tolist() == [[1.0], [1.0]]
    assert result.step.gates[0].added_bias == 1
    assert result.formulas[0].text == "f = sigmoid(W_f @ x + b_f + 1 + U_f @ h_prev)"
    assert result.reading.stacked.b is not None
    assert result.reading.stacked.b[4:6].tolist() == [1.0, 1.0]


def test_flax_has_a_second_bias_in_the_candidate_only() -> None:
    result = compute(seeded("gru", {"convention": "flax"}))
    assert [name for name in result.values if name.startswith("b_rec")] == ["b_rec_n"]
    assert [line.text.count("b_rec") for line in result.formulas] == [0, 0, 1, 0]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_reported(preset: str) -> None:
    result = final(PRESETS[preset].settings)
    sections = report(result)
    assert plain_data(result)["check"]["checked"] > 0
    assert any(isinstance(section, Text) and "Gradient check" in section.lines[-1] for section in sections)
    for section in sections:
        if isinstance(section, Table):
            assert all(len(row) == len(section.columns) for row in section.written())


@pytest.mark.parametrize("cell", CELLS)
def test_the_largest_cell_is_computed_well_within_a_repaint(cell: str) -> None:
    settings = StepSettings(
        cell=cell, inputs=16, hidden=16, seed=3, sequence="random", length=200, t=150, convention="pytorch"
    )
    taken = []
    for _ in range(5):
        start = time.perf_counter()
        compute(settings)
        taken.append(time.perf_counter() - start)
    assert min(taken) < 0.03
