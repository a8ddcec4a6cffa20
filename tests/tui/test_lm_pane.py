"""The one-step half of the language model pane: the reference numbers on screen, the walk, the edits and the play."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from textual.pilot import Pilot

from core.language_model.explain import explain
from core.language_model.settings import WEIGHT_NAMES, LanguageModelSettings
from core.language_model.stages import stages
from core.numbers import number
from tests.tui.lm_opened import lesson_half, pane_opened, screen
from tui.panes.lm import LmPane
from tui.panes.lm_lesson import LessonHalf
from tui.panes.lm_number_sheet import NumberSheet
from tui.panes.lm_sheet import Ref
from tui.panes.lm_stage_page import first_number
from tui.panes.lm_terms import TermsScreen
from tui.shot import settle
from tui.widgets.matrix_grid import MatrixGrid
from tui.widgets.settings_line import SettingField
from tui.widgets.status_line import StatusLine

VALUES = json.loads((Path(__file__).parents[1] / "data" / "lesson_values.json").read_text(encoding="utf-8"))
FORWARD = VALUES["lm_forward"]
SIZES = [(80, 24), (120, 40)]


@asynccontextmanager
async def opened(
    size: tuple[int, int] = (80, 24), settings: LanguageModelSettings | None = None, still: bool = True
) -> AsyncIterator[tuple[Pilot[None], LmPane, LessonHalf]]:
    async with pane_opened(settings or LanguageModelSettings(), still, size) as (pilot, pane):
        yield pilot, pane, lesson_half(pane)


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
async def test_the_lessons_numbers_are_on_the_first_screen(size: tuple[int, int]) -> None:
    async with opened(size) as (pilot, _, _half):
        shown = screen(pilot)
    for name in ("x", "h", "z", "dz", "E_the_after", "E_cat_after"):
        for value in FORWARD[name]:
            assert f"{value:+.4f}" in shown, (name, value)
    for name in ("p", "p_after", "p_after_with_updated_E"):
        for value in FORWARD[name]:
            assert f"{value:.4f}" in shown, (name, value)
    for name in ("loss_nats", "loss_bits", "perplexity", "loss_after", "loss_after_with_updated_E"):
        assert f"{FORWARD[name]:.4f}" in shown, name


async def test_the_size_of_a_real_model_is_a_key_away() -> None:
    async with opened() as (pilot, _, _half):
        await pilot.press("z")
        await settle(pilot)
        shown = screen(pilot)
    for name in ("E", "W_h", "W_o", "biases", "total", "trigram_cells"):
        assert f"{VALUES['lm_params'][name]:,}" in shown, name


# the keys


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


TYPED = (
    ("target", "dog", "target_word", "dog"),
    ("context", "dog ran", "context_words", ("dog", "ran")),
    ("context", "the dog ran", "length", 3),
    ("length", "4", "length", 4),
    ("hidden", "7", "hidden", 7),
    ("eta", "0.1", "eta", 0.1),
    ("vocabulary", "a b", "word_list", ("a", "b")),
    ("steps", "5", "steps", 5),
)


async def test_settings_are_typed_in_place() -> None:
    async with opened() as (pilot, pane, half):
        for field, typed, name, value in TYPED:
            half.query_one(f"#set-{field}", SettingField).focus()
            await pilot.press("enter", *("space" if letter == " " else letter for letter in typed), "enter")
            assert getattr(pane.now, name) == value
            assert half.result.settings == pane.now
            await pilot.press("u")
            assert pane.now == LanguageModelSettings()


async def test_arrows_go_through_the_words() -> None:
    async with opened() as (pilot, pane, half):
        half.query_one("#set-target", SettingField).focus()
        await pilot.press("right", "right")
        assert pane.now.target_word == "the"
        half.query_one("#set-context", SettingField).focus()
        await pilot.press("left")
        assert half.result.context == ("the", "the")
        await pilot.press("u", "u", "u")
        assert pane.now == LanguageModelSettings()


async def test_a_word_that_is_not_there_is_refused_with_those_that_are() -> None:
    async with opened() as (pilot, pane, half):
        half.query_one("#set-target", SettingField).focus()
        await pilot.press("enter", "o", "w", "l", "enter")
        await pilot.pause()
        said, refused = pane.query_one(StatusLine).state
        assert refused and "owl" in said and "the cat dog sat ran" in said
        assert pane.now.target_word == "sat"


# the weights


async def weight_typed(pilot: Pilot[None], half: LessonHalf, name: str, *keys: str) -> None:
    await pilot.press("w")
    half.query_one(f"#lm-grid-{name}", MatrixGrid).focus()
    await pilot.press(*keys)
    await settle(pilot)


async def test_every_array_is_edited_nudged_reset_and_undone() -> None:
    async with opened() as (pilot, pane, half):
        await pilot.press("w")
        for field in WEIGHT_NAMES:
            before = np.atleast_2d(getattr(half.result.weights, field)).copy()
            half.query_one(f"#lm-grid-{field.replace('_', '-')}", MatrixGrid).focus()
            await pilot.press("right", "0", ".", "7", "5", "enter")
            assert np.atleast_2d(getattr(half.result.weights, field))[0, 1] == 0.75
            await pilot.press("plus", "plus", "minus")
            assert np.atleast_2d(getattr(half.result.weights, field))[0, 1] == pytest.approx(0.85)
            await pilot.press("d")
            assert np.array_equal(np.atleast_2d(getattr(half.result.weights, field)), before)
            await pilot.press(*"uuuuu")
            assert pane.now == LanguageModelSettings()


async def test_an_edit_after_steps_starts_from_the_weights_on_screen() -> None:
    async with opened() as (pilot, pane, half):
        await pilot.press("full_stop", "full_stop")
        shown = half.result.weights
        await weight_typed(pilot, half, "E", "2", "enter")
        assert pane.now.steps == 0 and half.result.weights.E[0, 0] == 2.0
        assert np.array_equal(half.result.weights.W_o, shown.W_o)
        await pilot.press("u")
        assert pane.now.steps == 2


@pytest.mark.parametrize(("keys", "says"), [("1,5", "comma"), ("9999", "-1000 to 1000"), ("1e", "not a decimal")])
async def test_a_weight_that_is_none_is_refused(keys: str, says: str) -> None:
    async with opened() as (pilot, pane, half):
        typed = {",": "comma"}
        await weight_typed(pilot, half, "W-h", *(typed.get(key, key) for key in keys), "enter")
        said, refused = pane.query_one(StatusLine).state
        assert refused and says in said and pane.now == LanguageModelSettings()


@pytest.mark.parametrize(
    ("text", "place", "outcome"),
    [
        ("1 2\n3 4", (0, 0), [[1, 2], [3, 4]]),
        ("[[5, 6]]", (3, 0), [[5, 6]]),
        ("1 2 3", (0, 0), "room for 5 x 2"),
        ("a b", (0, 0), "number 1 pasted"),
    ],
)
async def test_rows_are_pasted_from_the_cursor_on_or_refused(text: str, place: tuple[int, int], outcome: Any) -> None:
    async with opened() as (pilot, pane, half):
        grid = half.query_one("#lm-grid-E", MatrixGrid)
        grid.post_message(MatrixGrid.Pasted(grid, *place, text))
        await settle(pilot)
        if isinstance(outcome, str):
            assert outcome in pane.query_one(StatusLine).state[0] and pane.now == LanguageModelSettings()
        else:
            rows = half.result.weights.E[place[0] : place[0] + len(outcome)]
            assert rows.tolist() == outcome


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
