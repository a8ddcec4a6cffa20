"""The tour of all panes: every stop fits an 80x24 terminal, and what it says is true of what it shows."""

import dataclasses
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.tui.test_tour import app, press, settled
from tui.lessons import LESSONS
from tui.screen_text import text
from tui.tour.bar import TourBar
from tui.tour.model import Stop
from tui.tour.read import default_tour

TOUR = default_tour()
BY_TITLE = {stop.title: stop for stop in TOUR.stops}
ORDINALS = {0.0, 1.0}
"""A first step or unit is counted as 0 or 1, which no setting says."""


def test_it_visits_every_pane_and_has_notes_for_every_stop() -> None:
    without = {lesson.name for lesson in LESSONS} - {stop.pane for stop in TOUR.stops}
    assert not without, "a new pane needs a [[stop]] in tui/tour/default.toml"
    assert all(stop.notes for stop in TOUR.stops)
    assert len(BY_TITLE) == len(TOUR.stops)


async def test_every_stop_opens_at_80x24_with_nothing_of_it_cut_off() -> None:
    """In one app, one stop after the other, as a person takes it."""
    shell: Any = app(tour=TOUR)
    async with shell.run_test(size=(80, 24)) as pilot:
        for number, stop in enumerate(TOUR.stops):
            await settled(pilot)
            assert shell.lesson == stop.pane and shell.pane.now == stop.before, stop.title
            _check_screen(shell, [f"TOUR {number + 1}/{len(TOUR.stops)}", stop.title, stop.text, stop.question])
            await press(pilot, "A")
            assert shell.pane.now == stop.after
            _check_screen(shell, [stop.question, shell.guide.visit.answer])
            assert "{" not in shell.guide.visit.answer
            await press(pilot, "A")
            assert stop.question not in _words(shell)
            await press(pilot, "F")


def _words(shell: Any) -> str:
    return " ".join(text(shell).split())


def _check_screen(shell: Any, parts: list[str]) -> None:
    shown = _words(shell)
    for part in parts:
        assert part in shown
    rows = text(shell).split("\n")
    assert "? help" in rows[23] and "L leave" in rows[0]
    bar = shell.query_one(TourBar).region
    assert (shell.pane.region.bottom, bar.bottom) == (bar.y, 23), "nothing of the pane is covered"
    assert bar.height <= 3
    assert not re.search(r"^│↓", text(shell), re.MULTILINE), "no row of a grid is out of sight"


def _numbers(value: Any) -> Iterator[float]:
    if isinstance(value, (int, float)):
        yield float(value)
    elif isinstance(value, str):
        yield from map(float, re.findall(r"\d+\.?\d*", value))
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _numbers(item)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from _numbers(getattr(value, field.name))


@pytest.mark.parametrize("stop", TOUR.stops, ids=lambda stop: stop.title)
def test_a_number_in_its_words_is_a_setting_and_one_in_an_answer_is_computed(stop: Stop) -> None:
    allowed = {*_numbers(stop.before), *_numbers(stop.after), *ORDINALS}
    typed = re.sub(r"\{[^}]*\}", "", f"{stop.text} {stop.question} {stop.answer}")
    found = {float(number) for number in re.findall(r"\d+(?:\.\d+)?", typed)}
    assert found <= allowed
    assert "{" in stop.answer


def before_and_after(title: str) -> tuple[Any, Any]:
    stop = BY_TITLE[title]
    before = stop.lesson.result(stop.before)
    return before, before if stop.after == stop.before else stop.lesson.result(stop.after)


def test_what_the_answers_claim_in_words_is_so() -> None:
    _, far = before_and_after("One factor a step")
    rnn, low, high = (point.value for point in far.ideal.rows[2].points)
    assert far.ideal.rows[2].distance == 100 and rnn < low < high < 1

    one, five = (result.cells[1].measured for result in before_and_after("Real cells do the same"))
    assert five.cell[0] > 1000 * one.cell[0]

    table, _ = before_and_after("What a forget bias keeps")
    assert table.answers[0].share == 0.5 and table.answers[0].kept == pytest.approx(0.5)
    assert table.rows[1].b_f == 1 and table.rows[1].left[1].steps == table.answers[0].steps == 47

    old, new = (result.step for result in before_and_after("One step, every number"))
    same = [np.array_equal(a.value, b.value) for a, b in zip(old.gates, new.gates, strict=True)]
    assert same == [False, True, True, True] and np.array_equal(old.added, new.added)
    assert all(np.all(getattr(new, name) < getattr(old, name)) for name in ("kept", "cell", "hidden"))

    half, full = (result.cells[2].total for result in before_and_after("What gates cost"))
    assert full > 3 * half

    sharp, flat = before_and_after("No way back at all")
    assert sharp.looks[0].weight > flat.looks[0].weight > 1 / len(flat.looks)
    assert np.allclose(flat.row_sums, 1)

    famous, other = (result.analogy for result in before_and_after("Words used alike"))
    assert famous.answers[0].word == "queen" and other.expected == "boy" != other.answers[0].word

    unsure, sure = (result.forward for result in before_and_after("One step of learning"))
    assert sure.p[3] > 0.5 > unsure.p[3] and sure.loss_nats < unsure.loss_nats


def test_what_the_answers_of_the_live_panes_claim_is_so() -> None:
    (row,) = before_and_after("Sentences never shown")[0].rows
    assert row.neural == min(point.held_out for point in row.points) < row.trigram
    assert row.points[-1].held_out > row.trigram

    far, _ = before_and_after("Who remembers?")
    assert [lane.accuracies[-1] > 0.9 for lane in far.lanes] == [False, True]
    assert far.lanes[0].signal[0] < 1e-3 * far.lanes[1].signal[0]

    several, _ = before_and_after("Five starts, not one")
    assert several.rows[0].kind == "rnn" and several.rows[0].remembering == len(several.rows[0].scores) == 5

    near, _ = before_and_after("A shorter way back")
    assert near.lanes[0].accuracies[-1] > 0.9 and near.lanes[0].signal[0] > far.lanes[0].signal[0]
