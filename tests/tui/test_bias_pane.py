"""The forget-bias pane: the lesson's table, its rows by key, the way back, the traps and code that can be copied."""

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot

from core.activations import sigmoid
from core.forget_bias import BiasSettings, compute
from core.settings import specs
from tests.tui.pressing import press, said
from tui.app import GatescopeApp
from tui.ascii import plain
from tui.lessons import find
from tui.panes.bias import STATES, BiasPane
from tui.panes.bias_tables import SYMBOLS, left_plot, marks, shown_code
from tui.shot import settle
from tui.widgets.row_table import EditableRows

SIZES = [(80, 24), (120, 40)]
EXTREME = BiasSettings(chosen=50, steps=1_000_000, horizon=10**9, share=0.999_999)


@asynccontextmanager
async def bias(
    settings: BiasSettings | None = None, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[None], BiasPane]]:
    app = GatescopeApp(find("bias"), settings or BiasSettings(), still=True)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        pane = app.pane
        assert isinstance(pane, BiasPane)
        yield pilot, pane


@pytest.mark.parametrize("size", SIZES)
async def test_first_screen_has_the_lessons_table(size: tuple[int, int]) -> None:
    async with bias(size=size) as (pilot, _):
        screen = await press(pilot)
    for row in (
        "0 0.5000 0.098 % 7.11e-15 7.89e-31",
        "1 0.7311 4.4 % 4.03e-07 2.48e-14",
        "2 0.8808 28.1 % 0.26 % 3.07e-06",
        "3 0.9526 61.5 % 10.2 % 0.78 %",
        "5 0.9933 93.5 % 72.9 % 51.1 %",
    ):
        assert row in screen
    assert "Over 47 steps b_f = 2 leaves 3.61e+11 x what b_f = 0 leaves." in screen


@pytest.mark.parametrize("size", SIZES)
async def test_any_number_of_rows_leaves_the_chart_its_place_and_is_counted(size: tuple[int, int]) -> None:
    distances = (1, 2, 3, 4, 5, 6, 7, 1_000_000)
    async with bias(BiasSettings(biases=(-50.0,), distances=distances), size) as (pilot, pane):
        for rows in range(1, 13):
            pane.apply(pane.now.change("biases", tuple(map(float, (-50, *range(rows - 1))))))
            await pilot.pause()
            await settle(pilot)
            main, chart, panel = (pane.query_one(f"#bias-{name}") for name in ("main", "chart", "rows"))
            assert chart.region.bottom <= main.region.bottom and chart.size.height >= 4
            hidden = round(panel.max_scroll_y - panel.scroll_y), round(panel.scroll_y)
            said = "  ".join(f"{arrow} {lines} more" for arrow, lines in zip("↑↓", hidden[::-1], strict=True) if lines)
            assert (panel.border_subtitle or "") == said
        assert "more" in said


async def test_rows_are_added_edited_and_removed_by_key_and_taken_back() -> None:
    async with bias() as (pilot, pane):
        await press(pilot, "a", *"7.5", "enter")
        assert pane.now.biases == (0, 1, 2, 3, 5, 7.5)
        assert pane.query_one(EditableRows).cursor == 5
        await press(pilot, "k", "enter", *"-4", "enter")
        assert pane.now.biases == (0, 1, 2, 3, -4, 7.5)
        await press(pilot, "up", "up", "x")
        assert pane.now.biases == (0, 1, 3, -4, 7.5)
        await press(pilot, "u", "u", "u")
        assert pane.now.biases == (0, 1, 2, 3, 5)


@pytest.mark.parametrize("typed", ["nan", "1,5", "0x10", "51", " "])
async def test_a_row_that_is_no_bias_is_refused_with_the_reason(typed: str) -> None:
    async with bias() as (pilot, pane):
        await press(pilot, "a", *("space" if key == " " else "comma" if key == "," else key for key in typed), "enter")
        assert pane.now == BiasSettings()
        words, refusal = said(pane)
        assert refusal
        assert words


async def test_escape_leaves_the_row_as_it_was() -> None:
    async with bias() as (pilot, pane):
        await press(pilot, "enter", *"9", "escape")
        assert pane.now == BiasSettings()
        assert isinstance(pilot.app.focused, EditableRows)


async def test_the_last_row_stays() -> None:
    async with bias(BiasSettings(biases=(1.0,))) as (pilot, pane):
        await press(pilot, "x")
        assert pane.now.biases == (1.0,)
        assert said(pane)[1]


async def test_a_full_table_refuses_another_row() -> None:
    async with bias(BiasSettings(biases=tuple(map(float, range(12))))) as (pilot, pane):
        screen = await press(pilot, *["down"] * 11)
        assert "% 11 1 - 1.7e-05" in screen, "the row under the cursor is in sight"
        await press(pilot, "a", "9", "enter")
        assert len(pane.now.biases) == 12
        assert "13 numbers given" in said(pane)[0]


