"""The sweep over lengths, the record that it fills, and the two goals that are judged from the record alone."""

from dataclasses import replace

import pytest

from core.cells.spec import CellKind
from core.race.goals import goals
from core.race.record import Outcome, Record
from core.race.run import final
from core.race.settings import RaceSettings
from core.race.sweep import SweepSnapshot, sweep
from core.settings import SettingsError

SMALL = RaceSettings(steps=6, hidden=3, starts="1-2")


def test_a_sweep_races_every_length_once_in_order_with_rising_progress() -> None:
    shown = list(sweep(SMALL, (9, 3, 5, 3)))
    assert shown[0].lengths == (3, 5, 9) and len(shown) == 3 * 7
    progress = [one.progress for one in shown]
    assert progress == sorted(progress) and progress[0] == 0 and progress[-1] == pytest.approx(1)
    assert [one.finished for one in shown] == [False] * 20 + [True]
    assert [outcome.length for outcome in shown[-1].record.outcomes] == [3, 5, 9]


def test_what_a_sweep_finds_is_what_a_race_finds() -> None:
    record = list(sweep(SMALL, (4, 6)))[-1].record
    for outcome in record.outcomes:
        race = final(replace(SMALL, length=outcome.length))
        assert outcome.accuracy == {lane.kind: lane.accuracy for lane in race.lanes}
        assert outcome.starts["gru"] == tuple(lane.accuracy for lane in race.of("gru"))


def test_the_sentence_says_which_lengths_are_remembered() -> None:
    end = list(sweep(RaceSettings(steps=120, hidden=8), (3, 40)))[-1]
    assert end.sentence() == "After 120 steps RNN remembers 3, not 40; GRU remembers 3, not 40."
    first = next(iter(sweep(SMALL, (3,))))
    assert "nothing is known yet (length 3, step 0)" in first.sentence()


def test_a_length_out_of_bounds_is_refused_before_anything_runs() -> None:
    with pytest.raises(SettingsError, match="length: 401"):
        next(sweep(SMALL, (5, 401)))


def outcome(length: int, rnn: float, gru: float, finished: bool = True) -> Outcome:
    return Outcome(RaceSettings(length=length), 200, {"rnn": rnn, "gru": gru}, finished)


def test_most_of_the_starts_decide() -> None:
    settings = RaceSettings(starts="1-3")
    scores: dict[CellKind, tuple[float, ...]] = {"rnn": (1.0, 0.99, 0.5), "gru": (1.0, 0.5, 0.98)}
    one = Outcome(settings, 200, {"rnn": 0.5, "gru": 1.0}, True, scores)
    assert one.remembers("rnn") and not one.remembers("gru")
    known = Record((one,))
    assert [goal.value for goal in goals(known, settings)] == [
        "30 (2 of 3 starts) at least: try a longer one",
        "30: GRU remembers on 1 of 3 starts",
    ]
    said = SweepSnapshot(settings, (30,), 1, 0, 1.0, known).sentence()
    assert said == "After 200 steps, on most of 3 starts, RNN remembers 30; GRU remembers no length tried (30)."


def test_a_record_keeps_apart_what_may_not_stand_in_one_chart() -> None:
    record = Record()
    for length, hidden in ((5, 2), (8, 2), (5, 3), (8, 2)):
        record = record.with_snapshot(final(RaceSettings(length=length, steps=2, hidden=hidden)))
    assert [one.length for one in record.like(RaceSettings(steps=2, hidden=2))] == [5, 8]
    assert [one.length for one in record.like(RaceSettings(steps=2, hidden=3))] == [5]
    assert record.like(RaceSettings()) == ()


CASES: list[tuple[list[Outcome], bool, str, bool, str]] = [
    ([], False, "no finished race yet", False, "no finished race yet"),
    ([outcome(10, 1, 1, finished=False)], False, "no finished race yet", False, "no finished race yet"),
    ([outcome(10, 1, 1)], False, "10 at least: try a longer one", False, "it remembers 10: try a longer one"),
    ([outcome(20, 0.5, 1)], False, "not 20: try a shorter one", False, "it remembers 20: try a longer one"),
    ([outcome(10, 1, 1), outcome(20, 0.5, 1)], False, "10 yes, 20 no: try one between", False, "it remembers 20"),
    ([outcome(10, 1, 1), outcome(11, 0.5, 0.51)], True, "10 yes, 11 no", True, "11: GRU is at 51.0 %"),
    ([outcome(9, 0.5, 1), outcome(10, 1, 1)], False, "10 at least", False, "it remembers 10"),
]


@pytest.mark.parametrize(("outcomes", "met", "value", "gru_met", "gru_value"), CASES)
def test_goals_are_met_by_what_was_tried(
    outcomes: list[Outcome], met: bool, value: str, gru_met: bool, gru_value: str
) -> None:
    longest, too_long = goals(Record(tuple(outcomes)), RaceSettings(length=5))
    assert (longest.met, too_long.met) == (met, gru_met)
    assert value in longest.value and gru_value in too_long.value


def test_goals_about_a_cell_that_does_not_race_are_not_met() -> None:
    settings = RaceSettings(lanes="lstm")
    record = Record((Outcome(settings, 200, {"lstm": 0.5}),))
    assert [(goal.met, goal.value) for goal in goals(record, settings)] == [
        (False, "the RNN is not in this race"),
        (False, "the GRU is not in this race"),
    ]
