"""The race pane: its settings and what is typed into them, its record, its thread, and a screen too small."""

from core.race.settings import RaceSettings
from tests.tui.fixed import snapshot
from tests.tui.pressing import said, until
from tests.tui.race_opened import press, race, show
from tui.live import Pacer, Run
from tui.shot import settle, text
from tui.widgets.panel import Panel
from tui.widgets.settings_line import SettingField
from tui.widgets.value_input import ValueInput

WRONG = ("nan", "inf", "1e999", "1,5", "0x10", "-3", "401", "2.5", "[/]", "\u0663")
TOO_SMALL = {
    (79, 24): "79x24 is too small; gatescope needs 80x24", (80, 23): "80x23 is too small; gatescope needs 80x24",
    (41, 10): "41x10 is too small; gatescope needs 80x24", (40, 10): "40x10 is too small: 80x24 needed",
    (30, 9): "80x24 needed", (11, 5): "80x24", (4, 4): "", (1, 1): "",
}  # fmt: skip


async def test_a_lane_that_blew_up_is_named_with_step_and_quantity() -> None:
    async with race((120, 40)) as (pilot, pane):
        await show(pilot, pane, failure="gradient of U")
        shown = text(pilot.app)
        assert "RNN ended at step 121: its gradient of U became inf." in shown
        assert "ended at 121" in shown


async def test_next_start_wraps_and_undo_brings_the_old_one_back() -> None:
    async with race(settings=RaceSettings(start=5, length=5, steps=2, hidden=2)) as (pilot, pane):
        for key, start in (("n", 1), ("u", 5), ("U", 1)):
            await pilot.press(key)
            assert pane.now.start == start


async def test_arrows_change_the_focused_setting_within_its_bounds_and_keep_what_was_learnt() -> None:
    async with race() as (pilot, pane):
        pane.query_one("#set-length", SettingField).focus()
        await pilot.press("right")
        assert pane.now.length == 20
        assert [outcome.settings.length for outcome in pane.record.outcomes] == [10, 20]
        await pilot.press(*["left"] * 4)
        assert pane.now.length == 2
        words, refused = said(pane)
        assert refused and "no further" in words


async def test_a_wrong_value_is_refused_in_one_line_and_the_old_one_stays() -> None:
    async with race() as (pilot, pane):
        field = pane.query_one("#set-length", SettingField)
        field.focus()
        await pilot.press("enter")
        for typed in WRONG:
            pane.query_one(ValueInput).value = typed
            await pilot.press("enter")
            await pilot.pause()
            words, refused = said(pane)
            assert refused and words.startswith("length: ") and "\n" not in words, typed
            assert pane.now.length == 10 and pane.query_one(ValueInput).has_focus
            assert pane.query_one(ValueInput).value == typed
        await pilot.press("escape")
        assert pane.now.length == 10 and field.has_focus


async def test_a_refused_value_can_be_typed_anew_at_once_and_is_not_held_against_who_moves_on() -> None:
    async with race() as (pilot, pane):
        pane.query_one("#set-length", SettingField).focus()
        await pilot.press("enter", "1", "enter", "4", "0", "enter")
        await pilot.pause()
        assert pane.now.length == 40 and pane.query_one("#set-length").has_focus
        await pilot.press("enter", "1", "tab")
        await pilot.pause()
        assert said(pane)[1] and pane.now.length == 40 and not pane.query(ValueInput)


async def test_typed_digits_are_a_value_not_a_change_of_pane_and_escape_keeps_the_old_one() -> None:
    async with race() as (pilot, pane):
        pane.query_one("#set-length", SettingField).focus()
        await pilot.press("enter", "1", "2", "enter")
        await pilot.pause()
        await pilot.press("enter", "9", "escape")
        await pilot.pause()
        assert pane.now.length == 12 and not pane.query(ValueInput)
        assert pilot.app.lesson == "race"  # type: ignore[attr-defined]


async def test_a_snapshot_of_an_older_run_is_dropped_and_a_step_after_the_end_refused() -> None:
    async with race() as (pilot, pane):
        await pilot.press("full_stop")
        words, refused = said(pane)
        assert refused and "it has ended" in words
        shown = pane.snapshot
        pane.live = Run(iter(()), lambda _: None, Pacer(lambda: 0.0), playing=False)
        pane.post_message(pane.Advanced(None, snapshot(3)))
        await pilot.pause()
        assert pane.snapshot is shown


async def test_before_there_is_anything_to_show_it_says_what_it_prepares_under_titles() -> None:
    async with race((120, 40)) as (pilot, pane):
        pane.query_one("#race-signal", Panel).entitle("", "")
        pane.snapshot = None
        pane.live = Run(iter(()), lambda _: None, Pacer(lambda: 0.0), playing=True)
        pane.say_state()
        pane.show()
        await pilot.pause()
        assert said(pane)[0] == "preparing 2 nets: the signal and the accuracy before training"
        assert "signal |dL/dh_t| / |dL/dh_T| before training" in text(pilot.app)


async def test_too_small_is_one_line_and_comes_back() -> None:
    async with race() as (pilot, _):
        for (width, height), says in TOO_SMALL.items():
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert text(pilot.app).split("\n")[0].strip() == says, "whole words in one line"
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert "signal" in text(pilot.app)


async def test_an_unfinished_race_leaves_the_end_of_the_same_settings_in_the_list() -> None:
    async with race((120, 40)) as (pilot, pane):
        await show(pilot, pane, 200)
        pane.snapshot = snapshot(5)
        await pilot.pause()
        assert "lengths tried: 30 ● 50.0 % ■ 100.0 %" in text(pilot.app)
        pane.apply(RaceSettings(hidden=4, steps=2, length=5))
        assert "lengths tried: 5 ●" in await press(pilot)


async def test_a_race_that_was_running_goes_on_when_it_is_in_front_again_and_a_paused_one_waits() -> None:
    async with race(settings=RaceSettings(steps=5000, hidden=2), still=False) as (pilot, pane):
        assert pane.live is not None
        for goes_on in (True, False):
            await pilot.press("1")
            assert not pane.live.playing
            await pilot.press("7")
            assert pane.live.playing == goes_on
            if goes_on:
                await pilot.press("space")


async def test_a_run_that_broke_says_why_and_space_begins_another() -> None:
    async with race(settings=RaceSettings(steps=5000, hidden=2), still=False) as (pilot, pane):
        broken = pane.live
        assert broken is not None
        broken.cancel()
        pane.post_message(pane.Failed(broken, "no memory"))
        await until(pilot, lambda: said(pane) == ("the run stopped: no memory", True))
        await pilot.press("space")
        assert pane.live is not None and pane.live is not broken and pane.live.playing
