"""Holds the cells against what PyTorch, Keras and ONNX Runtime computed from the same weights."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from core.cells.conventions import LAYOUTS, Layout
from core.cells.spec import Array, CellKind, Convention, Params
from core.cells.stacking import stack, unstack
from core.cells.step import Step, backward, forward
from core.gradcheck import largest_relative_difference
from tests.core.cell_cases import as_type
from tests.core.reference import Case, load, names

pytestmark = pytest.mark.filterwarnings("error")

TORCH_CELLS = [name for name in names("torch", cell=True) if "f16" not in name]
TORCH_NAMES = [("W", "weight_ih"), ("U", "weight_hh"), ("b", "bias_ih"), ("b_rec", "bias_hh")]


def torch_cell(case: Case) -> tuple[Params, Convention]:
    weights = (case.weights.get(name) for _, name in TORCH_NAMES)
    layout = LAYOUTS["pytorch"]
    activation = case.info.get("act", "tanh")
    return unstack(layout, case.info["kind"], *weights), replace(layout.convention, activation=activation)  # type: ignore[arg-type]


def torch_step(case: Case) -> tuple[Params, Step]:
    params, convention = torch_cell(case)
    values = case.values
    return params, forward(params, values["x"], values["h0"], values.get("c0"), convention)


def tolerance(name: str) -> float:
    # With pre-activations in the thousands, float32 holds them to 5e-4 at best, and so the slope of a gate that is
    # not saturated to some 1e-4 of itself: PyTorch's own float32 is that far from its float64.
    if name.endswith("huge_f32"):
        return 1e-4
    return 2e-5 if name.endswith("f32") else 1e-10


def test_no_torch_cell_was_left_out() -> None:
    assert len(TORCH_CELLS) == 22


@pytest.mark.parametrize("name", TORCH_CELLS)
def test_a_torch_step(name: str) -> None:
    case = load("torch", name)
    _, step = torch_step(case)
    assert step.hidden.dtype == case.values["h1"].dtype
    assert largest_relative_difference(step.hidden, case.values["h1"]) < tolerance(name)
    if step.gates.keys() >= {"forget"}:
        assert largest_relative_difference(step.cell, case.values["c1"]) < tolerance(name)  # type: ignore[union-attr]


@pytest.mark.parametrize("name", TORCH_CELLS)
def test_every_gate_of_a_torch_step(name: str) -> None:
    case = load("torch", name)
    _, step = torch_step(case)
    letters = LAYOUTS["pytorch"].letters[case.info["kind"]]
    for gate, letter in zip(LAYOUTS["pytorch"].gates[case.info["kind"]], letters, strict=True):
        ours = step.gates[gate].pre if case.info["kind"] == "rnn" else step.gates[gate].value
        theirs = case.values["gate_pre" if case.info["kind"] == "rnn" else f"gate_{letter}"]
        assert largest_relative_difference(ours, theirs) < tolerance(name), gate


@pytest.mark.parametrize("name", TORCH_CELLS)
def test_every_gradient_of_a_torch_step(name: str) -> None:
    case = load("torch", name)
    params, step = torch_step(case)
    grads = backward(params, step, case.values["vh"], case.values.get("vc"))
    dstacked = stack(LAYOUTS["pytorch"], grads.dparams)
    ours = {"dx": grads.dx, "dh0": grads.dh_prev, "dc0": grads.dc_prev}
    ours |= {f"d_{theirs}": getattr(dstacked, name) for name, theirs in TORCH_NAMES}
    for key in ours.keys() & case.values.keys():
        assert ours[key].dtype == case.values[key].dtype, key  # type: ignore[union-attr]
        assert largest_relative_difference(ours[key], case.values[key]) < tolerance(name), key  # type: ignore[arg-type]
    assert ours.keys() >= {key for key in case.values if key.startswith("d")}


@pytest.mark.parametrize("name", ["lstmcell_3x4_f16", "lstmcell_3x4_bf16"])
def test_weights_kept_in_a_half_type_step_in_float32(name: str) -> None:
    values = load("torch", name).values
    params = unstack(LAYOUTS["pytorch"], "lstm", *(values[f"{theirs}_as_f32"] for _, theirs in TORCH_NAMES))
    rng = np.random.default_rng(0)
    x, h, c = (rng.normal(size=(2, size)) for size in (3, 4, 4))
    step = forward(params, *(x.astype(np.float32), h.astype(np.float32), c.astype(np.float32)))
    exact = forward(as_type(params, np.float64), x, h, c)
    assert step.hidden.dtype == np.float32
    assert largest_relative_difference(step.hidden, exact.hidden) < 2e-5


def unroll(params: Params, xs: Array, h: Array, c: Array | None, convention: Convention) -> list[Step]:
    """The steps over xs (T, B, I)."""
    steps: list[Step] = []
    for x in xs:
        steps.append(forward(params, x, h, c, convention))
        h, c = steps[-1].hidden, getattr(steps[-1], "cell", None)
    return steps


def roll_back(params: Params, steps: list[Step], dhs: Array) -> dict[str, Array]:
    """Gradients by x and by the weights over all steps, given those by each hidden state."""
    dh, dc = np.zeros_like(dhs[0]), None
    dxs, dparams = [], []
    for step, dh_here in zip(reversed(steps), dhs[::-1], strict=True):
        grads = backward(params, step, dh + dh_here, dc)
        dh, dc = grads.dh_prev, grads.dc_prev
        dxs.append(grads.dx)
        dparams.append(grads.dparams)
    summed = {
        name: sum(getattr(each, name) for each in dparams)
        for name in ("W", "U", "b", "b_rec")
        if getattr(params, name) is not None
    }
    return {"x": np.stack(dxs[::-1]), **summed}


KERAS_LAYERS: dict[str, CellKind] = {"LSTM": "lstm", "GRU": "gru", "SimpleRNN": "rnn"}
KERAS = [(name, way) for name in names("keras", bidirectional=False) for way in (1,)]
KERAS += [(name, way) for name in names("keras", bidirectional=True) for way in (1, -1)]


def keras_cell(case: Case, way: int) -> tuple[Params, Layout, dict[str, str]]:
    """The cell that runs forward or backward in time, its layout, and the keys of its arrays."""
    side = {1: "forward_", -1: "backward_"}[way]
    paths = [key[2:] for key in case.values if key.startswith("w:")]
    paths = [path for path in paths if not case.info["bidirectional"] or side in path]
    arrays = dict(zip(("W", "U", "b"), paths, strict=False))
    before = case.info["kwargs"].get("reset_after") == "False"
    layout = LAYOUTS["keras_reset_before" if before else "keras"]
    weights = keras_split({name: case.values[f"w:{path}"].astype(float) for name, path in arrays.items()})
    return unstack(layout, KERAS_LAYERS[case.info["layer"]], **weights), layout, arrays


def keras_split(weights: dict[str, Array]) -> dict[str, Any]:
    """The two rows of a GRU's (2, 3H) bias as b and b_rec."""
    if weights.get("b") is not None and weights["b"].ndim == 2:
        return {**weights, "b": weights["b"][0], "b_rec": weights["b"][1]}
    return weights


