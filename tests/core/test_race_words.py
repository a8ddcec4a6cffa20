"""The sentences of a race: what one step keeps, what underflowed, and at which step an accuracy was measured."""

import dataclasses
import itertools

import numpy as np
import pytest

from core.race.heard import heard, kept_a_step, kept_line, ratio_line, signal_lines
from core.race.record import Record
from core.race.report import report
from core.race.run import final, run
from core.race.settings import RaceSettings
from core.race.snapshot import Snapshot
from core.race.table import lane_table
from core.race.words import captions
from core.report import Text
from core.tasks import TASKS
from tests.tui.fixed import snapshot, with_details
from tui.lessons import find
from tui.plain import as_text


def with_signal(rnn: float, gru: float) -> Snapshot:
    made = snapshot(120)
    lanes = (
        dataclasses.replace(lane, signal=np.array([heard, *lane.signal[1:]]))
        for lane, heard in zip(made.lanes, (rnn, gru), strict=True)
    )
    return dataclasses.replace(made, lanes=tuple(lanes))


def test_what_one_step_keeps_is_the_root_of_what_all_of_them_keep() -> None:
    shown = snapshot(120)
    rnn, gru = (kept_a_step(signal, 30) for signal in heard(shown).values())
    assert rnn == pytest.approx(0.5) and gru == pytest.approx(0.9)
    assert kept_line(shown) == "Each step keeps x0.50 in the RNN, x0.90 in the GRU (1 - z = 0.88)."


def test_an_lstm_keeps_by_its_forget_gate() -> None:
    untrained = next(run(RaceSettings(lanes="lstm", forget=2.0, length=10)))
    assert "in the LSTM (f = 0.88)." in kept_line(untrained)


@pytest.mark.parametrize(
    ("rnn", "gru", "words"),
    [
        (0.0, 0.1, "none, for RNN's is 0 (underflowed)"),
        (0.1, 0.0, "0 x (underflowed)"),
        (0.001, 0.1, "100 x"),
    ],
)
def test_what_underflowed_is_said_to_have_and_has_no_ratio(rnn: float, gru: float, words: str) -> None:
    shown = with_signal(rnn, gru)
    assert ratio_line(shown) == f"signal at t=1, GRU over RNN, at start: {words}"
    said = " ".join([captions(shown).signal, kept_line(shown), *map(str, lane_table(shown).written())])
    assert ("underflowed" in said) == ("underflowed" in words)
    assert "inf" not in said and "0.00e+00" not in said


def test_an_accuracy_is_dated_and_a_loss_is_a_mean_of_as_many_batches_as_there_are() -> None:
    shown = list(itertools.islice(run(RaceSettings(length=5, hidden=2)), 13))
    assert captions(shown[12]).accuracy.startswith("At step 10")
    assert lane_table(shown[12]).columns[3].name == "acc. at 10"
    means = [captions(shown[step]).loss.split(":")[0] for step in (1, 2, 9, 12)]
    assert means == ["First batch", "2-batch mean", "9-batch mean", "10-batch mean"]


def test_several_starts_are_counted() -> None:
    end = final(RaceSettings(length=5, steps=3, hidden=2, starts="1-3"))
    assert captions(end).accuracy.startswith("At step 3: RNN ") and " of 3 remember." in captions(end).accuracy


def test_a_reason_names_its_start_where_there_are_several() -> None:
    end = final(RaceSettings(length=5, steps=3, hidden=2, starts="1-3", start=2))
    assert [detail.why.split(")")[0] for detail in end.details] == ["RNN (start 2", "GRU (start 2"]


def test_a_lane_past_guessing_by_its_loss_is_not_said_to_guess_by_its_score() -> None:
    made = snapshot(120, RaceSettings(task="adding", lanes="rnn"))
    low = dataclasses.replace(made.lanes[0], losses=np.full(120, 0.05), accuracies=np.array([0.202]))
    said = captions(dataclasses.replace(made, lanes=(low,)))
    assert "RNN is at 20.2 %, a guess at 15.4 %" in said.accuracy and "RNN's is below half" in said.loss


def test_one_step_of_one_sequence_is_singular() -> None:
    first = report(final(RaceSettings(length=5, steps=1, batch=1, hidden=2)))[0]
    assert isinstance(first, Text) and "1 step of 1 sequence, Adam" in first.lines[0]


def test_a_race_on_its_way_never_replaces_an_end_and_other_settings_stand_apart() -> None:
    settings = RaceSettings(length=5, steps=4, hidden=2)
    end = final(settings)
    record = Record().with_snapshot(end)
    assert record.with_snapshot(next(itertools.islice(run(settings), 2, None))) == record
    half = Record().with_snapshot(next(itertools.islice(run(settings), 2, None)))
    assert [outcome.finished for outcome in half.with_snapshot(end).outcomes] == [True]
    other = dataclasses.replace(settings, length=6, rate=0.1)
    mixed = record.with_snapshot(final(other))
    assert [outcome.length for outcome in mixed.like(settings)] == [5]
    assert [outcome.length for outcome in mixed.like(dataclasses.replace(settings, length=9))] == [5]


def test_a_signal_is_said_to_be_of_its_moment_and_of_one_start_once() -> None:
    shown = with_details(snapshot(120, RaceSettings(starts="1-2")))
    early, late = signal_lines(shown), signal_lines(shown, shown)
    assert early.startswith("Start 1: of the error") and late.startswith("Start 1, at step 120: of the error")
    assert early.count("Start 1") == late.count("Start 1") == 1
    assert "x0.75 in the RNN, x0.95 in the GRU." in late and "1 - z" not in late
    assert ratio_line(shown, shown).startswith("signal at t=1, GRU over RNN, at 120: ")


def test_the_table_names_the_moment_of_every_signal_and_has_those_of_the_sentences() -> None:
    shown = with_details(snapshot(120))
    untrained, both = lane_table(shown), lane_table(shown, shown, brief=True)
    assert [column.name for column in untrained.columns][4:6] == ["signal t=1 at start", "params"]
    assert [column.name for column in both.columns][4:6] == ["t=1 start", "t=1 at 120"]
    for lane, detail, row in zip(shown.lanes, shown.details, both.rows, strict=True):
        assert row[4:6] == (lane.signal[0], detail.signal[0])


def test_a_last_step_without_error_is_compared_with_nothing() -> None:
    shown = with_signal(float("nan"), 0.1)
    said = " ".join([signal_lines(shown), ratio_line(shown), *map(str, lane_table(shown).written())])
    assert "no error left" in said and "nan" not in said


@pytest.mark.parametrize("task", TASKS)
def test_what_is_printed_is_headed_by_the_question_of_the_task(task: str) -> None:
    asked = as_text(find("race"), RaceSettings(task=task), ()).split("\n")[0]
    assert asked == f"Race: {TASKS[task].asks}"
    assert ("first symbol" in asked) == (task == "first")


@pytest.mark.parametrize("budget", [False, True])
@pytest.mark.parametrize("starts", ["one", "1-5"])
def test_a_brief_table_fits_80_columns_also_after_5000_steps(budget: bool, starts: str) -> None:
    settings = RaceSettings(lanes="rnn,gru,lstm", steps=5000, starts=starts, budget=budget, hidden=128)
    shown = with_details(snapshot(5000, settings))
    for looked in (None, shown):
        table = lane_table(shown, looked, brief=True)
        rows = [[column.name for column in table.columns], *table.written()]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        assert 2 + sum(widths) + 2 * (len(widths) - 1) <= 76, "a marker, and two blanks between any two columns"
