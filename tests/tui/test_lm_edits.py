"""What is typed in the one-step half of the language model pane: words, sizes and weights, refusals and undo."""

from typing import Any

import numpy as np
import pytest
from textual.pilot import Pilot

from core.language_model.settings import WEIGHT_NAMES, LanguageModelSettings
from tests.tui.lm_opened import lesson_opened as opened
from tests.tui.lm_opened import screen
from tui.panes.lm_lesson import LessonHalf
from tui.panes.lm_play import NO_MORE
from tui.panes.lm_says import EDITING
from tui.shot import settle
from tui.widgets.matrix_grid import MatrixGrid
from tui.widgets.settings_line import SettingField
from tui.widgets.status_line import StatusLine

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


async def test_an_edit_after_updates_says_that_they_are_counted_anew_and_no_more_than_2000_are_made() -> None:
    async with opened(settings=LanguageModelSettings(steps=2000)) as (pilot, pane, _):
        for key in (".", "t", "space"):
            await pilot.press(key)
            assert pane.query_one(StatusLine).state == (NO_MORE, True)
        await pilot.press("w", "+")
        await settle(pilot)
        assert "edited as they were after 2,000 updates" in pane.query_one(StatusLine).state[0]
        await pilot.press("down")
        assert "before any update of the weights as edited" in pane.query_one(StatusLine).state[0]
        await pilot.press("z")
        await settle(pilot)
        assert "▴ ▾" in EDITING and "u undo" in screen(pilot).splitlines()[-1]


async def test_the_cursor_has_both_its_brackets_on_the_rows_of_E() -> None:
    async with opened() as (pilot, _, _):
        await pilot.press("home")
        await settle(pilot)
        assert "E[the][+0.2000]-0.1000 ->" in screen(pilot)
        await pilot.press("right", "right")
        await settle(pilot)
        assert "->[+0.2230]-0.0496" in screen(pilot)
