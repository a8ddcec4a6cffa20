"""What a stop finds and leaves: a pane as new, nothing of it covered, and a last stop that ends in free play."""

from typing import Any

from tests.tui.test_tour import app, guide, press, settled, view
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
