import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from core.activations import sigmoid
from core.cells.conventions import LAYOUTS
from core.cells.spec import GATES, CellKind, Params
from core.cells.stacking import stack, unstack
from core.cells.step import forward

pytestmark = pytest.mark.filterwarnings("error")

KINDS: list[CellKind] = ["rnn", "lstm", "gru"]
ARRAYS = ["W", "U", "b", "b_rec"]


@st.composite
def cells(draw: st.DrawFn) -> Params:
    kind, inputs, hidden = draw(st.sampled_from(KINDS)), draw(st.integers(1, 4)), draw(st.integers(1, 4))
    rng, gates = np.random.default_rng(draw(st.integers(0, 99))), len(GATES[kind])
    biases = draw(st.sampled_from([0, 1, 2]))
    b, b_rec = (rng.normal(size=(gates, hidden)) if biases > n else None for n in (0, 1))
    W, U = rng.normal(size=(gates, hidden, inputs)), rng.normal(size=(gates, hidden, hidden))
    return Params(kind, W, U, b, b_rec)


@pytest.mark.parametrize("name", sorted(LAYOUTS))
@given(params=cells())
def test_unstack_undoes_stack(params: Params, name: str) -> None:
    layout = LAYOUTS[name]
    stacked = stack(layout, params)
    back = unstack(layout, params.kind, stacked.W, stacked.U, stacked.b, stacked.b_rec)
    for array in ARRAYS:
        before, after = getattr(params, array), getattr(back, array)
        if before is None:
            assert after is None or not after.any()
        else:
            assert_allclose(after, before, rtol=0, atol=1e-15 if layout.forget_bias else 0)


@pytest.mark.parametrize("name", sorted(LAYOUTS))
@pytest.mark.parametrize("kind", KINDS)
def test_every_layout_names_every_gate_once(name: str, kind: CellKind) -> None:
    layout = LAYOUTS[name]
    assert sorted(layout.gates[kind]) == sorted(GATES[kind])
    assert len(set(layout.letters[kind])) == len(GATES[kind])
    assert layout.biases[kind] in (0, 1, 2)
    assert len(layout.note) < 110


@pytest.mark.parametrize(
    ("name", "lstm", "gru"),
    [
        ("lesson", "fico", "zrc"),
        ("pytorch", "ifco", "rzc"),
        ("keras", "ifco", "zrc"),
        ("keras_reset_before", "ifco", "zrc"),
        ("onnx_lbr0", "iofc", "zrc"),
        ("onnx_lbr1", "iofc", "zrc"),
        ("tf1", "icfo", "rzc"),
        ("flax", "ifco", "rzc"),
    ],
)
def test_the_order_of_the_stack(name: str, lstm: str, gru: str) -> None:
    layout = LAYOUTS[name]
    assert "".join(gate[0] for gate in layout.gates["lstm"]) == lstm
    assert "".join(gate[0] for gate in layout.gates["gru"]).replace("u", "z") == gru


@pytest.mark.parametrize("name", ["pytorch", "keras"])
def test_a_stacked_matrix_has_the_shape_the_framework_gives_it(name: str) -> None:
    params = Params("lstm", np.zeros((4, 5, 3)), np.zeros((4, 5, 5)), np.zeros((4, 5)))
    stacked = stack(LAYOUTS[name], params)
    expected = {"pytorch": ((20, 3), (20, 5)), "keras": ((3, 20), (5, 20))}[name]
    assert (stacked.W.shape, stacked.U.shape) == expected
    assert stacked.b is not None
    assert stacked.b.shape == (20,)


def test_tensorflow_1_adds_to_the_forget_bias_at_run_time() -> None:
    b = np.arange(4, dtype=np.float32)
    params = unstack(LAYOUTS["tf1"], "lstm", np.zeros((1, 4), np.float32), np.zeros((1, 4), np.float32), b)
    assert params.b is not None
    assert params.b.dtype == np.float32
    # In the stack i 0, candidate 1, f 2, o 3; here f, i, candidate, o.
    assert_array_equal(params.b[:, 0], [2 + 1, 0, 1, 3])
    assert_array_equal(b, np.arange(4))


def test_tensorflow_1_adds_nothing_to_a_gru() -> None:
    params = unstack(LAYOUTS["tf1"], "gru", np.zeros((1, 3)), np.zeros((1, 3)), np.arange(3.0))
    assert params.b is not None
    assert_array_equal(params.b[:, 0], [1, 0, 2])


