"""The live lessons on their way and in all their views, from snapshots made by formula (tests/tui/fixed.py).

One start of the app a size serves them all; what they show when they are opened is in test_screens.py.
"""

from typing import Any

import pytest
from textual.pilot import Pilot

from core.history import History
from core.race.record import Record
from core.race.settings import RaceSettings
from core.race.snapshot import Snapshot
from tests.tui.conftest import ScreenCheck
from tests.tui.fixed import memory, record, snapshot, with_details
from tui.panes.memory import MemoryPane
from tui.panes.race import RacePane
from tui.testing import drawn, open_lesson

SMALL = ("length=10", "steps=5", "hidden=4")
THREE = RaceSettings(lanes="rnn,gru,lstm", starts="1-3")
VIEWS = {"all": "escape", "lengths": "b", "gates": "g", "why": "y", "signal": "i", "more": "s"}
"""The race's views and their keys."""

both_sizes = pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids="{0[0]}x{0[1]}".format)


async def show(pilot: Pilot[Any], race: Snapshot, tried: Record | None = None) -> None:
    """Let the pane hold a race, and its settings as the present ones."""
    pane = pilot.app.query_one(RacePane)
    pane.history = History(race.settings)
    pane.record = tried or Record()
    pane.snapshot = race
    await drawn(pilot)


async def press(pilot: Pilot[Any], key: str) -> None:
    await pilot.press(key)
    await drawn(pilot)
    await pilot.pause()


@both_sizes
async def test_race(size: tuple[int, int], same_screen: ScreenCheck) -> None:
    async with open_lesson("race", *SMALL, size=size) as pilot:
        for step in (0, 120):
            await show(pilot, snapshot(step))
            same_screen(pilot.app, f"step-{step}")
        if size == (80, 24):
            for chart in ("accuracy", "loss", "signal"):
                await press(pilot, "v")
                same_screen(pilot.app, f"{chart}-enlarged")
            await press(pilot, "v")
        await show(pilot, with_details(snapshot(200, THREE)), record(THREE))
        for view, key in VIEWS.items():
            await press(pilot, "escape")
            await press(pilot, key)
            same_screen(pilot.app, view)


@both_sizes
async def test_memory(size: tuple[int, int], same_screen: ScreenCheck) -> None:
    async with open_lesson("memory", size=size) as pilot:
        pane = pilot.app.query_one(MemoryPane)
        for done, races in {"nothing": 0, "some": 3, "all": 5}.items():
            pane.snapshot = memory(done=races)
            for view, key in {"table": "t", "statements": "s", "signal": "g"}.items():
                await press(pilot, key)
                if done == "some" or view == "table":
                    same_screen(pilot.app, f"{done}-{view}")
