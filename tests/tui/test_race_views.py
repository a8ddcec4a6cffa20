"""The views of the race pane: what each shows, which keys it offers, and that its closer looks come from aside."""

import re
from dataclasses import replace

import pytest

from core.history import History
from core.race.settings import RaceSettings
from tests.tui.fixed import snapshot, with_details
from tests.tui.pressing import said, until
from tests.tui.race_opened import SIZES, THREE, drawn, press, race
from tui.panes.race import RacePane
from tui.panes.race_lengths import Lengths
from tui.plots.view import PlotView
from tui.shot import settle, text
from tui.widgets.keys_line import KeysLine
from tui.widgets.settings_line import SettingField

LATCHED = (
    "{} did not stall: 100.0 %; step 1 hears 0 (underflowed) of the error at step 30, untrained 1.94e-32: its state "
    "latched, 97.0 % of its tanh values beyond 0.99."
)


def offered(pane: RacePane) -> dict[str, str]:
    """The keys of the last row and what they do."""
    return {key.shown: key.does for key in pane.app.query_one(KeysLine).keys if not key.always}


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
async def test_every_lane_has_room_for_its_reason_whatever_else_is_open(size: tuple[int, int]) -> None:
    async with race(size) as (pilot, pane):
        pane.history = History(THREE)
        ended = with_details(snapshot(200, THREE))
        details = tuple(replace(detail, why=LATCHED.format(detail.name)) for detail in ended.details)
        pane.snapshot = replace(ended, details=details)
        for keys in ("y", "s", "i"):
            await press(pilot, keys)
            await drawn(pilot, pane)
            screen = " ".join(
                re.split("[│╮╯]", line)[-1] if size[0] > 80 else line for line in text(pilot.app).split("\n")
            )
            for name in ("RNN", "GRU", "LSTM"):
                why = LATCHED.format(name).replace(" of the error at step 30", "")
                assert why in " ".join(screen.split()), keys
        assert "lengths tried: " in await press(pilot, "y"), "the other lines are back"
        assert all(view.size.height >= 6 for view in pane.query(PlotView) if view.region)


async def test_the_live_signal_is_the_same_in_the_table_the_caption_and_the_reasons() -> None:
    async with race(settings=RaceSettings(length=6, steps=20, hidden=2)) as (pilot, pane):
        assert "t=1 at start params" in await press(pilot)
        assert "At step 20: each step" in await press(pilot, "i")
        screen = await press(pilot, "y")
        assert pane.snapshot is not None and "t=1 start t=1 at 20 remembers" in screen
        for lane, detail in zip(pane.snapshot.lanes, pane.snapshot.details, strict=True):
            before, now = f"{lane.signal[0]:.2e}", f"{detail.signal[0]:.2e}"
            assert f"{before} {now}" in screen and f"step 1 hears {now}, untrained {before}" in screen


async def test_a_chart_made_large_has_the_width_and_most_of_the_height_with_the_goals_below() -> None:
    async with race((120, 40)) as (pilot, pane):
        assert "Find a length where the GRU fails too." in await press(pilot, "v")
        size = pane.query_one("#race-accuracy PlotView").size
        assert size.width >= 110 and size.height >= 20


async def test_charts_side_by_side_end_level() -> None:
    for size, side_by_side in (((80, 24), 3), ((120, 40), 2)):
        async with race(size, RaceSettings(task="adding", length=5, steps=4, hidden=2)) as (pilot, pane):
            await settle(pilot)
            heights = [view.size.height for view in pane.query("#race-grid PlotView").results(PlotView)]
            assert len(set(heights[:side_by_side])) == 1


async def test_each_view_offers_the_keys_that_are_of_use_in_it_and_the_others_say_where_they_are() -> None:
    async with race(settings=RaceSettings(length=5, steps=2, hidden=2)) as (pilot, pane):
        assert {"v", "b", "g", "s"} < set(offered(pane)) and not {"w", "i", "←→"} & set(offered(pane))
        await press(pilot, "b")
        assert (offered(pane)["w"], offered(pane)["i"], offered(pane)["b"]) == ("sweep", "signal now", "charts")
        for key in "yx":
            await pilot.press(key)
            words, refused = said(pane)
            assert refused and "escape" in words
        assert "signal at step 2" in await press(pilot, "i")
        await press(pilot, "g")
        assert (offered(pane)["←→"], offered(pane)["↑↓"], offered(pane)["g"]) == ("time", "unit", "next")
        for key in "yxi":
            await pilot.press(key)
            words, refused = said(pane)
            assert refused and "escape" in words
        assert pane.signal_now and not pane.has_class("-why")