def keras_steps(case: Case, way: int) -> tuple[Params, Layout, list[Step], dict[str, str]]:
    params, layout, arrays = keras_cell(case, way)
    activation = case.info["kwargs"].get("activation", "tanh")
    zeros = np.zeros((case.info["batch"], case.info["units"]))
    xs = case.values["x"].astype(float).swapaxes(0, 1)[::way]
    memory = zeros if params.kind == "lstm" else None
    return params, layout, unroll(params, xs, zeros, memory, replace(layout.convention, activation=activation)), arrays


def keras_half(case: Case, key: str, way: int) -> Array:
    """y or v (B, T, .) time first, in the order of the steps, of the half that this direction made."""
    units = case.info["units"]
    half = case.values[key][..., :units] if way == 1 else case.values[key][..., units:]
    return half.astype(float).swapaxes(0, 1)[::way]


@pytest.mark.parametrize(("name", "way"), KERAS)
def test_a_keras_layer(name: str, way: int) -> None:
    case = load("keras", name)
    _, _, steps, _ = keras_steps(case, way)
    ours = np.stack([step.hidden for step in steps])
    assert largest_relative_difference(ours, keras_half(case, "y", way)) < 2e-6


@pytest.mark.parametrize(("name", "way"), KERAS)
def test_the_gradients_of_a_keras_layer(name: str, way: int) -> None:
    case = load("keras", name)
    params, layout, steps, arrays = keras_steps(case, way)
    grads = roll_back(params, steps, keras_half(case, "v", way))
    dstacked = stack(layout, Params(params.kind, grads["W"], grads["U"], grads.get("b"), grads.get("b_rec")))
    theirs = keras_split({key: case.values[f"dw:{path}"].astype(float) for key, path in arrays.items()})
    for key, expected in theirs.items():
        assert largest_relative_difference(getattr(dstacked, key), expected) < 2e-6, key
    if not case.info["bidirectional"]:
        assert largest_relative_difference(grads["x"].swapaxes(0, 1), case.values["dx"]) < 2e-6


def test_every_keras_convention_is_here() -> None:
    assert len(KERAS) == 12
    assert {name for name, _ in KERAS} >= {"gru_3x4_reset_before_nobias", "gru_3x4_reset_after_nobias"}


ONNX_KINDS: dict[str, CellKind] = {"LSTM": "lstm", "GRU": "gru", "RNN": "rnn"}
ONNX = [
    (name, d, way)
    for direction, ways in {"forward": [1], "reverse": [-1], "bidirectional": [1, -1]}.items()
    for name in names("onnx", direction=direction)
    for d, way in enumerate(ways)
]


@pytest.mark.parametrize(("name", "d", "way"), ONNX)
def test_an_onnx_operator(name: str, d: int, way: int) -> None:
    case = load("onnx", name)
    values = {key: array.astype(float) for key, array in case.values.items()}
    layout = LAYOUTS[f"onnx_lbr{case.info['attrs'].get('linear_before_reset', 0)}"]
    activation = "relu" if "Relu" in case.info["attrs"].get("activations", "") else "tanh"
    biases = np.split(values["B"][d], 2) if "B" in values else (None, None)
    params = unstack(layout, ONNX_KINDS[case.info["op"]], values["W"][d], values["R"][d], *biases)
    memory = values["c0"][d] if "c0" in values else None
    convention = replace(layout.convention, activation=activation)  # type: ignore[arg-type]
    steps = unroll(params, values["X"][::way], values["h0"][d], memory, convention)
    ours = np.stack([step.hidden for step in steps])
    assert largest_relative_difference(ours, values["Y"][::way, d]) < 2e-6
    if memory is not None:
        assert_allclose(steps[-1].cell, values["Yc"][d], rtol=2e-6, atol=2e-6)  # type: ignore[union-attr]


def test_every_onnx_operator_in_scope_is_here() -> None:
    assert len(ONNX) == 11
