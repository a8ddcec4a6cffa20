import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from core.cells.spec import Array
from core.gradcheck import central_difference, check, largest_relative_difference

pytestmark = pytest.mark.filterwarnings("error")

AT = {"w": np.array([[1.0, -2.0], [0.5, 3.0]]), "b": np.array([0.1, 0.2])}
TRUE = {"w": 2 * AT["w"], "b": np.cos(AT["b"])}


def loss(arrays: dict[str, Array]) -> float:
    return float((arrays["w"] ** 2).sum() + np.sin(arrays["b"]).sum())


def test_central_difference_of_a_cubic() -> None:
    x = np.array([[1.0, -2.0], [0.0, 3.0]])
    assert_allclose(central_difference(lambda v: float((v**3).sum()), x), 3 * x**2, atol=1e-8)


def test_central_difference_leaves_its_point_alone() -> None:
    x = np.array([1.0, 2.0])
    central_difference(lambda v: float(v.sum()), x)
    assert_array_equal(x, [1.0, 2.0])


def test_central_difference_of_a_float32_array_is_made_in_float64() -> None:
    assert_allclose(central_difference(lambda v: float((v**2).sum()), np.array([3], np.float32)), [6], rtol=1e-8)


def test_a_central_difference_divides_by_the_step_that_was_taken() -> None:
    assert_allclose(central_difference(lambda v: float(v[0]), np.array([1e6])), [1], rtol=1e-12)


@pytest.mark.parametrize(
    ("a", "b", "difference"),
    [
        ([1.0, 2.0], [1.0, 2.0], 0),
        ([0.0, 0.0], [0.0, 0.0], 0),
        ([], [], 0),
        ([1.0, 10.0], [2.0, 10.0], 0.1),
        ([0.0], [4.0], 1),
        ([np.nan], [1.0], np.nan),
    ],
)
def test_differences_are_relative_to_the_largest_entry(a: list[float], b: list[float], difference: float) -> None:
    assert_array_equal(largest_relative_difference(np.array(a), np.array(b)), difference)


def test_arrays_of_different_shapes_are_refused() -> None:
    with pytest.raises(ValueError, match=r"\(2,\) and \(3,\) differ"):
        largest_relative_difference(np.zeros(2), np.zeros(3))


def test_right_gradients_pass() -> None:
    report = check(loss, TRUE, AT)
    assert report.difference < 1e-9
    assert set(report.differences) == {"w", "b"}


def test_a_wrong_entry_is_named_with_both_numbers() -> None:
    wrong = {**TRUE, "w": TRUE["w"] + np.array([[0, 0], [0.5, 0]])}
    report = check(loss, wrong, AT)
    assert (report.worst, report.entry) == ("w", (1, 0))
    assert_allclose([report.analytic, report.numeric], [1.5, 1.0], rtol=1e-8)
    assert "dw[1,0]: written +1.500000e+00, nudged +1.000000e+00" in str(report)


def test_a_nan_gradient_is_the_worst_of_all() -> None:
    wrong = {"w": TRUE["w"] + 1, "b": np.array([0.0, np.nan])}
    report = check(loss, wrong, AT)
    assert (report.worst, report.entry) == ("b", (1,))
    assert np.isnan(report.difference)


def test_there_must_be_something_to_check() -> None:
    with pytest.raises(ValueError, match="no gradient"):
        check(loss, {}, AT)
