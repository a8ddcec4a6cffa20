"""Weights as large as floating point holds saturate a cell; they never warn, and never make a nan."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal

from core.cells.saturate import dot, times, total
from core.cells.spec import GATES, LESSON, Array, CellKind, Convention, Params
from core.cells.step import backward, forward
from tests.core.cell_cases import CONVENTIONS, IDS, arrays_of, as_type, cell, states

pytestmark = pytest.mark.filterwarnings("error")

MAX = np.finfo(np.float64).max
FINITE = st.floats(allow_nan=False, allow_infinity=False)


def finite(*shape: int) -> st.SearchStrategy[Array]:
    return arrays(np.float64, shape, elements=FINITE)


@st.composite
def cells_of_any_size_of_number(draw: st.DrawFn) -> tuple[Params, Convention, dict[str, Array]]:
    kind, convention = draw(st.sampled_from(CONVENTIONS))
    gates = len(GATES[kind])
    b, b_rec = draw(st.none() | finite(gates, 2)), draw(st.none() | finite(gates, 2))
    params = Params(kind, draw(finite(gates, 2, 2)), draw(finite(gates, 2, 2)), b, b_rec)
    names = ("x", "h_prev", "c_prev") if kind == "lstm" else ("x", "h_prev")
    return params, convention, {name: draw(finite(2, 2)) for name in names}


@given(cells_of_any_size_of_number(), finite(2, 2), finite(2, 2))
def test_no_finite_number_makes_a_step_or_its_gradients_infinite(
    case: tuple[Params, Convention, dict[str, Array]], dh: Array, dc: Array
) -> None:
    params, convention, given_ = case
    step = forward(params, **given_, convention=convention)
    grads = backward(params, step, dh, dc if params.kind == "lstm" else None)
    found = arrays_of(step) | arrays_of(grads) | dict(grads.dpre) | dict(grads.dvalue)
    assert [name for name, array in found.items() if not np.isfinite(array).all()] == []


@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize(("kind", "convention"), CONVENTIONS, ids=IDS)
def test_the_largest_weights_open_or_shut_every_gate(
    kind: CellKind, convention: Convention, dtype: type[np.floating], sign: int
) -> None:
    params = as_type(cell(kind), dtype)
    largest = float(np.finfo(dtype).max)
    huge = Params(kind, np.full_like(params.W, sign * largest), np.full_like(params.U, sign * largest), params.b)
    given_ = {name: np.abs(array).astype(dtype) for name, array in states(params).items()}
    step = forward(huge, **given_, convention=convention)
    squashes = convention.activation == "tanh"
    for name, gate in step.gates.items():
        shut = -1.0 if squashes and name in ("candidate", "hidden") else 0.0
        opened = 1.0 if squashes else largest
        expected = np.full_like(gate.value, opened if sign > 0 else shut)
        # A candidate behind a shut reset gate sees its input alone, which has the same sign.
        assert_array_equal(gate.value, expected, err_msg=name)


def test_terms_that_overflow_one_by_one_still_cancel() -> None:
    weights = np.array([[1e308], [1e308], [1.0]])
    assert_allclose(dot(np.array([10.0, -10.0, 3.0]), weights), np.array([3.0]))
    assert_allclose(dot(np.array([[10.0, -9.0, 3.0]]), weights * 0.1), [[1e307]], rtol=1e-12)
    assert_array_equal(dot(np.array([10.0, 10.0, 3.0]), weights), [MAX])


def test_a_sum_that_overflows_on_the_way_is_scaled_back_in_the_right_order() -> None:
    row = np.array([MAX] * 20 + [-MAX] * 19 + [0.3 * MAX])
    for product in (dot(row, np.full((40, 1), 0.6)), dot(np.full(40, 0.6), row[:, np.newaxis])):
        assert_allclose(product, np.array([0.78 * MAX]), rtol=1e-12)


def test_a_row_that_overflows_leaves_the_others_alone() -> None:
    product = dot(np.array([[MAX, MAX], [1.0, 2.0]]), np.array([[3.0, 0.0], [4.0, 0.1]]))
    assert_allclose(product, np.array([[MAX, MAX * 0.1], [11.0, 0.2]]), rtol=1e-14)


@given(finite(2, 3), finite(3, 2))
def test_dot_is_the_product_where_the_product_is_finite(a: Array, b: Array) -> None:
    with np.errstate(all="ignore"):
        plain = a @ b
    ours = dot(a, b)
    assert np.isfinite(ours).all()
    assert_array_equal(ours[np.isfinite(plain)], plain[np.isfinite(plain)])


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        ([1.0, 2.0, 3.0], 6.0),
        ([MAX, MAX], MAX),
        ([-MAX, -MAX, 5.0], -MAX),
        ([MAX, MAX, -MAX, -MAX], 0.0),
        ([MAX, MAX, -MAX], MAX),
    ],
)
def test_a_sum_saturates_only_if_its_true_value_does(terms: list[float], expected: float) -> None:
    assert_array_equal(total(*(np.array([term]) for term in terms)), [expected])


def test_a_sum_leaves_out_what_is_not_there() -> None:
    assert_array_equal(total(np.array([1.0]), None, np.array([2.0])), [3.0])


@given(FINITE, FINITE)
def test_a_product_is_never_infinite(a: float, b: float) -> None:
    assert np.isfinite(times(np.array([a]), np.array([b]))).all()


@pytest.mark.parametrize("wrong", [np.nan, np.inf])
def test_what_is_not_finite_already_stays_visible(wrong: float) -> None:
    assert np.isnan(dot(np.array([wrong, 1.0]), np.array([[1.0], [1.0]]))).all()
    params = cell("lstm")
    given_ = states(params)
    given_["x"][0, 0] = wrong
    step = forward(params, **given_, convention=LESSON)
    assert np.isnan(step.hidden[0]).all()
    assert np.isfinite(step.hidden[1]).all()
