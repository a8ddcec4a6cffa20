"""The one-step half of the language model pane: the reference numbers on screen, the walk, the edits and the play."""

import pytest

from core.language_model.explain import explain
from core.language_model.settings import LanguageModelSettings
from core.language_model.stages import stages
from core.numbers import number
from tests.tui.lm_opened import lesson_opened as opened
from tests.tui.lm_opened import screen
from tui.panes.lm_number_sheet import NumberSheet
from tui.panes.lm_sheet import Ref
from tui.panes.lm_stage_page import first_number
from tui.panes.lm_terms import TermsScreen
from tui.shot import settle
from tui.widgets.status_line import StatusLine


async def test_stages_are_walked_forward_and_back() -> None:
    async with opened() as (pilot, pane, half):
        names = [stage.name for stage in stages(half.result)]
        for index, name in enumerate(names, start=1):
            await pilot.press("n")
            await settle(pilot)
            assert f"{index} of {len(names)}: {name}" in screen(pilot)
            assert half.query_one("#lm-page", NumberSheet).has_focus
            assert half.query_one("#lm-page", NumberSheet).ref == first_number(
                half.result, stages(half.result)[index - 1]
            )
        await pilot.press("n")
        await settle(pilot)
        assert half.stage == 0 and half.query_one("#lm-overview", NumberSheet).has_focus
        await pilot.press("b")
        assert half.stage == len(names)
        assert "stage 13 of 13" in pane.query_one(StatusLine).state[0]


async def test_the_cursor_walks_the_numbers_and_says_where_each_comes_from() -> None:
    async with opened() as (pilot, _, half):
        sheet = half.query_one("#lm-overview", NumberSheet)
        start: Ref = ("z", (half.result.target_number,))
        assert sheet.ref == start
        await pilot.press("down", "end", "home")
        assert sheet.ref == ("rows", (0, 0))
        for key, ref in (
            ("l", ("rows", (0, 1))),
            ("right", ("updated.E", (0, 0))),
            ("j", ("updated.E", (1, 0))),
            ("up", ("updated.E", (0, 0))),
            ("h", ("rows", (0, 1))),
        ):
            await pilot.press(key)
            assert sheet.ref == ref
        await pilot.press("right", "right")
        await settle(pilot)
        assert "new E[the,1] = E[the,1] - eta * dE[the,1]" in screen(pilot)


async def test_a_step_that_is_longer_than_the_screen_opens_where_its_answer_is() -> None:
    settings = LanguageModelSettings(length=4, context="the cat the dog", d=5, hidden=10)
    async with opened(settings=settings) as (pilot, _, half):
        assert half.query_one("#lm-overview", NumberSheet).ref == ("z", (half.result.target_number,))
        for shown in ("word", "sat ←", "loss, nats", "perplexity"):
            assert f"│ {shown}" in screen(pilot)


async def test_a_long_page_is_leafed_through_and_says_how_much_is_out_of_sight() -> None:
    settings = LanguageModelSettings(vocabulary=" ".join(f"w{i}" for i in range(40)), context="w1 w2", target="w3")
    async with opened(settings=settings) as (pilot, _, half):
        sheet = half.query_one("#lm-overview", NumberSheet)
        await pilot.press("home")
        await settle(pilot)
        assert "more lines: 35 ↓" in screen(pilot)
        await pilot.press("pagedown", "pagedown", "pageup", "end")
        await settle(pilot)
        assert sheet.ref == ("after_updated_E.perplexity", ())
        assert "more lines: 35 ↑" in screen(pilot) and "perplexity" in screen(pilot)


async def test_enter_shows_all_terms_and_escape_closes_them() -> None:
    async with opened() as (pilot, _, half):
        await pilot.press("n", "n", "n", "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, TermsScreen)
        shown = screen(pilot)
        for term in explain(half.result, "pre", (0,)).terms:
            assert term.label in shown and number(term.value, signed=True) in shown
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, TermsScreen)


async def test_a_cursor_stays_on_its_number_when_a_step_is_made() -> None:
    async with opened() as (pilot, _, half):
        sheet = half.query_one("#lm-overview", NumberSheet)
        await pilot.press("down", "down", "down", "right")
        ref = sheet.ref
        await pilot.press("full_stop")
        await settle(pilot)
        assert sheet.ref == ref and half.result.settings.steps == 1


async def test_step_ten_steps_and_back() -> None:
    async with opened() as (pilot, pane, half):
        await pilot.press("full_stop", "t")
        assert pane.now.steps == 11
        assert half.result.forward.loss_nats == pytest.approx(half.result.losses[11])
        await pilot.press("u")
        assert pane.now.steps == 1
        await pilot.press("t", "r")
        assert pane.now.steps == 0


async def test_playing_makes_steps_and_one_undo_takes_them_back() -> None:
    async with opened(still=False) as (pilot, pane, half):
        await pilot.press("w", "w", "space")
        for _ in range(200):
            await pilot.pause(0.02)
            if pane.now.steps >= 3:
                break
        await pilot.press("space")
        made = pane.now.steps
        assert made >= 3 and not half.player.playing
        await pilot.pause(0.3)
        assert pane.now.steps == made
        await pilot.press("u")
        assert pane.now == LanguageModelSettings()


async def test_nothing_plays_behind_another_pane() -> None:
    async with opened(still=False) as (pilot, _, half):
        await pilot.press("space")
        assert half.player.playing
        await pilot.app.action_open("highway")  # type: ignore[attr-defined]
        assert not half.player.playing


async def test_a_dialog_of_terms_is_as_wide_as_its_title_and_sums_no_single_term() -> None:
    async with opened() as (pilot, _, half):
        for ref, last in ((("after_updated_E.perplexity", ()), "exp(loss_nats)"), (("db_o", (0,)), "dz[the]")):
            pilot.app.push_screen(TermsScreen(explain(half.result, *ref)))
            await settle(pilot)
            shown = screen(pilot)
            assert "sum" not in shown and last in shown and "..." not in shown and "…" not in shown
            assert (
                f"where this comes from: {'after the step, new E: perplexity' if not ref[1] else 'db_o[the]'} " in shown
            )
            await pilot.press("escape")


async def test_space_is_named_by_what_it_does() -> None:
    async with opened(still=False) as (pilot, pane, _half):

        def named() -> str:
            return pilot.app.screen.active_bindings["space"].binding.description

        assert named() == "play"
        await pilot.press("space")
        assert named() == "pause"
        await pilot.press("space")
        assert named() == "play" and "\u25a0" not in pane.query_one(StatusLine).state[0]
    async with opened(settings=LanguageModelSettings(steps=2000)) as (pilot, pane, _half):
        await pilot.press("space")
        assert pane.query_one(StatusLine).state == ("2,000 updates are the most: r goes back to before the first", True)
