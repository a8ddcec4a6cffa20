"""Opens the race pane for a test, shows it snapshots made by formula, and waits until all is on screen."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.pilot import Pilot

from core.history import History
from core.race.record import Record
from core.race.settings import RaceSettings
from tests.tui.fixed import snapshot
from tests.tui.pressing import until
from tui.app import GatescopeApp
from tui.lessons import find
from tui.panes.race import RacePane
from tui.plots.view import PlotView
from tui.shot import settle, text

SIZES = [(80, 24), (120, 40)]
THREE = RaceSettings(lanes="rnn,gru,lstm", starts="1-3")


@asynccontextmanager
async def race(
    size: tuple[int, int] = (80, 24), settings: RaceSettings | None = None, still: bool = True
) -> AsyncIterator[tuple[Pilot[None], RacePane]]:
    app = GatescopeApp(find("race"), settings or RaceSettings(length=10, steps=5, hidden=4), still=still)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: bool(app.lesson))
        if still:
            await settle(pilot)
        pane = app.pane
        assert isinstance(pane, RacePane)
        yield pilot, pane


async def show(pilot: Pilot[None], pane: RacePane, step: int = 120, failure: str = "") -> None:
    pane.history = History(RaceSettings())
    pane.record = Record()
    pane.snapshot = snapshot(step, failure=failure)
    await drawn(pilot, pane)


async def drawn(pilot: Pilot[None], pane: RacePane) -> None:
    for _ in range(3):
        await pilot.pause()
    await until(pilot, lambda: all(view.settled for view in pane.query(PlotView) if view.display))


async def press(pilot: Pilot[None], *keys: str) -> str:
    """Press keys and return what is on screen then, runs of spaces as one."""
    await pilot.press(*keys)
    for _ in range(3):
        await pilot.pause()
    await settle(pilot)
    return " ".join(text(pilot.app).split())
