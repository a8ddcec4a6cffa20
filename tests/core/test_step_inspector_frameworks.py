"""Holds compute() under each preset against what PyTorch, Keras and ONNX Runtime computed from the same weights."""

from typing import Any

import numpy as np
import pytest

from core.cells.conventions import LAYOUTS
from core.cells.spec import GATES, Array, CellKind, Params
from core.cells.stacking import unstack
from core.gradcheck import largest_relative_difference
from core.step_inspector.defaults import rows_of
from core.step_inspector.lesson import compute
from core.step_inspector.result import StepResult
from core.step_inspector.settings import StepSettings
from core.step_inspector.weights import named
from tests.core.reference import Case, load, names

pytestmark = pytest.mark.filterwarnings("error")
TORCH = [name for name in names("torch", cell=True) if "f16" not in name and "16x32" not in name]
TORCH_NAMES = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")


def settings_of(params: Params, preset: str, activation: str, x: Array, h: Array, c: Array | None) -> StepSettings:
    """One sequence x (T, I) from h and c (H,) through these weights, its last step shown."""
    nothing = np.zeros(params.U.shape[:2])
    b, b_rec = (rows_of(nothing if bias is None else bias) for bias in (params.b, params.b_rec))
    return StepSettings(
        cell=params.kind,
        inputs=params.input_size,
        hidden=params.hidden_size,
        convention=preset,
        activation=activation,
        t=len(x),
        W=rows_of(params.W),
        U=rows_of(params.U),
        b=b,
        b_rec=b_rec,
        x=rows_of(x),
        h_prev=rows_of(h[np.newaxis]),
        c_prev=() if c is None else rows_of(c[np.newaxis]),
    )


def torch_settings(case: Case, row: int) -> StepSettings:
    weights: Any = [None if w is None else w.astype(float) for w in map(case.weights.get, TORCH_NAMES)]
    params = unstack(LAYOUTS["pytorch"], case.info["kind"], *weights)
    x, h = (case.values[name].astype(float)[row] for name in ("x", "h0"))
    c = case.values["c0"].astype(float)[row] if "c0" in case.values else None
    return settings_of(params, "pytorch", case.info.get("act", "tanh"), x[np.newaxis], h, c)


def torch_results(case: Case) -> list[StepResult]:
    return [compute(torch_settings(case, row)) for row in range(len(case.values["x"]))]


def tolerance(name: str) -> float:
    return 2e-6 if name.endswith("f32") else 1e-10


@pytest.mark.parametrize("name", TORCH)
def test_a_torch_cell(name: str) -> None:
    case = load("torch", name)
    results = torch_results(case)
    hidden = np.stack([result.step.hidden for result in results])
    assert largest_relative_difference(hidden, case.values["h1"]) < tolerance(name)
    if "c1" in case.values:
        cells = np.stack([np.asarray(result.step.cell) for result in results])
        assert largest_relative_difference(cells, case.values["c1"]) < tolerance(name)


@pytest.mark.parametrize("name", [name for name in TORCH if not name.startswith("rnn")])
def test_the_gates_of_a_torch_cell_under_torchs_letters(name: str) -> None:
    case = load("torch", name)
    results = torch_results(case)
    for g, gate in enumerate(results[0].step.gates):
        ours = np.stack([result.step.gates[g].value for result in results])
        assert largest_relative_difference(ours, case.values[f"gate_{gate.theirs}"]) < tolerance(name)


@pytest.mark.parametrize("name", TORCH)
def test_the_stacked_matrices_are_torchs_own(name: str) -> None:
    case = load("torch", name)
    stacked = torch_results(case)[0].reading.stacked
    for ours, theirs in zip((stacked.W, stacked.U, stacked.b, stacked.b_rec), TORCH_NAMES, strict=True):
        if theirs in case.weights:
            np.testing.assert_array_equal(ours, case.weights[theirs].astype(float))


