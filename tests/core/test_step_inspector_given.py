"""What is given on the command line: a framework's own stack read as such, and a word on all that is not read."""

from typing import Any

import numpy as np
import pytest

from core.cells.conventions import LAYOUTS
from core.settings import SettingsError, parse, write_value
from core.step_inspector.defaults import rows_of
from core.step_inspector.edits import filled, with_value
from core.step_inspector.lesson import compute
from core.step_inspector.report import report
from core.step_inspector.settings import StepSettings
from core.step_inspector.stacked import parsed
from core.step_inspector.weights import values

pytestmark = pytest.mark.filterwarnings("error")
CELLS = ("lstm", "gru", "rnn")


@pytest.mark.parametrize("convention", [*LAYOUTS, "own"])
@pytest.mark.parametrize("cell", CELLS)
def test_the_stack_that_is_printed_can_be_given_back(cell: str, convention: str) -> None:
    bare = StepSettings(cell=cell, inputs=3, hidden=2, convention=convention)
    drawn = compute(filled(bare, 3, 0.5))
    arrays = {name: getattr(drawn.reading.stacked, name) for name in ("W", "U", "b", "b_rec")}
    given = [f"{name}={write_value(rows_of(np.atleast_2d(a)))}" for name, a in arrays.items() if a is not None]
    read = parsed([*bare.words(), "order=convention", *given])
    for name, expected in drawn.values.items():
        np.testing.assert_array_equal(values(read)[name], expected)
    assert parse(StepSettings, read.words()) == read == parsed(read.words())


def test_what_is_given_back_at_its_default_is_left_empty() -> None:
    printed = compute(StepSettings(convention="pytorch")).reading.stacked.W
    words = ["convention=pytorch", "order=convention", f"W={write_value(rows_of(printed))}"]
    assert parsed(words) == StepSettings(convention="pytorch")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("order=convention", r"^order: nothing is given to be read in it \(allowed: with W, U, b, b_rec\)$"),
        ("order=torch W=1", "order: 'torch' is not one of|order: .*lesson, convention"),
        ("order=convention W=1,2 W=1,2", "W is given twice"),
        ("order=convention W=1,nan", "row 1, number 2: nan is not finite"),
        ("convention=pytorch order=convention W=1,2", r"PyTorch stacks i, f, g, o as 8 x 2 \(rows x columns\)$"),
        ("convention=keras order=convention W=1,2", "stacks i, f, c, o as 2 x 8"),
        ("cell=gru convention=keras order=convention b=1,2/3,4", "stacks z, r, h as 1 x 6"),
        ("order=convention w=1", "unknown setting 'w'.*order.*W"),
        ("oder=convention", "unknown setting 'oder'.*did you mean order"),
    ],
)
def test_what_is_no_stack_is_refused_in_one_line(words: str, said: str) -> None:
    with pytest.raises(SettingsError, match=said) as refusal:
        parsed(words.split())
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", None),
        ("cell=rnn b=1,2/3,4/5,6/7,8", "b: given for the gates f, i, c, o; an rnn reads c alone"),
        (
            "cell=gru inputs=1 hidden=1 W=1/2/3/4 U=1/2/3/4 b=1/2/3",
            "W, U: given for the gates f, i, c, o; a gru reads f, i, c as z, r, n",
        ),
        ("inputs=1 hidden=1 W=1/2/3/4", None),
        ("b_rec=1,2/3,4/5,6/7,8", "b_rec: given, not read: one bias in this lesson"),
        ("convention=pytorch b_rec=1,2/3,4/5,6/7,8", None),
        ("convention=own biases=0 b=1,2/3,4/5,6/7,8", "b: given, not read: no bias in your own convention"),
        (
            "cell=gru convention=flax b_rec=1,2/3,4/5,6",
            "b_rec: only n's row is read: Flax has no other second bias",
        ),
        ("cell=gru c_prev=1,2", "c_prev: given, not read: a gru has no cell state"),
        ("activation=relu", "activation: given, not read: it is the plain RNN's"),
        ("convention=own reset=after", "reset: given, not read: of a GRU"),
        ("scale=2", "scale: given, not read: of weights drawn by a seed above 0"),
        ("length=5 sequence_seed=3", "length, sequence_seed: given, not read: of a random sequence"),
    ],
)
def test_what_is_given_and_not_read_is_said(words: str, said: str | None) -> None:
    result = compute(parsed(words.split()))
    assert result.unread == (() if said is None else (said,))
    assert (report(result)[0].title == "Remarks") == bool(said)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, ""),
        (
            {"W": ((1e308, -1e308),) * 2 + ((1.0, 1.0),) * 6, "x": ((1e10, -1e10),)},
            "W x of forget u1 and 3 more: at the largest float64, and held there",
        ),
        (
            {"cell": "rnn", "inputs": 1, "hidden": 1, "activation": "relu", "U": ((1e200,),), "h_prev": ((1e200,),)},
            "U h of hidden u1 and",
        ),
    ],
)
def test_a_number_held_at_the_largest_float64_is_named(changes: dict[str, Any], said: str) -> None:
    result = compute(StepSettings(**changes))
    assert result.held.startswith(said) and bool(result.held) == bool(said)
    assert (report(result)[0].title == "Remarks") == bool(said)


def test_an_edit_of_a_smaller_cell_is_kept_as_its_own_rows_alone() -> None:
    for cell, rows in (("gru", 6), ("rnn", 2)):
        start = StepSettings(cell=cell)
        edited = with_value(start, "U_z" if cell == "gru" else "U", 0, 0, 0.7)
        assert len(edited.U) == rows and not compute(edited).unread
        assert edited.change("cell", "lstm").change("cell", cell) == edited
