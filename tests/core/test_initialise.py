"""A start must be named by its seed, lie within PyTorch's bounds, and be pushed one gate at a time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import recurrent
from core.cells.spec import GATES, CellKind
from core.initialise import together, uniform, with_gate_bias
from core.trees import arrays

KINDS: list[CellKind] = ["rnn", "lstm", "gru"]


@given(st.sampled_from(KINDS), st.integers(1, 9), st.integers(1, 9), st.integers(0, 2**32))
def test_shapes_and_bounds(kind: CellKind, inputs: int, hidden: int, seed: int) -> None:
    params = uniform(kind, inputs, hidden, np.random.default_rng(seed), biases=2)
    gates = len(GATES[kind])
    shapes = [(gates, hidden, inputs), (gates, hidden, hidden), (gates, hidden), (gates, hidden)]
    assert [array.shape for array in arrays(params)] == shapes
    assert all(np.abs(array).max() <= hidden**-0.5 for array in arrays(params))


def test_the_spread_is_that_of_a_uniform_law() -> None:
    drawn = np.concatenate([a.ravel() for a in arrays(uniform("lstm", 30, 64, np.random.default_rng(0)))])
    assert drawn.mean() == pytest.approx(0, abs=2e-3)
    assert drawn.std() == pytest.approx(1 / 8 / 3**0.5, rel=0.01)


def test_one_seed_is_one_start_whatever_the_precision_and_the_biases() -> None:
    two, one, none = (uniform("gru", 2, 3, np.random.default_rng(5), biases=count) for count in (2, 1, 0))
    single = uniform("gru", 2, 3, np.random.default_rng(5), dtype=np.float32)
    for more, fewer in ((two, one), (one, none)):
        for a, b in zip(arrays(more), arrays(fewer), strict=False):
            np.testing.assert_array_equal(a, b)
    assert (one.b_rec, none.b, none.b_rec) == (None, None, None)
    for a, b in zip(arrays(one), arrays(single), strict=True):
        assert b.dtype == np.float32
        np.testing.assert_array_equal(a.astype(np.float32), b)


@pytest.mark.parametrize("biases", [0, 1, 2])
@pytest.mark.parametrize(("kind", "gate"), [(kind, gate) for kind in KINDS for gate in GATES[kind]])
def test_one_gate_is_set_and_the_others_are_kept(kind: CellKind, gate: str, biases: int) -> None:
    params = uniform(kind, 2, 3, np.random.default_rng(1), biases=biases)  # type: ignore[arg-type]
    kept = [array.copy() for array in arrays(params)]
    changed, row = with_gate_bias(params, gate, -2.0), GATES[kind].index(gate)
    total = sum(array for array in (changed.b, changed.b_rec) if array is not None)
    before = sum((a for a in (params.b, params.b_rec) if a is not None), start=np.zeros((len(GATES[kind]), 3)))
    assert (total[row] == -2.0).all()  # type: ignore[index]
    np.testing.assert_array_equal(np.delete(total, row, axis=0), np.delete(before, row, axis=0))
    assert changed.W is params.W
    assert changed.U is params.U
    for array, old in zip(arrays(params), kept, strict=True):
        np.testing.assert_array_equal(array, old)


def test_an_update_gate_that_is_pushed_shut_is_shut() -> None:
    params = with_gate_bias(uniform("gru", 2, 3, np.random.default_rng(1)), "update", -30.0)
    trace = recurrent.forward(params, np.ones((4, 1, 2)))
    assert trace.gate("update").max() < 1e-12


def test_starts_put_together_keep_their_own_weights() -> None:
    starts = [uniform("lstm", 2, 3, np.random.default_rng(seed)) for seed in range(3)]
    pushed = with_gate_bias(together(starts), "forget", 1.0)
    assert pushed.b is not None
    assert (pushed.b[:, 0] == 1.0).all()
    for s, start in enumerate(starts):
        np.testing.assert_array_equal(pushed.U[s], start.U)


def test_a_gate_that_does_not_exist_is_named_with_those_that_do() -> None:
    with pytest.raises(ValueError, match="no gate 'forget' in a gru: it has update, reset, candidate"):
        with_gate_bias(uniform("gru", 1, 1, np.random.default_rng(0)), "forget", 1.0)


@pytest.mark.parametrize(("inputs", "hidden"), [(0, 3), (3, 0)])
def test_an_empty_cell_is_refused(inputs: int, hidden: int) -> None:
    with pytest.raises(ValueError, match="must be at least 1"):
        uniform("rnn", inputs, hidden, np.random.default_rng(0))
