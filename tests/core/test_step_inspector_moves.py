"""What moved: the real change and, beside it, what the gradient said, which must agree to second order."""

import re
from typing import Any

import numpy as np
import pytest

from core.step_inspector.baseline import against_defaults
from core.step_inspector.check import gradient_check
from core.step_inspector.edits import filled, with_value
from core.step_inspector.lesson import compute
from core.step_inspector.moves import moved, shown
from core.step_inspector.report import report
from core.step_inspector.settings import StepSettings
from core.step_inspector.weights import names, values
from tests.core.test_step_inspector import CELLS, EVERY, seeded

pytestmark = pytest.mark.filterwarnings("error")


def every_number_moved(settings: StepSettings, amount: float) -> StepSettings:
    """The settings with the corner of every matrix, and the inputs of step 2, moved by some share of amount."""
    edited = settings.change("t", 1)
    for place, name in enumerate(names(settings)):
        old = float(values(settings)[name][0, 0])
        edited = with_value(edited, name, 0, 0, old + amount * (1 + place / 10))
    old = float(values(settings)["x"][1, 0])
    return with_value(edited, "x", 1, 0, old - amount).change("t", settings.t)


@pytest.mark.parametrize(("cell", "reading"), EVERY)
def test_the_prediction_agrees_with_the_change_to_second_order(cell: str, reading: dict[str, Any]) -> None:
    settings = seeded(cell, reading)
    start = compute(settings)
    errors = []
    for amount in (1e-3, 1e-4):
        found = moved(start, compute(every_number_moved(settings, amount)))
        assert len(found.edits) == len(names(settings)) + 1
        assert len(found.moves) == sum(array.size for array in shown(start).values())
        errors.append(max(abs(move.change - (move.predicted or 0)) for move in found.moves))
    assert errors[0] < 1e-4
    assert errors[1] < errors[0] / 50


@pytest.mark.parametrize(("cell", "reading"), EVERY)
def test_the_prediction_is_the_gradient_times_the_edit(cell: str, reading: dict[str, Any]) -> None:
    settings = seeded(cell, reading, output="h3")
    start = compute(settings)
    found = moved(start, compute(every_number_moved(settings, 1e-3)))
    along = sum(start.gradients[e.name][e.row, e.column] * (e.after - e.before) for e in found.edits)
    move = found.at("hidden", "h", 2)
    assert move is not None
    assert move.predicted == pytest.approx(along, rel=1e-9)


def test_one_edit_is_told_with_its_largest_effect() -> None:
    start = compute(StepSettings())
    found = moved(start, compute(with_value(StepSettings(), "W_f", 0, 0, 0.6)))
    cell = found.at("cell", "c", 0)
    assert cell is not None
    assert cell.predicted == pytest.approx(0.5 * 0.6 * 0.1 * 0.8037659 * (1 - 0.8037659), rel=1e-6)
    assert [(move.group, move.name, move.unit) for move in found.moves] == [
        ("pre", "f", 0),
        ("gate", "f", 0),
        ("kept", "kept", 0),
        ("cell", "c", 0),
        ("hidden", "h", 0),
    ]
    assert found.sentence == "W_f[1,1] +0.5000 -> +0.6000: 5 moved, h1 +1.77e-03 (gradient said +1.80e-03)."


def test_nothing_edited_is_nothing_moved() -> None:
    found = moved(compute(StepSettings()), compute(StepSettings()))
    assert (found.edits, found.moves, found.comparable) == ((), (), True)
    later = StepSettings(sequence="ten", t=2)
    found = moved(compute(later), compute(with_value(later, "x", 5, 0, 9.0)))
    assert (found.edits, found.moves) == ((), ())


def test_another_reading_moves_numbers_that_no_gradient_predicts() -> None:
    settings = StepSettings(cell="gru")
    found = moved(compute(settings), compute(settings.change("convention", "pytorch")))
    assert found.edits == ()
    assert {move.group for move in found.moves} == {"pre", "gate", "kept", "added", "hidden"}
    assert all(move.predicted is None for move in found.moves)
    assert found.sentence.startswith("Read as in PyTorch: ")


@pytest.mark.parametrize("change", [("cell", "gru"), ("hidden", 3), ("inputs", 1), ("t", 2)])
def test_results_of_other_cells_are_not_compared(change: tuple[str, Any]) -> None:
    settings = StepSettings(sequence="ten")
    found = moved(compute(settings), compute(settings.change(*change)))
    assert (found.comparable, found.moves) == (False, ())