@pytest.mark.parametrize("name", [name for name in TORCH if name.endswith("f64")])
def test_the_gradients_of_the_outputs_add_up_to_torchs(name: str) -> None:
    """PyTorch's loss is vh . h1 + vc . c1, so its gradient is that sum of the gradients of each output."""
    case = load("torch", name)
    summed: dict[str, Array] = {}
    for row in range(len(case.values["x"])):
        settings = torch_settings(case, row)
        for state in "hc" if "vc" in case.values else "h":
            for unit, share in enumerate(case.values[f"v{state}"][row]):
                gradients = compute(settings.change("output", f"{state}{unit + 1}")).gradients
                for key, gradient in gradients.items():
                    place = key if key not in ("x", "h_prev", "c_prev") else f"{key}{row}"
                    summed[place] = summed.get(place, 0) + share * gradient
    for key, expected in torch_gradients(case, settings).items():
        assert largest_relative_difference(summed[key], expected) < 1e-10, key


def torch_gradients(case: Case, settings: StepSettings) -> dict[str, Array]:
    """PyTorch's gradients under the names of this lesson, those of states and inputs a row of the batch each."""
    weights: Any = [case.values.get(f"d_{name}") for name in TORCH_NAMES]
    params = unstack(LAYOUTS["pytorch"], case.info["kind"], *weights)
    batch = range(len(case.values["x"]))
    kept = named(settings, params, *(np.zeros((1, 1)),) * 3) if params.b is not None else {}
    found = {key: value for key, value in kept.items() if key not in ("x", "h_prev", "c_prev")}
    for ours, theirs in (("x", "dx"), ("h_prev", "dh0"), ("c_prev", "dc0")):
        if theirs in case.values:
            found |= {f"{ours}{row}": case.values[theirs][row][np.newaxis] for row in batch}
    return found


KERAS_KINDS: dict[str, CellKind] = {"LSTM": "lstm", "GRU": "gru", "SimpleRNN": "rnn"}


@pytest.mark.parametrize("name", names("keras", bidirectional=False))
def test_a_keras_layer(name: str) -> None:
    case = load("keras", name)
    arrays = [array.astype(float) for key, array in case.values.items() if key.startswith("w:")]
    biases = list(arrays[2]) if len(arrays) > 2 and arrays[2].ndim == 2 else arrays[2:]
    preset = "keras_reset_before" if case.info["kwargs"].get("reset_after") == "False" else "keras"
    params = unstack(LAYOUTS[preset], KERAS_KINDS[case.info["layer"]], *arrays[:2], *biases)
    zeros, activation = np.zeros(params.hidden_size), case.info["kwargs"].get("activation", "tanh")
    for x, y in zip(case.values["x"].astype(float), case.values["y"], strict=True):
        c = zeros if params.kind == "lstm" else None
        result = compute(settings_of(params, preset, activation, x, zeros, c))
        assert largest_relative_difference(result.time.h[1:], y) < 2e-6
        assert largest_relative_difference(result.step.hidden, y[-1]) < 2e-6


ONNX_KINDS: dict[str, CellKind] = {"LSTM": "lstm", "GRU": "gru", "RNN": "rnn"}


@pytest.mark.parametrize("name", names("onnx", direction="forward"))
def test_an_onnx_operator(name: str) -> None:
    case = load("onnx", name)
    values = {key: array.astype(float) for key, array in case.values.items()}
    preset = f"onnx_lbr{case.info['attrs'].get('linear_before_reset', 0)}"
    activation = "relu" if "Relu" in case.info["attrs"].get("activations", "") else "tanh"
    biases: Any = np.split(values["B"][0], 2) if "B" in values else (None, None)
    params = unstack(LAYOUTS[preset], ONNX_KINDS[case.info["op"]], values["W"][0], values["R"][0], *biases)
    for row in range(values["X"].shape[1]):
        c = values["c0"][0, row] if "c0" in values else None
        settings = settings_of(params, preset, activation, values["X"][:, row], values["h0"][0, row], c)
        result = compute(settings)
        assert largest_relative_difference(result.time.h[1:], values["Y"][:, 0, row]) < 2e-6
        if c is not None:
            assert largest_relative_difference(np.asarray(result.step.cell), values["Yc"][0, row]) < 2e-6


def test_every_gate_has_the_frameworks_letter() -> None:
    for preset, layout in LAYOUTS.items():
        for kind in GATES:
            result = compute(StepSettings(cell=kind, convention=preset))
            letters = {gate.name: gate.theirs for gate in result.step.gates}
            assert tuple(letters[gate] for gate in layout.gates[kind]) == layout.letters[kind]