async def test_the_inverse_question_and_the_chrono_rule() -> None:
    async with bias() as (pilot, pane):
        screen = await press(pilot, "i")
        assert "50.0 % 47 +4.2093 0.9854" in screen
        assert "1.0 % 47 +2.2736 0.9067" in screen
        assert "100 +4.5951 -4.5951 0.9900 36.6 %" in screen
        await press(pilot, "space")
        assert pane.now.chosen == 4.2093


def test_the_formula_shown_gives_the_answers_shown() -> None:
    for answer in compute(BiasSettings()).answers:
        f = answer.share ** (1 / answer.steps)
        assert answer.b_f == pytest.approx(math.log(f / (1 - f)), rel=1e-12)
        assert float(sigmoid(answer.b_f)) ** answer.steps == pytest.approx(answer.share, rel=1e-12)


@pytest.mark.parametrize("size", SIZES)
async def test_every_trap_has_its_number(size: tuple[int, int]) -> None:
    async with bias(size=size) as (pilot, _):
        screen = await press(pilot, "p")
    assert "trap meant f got f meant f^N got f^N" in screen
    assert "both bias vectors set 0.8808 0.9820 0.26 % 42.6 %" in screen
    assert "the other GRU's sign 0.8808 0.1192 0.26 % 3.85e-44" in screen
    assert "only layer 1 set 0.8808 0.5000 0.26 % 7.11e-15" in screen
    assert "Keras unit_forget_bias 0.8808 0.7311 0.26 % 4.03e-07" in screen


@pytest.mark.parametrize("settings", [BiasSettings(), BiasSettings(chosen=-1.5, steps=5000), EXTREME])
@pytest.mark.parametrize(("key", "view"), [("p", "traps"), ("i", "inverse")])
async def test_nothing_is_cut_off_on_a_small_screen(settings: BiasSettings, key: str, view: str) -> None:
    async with bias(settings) as (pilot, pane):
        screen = await press(pilot, key)
        assert pane.query_one(f"#bias-{view}").max_scroll_y == 0
        assert "? help q quit" in screen


async def test_a_row_out_of_bounds_is_told_the_bounds_of_a_row() -> None:
    async with bias() as (pilot, pane):
        assert "esc keep the old" in await press(pilot, "a", *"99", "enter")
        assert said(pane) == ("b_f: 99 is out of bounds (-50 to 50 for a row)", True)
        assert "i which bias" in await press(pilot, "9", "enter"), "the text stands chosen: a key replaces it"
        assert pane.now.biases[-1] == 9 and not said(pane)[1]


async def test_the_code_of_every_framework_is_copied_for_the_chosen_bias() -> None:
    async with bias() as (pilot, pane):
        await press(pilot, "down", "down", "space", "c")
        for name in ("PyTorch", "Keras", "JAX / Flax", "this core"):
            screen = await press(pilot, "y")
            assert name in screen
            assert "2.0" in pilot.app.clipboard
            assert f"copied {len(pilot.app.clipboard.splitlines())} lines for {name}" in said(pane)[0]
            await press(pilot, "f")


@pytest.mark.parametrize("view", STATES)
async def test_every_view_opens_by_its_key(view: str) -> None:
    keys = {"table": "t", "inverse": "i", "traps": "p", "code": "c"}
    async with bias() as (pilot, pane):
        await press(pilot, "p" if view == "table" else "t", keys[view])
        assert pane.view == view
        assert pane.query_one(f"#bias-{view}").display


def test_curves_that_underflow_keep_a_floor_and_repeated_rows_a_mark() -> None:
    result = compute(BiasSettings(biases=(-50.0, 1.0, 1.0)))
    assert left_plot(result).y.floor
    assert len(marks(result)) == 2


def test_every_row_has_a_symbol_of_its_own_in_ascii_too() -> None:
    assert len({plain(symbol) for symbol in SYMBOLS}) == len(SYMBOLS) >= specs(BiasSettings)["biases"].most


async def test_the_data_behind_the_screen_can_be_saved() -> None:
    async with bias() as (pilot, pane):
        await press(pilot, "x")
        assert pane.shown is not None
        assert pane.shown.settings == pane.now


def test_shown_code_is_the_code() -> None:
    for snippet in compute(BiasSettings()).snippets:
        assert shown_code(snippet).plain == snippet.code


async def test_a_table_wider_than_the_screen_moves_sideways() -> None:
    settings = BiasSettings(distances=(1, 10, 20, 47, 100, 200, 1000, 100_000))
    async with bias(settings) as (pilot, _):
        assert "chrono T" not in await press(pilot)
        screen = await press(pilot, *["l"] * 8)
    assert "half-life to 1 % chrono T" in screen
