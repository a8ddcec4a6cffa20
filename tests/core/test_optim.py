"""Optimisers against numbers worked out by hand, and against the same rule written out for one scalar.
Clipping must keep the direction, and must not itself overflow on the gradients that make it needed.
"""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cells.spec import Array
from core.initialise import uniform
from core.optim import SGD, Adam, clip, clip_each
from core.trees import arrays, map_arrays


def test_sgd_subtracts_the_gradient_times_the_rate() -> None:
    stepped = SGD(lr=0.5).step({"w": np.array([1.0, -2.0])}, {"w": np.array([0.2, -4.0])})
    np.testing.assert_allclose(stepped["w"], [0.9, 0.0], rtol=1e-15)


def test_the_first_two_steps_of_adam_by_hand() -> None:
    adam, w = Adam(lr=0.1), np.array([1.0])
    w, state = adam.step(w, np.array([2.0]), adam.start(w))
    # m / (1 - 0.9) = 2 and v / (1 - 0.999) = 4, so the step is lr * 2 / (2 + eps)
    assert w[0] == pytest.approx(1 - 0.1 * 2 / (2 + 1e-8), rel=1e-14)
    assert (state.mean[0], state.square[0]) == pytest.approx((0.2, 0.004), rel=1e-12)
    before = w[0]
    w, state = adam.step(w, np.array([-1.0]), state)
    # m = 0.9 * 0.2 - 0.1 = 0.08, v = 0.999 * 0.004 + 0.001 = 0.004996
    m, v = 0.08 / (1 - 0.81), 0.004996 / (1 - 0.998001)
    assert before - w[0] == pytest.approx(0.1 * m / (v**0.5 + 1e-8), rel=1e-9)
    assert state.steps == 2


def test_a_trajectory_of_adam_equals_its_closed_form() -> None:
    """The running means as explicit weighted sums over all gradients so far, 40 steps on a bent bowl."""
    scale = np.array([1.0, 30.0, 0.01])
    adam, w = Adam(lr=0.05, beta1=0.8, beta2=0.95, eps=1e-6), np.array([1.0, -1.0, 2.0])
    expected, state, seen = w.copy(), adam.start(w), []
    for t in range(1, 41):
        w, state = adam.step(w, scale * w**3, state)
        seen.append(scale * expected**3)
        past = np.arange(t)[::-1, None]
        m = (0.8**past * seen).sum(axis=0) / (0.8**past).sum()
        v = (0.95**past * np.square(seen)).sum(axis=0) / (0.95**past).sum()
        expected = expected - 0.05 * m / (np.sqrt(v) + 1e-6)
        np.testing.assert_allclose(w, expected, rtol=1e-10)


def test_a_step_changes_nothing_that_it_was_given_and_keeps_the_dtype() -> None:
    weights = uniform("gru", 2, 3, np.random.default_rng(0), biases=2, dtype=np.float32)
    kept = [array.copy() for array in arrays(weights)]
    adam = Adam()
    state = adam.start(weights)
    once, after = adam.step(weights, weights, state)
    again, _ = adam.step(weights, weights, state)
    assert (state.steps, after.steps) == (0, 1)
    assert not any(array.any() for array in arrays(state))
    for array, old, new, repeated in zip(arrays(weights), kept, arrays(once), arrays(again), strict=True):
        np.testing.assert_array_equal(array, old)
        np.testing.assert_array_equal(new, repeated)
        assert new.dtype == np.float32
    assert all(array.dtype == np.float32 for array in arrays(after))


def test_clipping_scales_all_arrays_by_one_factor() -> None:
    clipped, before = clip({"a": np.array([3.0]), "b": np.array([[0.0, 4.0]])}, 1.0)
    assert before == pytest.approx(5.0)
    np.testing.assert_allclose(clipped["a"], [0.6])
    np.testing.assert_allclose(clipped["b"], [[0.0, 0.8]])


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=8), st.floats(1e-3, 1e3))
def test_a_clipped_gradient_is_never_longer_and_a_short_one_is_untouched(entries: list[float], norm: float) -> None:
    gradient = np.array(entries)
    (clipped,), before = clip((gradient,), norm)
    assert before == pytest.approx(math.hypot(*entries), rel=1e-12, abs=1e-320)
    assert np.linalg.norm(clipped) <= norm * (1 + 1e-12)
    if before <= norm:
        np.testing.assert_array_equal(clipped, gradient)


@pytest.mark.parametrize(("dtype", "size"), [(np.float32, 1e30), (np.float64, 1e300)])
def test_a_norm_does_not_overflow_before_its_gradient_does(dtype: type[np.floating], size: float) -> None:
    (clipped,), before = clip((np.full(4, size, dtype),), 2.0)
    assert before == pytest.approx(2 * size, rel=1e-6)
    np.testing.assert_allclose(clipped, 1.0, rtol=1e-6)
    assert clipped.dtype == dtype


@pytest.mark.parametrize("bad", [np.inf, np.nan])
def test_a_gradient_that_is_not_finite_comes_back_with_a_norm_that_says_so(bad: float) -> None:
    (same,), before = clip((np.array([1.0, bad]),), 1.0)
    np.testing.assert_array_equal(same, [1.0, bad])
    assert not np.isfinite(before)


def test_each_of_several_models_is_clipped_by_its_own_norm() -> None:
    gradients: dict[str, Array] = {"a": np.array([[3.0], [0.3], [np.inf]]), "b": np.array([[4.0], [0.4], [1.0]])}
    clipped, before = clip_each(gradients, 1.0)
    np.testing.assert_allclose(before, [5.0, 0.5, np.inf])
    np.testing.assert_allclose(clipped["a"], [[0.6], [0.3], [np.inf]])
    np.testing.assert_allclose(clipped["b"], [[0.8], [0.4], [1.0]])


@pytest.mark.parametrize("norm", [0.0, -1.0, np.nan])
def test_a_norm_that_is_not_positive_is_refused(norm: float) -> None:
    with pytest.raises(ValueError, match="must be above 0"):
        clip((np.ones(2),), norm)


def test_trees_that_differ_are_refused() -> None:
    one: dict[str, object] = {"w": np.ones(2), "rest": (np.ones(1), None)}
    others: list[dict[str, object]] = [
        {"w": np.ones(2)},
        {"w": np.ones(2), "rest": (np.ones(1), None, None)},
        {"w": None, "rest": (np.ones(1), None)},
        {"w": np.ones(2), "rest": (np.ones(1), np.ones(1))},
    ]
    for other in others:
        with pytest.raises(ValueError, match="trees differ"):
            map_arrays(np.add, one, other)
