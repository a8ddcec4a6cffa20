"""The race pane: what it shows of a snapshot, what its keys do, and that its thread stops when told."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot

from core.history import History
from core.race.record import Record
from core.race.settings import RaceSettings
from tests.tui.conftest import ScreenCheck
from tests.tui.fixed import snapshot
from tui.app import GatescopeApp
from tui.lessons import find
from tui.live import Pacer, Run
from tui.panes.race import RacePane
from tui.shot import settle, text
from tui.widgets.settings_line import SettingField
from tui.widgets.status_line import StatusLine

SIZES = [(80, 24), (120, 40)]


@asynccontextmanager
async def race(
    size: tuple[int, int] = (80, 24), settings: RaceSettings | None = None, theme: str = "gatescope-dark"
) -> AsyncIterator[tuple[Pilot[None], RacePane]]:
    settings = settings or RaceSettings(length=10, steps=5, hidden=4)
    app = GatescopeApp(find("race"), settings, theme=theme, still=True)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        pane = app.pane
        assert isinstance(pane, RacePane)
        yield pilot, pane


async def show(pilot: Pilot[None], pane: RacePane, step: int = 120, failure: str = "") -> None:
    pane.history = History(RaceSettings())
    pane.record = Record()
    pane.snapshot = snapshot(step, failure=failure)
    for _ in range(3):
        await pilot.pause()
    while not all(view.settled for view in pane.query("PlotView").results() if view.display):  # type: ignore[attr-defined]
        await pilot.pause(0.01)


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("step", [0, 120, 200])
async def test_screen_of_a_fixed_snapshot(size: tuple[int, int], step: int, same_screen: ScreenCheck) -> None:
    async with race(size) as (pilot, pane):
        await show(pilot, pane, step)
        same_screen(pilot.app)  # type: ignore[arg-type]


@pytest.mark.parametrize("view", ["accuracy", "loss", "signal"])
async def test_screen_with_one_chart_enlarged(view: str, same_screen: ScreenCheck) -> None:
    async with race() as (pilot, pane):
        await show(pilot, pane)
        for _ in range(["accuracy", "loss", "signal"].index(view) + 1):
            await pilot.press("v")
        await show(pilot, pane)
        same_screen(pilot.app)  # type: ignore[arg-type]


async def test_screen_in_the_light_theme(same_screen: ScreenCheck) -> None:
    async with race(theme="gatescope-light") as (pilot, pane):
        await show(pilot, pane)
        same_screen(pilot.app)  # type: ignore[arg-type]


async def test_a_lane_that_blew_up_is_named_with_step_and_quantity() -> None:
    async with race((120, 40)) as (pilot, pane):
        await show(pilot, pane, failure="gradient of U")
        shown = text(pilot.app)  # type: ignore[arg-type]
        assert "RNN ended at step 121: its gradient of U became inf." in shown
        assert "ended at 121" in shown


async def test_next_start_wraps_and_undo_brings_the_old_one_back() -> None:
    async with race(settings=RaceSettings(start=5, length=5, steps=2, hidden=2)) as (pilot, pane):
        await pilot.press("n")
        assert pane.now.start == 1
        await pilot.press("u")
        assert pane.now.start == 5
        await pilot.press("U")
        assert pane.now.start == 1


async def test_arrows_change_the_focused_setting_within_its_bounds() -> None:
    async with race() as (pilot, pane):
        pane.query_one("#set-length", SettingField).focus()
        await pilot.press("right")
        assert pane.now.length == 20
        await pilot.press(*["left"] * 6)
        assert pane.now.length == 2
        said, refused = pane.query_one(StatusLine).state
        assert refused and "no further" in said


@pytest.mark.parametrize("typed", ["nan", "inf", "1e999", "1,5", "0x10", "-3", "401", "2.5", "[/]", "\u0663"])
async def test_a_wrong_value_is_refused_in_one_line_and_the_old_one_stays(typed: str) -> None:
    async with race() as (pilot, pane):
        field = pane.query_one("#set-length", SettingField)
        field.focus()
        await pilot.press("enter")
        entry = pane.query_one("ValueInput")
        entry.value = typed  # type: ignore[attr-defined]
        await pilot.press("enter")
        await pilot.pause()
        assert pane.now.length == 10
        said, refused = pane.query_one(StatusLine).state
        assert refused and said.startswith("length: ") and "\n" not in said
        assert field.has_focus


async def test_escape_leaves_an_entry_and_keeps_the_value() -> None:
    async with race() as (pilot, pane):
        pane.query_one("#set-rate", SettingField).focus()
        await pilot.press("enter", "9", "escape")
        await pilot.pause()
        assert pane.now.rate == 0.01
        assert not pane.query("ValueInput")


async def test_typed_digits_are_a_value_not_a_change_of_pane() -> None:
    async with race() as (pilot, pane):
        pane.query_one("#set-length", SettingField).focus()
        await pilot.press("enter", "1", "2", "enter")
        await pilot.pause()
        assert pane.now.length == 12
        assert pilot.app.lesson == "race"  # type: ignore[attr-defined]


async def test_a_new_length_keeps_what_was_learnt_about_the_others() -> None:
    async with race() as (_, pane):
        pane.apply(pane.now.change("length", 20))
        assert [outcome.settings.length for outcome in pane.record.outcomes] == [10, 20]


async def test_a_snapshot_of_an_older_run_is_dropped() -> None:
    async with race() as (pilot, pane):
        shown = pane.snapshot
        pane.live = Run(iter(()), lambda _: None, Pacer(lambda: 0.0), playing=False)
        pane.post_message(pane.Advanced(None, snapshot(3)))
        await pilot.pause()
        assert pane.snapshot is shown


@pytest.mark.parametrize("size", [(79, 24), (80, 23), (20, 5), (1, 1)])
async def test_too_small_is_one_line_and_comes_back(size: tuple[int, int]) -> None:
    async with race() as (pilot, _):
        await pilot.resize_terminal(*size)
        await pilot.pause()
        assert f"{size[0]}x{size[1]} is too small"[: size[0] - 1] in text(pilot.app)  # type: ignore[arg-type]
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert "signal" in text(pilot.app)  # type: ignore[arg-type]