async def test_a_sweep_fills_in_the_lengths_and_judges_the_goals() -> None:
    async with race(settings=RaceSettings(length=10, steps=3, hidden=2, batch=2)) as (pilot, pane):
        screen = await press(pilot, "w")
        assert [outcome.length for outcome in pane.record.outcomes] == [5, 10, 20, 30, 50, 80]
        assert "After 3 steps RNN remembers" in screen and "✓ Find a length where the GRU fails too." in screen
        assert "all raced" in await press(pilot, "w")


async def test_a_sweep_says_how_far_it_is_ends_when_told_and_when_the_settings_are_others() -> None:
    async with race(settings=RaceSettings(length=5, steps=5000, hidden=2, batch=1), still=False) as (pilot, pane):
        await pilot.press("space")
        lengths = pane.query_one(Lengths)
        for end in ("w", "right"):
            await pilot.press("w")
            await until(pilot, lambda: lengths.latest is not None)
            await pilot.pause()
            assert lengths.sweeping and "w stops it" in text(pilot.app) and offered(pane)["w"] == "stop sweep"
            if end == "right":
                pane.query_one("#set-hidden", SettingField).focus()
            await pilot.press(end)
            await until(pilot, lambda: "w stops it" not in text(pilot.app))
            assert not lengths.sweeping and offered(pane)["w"] == "sweep"
        await until(pilot, lambda: "The sweep has ended, for the settings are others." in text(pilot.app))


async def test_gates_are_refused_where_there_are_none_and_gone_through_lane_by_lane_where_there_are() -> None:
    async with race(settings=RaceSettings(length=5, steps=2, hidden=2, lanes="rnn")) as (pilot, pane):
        await pilot.press("g")
        words, refused = said(pane)
        assert refused and "no gate" in words
        pane.apply(pane.now.change("lanes", "rnn,gru,lstm"))
        screen = await press(pilot, "g")
        assert "z of the GRU, " in screen and "untrained above, step 2 below; start 1, first symbol" in screen
        assert "t=5 of 5: mean z" in await press(pilot, "end") and "t=1 of 5" in await press(pilot, "home")
        assert "t=3 of 5: mean z" in await press(pilot, "right", "l", "right", "left", "down", "up")
        assert "f of the LSTM" in await press(pilot, "g")
        await press(pilot, "g")
        assert pane.view == "charts"


async def test_the_gates_of_a_paused_race_are_looked_at_aside() -> None:
    async with race(settings=RaceSettings(length=6, steps=50, hidden=2), still=False) as (pilot, _):
        await pilot.press("space", "g", "full_stop")
        await until(pilot, lambda: "untrained above, step" in text(pilot.app))


async def test_curves_by_time_are_measured_live_and_not_in_a_still_picture() -> None:
    async with race() as (pilot, pane):
        await pilot.press("x")
        assert said(pane)[1] and not pane.by_time
    async with race(settings=RaceSettings(length=5, steps=4, hidden=2), still=False) as (pilot, pane):
        await pilot.press("x")
        await until(pilot, lambda: pane.by_time)
        assert pane.seconds is not None and min(pane.seconds.values()) > 0
        await pilot.press("x")
        assert not pane.by_time


@pytest.mark.parametrize("task", ["adding", "copy"])
async def test_other_tasks_have_their_baselines_and_units(task: str) -> None:
    async with race(settings=RaceSettings(task=task, length=5, steps=4, hidden=2, batch=2)) as (pilot, _):
        screen = await press(pilot)
        assert {"adding": "guess 0.1667", "copy": "guess 0.8318"}[task] in screen
        assert {"adding": "chance 15.4 %", "copy": "chance 12.5 %"}[task] in screen


async def test_every_view_survives_a_pane_without_width() -> None:
    async with race() as (pilot, pane):
        for key in ("y", "b", "g"):
            await pilot.press(key, "8")
            pane.show()
            await settle(pilot)
            await pilot.press("7")
            await pilot.resize_terminal(1, 1)
            pane.show()
            await pilot.pause()
            await pilot.resize_terminal(80, 24)
            await settle(pilot)
            assert "GRU" in text(pilot.app)