HUGE = (1e308, -1e308, 1.7976931348623157e308, 1e200)


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize("convention", ["lesson", "pytorch", "tf1"])
@pytest.mark.parametrize("huge", HUGE)
def test_huge_weights_saturate_and_never_warn(cell: str, convention: str, huge: float) -> None:
    start = filled(StepSettings(cell=cell, convention=convention, sequence="ten"), 3, 0.5)
    for name in names(start):
        edited = with_value(start, name, 0, 0, huge).change("t", 10)
        result, before = compute(edited), compute(start.change("t", 10))
        assert np.isfinite(result.step.hidden).all()
        assert all(np.isfinite(gate.value).all() and np.isfinite(gate.pre).all() for gate in result.step.gates)
        assert all(np.isfinite(gradient).all() for gradient in result.gradients.values())
        assert np.isfinite(result.time.h).all()
        for move in moved(before, result).moves:
            assert np.isfinite(move.change)
        gradient_check(edited)
        report(result)


def test_a_relu_that_explodes_saturates_too() -> None:
    settings = StepSettings(cell="rnn", activation="relu", sequence="random", length=200, U=((1e5, 1.0), (1.0, 1e5)))
    result = compute(settings.change("t", 200))
    assert np.isfinite(result.time.h).all()
    assert all(np.isfinite(gradient).all() for gradient in result.gradients.values())
    assert gradient_check(settings.change("t", 200)).checked >= 0


def test_the_slow_path_agrees_with_the_fast_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for cell in CELLS:
        settings = seeded(cell, {"convention": "pytorch"}, output="h1")
        fast = compute(settings)
        with monkeypatch.context() as patch:
            patch.setattr("core.step_inspector.sequence.LARGE", 0)
            slow = compute(settings)
        np.testing.assert_allclose(slow.time.h, fast.time.h, rtol=0, atol=1e-12)
        np.testing.assert_allclose(slow.time.signal, fast.time.signal, rtol=0, atol=1e-12)
        if fast.time.cell_signal is not None and slow.time.cell_signal is not None:
            np.testing.assert_allclose(slow.time.cell_signal, fast.time.cell_signal, rtol=0, atol=1e-12)
        for name, gradient in fast.gradients.items():
            np.testing.assert_allclose(slow.gradients[name], gradient, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("changes", "said", "cause"),
    [
        ({"convention": "flax"}, "Read as in Flax (linen): no number of step 1 moved.", "read as in Flax (linen)"),
        ({"convention": "own"}, "Read as you chose: no number of step 1 moved.", "read as you chose"),
        ({"nudge": 0.01}, "No edit.", ""),
    ],
)
def test_a_reading_that_moves_nothing_says_so_and_names_itself(changes: dict[str, Any], said: str, cause: str) -> None:
    found = moved(compute(StepSettings()), compute(StepSettings().change(*next(iter(changes.items())))))
    assert (found.sentence, found.cause, found.moves) == (said, cause, ())


def test_edits_read_another_way_are_both_named() -> None:
    other = with_value(StepSettings(convention="tf1"), "W_f", 0, 0, 0.6)
    assert moved(compute(StepSettings()), compute(other)).cause == (
        "W_f[1,1] +0.5000 -> +0.6000, read as in TensorFlow 1 (rnn_cell)"
    )


@pytest.mark.parametrize(
    ("changes", "against", "cause"),
    [
        ({"nudge": 0.01, "sequence": "ten", "t": 4}, None, ""),
        ({"h_prev": ((0.2, -0.2),)}, "the default numbers", "h_prev[1] +0.1000 -> +0.2000"),
        ({"convention": "pytorch", "h_prev": ((0.2, -0.2),)}, "the default numbers", "h_prev[1] +0.1000 -> +0.2000"),
        ({"seed": 2, "h_prev": ((0.2, -0.2),)}, "the numbers of seed 2", "h_prev[1] +0.1000 -> +0.2000"),
        ({"seed": 2}, "the lesson's numbers", "40 numbers changed"),
        (
            {"x": ((0.6, 0.4), (1.0, 2.0)), "t": 2, "c_prev": ((0.6, 0.3),)},
            "the default numbers",
            "c_prev[1] +0.5000 -> +0.6000",
        ),
        ({"convention": "tf1"}, "the lesson's reading", "read as in TensorFlow 1 (rnn_cell)"),
    ],
)
def test_numbers_that_were_given_are_set_against_what_is_known(
    changes: dict[str, Any], against: str | None, cause: str
) -> None:
    found = against_defaults(compute(StepSettings(**changes)))
    assert (None if found is None else (found.against, found.cause)) == (None if against is None else (against, cause))


def test_an_edit_and_what_the_gradient_said_are_each_written_in_one_way() -> None:
    before, after = (compute(StepSettings(cell="rnn", hidden=1, U=((u,),))) for u in (0.5, 0.005))
    found = moved(before, after)
    assert found.sentence.startswith("U[1,1] +5.00e-01 -> +5.00e-03: 2 moved, h1 ")
    change, said = re.findall(r"h1 (\S+) \(gradient said (\S+)\)", found.sentence)[0]
    assert ("e" in change) == ("e" in said)
