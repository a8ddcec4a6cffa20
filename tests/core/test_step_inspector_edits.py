"""Edits of numbers and matrices: pure, undone by value, pasted from anywhere, and refused with place and reason."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.settings import SettingsError
from core.step_inspector.edits import (
    filled,
    nudged,
    pasted,
    reset_all,
    reset_value,
    resized,
    with_sequence,
    with_value,
)
from core.step_inspector.settings import StepSettings
from core.step_inspector.weights import names, shape_of, values
from tests.core.test_step_inspector_settings import FINITE, any_settings

pytestmark = pytest.mark.filterwarnings("error")
GRU_TWO = StepSettings(cell="gru", convention="pytorch")


@given(any_settings(), FINITE, st.data())
def test_an_edit_changes_one_number_and_its_inverse_undoes_it(
    made: StepSettings, value: float, data: st.DataObject
) -> None:
    made = made.change("t", 1)
    name = data.draw(st.sampled_from(names(made)))
    row, column = (data.draw(st.integers(0, size - 1)) for size in shape_of(made, name))
    before = values(made)
    edited = with_value(made, name, row, column, value)
    expected = {key: array.copy() for key, array in before.items()}
    expected[name][row, column] = value
    for key, array in values(edited).items():
        np.testing.assert_array_equal(array, expected[key])
    again = with_value(edited, name, row, column, float(before[name][row, column]))
    for key, array in values(again).items():
        np.testing.assert_array_equal(array, before[key])
    assert values(made).keys() == before.keys()


@pytest.mark.parametrize("name", names(StepSettings()))
def test_undoing_an_edit_leaves_the_same_settings(name: str) -> None:
    start = StepSettings()
    edited = with_value(start, name, 0, 0, 7.5)
    assert edited != start
    assert with_value(edited, name, 0, 0, float(values(start)[name][0, 0])) == start
    assert reset_value(edited, name, 0, 0) == start
    assert reset_all(edited) == start


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": 2, "scale": 0.7},
        {"sequence": "ten", "t": 7, "h_prev": ((1.0, 2.0),)},
        {"sequence": "random", "length": 5, "sequence_seed": 3, "t": 5},
        {"x": ((1.0, 2.0), (3.0, 4.0)), "t": 2, "b_rec": ((1.0, 2.0),) * 4},
    ],
)
def test_all_back_is_every_number_of_the_first_screen(changes: dict[str, Any]) -> None:
    assert reset_all(StepSettings(**changes)) == StepSettings()
    kept: dict[str, Any] = {"cell": "gru", "hidden": 3, "convention": "pytorch", "output": "h3", "nudge": 0.01}
    assert reset_all(StepSettings(**kept).change("seed", 2)) == StepSettings(**kept)


def test_a_nudge_adds_the_settings_amount() -> None:
    up = nudged(StepSettings(), "W_f", 0, 1, 1)
    assert values(up)["W_f"][0, 1] == 0.2
    assert values(nudged(up, "W_f", 0, 1, 1))["W_f"][0, 1] == 0.3
    assert nudged(up, "W_f", 0, 1, -1) == StepSettings()
    assert values(nudged(StepSettings(nudge=0.001), "x", 0, 0, -1))["x"][0, 0] == 0.599


def test_a_fill_is_the_same_for_the_same_seed_and_scales() -> None:
    one, two = (values(filled(StepSettings(), 4, scale)) for scale in (0.5, 1.0))
    np.testing.assert_allclose(2 * one["W_f"], two["W_f"])
    assert filled(StepSettings(), 4, 0.5).words() == ["seed=4"]
    assert not np.array_equal(one["U_o"], values(filled(StepSettings(), 5, 0.5))["U_o"])
    assert filled(with_value(StepSettings(), "b_f", 0, 0, 3.0), 0, 0.5) == StepSettings()


def test_a_cell_can_be_as_large_as_16() -> None:
    large = resized(filled(StepSettings(), 1, 0.5), 16, 16)
    edited = with_value(large, "W_o", 15, 15, 2.5)
    assert values(edited)["W_o"][15, 15] == 2.5
    assert values(resized(edited, 2, 2))["W_o"].shape == (2, 2)


@pytest.mark.parametrize(
    "text",
    [
        "1 2\n3 4",
        "1, 2; 3, 4",
        "[1,2;3,4]",
        "1\t2\r\n3\t4\n",
        "[[1, 2], [3, 4]]",
        "[1 2; 3 4]",
        "[[1. 2.]\n [3. 4.]]",
        "np.array([[1.0, 2.0],\n       [3.0, 4.0]])",
        "tensor([[1., 2.],\n        [3., 4.]])",
        "{{1, 2}, {3, 4}}",
        "((1, 2), (3, 4))",
        "1,2/3,4",
        " 1 , 2 \n\n 3 , 4 ,",
        "tensor([[ 1.0000, 2.],\n [ 30e-1, 4.]], dtype=torch.float64, requires_grad=True)",
        "tensor([[1., 2.],\n        [3., 4.]], device='cuda:0', grad_fn=<AddBackward0>)",
        "array([[1., 2.],\n       [3., 4.]], dtype=float32)",
        "np.array([[1, 2], [3, 4]], shape=(2, 2), dtype=np.float64)",
        "jnp.array([[1, 2], [3, 4]])",
        "Array([[1., 2.],\n       [3., 4.]], dtype=float32, weak_type=True)",
        "+1e0 2 ; 3 .4e1",
    ],
)
def test_a_matrix_is_pasted_in_any_common_notation(text: str) -> None:
    assert values(pasted(StepSettings(), "U_f", 0, 0, text))["U_f"].tolist() == [[1, 2], [3, 4]]


def test_a_paste_starts_where_the_cursor_is() -> None:
    before = values(StepSettings())["W_i"]
    after = values(pasted(StepSettings(), "W_i", 1, 1, "9"))["W_i"]
    assert after.tolist() == [before[0].tolist(), [before[1, 0], 9]]
    assert values(pasted(StepSettings(), "b_i", 0, 0, "5 6"))["b_i"].tolist() == [[5], [6]]


def test_pasted_inputs_make_the_sequence_longer() -> None:
    longer = pasted(StepSettings(), "x", 1, 0, "1 2\n3 4")
    assert values(longer)["x"].tolist() == [[0.6, 0.4], [1, 2], [3, 4]]
    assert longer.steps == 3
    assert values(pasted(StepSettings(inputs=1), "x", 0, 0, "1 -0.5 0.3"))["x"].tolist() == [[1], [-0.5], [0.3]]


def test_a_sequence_is_typed_as_rows() -> None:
    assert values(with_sequence(StepSettings(), "1 2\n3 4"))["x"].tolist() == [[1, 2], [3, 4]]
    assert values(with_sequence(StepSettings(inputs=1), "1, 2, 3"))["x"].tolist() == [[1], [2], [3]]
    shorter = with_sequence(StepSettings(sequence="ten", t=10), ((1.0, 2.0), (3.0, 4.0)))
    assert (shorter.steps, shorter.t) == (2, 2)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("nan", "nan is not finite"),
        ("-inf", "-inf is not finite"),
        ("1e999", "too large for a float64"),
        ("1,5", "write a decimal point, as in 1.5"),
        ("0x10", "'0x10' is not a decimal number"),
        ("", "nothing typed"),
        (float("nan"), "nan is not finite"),
        (float("inf"), "inf is not finite"),
    ],
)
@pytest.mark.parametrize(("name", "row", "said"), [("W_f", 1, "W_f[2,1]"), ("b_f", 1, "b_f[2]"), ("x", 0, "x[1,1]")])
def test_what_is_not_a_number_is_refused(name: str, row: int, said: str, typed: str | float, reason: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        with_value(StepSettings(), name, row, 0, typed)
    assert str(refusal.value).startswith(f"{said}: ")
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 2\n3 x", "row 2, number 2 pasted: 'x' is not a decimal number"),
        ("1 nan", "row 1, number 2 pasted: nan is not finite"),
        ("1,,2", "row 1, number 2 pasted: nothing typed"),
        ("1 1e999", "too large for a float64"),
        ("1 2\n3", "row 2 pasted has 1 numbers, row 1 2; all must be equally long"),
        ("", "no number in what was pasted"),
        ("[ ]\n", "no number in what was pasted"),
        ("1,5", '1,5 pasted may be one number or two; write 1.5 for one, "1 5" for two'),
        ("1,5\n2,5", "write 1.5 for one"),
        ("1,5;2,5", "write 1.5 for one"),
        ("1\t-2,5", '-2,5 pasted may be one number or two; write -2.5 for one, "-2 5" for two'),
        ("1 2, colour=red", "row 1, number 3 pasted: 'colour=red' is not a decimal number"),
        ("1 2 3", "1 x 3 pasted at W_f[1,1] reaches row 1, column 3, but W_f is 2 x 2"),
        ("1\n2\n3", "3 x 1 pasted at W_f[1,1] reaches row 3, column 1, but W_f is 2 x 2"),
        ("1 " * 150_000, "300,000 characters pasted"),
    ],
)
def test_a_bad_paste_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        pasted(StepSettings(), "W_f", 0, 0, text)
    assert str(refusal.value).startswith("W_f: ")
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_sequence_beyond_200_steps_is_refused() -> None:
    with pytest.raises(SettingsError, match="x: 201 x 2 is too large"):
        with_sequence(StepSettings(), "1 2\n" * 201)
    with pytest.raises(SettingsError, match="x: 201 x 2 pasted"):
        pasted(StepSettings(), "x", 0, 0, "1 2\n" * 201)


def test_places_that_are_not_there_are_refused() -> None:
    with pytest.raises(SettingsError, match=r"W_z: not read by this lstm \(allowed: W_f, U_f"):
        with_value(StepSettings(), "W_z", 0, 0, 1.0)
    with pytest.raises(SettingsError, match="b_rec_f: not read"):
        with_value(StepSettings(), "b_rec_f", 0, 0, 1.0)
    with pytest.raises(SettingsError, match=r"W_f: no row 3, column 1 \(allowed: up to 2 x 2\)"):
        with_value(StepSettings(), "W_f", 2, 0, 1.0)
    with pytest.raises(SettingsError, match="h_prev: computed by step 1"):
        with_value(StepSettings(sequence="ten", t=2), "h_prev", 0, 0, 1.0)
    assert "b_rec_n" in names(GRU_TWO)


def test_a_nudge_beyond_the_largest_number_is_refused() -> None:
    huge = with_value(StepSettings(nudge=1e9), "W_f", 0, 0, "1.7976931348623157e308")
    assert nudged(huge, "W_f", 0, 0, -1) == huge
