"""What may be set: words that come back, sizes and cells that take the rest along, and what is refused, and how."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cells.conventions import LAYOUTS
from core.settings import SettingsError, parse
from core.step_inspector.edits import filled, resized, with_value
from core.step_inspector.lesson import compute
from core.step_inspector.presets import PRESETS
from core.step_inspector.settings import OUTPUTS, StepSettings
from core.step_inspector.weights import names, shape_of, values

pytestmark = pytest.mark.filterwarnings("error")
FINITE = st.floats(allow_nan=False, allow_infinity=False)
CELLS = ("lstm", "gru", "rnn")


@st.composite
def any_settings(draw: st.DrawFn) -> StepSettings:
    """Settings of any cell, size, convention and sequence, with up to three numbers edited."""
    changes: dict[str, Any] = {
        "cell": draw(st.sampled_from(CELLS)),
        "inputs": draw(st.integers(1, 4)),
        "hidden": draw(st.integers(1, 4)),
        "convention": draw(st.sampled_from(sorted(LAYOUTS))),
        "seed": draw(st.sampled_from((0, 0, 5))),
        "sequence": draw(st.sampled_from(("lesson", "ten", "random"))),
    }
    made = StepSettings(**changes)
    for _ in range(draw(st.integers(0, 3))):
        name = draw(st.sampled_from(names(made)))
        row, column = (draw(st.integers(0, size - 1)) for size in shape_of(made, name))
        made = with_value(made, name, row, column, draw(FINITE))
    return made.change("t", draw(st.integers(1, made.steps)))


@given(any_settings())
def test_the_words_of_any_settings_make_them_again(made: StepSettings) -> None:
    assert parse(StepSettings, made.words()) == made


@pytest.mark.parametrize("preset", PRESETS)
def test_the_words_of_a_preset_make_it_again(preset: str) -> None:
    assert parse(StepSettings, PRESETS[preset].settings.words()) == PRESETS[preset].settings


@given(any_settings(), st.integers(1, 6), st.integers(1, 6))
def test_another_size_keeps_every_number_that_fits(made: StepSettings, inputs: int, hidden: int) -> None:
    old, new = values(made), values(resized(made, inputs, hidden))
    assert old.keys() == new.keys()
    for name, before in old.items():
        rows, columns = (min(a, b) for a, b in zip(before.shape, new[name].shape, strict=True))
        np.testing.assert_array_equal(before[:rows, :columns], new[name][:rows, :columns])


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize(("inputs", "hidden"), [(0, 1), (1, 0), (5, 9), (14, 14)])
def test_growing_the_lessons_cell_moves_nothing(cell: str, inputs: int, hidden: int) -> None:
    made = with_value(StepSettings(cell=cell, sequence="random"), "x", 0, 0, 0.3)
    grown = resized(made, made.inputs + inputs, made.hidden + hidden)
    old, new = compute(made), compute(grown)
    np.testing.assert_allclose(new.time.h[:, : made.hidden], old.time.h, rtol=0, atol=1e-12)


@pytest.mark.parametrize("cell", CELLS)
def test_another_cell_and_back_loses_nothing(cell: str) -> None:
    made = filled(StepSettings(), 3, 0.5).change("hidden", 3)
    edited = with_value(with_value(made, "W_o", 0, 0, 9.0), "b_f", 2, 0, -1.5)
    assert edited.change("cell", cell).change("cell", "lstm") == edited


def test_cells_share_weights_gate_for_gate() -> None:
    lstm = with_value(with_value(StepSettings(), "W_f", 0, 1, 0.77), "b_f", 1, 0, 0.6)
    gru, rnn = lstm.change("cell", "gru"), lstm.change("cell", "rnn")
    assert values(gru)["W_z"][0, 1] == 0.77
    np.testing.assert_array_equal(values(gru)["U_n"], values(lstm)["U_c"])
    np.testing.assert_array_equal(values(rnn)["W"], values(lstm)["W_c"])
    assert values(gru)["b_z"].tolist() == [[1.0], [0.6]]


def test_the_lessons_forget_bias_does_not_become_an_update_bias() -> None:
    gru = with_value(StepSettings(), "b_i", 0, 0, 0.5).change("cell", "gru")
    assert values(gru)["b_z"].tolist() == [[0.0], [0.0]]
    assert values(gru)["b_r"].tolist() == [[0.5], [0.0]]


def test_a_cell_takes_only_its_own_gates_or_all_four() -> None:
    own = StepSettings(cell="gru", inputs=1, hidden=1, W=((1.0,), (2.0,), (3.0,)))
    assert [values(own)[name].item() for name in ("W_z", "W_r", "W_n")] == [1, 2, 3]
    assert values(own.change("cell", "lstm"))["W_o"].item() == 0.1
    rnn = StepSettings(cell="rnn", inputs=1, hidden=1, W=((1.0,), (2.0,), (3.0,), (4.0,)))
    assert values(rnn)["W"].item() == 3


def test_another_convention_changes_only_the_reading() -> None:
    made = filled(StepSettings(cell="gru"), 3, 0.5)
    for preset in LAYOUTS:
        assert made.change("convention", preset).change("convention", "lesson") == made


def test_an_own_choice_starts_from_the_convention_in_force() -> None:
    own = StepSettings(cell="gru", convention="pytorch").change("reset", "before")
    assert (own.convention, own.update_scales, own.reset, own.biases) == ("own", "past", "before", 2)
    nudged = StepSettings(cell="gru", convention="pytorch").nudged("biases", -1)
    assert (nudged.convention, nudged.reset, nudged.biases) == ("own", "after", 1)
    kept = StepSettings(cell="gru", convention="keras").change("convention", "own")
    assert (kept.update_scales, kept.reset, kept.biases) == ("past", "after", 2)
    assert own.change("convention", "lesson") == StepSettings(cell="gru")


def test_t_and_output_stay_on_what_there_is() -> None:
    made = StepSettings(sequence="ten", t=9, hidden=4, output="c4")
    assert made.change("sequence", "lesson").t == 1
    assert made.change("hidden", 3).output == "sum"
    assert made.change("cell", "gru").output == "sum"
    assert made.change("length", 5).t == 5
    assert made.change("length", 5).sequence == "random"


def test_output_is_nudged_among_those_there_are() -> None:
    made, seen = StepSettings(cell="gru", hidden=2), []
    for _ in range(3):
        made = made.nudged("output", 1)
        seen.append(made.output)
    assert seen == ["h1", "h2", "sum"]
    assert len(OUTPUTS) == 33


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "W=1,2",
            r"^W: 1 x 2 given, but an lstm with inputs=2 and hidden=2 needs 8 x 2 for f, i, c, o \(rows x columns\)$",
        ),
        ("cell=gru W=1,2", "needs 6 x 2 for z, r, n or 8 x 2 for f, i, c, o"),
        ("cell=rnn b=1", "needs 1 x 2 or 4 x 2 for f, i, c, o"),
        ("W=1,nan/2,3", "row 1, number 2: nan is not finite"),
        ("b=1,2", "needs 4 x 2"),
        ("h_prev=1", "needs 1 x 2"),
        ("x=1/2", "needs 2 x 2"),
        ("t=2", r"^t: 2 is beyond the sequence \(allowed: 1 to 1\)$"),
        ("cell=gru output=c1", r"^output: this cell has no c1 \(allowed: sum, h1, h2\)$"),
        ("output=h3", "no h3"),
        ("hidden=17", "allowed: a whole number, 1 to 16"),
        ("inputs=0", "allowed: a whole number, 1 to 16"),
        ("convention=pytorch reset=after", "reset: pytorch settles it"),
        ("convention=torch", "did you mean pytorch"),
        ("x=nan,1", "nan is not finite"),
        ("x=1e999,1", "too large"),
        ("nudge=0", "nudge: 0 is out of bounds"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(words: str, said: str) -> None:
    with pytest.raises(SettingsError, match=said) as refusal:
        parse(StepSettings, words.split())
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("size", [0, 17])
@pytest.mark.parametrize("name", ["inputs", "hidden"])
def test_a_size_out_of_bounds_is_refused_on_change(name: str, size: int) -> None:
    with pytest.raises(SettingsError, match=f"{name}: {size} is out of bounds"):
        with_value(StepSettings(), "W_f", 0, 0, 2.0).change(name, size)
