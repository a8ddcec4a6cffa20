"""The memory table: its rows are those of the race, its statements judge what was measured, and nothing else."""

import json
from dataclasses import replace

import numpy as np
import pytest

from core.memory import MemorySettings, final, report, run
from core.memory.report import verdict
from core.memory.snapshot import Heard, Row
from core.memory.statements import judge
from core.race.run import final as race
from core.race.settings import RaceSettings
from core.report import Table, Text, plain_data
from core.settings import SettingsError, parse

SMALL = MemorySettings(lengths=(6.0, 3.0), early=4, late=10, starts=2, cells="rnn,gru,lstm")


def test_rows_are_those_of_single_races() -> None:
    end = final(SMALL)
    assert len(end.rows) == 2 * 2 * 3
    for row in end.rows:
        for start, score in enumerate(row.scores, 1):
            alone = race(RaceSettings(length=row.length, start=start, steps=row.steps, lanes="rnn,gru,lstm"))
            assert score == next(lane.accuracy for lane in alone.lanes if lane.kind == row.kind)
    for heard in end.heard:
        alone = race(RaceSettings(length=heard.length, start=2, steps=1, lanes="rnn,gru,lstm"))
        lane = next(lane for lane in alone.lanes if lane.kind == heard.kind)
        assert heard.signals[1] == pytest.approx(float(lane.signal[0]), rel=1e-10)


def test_snapshots_come_in_order_with_progress_and_rows_as_soon_as_they_are_known() -> None:
    shown = list(run(SMALL))
    assert [one.step for one in shown] == [*range(11), *range(11)]
    assert [one.length for one in shown] == [3] * 11 + [6] * 11
    progress = [one.progress for one in shown]
    assert progress == sorted(progress) and progress[0] == 0 and progress[-1] == 1
    assert [len(one.rows) for one in shown] == [0] * 4 + [3] * 6 + [6] + [6] * 4 + [9] * 6 + [12]
    assert [one.finished for one in shown] == [False] * 21 + [True]


def test_another_group_is_other_starts() -> None:
    first, second = (final(replace(SMALL, group=group)) for group in (1, 2))
    assert first.heard[0].signals != second.heard[0].signals
    assert second.settings.races()[0].numbers == (6, 7)


def test_at_length_ten_after_200_steps_every_statement_about_it_holds() -> None:
    end = final(MemorySettings(lengths=(10.0,), late=201))
    judged = [statement for statement in end.statements if statement.met is not None]
    assert len(end.statements) == 12
    assert [statement.met for statement in judged] == [True] * 4
    assert judged[0].value == "5 of 5 at 10"
    assert verdict(end).startswith(
        "All 4 statements judged hold on starts 1 to 5; 8 cannot be judged from these settings"
    )


def rows(scores: dict[tuple[str, int, int], tuple[float, ...]]) -> list[Row]:
    return [Row(kind, length, steps, five) for (kind, length, steps), five in scores.items()]  # type: ignore[arg-type]


ALL = (1.0,) * 5
NONE = (0.5,) * 5
AS_TOLD: dict[tuple[str, int, int], tuple[float, ...]] = {
    ("rnn", 10, 200): (*ALL[:4], 0.6), ("rnn", 20, 200): NONE, ("rnn", 30, 200): NONE, ("rnn", 50, 200): NONE,
    ("rnn", 80, 200): NONE, ("gru", 10, 200): ALL, ("gru", 20, 200): ALL, ("gru", 30, 200): (0.9,) * 5,
    ("gru", 80, 200): (1.0, *NONE[:4]), ("rnn", 10, 1000): ALL, ("rnn", 20, 1000): (*ALL[:2], *NONE[:3]),
    ("gru", 50, 1000): ALL, ("gru", 80, 1000): (*ALL[:3], *NONE[:2]),
}  # fmt: skip
HEARD = [Heard("rnn", 10, (0.0025,) * 5), Heard("gru", 10, (0.189,) * 5)]


def test_the_lessons_own_figures_satisfy_all_twelve() -> None:
    assert [statement.met for statement in judge(rows(AS_TOLD), HEARD)] == [True] * 12


BENT: list[tuple[int, tuple[str, int, int], tuple[float, ...]]] = [
    (0, ("rnn", 10, 200), (*ALL[:3], 0.98, 0.5)),
    (1, ("rnn", 50, 200), (0.99, *NONE[:4])),
    (2, ("gru", 20, 200), (0.98, *ALL[:4])),
    (3, ("gru", 30, 200), (0.89, *ALL[:4])),
    (4, ("gru", 80, 200), (*ALL[:2], *NONE[:3])),
    (5, ("rnn", 10, 1000), (*ALL[:4], 0.98)),
    (6, ("rnn", 20, 1000), NONE),
    (6, ("rnn", 20, 1000), (*ALL[:4], 0.5)),
    (7, ("gru", 50, 1000), (*ALL[:4], 0.5)),
    (8, ("gru", 80, 1000), NONE),
]


@pytest.mark.parametrize(("index", "key", "scores"), BENT)
def test_each_statement_can_fail_alone(index: int, key: tuple[str, int, int], scores: tuple[float, ...]) -> None:
    met = [statement.met for statement in judge(rows(AS_TOLD | {key: scores}), HEARD)]
    assert met == [at != index for at in range(12)]


@pytest.mark.parametrize(("rnn", "gru", "met"), [(0.02, 0.39, (False, True, False)), (0.002, 0.5, (True, False, True))])
def test_the_statements_about_the_signal_can_fail(rnn: float, gru: float, met: tuple[bool, ...]) -> None:
    heard = [Heard("rnn", 10, (rnn,) * 5), Heard("gru", 10, (gru,) * 5)]
    judged = judge(rows(AS_TOLD), heard)[9:]
    assert tuple(statement.met for statement in judged) == met
    assert [statement.value.split(" ")[0] for statement in judged[:2]] == ["median"] * 2
    assert judged[2].value.endswith(" x, ratio of medians")


def test_what_was_not_measured_is_not_judged() -> None:
    assert {statement.met for statement in judge([], [])} == {None}
    four = [Row("rnn", 10, 200, (1.0,) * 4)]
    assert judge(four, [])[0].met is None


def test_the_report_shows_every_row_and_every_statement_and_json_holds_them() -> None:
    end = final(SMALL)
    tables = [section for section in report(end) if isinstance(section, Table)]
    said = [line for section in report(end) if isinstance(section, Text) for line in section.lines]
    assert [len(table.rows) for table in tables] == [6, 6, 6, 12]
    assert "starts 1 to 2" in said[0]
    assert said[-1] == "None of the 12 statements can be judged from what was measured."
    json.dumps(plain_data(end), allow_nan=False)
    assert np.isfinite([score for row in end.rows for score in row.scores]).all()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["lengths=10,10"], "twice"),
        (["lengths=10.5"], "10.5 is not a whole number"),
        (["lengths=1"], "2 to 400"),
        (["early=200", "late=200"], "200 steps are not after the 200"),
        (["cells=cnn"], "not one of the choices"),
    ],
)
def test_settings_that_make_no_sense_are_refused_in_one_line(words: list[str], message: str) -> None:
    with pytest.raises(SettingsError, match=message) as caught:
        parse(MemorySettings, words)
    assert "\n" not in str(caught.value)
