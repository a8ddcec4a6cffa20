from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal

from core import activations as act
from core.cells.spec import Array
from core.gradcheck import central_difference, largest_relative_difference

pytestmark = pytest.mark.filterwarnings("error")

FINITE = st.floats(allow_nan=False, allow_infinity=False)
ORDINARY = st.floats(-50, 50)
ROWS = arrays(np.float64, st.tuples(st.integers(1, 4), st.integers(1, 6)), elements=FINITE)
ORDINARY_ROWS = arrays(np.float64, st.tuples(st.integers(1, 4), st.integers(1, 6)), elements=ORDINARY)
TYPES = [np.float16, np.float32, np.float64]


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", ["sigmoid", "tanh", "relu", "softmax", "log_softmax"])
def test_the_largest_numbers_neither_overflow_nor_change_type(name: str, dtype: type[np.floating]) -> None:
    largest = np.finfo(dtype).max
    values = getattr(act, name)(np.array([-largest, -1, 0, 1, largest], dtype=dtype))
    assert values.dtype == dtype
    assert np.isfinite(values).all()


@pytest.mark.parametrize("name", ["sigmoid", "tanh", "relu", "softmax", "log_softmax"])
def test_lists_of_integers_are_taken_as_float64(name: str) -> None:
    assert getattr(act, name)([1, 2, 3]).dtype == np.float64


@given(FINITE)
def test_sigmoid_is_symmetric_and_saturates(x: float) -> None:
    assert_allclose(act.sigmoid(x) + act.sigmoid(-x), 1, rtol=1e-15)
    assert 0 <= act.sigmoid(x) <= 1


def test_sigmoid_keeps_its_relative_precision_far_below_zero() -> None:
    assert_allclose(act.sigmoid([-700.0]), [np.exp(-700.0)], rtol=1e-14)


@given(ORDINARY)
def test_sigmoid_is_a_stretched_tanh(x: float) -> None:
    assert_allclose(act.sigmoid(x), 0.5 * (1 + np.tanh(x / 2)), atol=1e-15)


@given(ROWS, st.sampled_from([0, 1]))
def test_softmax_gives_probabilities_along_the_axis(x: Array, axis: int) -> None:
    p = act.softmax(x, axis=axis)
    assert (p >= 0).all()
    assert_allclose(p.sum(axis=axis), 1, rtol=1e-12)


@given(ORDINARY_ROWS, ORDINARY)
def test_softmax_does_not_notice_a_shift(x: Array, shift: float) -> None:
    assert_allclose(act.softmax(x + shift), act.softmax(x), rtol=1e-11, atol=1e-300)


@given(ORDINARY_ROWS, st.sampled_from([0, 1]))
def test_log_softmax_is_the_logarithm_of_softmax(x: Array, axis: int) -> None:
    assert_allclose(act.log_softmax(x, axis=axis), np.log(act.softmax(x, axis=axis)), rtol=1e-11, atol=1e-13)


def test_log_softmax_is_finite_where_softmax_is_zero() -> None:
    assert act.softmax([0.0, -2000.0])[1] == 0
    assert_allclose(act.log_softmax([0.0, -2000.0])[1], -2000)


def test_softmax_takes_minus_infinity_as_a_mask() -> None:
    assert_array_equal(act.softmax([0.0, -np.inf, 0.0]), [0.5, 0, 0.5])


@pytest.mark.parametrize(
    ("function", "slope"),
    [(act.sigmoid, act.dsigmoid), (act.tanh, act.dtanh), (act.relu, act.drelu)],
    ids=["sigmoid", "tanh", "relu"],
)
def test_each_slope_is_what_a_nudge_does(function: Callable[[Array], Array], slope: Callable[[Array], Array]) -> None:
    x: Array = np.array([-3.0, -0.7, -0.01, 0.02, 0.9, 4.0])
    numeric = np.diag([central_difference(lambda v: float(function(v)[0]), x[i : i + 1])[0] for i in range(6)])
    assert largest_relative_difference(np.diag(slope(function(x))), numeric) < 1e-9


def test_relu_has_no_slope_at_zero() -> None:
    assert act.drelu(np.array([0.0]))[0] == 0
