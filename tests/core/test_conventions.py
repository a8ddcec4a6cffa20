import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from core.cells.conventions import LAYOUTS
from core.cells.spec import GATES, CellKind, Params
from core.cells.stacking import stack, unstack

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


@given(cells(), st.sampled_from(sorted(LAYOUTS)))
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
