"""The one-step half of the language model pane: every reference number on screen, the walk, the edits and the play."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.pilot import Pilot

from core.language_model.explain import explain, value_of
from core.language_model.lesson import compute
from core.language_model.settings import WEIGHT_NAMES, LanguageModelSettings
from core.language_model.stages import stages
from core.numbers import number
from tui.app import GatescopeApp
from tui.lessons import find
from tui.panes.lm import LmPane
from tui.panes.lm_lesson import LessonHalf
from tui.panes.lm_number_sheet import NumberSheet
from tui.panes.lm_pages import bar, overview, refs_of
from tui.panes.lm_sheet import Ref, Sheet
from tui.panes.lm_stage_page import stage_page
from tui.panes.lm_terms import TermsScreen, in_factors, in_letters, in_numbers
from tui.shot import settle, text
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
    app = GatescopeApp(find("lm"), settings or LanguageModelSettings(), still=still)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        pane = app.pane
        assert isinstance(pane, LmPane) and isinstance(pane.half, LessonHalf)
        yield pilot, pane, pane.half


def screen(pilot: Pilot[None]) -> str:
    return text(pilot.app)


def words_of(sheet: Sheet) -> str:
    return "\n".join("".join(piece.text for piece in line) for line in sheet)


# the numbers


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


@pytest.mark.parametrize(
    "settings",
    [
        LanguageModelSettings(),
        LanguageModelSettings().change("length", 6).change("d", 10).change("hidden", 32),
        LanguageModelSettings(
            vocabulary=" ".join(f"word{i}" for i in range(40)), context="word3 word3", target="word39"
        ),
        LanguageModelSettings(vocabulary="日本 語 [b] a", context="[b] 日本", target="語", eta=50, steps=3),
    ],
    ids=["default", "large", "many words", "wide words"],
)
@pytest.mark.parametrize("width", [76, 116])
def test_every_number_that_can_be_opened_is_shown_as_it_is_explained(
    settings: LanguageModelSettings, width: int
) -> None:
    result = compute(settings)
    pages = [overview(result, width), *(stage_page(result, stage, width) for stage in stages(result))]
    for page in pages:
        for line in page:
            assert sum(piece.width for piece in line) <= width
            for piece in line:
                if piece.ref is not None:
                    value = explain(result, *piece.ref).value
                    assert np.isclose(value, float(value_of(result, piece.ref[0])[piece.ref[1]]), rtol=1e-9, atol=1e-12)
                    assert piece.text.strip().lstrip("+") == number(float(value_of(result, piece.ref[0])[piece.ref[1]]))


def test_the_stages_hold_every_array_whole() -> None:
    result = compute(LanguageModelSettings())
    shown = {ref for stage in stages(result) for ref in refs_of(stage_page(result, stage, 76))}
    arrays = ("rows", "x", "pre", "h", "z", "e", "p", "loss_nats", "loss_bits", "perplexity", "y", "dz", "dW_o", "db_o",
              "dh", "dpre", "dW_h", "db_h", "dx", "drows", "dE", "updated.E", "updated.W_h", "updated.b_h",
              "updated.W_o", "updated.b_o", "after_old_x.p", "after_updated_E.p")  # fmt: skip
    for name in arrays:
        for index in np.ndindex(value_of(result, name).shape):
            assert (name, index) in shown


def test_every_formula_and_shape_is_on_its_page() -> None:
    result = compute(LanguageModelSettings())
    for stage in stages(result):
        page = " ".join(words_of(stage_page(result, stage, 76)).split())
        for formula in stage.formulas:
            assert formula.shape in page
            assert formula.text.split()[0] in page and formula.text.split()[-1] in page


def test_a_sum_is_written_in_letters_and_in_numbers() -> None:
    explanation = explain(compute(LanguageModelSettings()), "z", (3,))
    assert in_letters(explanation) == ("z[sat] = h[0] * W_o[0,sat] + h[1] * W_o[1,sat] + h[2] * W_o[2,sat] + b_o[sat]")
    assert in_numbers(explanation) == "= -0.1196 - 0.0187 - 0.0106 + 0 = -0.1489"
    assert in_factors(explanation) == ("= 0.3267 * -0.3661 + 0.2903 * -0.0643 + -0.2254 * 0.0470 + 0 = -0.1489")
    raised = explain(compute(LanguageModelSettings()), "e", (3,))
    assert in_letters(raised) == "e[sat] = exp(z[sat] - max(z))"
    assert in_numbers(raised) == "= exp(-0.1489 - 0.1932) = 0.7103"


@given(st.floats(-1, 2), st.integers(1, 40))
def test_a_bar_is_as_wide_as_its_room(share: float, width: int) -> None:
    assert cell_len(bar(share, width)) == width


# the keys


async def test_stages_are_walked_forward_and_back() -> None:
    async with opened() as (pilot, pane, half):
        names = [stage.name for stage in stages(half.result)]
        for index, name in enumerate(names, start=1):
            await pilot.press("n")
            await settle(pilot)
            assert f"{index} of {len(names)}: {name}" in screen(pilot)
            assert half.query_one("#lm-page", NumberSheet).has_focus
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


# the look


@hypothesis_settings(max_examples=25, deadline=None)
@given(
    st.lists(st.text(min_size=1, max_size=24).filter(lambda w: w.split() == [w]), min_size=2, max_size=12, unique=True)
)
def test_pages_fit_whatever_the_words_are(words: list[str]) -> None:
    try:
        settings = LanguageModelSettings(vocabulary=" ".join(words))
    except ValueError:
        return
    result = compute(settings)
    for page in (overview(result, 76), *(stage_page(result, stage, 76) for stage in stages(result))):
        assert all(cell_len("".join(piece.text for piece in line)) <= 76 for line in page)