@pytest.mark.parametrize(
    ("name", "shapes", "message"),
    [
        ("pytorch", {"W": (9, 2), "U": (9, 4)}, r"U has shape \(9, 4\), but a gru in PyTorch has \(3\*H, H\)"),
        ("pytorch", {"W": (8, 2), "U": (9, 3)}, r"W has shape \(8, 2\), but beside this U it must be \(9, I\)"),
        ("keras", {"W": (9, 2), "U": (3, 9)}, r"W has shape \(9, 2\), but beside this U it must be \(I, 9\)"),
        ("keras", {"W": (2, 9), "U": (9, 3)}, r"U has shape \(9, 3\), but a gru in Keras .* has \(H, 3\*H\)"),
        ("keras", {"W": (2, 9), "U": (3, 9), "b": (2, 9)}, r"b has shape \(2, 9\).*must be \(9,\)"),
        ("keras", {"W": (2, 9), "U": (3, 9), "b_rec": (8,)}, r"b_rec has shape \(8,\).*must be \(9,\)"),
    ],
)
def test_shapes_that_do_not_fit_are_named(name: str, shapes: dict[str, tuple[int, ...]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        unstack(LAYOUTS[name], "gru", **{array: np.zeros(shape) for array, shape in shapes.items()})


def test_a_tensorflow_1_lstm_as_its_source_computes_it() -> None:
    rng = np.random.default_rng(0)
    kernel, bias = rng.normal(size=(3 + 4, 16)), rng.normal(size=16)
    x, h, c = rng.normal(size=(2, 3)), rng.normal(size=(2, 4)), rng.normal(size=(2, 4))
    i, j, f, o = np.split(np.concatenate([x, h], axis=1) @ kernel + bias, 4, axis=1)
    new_c = sigmoid(f + 1.0) * c + sigmoid(i) * np.tanh(j)
    layout = LAYOUTS["tf1"]
    step = forward(unstack(layout, "lstm", kernel[:3], kernel[3:], bias), x, h, c, layout.convention)
    assert_allclose(step.hidden, np.tanh(new_c) * sigmoid(o), rtol=1e-12)


def test_a_tensorflow_1_gru_as_its_source_computes_it() -> None:
    rng = np.random.default_rng(1)
    gates, gate_bias = rng.normal(size=(3 + 4, 8)), rng.normal(size=8)
    candidate, candidate_bias = rng.normal(size=(3 + 4, 4)), rng.normal(size=4)
    x, h = rng.normal(size=(2, 3)), rng.normal(size=(2, 4))
    r, u = np.split(sigmoid(np.concatenate([x, h], axis=1) @ gates + gate_bias), 2, axis=1)
    c = np.tanh(np.concatenate([x, r * h], axis=1) @ candidate + candidate_bias)
    kernel = np.concatenate([gates, candidate], axis=1)
    layout = LAYOUTS["tf1"]
    params = unstack(layout, "gru", kernel[:3], kernel[3:], np.concatenate([gate_bias, candidate_bias]))
    assert_allclose(forward(params, x, h, convention=layout.convention).hidden, u * h + (1 - u) * c, rtol=1e-12)


def test_a_flax_gru_as_its_source_computes_it() -> None:
    rng = np.random.default_rng(2)
    W, U, b, b_n = rng.normal(size=(3, 12)), rng.normal(size=(4, 12)), rng.normal(size=12), rng.normal(size=4)
    x, h = rng.normal(size=(2, 3)), rng.normal(size=(2, 4))
    r_in, z_in, n_in = np.split(x @ W + b, 3, axis=1)
    r_rec, z_rec, n_rec = np.split(h @ U, 3, axis=1)
    r, z = sigmoid(r_in + r_rec), sigmoid(z_in + z_rec)
    expected = (1 - z) * np.tanh(n_in + r * (n_rec + b_n)) + z * h
    layout = LAYOUTS["flax"]
    params = unstack(layout, "gru", W, U, b, np.concatenate([np.zeros(8), b_n]))
    assert_allclose(forward(params, x, h, convention=layout.convention).hidden, expected, rtol=1e-12)


def test_only_flax_linen_keeps_its_gates_apart() -> None:
    assert [name for name, layout in LAYOUTS.items() if not layout.stacked] == ["flax"]
    assert "not a stack" in LAYOUTS["flax"].note
