"""Lanes, starts, budget, clipping, details and reasons: what may vary in a race, and what must not change with it."""

import json
from dataclasses import replace

import hypothesis
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cells.spec import CellKind
from core.numbers import percent
from core.race.detail import details
from core.race.lane import answers
from core.race.report import report
from core.race.run import final, run
from core.race.settings import KINDS, LANES, STARTS, RaceSettings
from core.race.sizes import nearest_hidden, parameter_count
from core.race.streams import fresh
from core.race.table import lane_table
from core.race.why import Facts, why_stalled
from core.race.words import captions
from core.report import Text, plain_data
from core.settings import SettingsError, parse
from core.tasks import TASKS
from core.trees import arrays


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("lanes", ["rnn,gru,lstm", "lstm"])
def test_starts_together_are_the_starts_alone(task: str, lanes: str) -> None:
    settings = RaceSettings(length=6, steps=25, hidden=4, lanes=lanes, task=task, starts="1-3", start=2, clip=0.2)
    together = final(settings)
    assert len(together.others) == 2 * len(together.lanes)
    for start in (1, 2, 3):
        alone = final(replace(settings, starts="one", start=start))
        for one in alone.lanes:
            same = together.of(one.kind)[start - 1]
            assert (same.start, same.clipped) == (start, one.clipped)
            for name in ("losses", "accuracies", "signal"):
                np.testing.assert_allclose(getattr(same, name), getattr(one, name), rtol=0, atol=1e-10)
            for mine, other in zip(arrays(same.network), arrays(one.network), strict=True):
                np.testing.assert_allclose(mine, other, rtol=0, atol=1e-10)
    assert [lane.start for lane in together.lanes] == [2] * len(together.lanes)


@pytest.mark.parametrize(("typed", "lanes"), [("gru,rnn", "rnn,gru"), ("LSTM,gru,rnn", "rnn,gru,lstm"), ("gru", "gru")])
def test_lanes_may_be_typed_in_any_order_and_are_shown_in_one(typed: str, lanes: str) -> None:
    assert parse(RaceSettings, [f"lanes={typed}"]).lanes == lanes
    with pytest.raises(SettingsError, match="not one of the choices"):
        parse(RaceSettings, [f"lanes={typed},gru"])


def test_another_lane_changes_no_number_of_the_first_two() -> None:
    two, three = (final(RaceSettings(length=8, steps=10, hidden=4, lanes=lanes)) for lanes in LANES[:2])
    for one, other in zip(two.lanes, three.lanes, strict=False):
        assert np.array_equal(one.losses, other.losses)


def test_one_start_that_blows_up_leaves_the_others_as_they_are() -> None:
    settings = RaceSettings(length=5, steps=20, hidden=3, starts="1-3", start=2)
    race = run(settings)
    next(race).lanes[0].network.readout[...] = np.nan
    ended = list(race)[-1]
    assert [lane.failure is not None for lane in ended.of("rnn")] == [False, True, False]
    alone = final(replace(settings, starts="one", start=3))
    np.testing.assert_allclose(ended.of("rnn")[2].losses, alone.lanes[0].losses, atol=1e-10)
    assert ended.of("rnn")[2].step == 20 and ended.of("rnn")[1].step == 0


@given(st.sampled_from(KINDS), st.sampled_from(KINDS), st.integers(1, 128), st.integers(1, 10), st.integers(1, 9))
def test_no_other_number_of_units_comes_nearer_to_the_budget(
    kind: CellKind, first: CellKind, hidden: int, inputs: int, outputs: int
) -> None:
    budget = parameter_count(first, hidden, inputs, outputs)
    found = nearest_hidden(kind, inputs, outputs, budget)
    gaps = {units: abs(parameter_count(kind, units, inputs, outputs) - budget) for units in range(1, 300)}
    assert gaps[found] == min(gaps.values())
    assert found == hidden if kind == first else True


def test_the_same_budget_gives_lanes_of_nearly_the_same_count_and_counts_are_true() -> None:
    settings = RaceSettings(length=4, steps=1, hidden=16, lanes="rnn,gru,lstm", budget=True)
    end = final(settings)
    assert [lane.network.count() for lane in end.lanes] == [lane.parameters for lane in end.lanes]
    assert end.lanes[0].parameters == parameter_count("rnn", 16, 1, 1)
    for lane in end.lanes:
        assert abs(lane.parameters / end.lanes[0].parameters - 1) < 0.15
        assert lane.network.cell.hidden_size == settings.hidden_of(lane.kind)
    table = lane_table(end)
    at = [column.name for column in table.columns].index("hidden")
    assert [row[at] for row in table.rows] == [settings.hidden_of(kind) for kind in settings.kinds]


def test_clipping_counts_and_shortens() -> None:
    never, always = (final(RaceSettings(length=5, steps=10, hidden=3, clip=clip)) for clip in (1000.0, 1e-6))
    off = final(RaceSettings(length=5, steps=10, hidden=3))
    assert [lane.clipped for lane in (*never.lanes, *always.lanes, *off.lanes)] == [0, 0, 10, 10, 0, 0]
    assert np.array_equal(never.lanes[0].losses, off.lanes[0].losses)
    assert not np.array_equal(always.lanes[0].losses, off.lanes[0].losses)


