"""The race pane: what it shows of a snapshot, what its keys do, and that its thread stops when told."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot

from core.history import History
from core.race.record import Record
from core.race.settings import RaceSettings
from tests.tui.fixed import record, snapshot
from tui.app import GatescopeApp
from tui.lessons import find
from tui.live import Pacer, Run
from tui.panes.race import RacePane
from tui.panes.race_lengths import Lengths
from tui.panes.race_plots import accuracy_plot
from tui.panes.race_words import fitting, titles, tried_line
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
        pane = shown_pane(app)
        yield pilot, pane


def shown_pane(app: GatescopeApp) -> RacePane:
    pane = app.pane
    assert isinstance(pane, RacePane)
    return pane


async def show(pilot: Pilot[None], pane: RacePane, step: int = 120, failure: str = "") -> None:
    pane.history = History(RaceSettings())
    pane.record = Record()
    pane.snapshot = snapshot(step, failure=failure)
    for _ in range(3):
        await pilot.pause()
    while not all(view.settled for view in pane.query("PlotView").results() if view.display):  # type: ignore[attr-defined]
        await pilot.pause(0.01)


async def test_a_lane_that_blew_up_is_named_with_step_and_quantity() -> None:
    async with race((120, 40)) as (pilot, pane):
        await show(pilot, pane, failure="gradient of U")
        shown = text(pilot.app)
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
        assert f"{size[0]}x{size[1]} is too small"[: size[0] - 1] in text(pilot.app)
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert "signal" in text(pilot.app)


async def press(pilot: Pilot[None], *keys: str) -> str:
    """Press keys and return what is on screen then, runs of spaces as one."""
    await pilot.press(*keys)
    for _ in range(3):
        await pilot.pause()
    await settle(pilot)
    return " ".join(text(pilot.app).split())


THREE = RaceSettings(lanes="rnn,gru,lstm", starts="1-3")


async def test_a_sweep_fills_in_the_lengths_and_judges_the_goals() -> None:
    async with race(settings=RaceSettings(length=10, steps=3, hidden=2, batch=2)) as (pilot, pane):
        screen = await press(pilot, "w")
        assert [outcome.length for outcome in pane.record.outcomes] == [5, 10, 20, 30, 50, 80]
        assert "After 3 steps RNN remembers" in screen and "✓ Find a length where the GRU fails too." in screen
        assert "all raced" in await press(pilot, "w")


async def test_a_sweep_runs_behind_the_race_says_how_far_it_is_and_can_be_stopped() -> None:
    app = GatescopeApp(find("race"), RaceSettings(length=5, steps=3, hidden=2, batch=1), still=False)
    async with app.run_test(size=(80, 24)) as pilot:
        while not app.lesson:
            await pilot.pause(0.01)
        pane = shown_pane(app)
        while not pane.ready:
            await pilot.pause(0.01)
        pane.apply(pane.now.change("steps", 5000))
        await pilot.press("space", "w")
        lengths = pane.query_one(Lengths)
        while lengths.latest is None:
            await pilot.pause(0.01)
        await pilot.pause()
        assert lengths.sweeping and "w stops it" in text(app)
        await pilot.press("w")
        await pilot.pause()
        assert not lengths.sweeping and "w stops it" not in text(app)


async def test_an_unfinished_race_leaves_the_end_of_the_same_settings_in_the_list() -> None:
    async with race((120, 40)) as (pilot, pane):
        await show(pilot, pane, 200)
        pane.snapshot = snapshot(5)
        await pilot.pause()
        assert "lengths tried: 30 ● 50.0 % ■ 100.0 %" in text(pilot.app)
        pane.apply(RaceSettings(hidden=4, steps=2, length=5))
        assert "lengths tried: 5 ●" in await press(pilot)


@pytest.mark.parametrize("width", [40, 60, 78, 200])
@pytest.mark.parametrize("length", [5, 30, 80])
def test_the_lengths_tried_fit_their_line_and_keep_the_present_one(width: int, length: int) -> None:
    settings = RaceSettings(length=length)
    line = tried_line(record(settings), settings, width).plain
    assert len(line) <= width
    assert f" {length} " in line
    assert ("…" in line) == (width < 100)
    assert len(line) == width or not line.endswith((",", " "))


async def test_a_step_after_the_end_says_why_it_does_nothing() -> None:
    async with race() as (pilot, pane):
        await pilot.press("full_stop")
        said, refused = pane.query_one(StatusLine).state
        assert refused and "it has ended" in said


async def test_a_race_that_was_running_goes_on_when_it_is_in_front_again_and_a_paused_one_waits() -> None:
    app = GatescopeApp(find("race"), RaceSettings(steps=5000, hidden=2), still=False)
    async with app.run_test(size=(80, 24)) as pilot:
        while not app.lesson:
            await pilot.pause(0.01)
        pane = shown_pane(app)
        assert pane.live is not None
        for goes_on in (True, False):
            await pilot.press("1")
            assert not pane.live.playing
            await pilot.press("7")
            assert pane.live.playing == goes_on
            if goes_on:
                await pilot.press("space")


async def test_gates_are_refused_where_there_are_none_and_gone_through_lane_by_lane_where_there_are() -> None:
    async with race(settings=RaceSettings(length=5, steps=2, hidden=2, lanes="rnn")) as (pilot, pane):
        await pilot.press("g")
        said, refused = pane.query_one(StatusLine).state
        assert refused and "no gate" in said
        pane.apply(pane.now.change("lanes", "rnn,gru,lstm"))
        assert "z of the GRU: untrained above, step 2 below" in await press(pilot, "g")
        assert "t=3: mean z" in await press(pilot, "right", "l", "right", "left", "down", "up")
        assert "f of the LSTM" in await press(pilot, "g")
        await press(pilot, "g")
        assert pane.view == "charts"


async def test_the_gates_of_a_paused_race_are_looked_at_aside() -> None:
    app = GatescopeApp(find("race"), RaceSettings(length=6, steps=50, hidden=2), still=False)
    async with app.run_test(size=(80, 24)) as pilot:
        while not app.lesson:
            await pilot.pause(0.01)
        await pilot.press("space", "g", "full_stop")
        for _ in range(200):
            await pilot.pause(0.01)
            if "z of the GRU" in text(app):
                break
        assert "z of the GRU: untrained above, step" in text(app)


async def test_curves_by_time_are_measured_live_and_not_in_a_still_picture() -> None:
    async with race() as (pilot, pane):
        await pilot.press("x")
        assert pane.query_one(StatusLine).state[1] and not pane.by_time
    app = GatescopeApp(find("race"), RaceSettings(length=5, steps=4, hidden=2), still=False)
    async with app.run_test(size=(80, 24)) as pilot:
        while not app.lesson:
            await pilot.pause(0.01)
        pane = shown_pane(app)
        await pilot.press("x")
        for _ in range(200):
            await pilot.pause(0.01)
            if pane.by_time:
                break
        assert pane.seconds is not None and min(pane.seconds.values()) > 0
        await pilot.press("x")
        assert not pane.by_time


def test_by_time_the_faster_lane_is_ahead() -> None:
    plot = accuracy_plot(snapshot(200), {"rnn": 0.001, "gru": 0.003})
    assert [curve.x[-1] for curve in plot.curves] == pytest.approx([0.2, 0.6])
    assert plot.x.high == pytest.approx(0.6) and plot.x.ticks[-1][1] == "0.6 s"


def test_every_start_has_a_curve_and_the_start_shown_lies_on_top() -> None:
    plot = accuracy_plot(snapshot(200, THREE))
    assert [curve.quiet for curve in plot.curves] == [True] * 6 + [False] * 3


@pytest.mark.parametrize("task", ["adding", "copy"])
@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
async def test_other_tasks_have_their_baselines_and_units(task: str, size: tuple[int, int]) -> None:
    settings = RaceSettings(task=task, length=5, steps=4, hidden=2, batch=2)
    async with race(size, settings) as (pilot, _):
        screen = await press(pilot)
        assert {"adding": "guess 0.1667", "copy": "guess 0.8318"}[task] in screen
        assert {"adding": "chance 15.4 %", "copy": "chance 12.5 %"}[task] in screen


@pytest.mark.parametrize("width", range(26, 120, 7))
def test_titles_fit_their_panel(width: int) -> None:
    for task in ("first", "adding", "copy"):
        for candidates in titles(RaceSettings(task=task), 120, by_time=True).values():
            assert len(fitting(candidates, width)) <= width - 6


@pytest.mark.parametrize("view", ["charts", "gates", "lengths"])
async def test_reasons_survive_a_pane_without_width(view: str) -> None:
    async with race() as (pilot, pane):
        await pilot.press({"gates": "g", "lengths": "b"}.get(view, "y"), "y", "y", "8")
        pane.show()
        await settle(pilot)
        await pilot.press("7")
        await pilot.resize_terminal(1, 1)
        pane.show()
        await pilot.pause()
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert "GRU" in text(pilot.app)
