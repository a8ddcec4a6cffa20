"""The race: its task, that it is the same every time, what it must show, and how a lane ends."""

import hypothesis
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cells.spec import CellKind
from core.gradcheck import central_difference, largest_relative_difference
from core.race.heard import ratio_line
from core.race.lane import answers, signal, start_network
from core.race.packed import Layout
from core.race.record import Record
from core.race.report import report
from core.race.run import final, run
from core.race.settings import FRESH, RaceSettings
from core.race.table import lane_table
from core.race.teach import Teacher
from core.race.words import captions
from core.tasks import TASKS, Task, first_symbol
from core.trees import arrays, map_arrays


@given(st.integers(0, 2**32), st.integers(2, 40), st.integers(1, 50))
def test_the_first_symbol_says_the_answer_and_the_rest_distract(seed: int, length: int, count: int) -> None:
    batch = first_symbol(np.random.default_rng(seed), length, count)
    assert batch.x.shape == (length, count, 1)
    assert set(np.unique(batch.x[0])) <= {-1.0, 1.0}
    assert np.array_equal(batch.x[0, :, 0] > 0, batch.y[0] == 1)
    assert np.all(np.abs(batch.x[1:]) < 1)


def test_both_symbols_are_equally_likely() -> None:
    y = first_symbol(np.random.default_rng(0), 2, 20000).y
    assert abs(y.mean() - 0.5) < 0.02


@pytest.mark.parametrize("kind", ["rnn", "gru", "lstm"])
@pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)
def test_every_gradient_of_a_lane_by_central_differences(kind: CellKind, task: Task) -> None:
    rng = np.random.default_rng(3)
    layout = Layout(kind, 3, task.inputs, task.outputs)
    row = layout.pack(start_network(kind, 3, -2.0, rng, task.inputs, task.outputs))
    batch = task.batch(rng, 6, 5)
    teacher = Teacher(layout, task)
    numeric = central_difference(lambda changed: float(teacher.teach(changed, batch).loss), row)
    assert largest_relative_difference(teacher.teach(row, batch).gradient, numeric) < 1e-6


@pytest.mark.parametrize("kind", ["rnn", "gru", "lstm"])
@pytest.mark.parametrize("starts", [(), (3,)])
def test_a_row_holds_a_network_and_gives_it_back(kind: CellKind, starts: tuple[int, ...]) -> None:
    rng, layout = np.random.default_rng(1), Layout(kind, 4, 2, 3)
    alone = [start_network(kind, 4, -2.0, rng, 2, 3) for _ in range(int(np.prod(starts)))]
    network = alone[0] if not starts else map_arrays(lambda *same: np.stack(same), *alone)
    row = layout.pack(network)
    assert row.shape == (*starts, alone[0].count())
    for mine, expected in zip(arrays(layout.unpack(row)), arrays(network), strict=True):
        np.testing.assert_array_equal(mine, expected)


def test_the_signal_is_one_at_the_last_step_and_matches_a_change_of_the_state() -> None:
    rng = np.random.default_rng(5)
    network = start_network("gru", 4, -2.0, rng)
    heard = signal(network, first_symbol(rng, 12, 8), TASKS["first"])
    assert heard.shape == (12,) and heard[-1] == 1.0 and np.all(heard > 0)


def test_the_same_settings_give_the_same_numbers_every_time() -> None:
    settings = RaceSettings(length=8, steps=12, hidden=4, start=3)
    for one, other in zip(run(settings), run(settings), strict=True):
        for left, right in zip(one.lanes, other.lanes, strict=True):
            assert np.array_equal(left.losses, right.losses)
            assert np.array_equal(left.accuracies, right.accuracies)
            assert all(map(np.array_equal, arrays(left.network), arrays(right.network)))


def test_starts_differ_and_all_lanes_see_the_same_batches() -> None:
    first, second = (final(RaceSettings(length=5, steps=3, start=start)) for start in (1, 2))
    assert not np.array_equal(first.lanes[0].losses, second.lanes[0].losses)


def test_snapshots_are_frozen_and_one_a_step() -> None:
    snapshots = list(run(RaceSettings(length=5, steps=7, hidden=2)))
    assert [snapshot.step for snapshot in snapshots] == list(range(8))
    assert [snapshot.finished for snapshot in snapshots] == [False] * 7 + [True]
    third = snapshots[3].lanes[0]
    assert third.losses.size == 3 and np.array_equal(third.losses, snapshots[7].lanes[0].losses[:3])
    with pytest.raises(ValueError, match="read-only"):
        third.losses[0] = 0.0


def test_at_length_ten_both_remember_and_at_twenty_only_the_gru() -> None:
    short, long = final(RaceSettings(length=10)), final(RaceSettings(length=20))
    assert [lane.remembers for lane in short.lanes] == [True, True]
    assert [lane.remembers for lane in long.lanes] == [False, True]
    assert "GRU remembers" in captions(long).accuracy and "RNN still guesses" in captions(long).accuracy


def test_the_signal_at_length_ten_is_as_the_lesson_says() -> None:
    ends = [next(run(RaceSettings(length=10, start=start))) for start in range(1, 6)]
    rnn, gru = (np.median([end.lanes[lane].signal[0] for end in ends]) for lane in (0, 1))
    assert 1e-3 < rnn < 1e-2
    assert 0.1 < gru < 0.4
    assert gru / rnn >= 30


def test_a_lane_that_blows_up_ends_with_step_quantity_and_last_good_weights_and_the_others_go_on() -> None:
    settings = RaceSettings(length=5, steps=5, hidden=2)
    race = run(settings)
    network = next(race).lanes[0].network  # a view of the weights that are trained on
    network.cell.U[...] = 1e308
    network.cell.W[...] = -1e308
    network.readout[...] = 1.7e308
    ended = list(race)[-1]
    rnn, gru = ended.lanes
    assert rnn.failure is not None
    assert rnn.failure.step == 1 and rnn.step == 0
    assert rnn.failure.quantity.startswith(("loss", "gradient of"))
    assert all(np.isfinite(array).all() for array in arrays(rnn.failure.last_good))
    assert gru.failure is None and gru.step == 5
    assert rnn.failure.sentence("RNN") in captions(ended).loss


def test_fresh_accuracy_is_of_500_sequences_never_trained_on() -> None:
    end = final(RaceSettings(length=5, steps=10))
    assert {round(float(share) * FRESH, 6) % 1 for share in end.lanes[1].accuracies} == {0.0}
    batch = first_symbol(np.random.default_rng(99), 5, 400)
    again = TASKS["first"].score(answers(end.lanes[1].network, batch.x), batch.y)
    assert abs(again - end.lanes[1].accuracy) < 0.15


def test_a_record_keeps_the_latest_of_every_length() -> None:
    record = Record()
    for length in (10, 5, 10):
        record = record.with_snapshot(final(RaceSettings(length=length, steps=2, hidden=2)))
    assert [outcome.settings.length for outcome in record.outcomes] == [5, 10]
    assert record.with_snapshot(next(run(RaceSettings()))) == record


@hypothesis.settings(max_examples=30, deadline=None)
@given(st.integers(2, 30), st.integers(1, 12), st.integers(1, 5), st.floats(-10, 10))
def test_words_and_tables_can_be_made_of_any_race(length: int, steps: int, hidden: int, bias: float) -> None:
    for snapshot in run(RaceSettings(length=length, steps=steps, hidden=hidden, bias=bias)):
        assert all(sentence.endswith(".") for sentence in captions(snapshot).all())
        assert len(lane_table(snapshot).written()) == 2
        assert ratio_line(snapshot)
    assert len(report(snapshot)) == 8