def test_details_are_the_signal_and_the_gates_of_the_very_weights() -> None:
    end = final(RaceSettings(length=12, steps=30, hidden=4, lanes="rnn,gru,lstm"))
    untrained = details(replace(end, lanes=next(run(end.settings)).lanes))
    for lane, before, now in zip(end.lanes, untrained, end.details, strict=True):
        np.testing.assert_allclose(before.signal, lane.signal)
        assert now.signal.shape == (12,) and not np.allclose(now.signal, lane.signal)
        if lane.kind == "rnn":
            assert now.now is None and now.gate == ""
        else:
            assert now.now is not None and before.now is not None and now.before is not None
            assert now.now.shape == (12, 4) and not np.array_equal(now.now, now.before)
            np.testing.assert_allclose(before.now, now.before)
    assert [detail.gate for detail in end.details] == ["", "z", "f"]


WHY: dict[str, tuple[list[str], Facts]] = {
    "did not stall": (["length=5", "lanes=gru"], Facts(0.5, 0.1, 0.1)),
    "latched, 90.0 % of its tanh values": (["length=5", "lanes=gru"], Facts(0.0, 0.8, 0.9)),
    "gates latched, 80.0 %": (["length=5", "lanes=gru"], Facts(0.0, 0.8, 0.1)),
    "yet it learnt": (["length=5", "lanes=gru"], Facts(1e-9, 0.1, 0.1)),
    "diverges": (["length=5", "rate=10", "steps=40", "task=adding"], Facts(0.5, 0.1, 0.1)),
    "yet to get as low as a guess": (["length=5", "steps=5", "task=copy"], Facts(0.5, 0.1, 0.1)),
    "is saturated: 90.0 %": (["steps=5"], Facts(0.5, 0.1, 0.9)),
    "hardly a signal": (["steps=5"], Facts(1e-9, 0.1, 0.1)),
    "gates are stuck: 80.0 %": (["steps=5"], Facts(0.5, 0.8, 0.1)),
    "5 of 5 steps were clipped": (["steps=5", "clip=1e-6"], Facts(0.5, 0.1, 0.1)),
    "is not blocked": (["steps=5"], Facts(0.5, 0.1, 0.1)),
}


@pytest.mark.parametrize("words", WHY)
def test_the_reason_for_stalling_is_the_first_large_enough_fact(words: str) -> None:
    changes, facts = WHY[words]
    end = final(parse(RaceSettings, changes))
    sentence = why_stalled(end, end.lanes[0], facts)
    assert words in sentence and sentence.endswith(".") and "\n" not in sentence
    if "hears" in sentence:
        assert f"untrained {float(end.lanes[0].signal[0]):.2e}" in sentence


def test_a_plain_rnn_that_holds_the_first_symbol_and_passes_no_error_back_is_said_to_have_latched() -> None:
    start = next(run(RaceSettings(length=200, hidden=1, lanes="rnn")))
    lane = start.lanes[0]
    held = replace(lane.network.cell, W=np.full((1, 1, 1), 2.0), U=np.full((1, 1, 1), 40.0), b=np.zeros((1, 1)))
    network = replace(lane.network, cell=held, readout=np.ones((1, 1)), offset=np.zeros(1))
    task, asked = start.settings.exercise, fresh(start.settings, 1)
    score = task.score(answers(network, asked.x), asked.y)
    latched = replace(lane, step=1, network=network, losses=np.zeros(1), accuracies=np.array([score]))
    (detail,) = details(replace(start, step=1, lanes=(latched,)))
    assert detail.why.startswith("RNN did not stall: 100.0 %; step 1 hears 0 (underflowed) of the error at step 200")
    assert f"its state latched, {percent(detail.saturated)} of its tanh" in detail.why and detail.saturated > 0.9


def test_before_training_there_is_no_reason_yet() -> None:
    assert all("is untrained" in detail.why for detail in details(next(run(RaceSettings(length=5)))))


def test_a_lane_that_failed_says_so_first() -> None:
    race = run(RaceSettings(length=5, steps=3, hidden=2))
    next(race).lanes[1].network.readout[...] = np.inf
    ended = list(race)[-1]
    assert ended.details[1].why.startswith("GRU ended at step 1")


@given(st.sampled_from(list(TASKS)), st.sampled_from(LANES), st.sampled_from(STARTS), st.booleans())
@hypothesis.settings(max_examples=15, deadline=None)
def test_every_task_lane_and_number_of_starts_has_words(task: str, lanes: str, starts: str, budget: bool) -> None:
    snapshot = final(RaceSettings(length=3, steps=2, hidden=2, task=task, lanes=lanes, starts=starts, budget=budget))
    assert all(sentence.endswith(".") for sentence in captions(snapshot).all())
    written = [line for section in report(snapshot) if isinstance(section, Text) for line in section.lines]
    assert all("nan" not in line for line in written)
    json.dumps(plain_data(snapshot), allow_nan=False)
