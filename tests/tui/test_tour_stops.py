"""What a stop finds and leaves: a pane as new, nothing of it covered, and a last stop that ends in free play."""

import asyncio
from typing import Any

import pytest

from tests.tui.test_tour import app, guide, press, settled, view
from tui.live_pane import LivePane
from tui.screen_text import text
from tui.tour.bar import TourBar
from tui.tour.model import Stop, Tour

RACES = Tour(
    "races",
    "Two races",
    tuple(
        Stop("race", "look", "who?", "all", name, ("length=5", "steps=10", "hidden=2"), keys)
        for name, keys in (("one", ()), ("two", ("v",)), ("three", ()))
    ),
)


async def test_each_stop_begins_with_the_pane_as_new_and_after_the_last_there_is_free_play() -> None:
    shell = app(tour=RACES)
    async with shell.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "s", "g", "i")
        assert view(shell) == "gates" and shell.pane.has_class("-more")
        shell.pane.apply(shell.pane.now.change("start", 3))
        await press(pilot, "F")
        assert view(shell) == "accuracy" and not shell.pane.has_class("-more")
        assert shell.pane.now == guide(shell).visit.stop.before
        await press(pilot, "u")
        assert shell.pane.now.start == 3, "what was played can be had back"
        assert "F finish" in await press(pilot, "F")
        assert view(shell) == "charts"
        shown = await press(pilot, "F")
        assert "TOUR" not in shown and "the tour is over" in shown
        assert "TOUR 1/3" in await press(pilot, "G")


async def test_the_lanes_of_the_race_and_the_bar_are_on_screen_together() -> None:
    shell: Any = app(tour=RACES)
    async with shell.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        rows = text(shell).split("\n")
        lanes = [number for number, row in enumerate(rows) if "RNN   " in row or "GRU   " in row]
        assert len(lanes) == 2 and max(lanes) < shell.query_one(TourBar).region.y
        assert "signal at t=1, GRU over RNN" not in text(shell), "the bar has the rows of the sentences"
        assert "signal at t=1, GRU over RNN" in await press(pilot, "A", "A"), "folded away, it gives them back"


async def test_the_answer_is_shown_in_the_view_of_its_question() -> None:
    shell = app(tour=RACES)
    async with shell.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "F", "b", "2", "A")
        assert shell.lesson == "race" and view(shell) == "accuracy"


@pytest.mark.parametrize(
    ("pane", "settings", "keys"),
    [
        ("race", ("length=5", "steps=10", "hidden=2"), ("space",)),
        ("race", ("length=5", "steps=10", "hidden=2"), ("r", "full_stop")),
        ("race", ("length=5", "steps=10", "hidden=2"), ("space", "n", "b", "1")),
        ("memory", ("lengths=5", "late=3", "early=2", "starts=1"), ()),
    ],
    ids=["paused", "a step on", "another start, view and pane", "not begun"],
)
async def test_an_answer_brings_the_training_that_it_speaks_of_to_its_end(
    pane: str, settings: tuple[str, ...], keys: tuple[str, ...]
) -> None:
    shell = app(tour=Tour("t", "t", (Stop(pane, "look", "who?", "all", "one", settings),)))
    shell.still = False
    async with shell.run_test(size=(80, 24)) as pilot, asyncio.timeout(20):
        while not shell.lesson or shell.pressing:
            await pilot.pause(0.01)
        await pilot.press(*keys, "A")
        while not (isinstance(shell.pane, LivePane) and shell.pane.finished):
            await pilot.pause(0.01)
        assert shell.pane.now == guide(shell).visit.stop.after


async def test_an_answer_says_of_which_settings_it_speaks_once_the_pane_has_others() -> None:
    shell = app()
    async with shell.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "Answer   0.5000 after" in await press(pilot, "A")
        shell.pane.apply(shell.pane.now.typed("steps", "99"))
        assert "(where N is 10) 0.5000 after" in await press(pilot)
        assert "Answer   0.5000 after" in await press(pilot, "u")
