"""The attention pane: the lesson's row on the first screen, every number editable or opened, the path beside an RNN's.

Polish letters and long sentences keep their columns; what is refused says why and changes nothing.
"""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from rich.cells import cell_len
from textual import events
from textual.pilot import Pilot

from core.attention import MATRICES, AttentionSettings, compute, explain
from core.numbers import number
from core.settings import SettingsError, parse
from tui.app import GatescopeApp
from tui.lessons import find
from tui.panes.attention import AttentionPane
from tui.panes.attention_edits import COMPUTED, grid_of
from tui.panes.attention_map import AttentionMap
from tui.panes.attention_picture import MapPicture
from tui.panes.attention_show import STATES, path_plot
from tui.panes.attention_terms import Listing, TermsPanel
from tui.panes.attention_words import open_cell, short_lines
from tui.shot import settle, text
from tui.widgets.matrix_grid import MatrixGrid
from tui.widgets.status_line import StatusLine

SIZES = [(80, 24), (120, 40)]
KEYS = {"map": "a", "weights": "w", "computed": "c", "path": "p"}


@asynccontextmanager
async def attention(
    settings: AttentionSettings | None = None, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[None], AttentionPane]]:
    app = GatescopeApp(find("attention"), settings or AttentionSettings(), still=True)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        pane = app.pane
        assert isinstance(pane, AttentionPane)
        yield pilot, pane


async def press(pilot: Pilot[None], *keys: str) -> str:
    """Press keys and return what is on screen then, runs of spaces and borders as one space."""
    await pilot.press(*keys)
    await settle(pilot)
    return " ".join(text(pilot.app).replace("│", " ").split())


def said(pane: AttentionPane) -> tuple[str, bool]:
    return pane.query_one(StatusLine).state


@pytest.mark.parametrize("size", SIZES)
async def test_first_screen_has_the_lessons_row(size: tuple[int, int]) -> None:
    async with attention(size=size) as (pilot, _):
        screen = await press(pilot)
    assert "› był [ ▒ 0.51] 0.09 ░ 0.17 0.07 0.08 0.08 1.0000" in screen
    assert "cat ate fish because was hungry" in screen
    assert "scores +3.9750 +0.4100 +1.7350 0 +0.1400 +0.3700" in screen
    assert screen.count("1.0000 ") >= 6, "every row shows its sum"
    assert "gives 0.5146 to Kot (cat)" in screen and "0.1679 to rybę (fish)" in screen


async def test_arrows_pick_the_row_and_a_whole_walk_is_one_undo() -> None:
    async with attention() as (pilot, pane):
        screen = await press(pilot, "k", "k", "right")
        assert pane.now.looked_at == 2
        assert "scores[rybę,zjadł] = 0*0 + 0*0.6000 + 1.9000*2.0000 + 0*0 = +3.8000" in screen
        await press(pilot, "u")
        assert pane.now == AttentionSettings()
        await press(pilot, "up", *["down"] * 9, *["left"] * 9)
        assert (pane.now.looked_at, pane.column) == (5, 0)


async def test_every_weight_is_edited_by_key_and_taken_back() -> None:
    async with attention() as (pilot, pane):
        await press(pilot, "w")
        for name in MATRICES:
            assert pane.weight == name
            await press(pilot, "7", "enter")
            assert pane.now.matrices()[name][0, 0] == 7
            if name != "W_V":
                await press(pilot, "n")
        await press(pilot, "plus")
        assert pane.now.W_V[0][0] == 7.1
        await press(pilot, "d")
        assert pane.now.W_K[0][0] == 7
        assert not pane.now.W_V
        await press(pilot, "u")
        assert pane.now.matrices()["W_V"][0, 0] == 7.1


async def test_an_edit_moves_the_weights_of_the_row() -> None:
    async with attention() as (pilot, pane):
        await press(pilot, "w", "down", "down", "down", "down", "2", "enter")
        assert pane.result is not None
        expected = compute(AttentionSettings().with_entry("E", 4, 0, 2.0))
        assert pane.result.A.tolist() == expected.A.tolist()
        assert f"{expected.looks[0].weight:.4f}" in await press(pilot)


@pytest.mark.parametrize("typed", ["1,5", "nan", "1e9"])
async def test_what_is_no_weight_is_refused(typed: str) -> None:
    async with attention() as (pilot, pane):
        await press(pilot, "w", "enter", *({",": "comma"}.get(key, key) for key in typed), "enter")
        assert pane.now == AttentionSettings()
        assert said(pane)[1]


async def test_rows_are_pasted_or_refused_whole() -> None:
    async with attention() as (pilot, pane):
        await press(pilot, "w")
        grid = pilot.app.focused
        assert isinstance(grid, MatrixGrid)
        grid.post_message(events.Paste("0.1 0.2\n0.3 0.4"))
        await press(pilot)
        assert [row[:2] for row in pane.now.E[:2]] == [(0.1, 0.2), (0.3, 0.4)]
        grid.post_message(events.Paste("1 2 3 4 5 6 7"))
        await press(pilot)
        assert said(pane)[1] and "6 x 6" in said(pane)[0]


async def test_any_computed_cell_opens_to_its_terms() -> None:
    async with attention() as (pilot, pane):
        await press(pilot, "enter")
        assert pane.view == "computed" and pane.matrix == "scores"
        assert "scores[był,Kot] = +3.9750" in await press(pilot)
        for name in ("scaled", "A", "output"):
            await press(pilot, "n")
            assert pane.matrix == name
        assert "A[był,rybę] * V[rybę,0] +0.1679 * +0.6000 +0.1007" in await press(pilot)
        await press(pilot, "3")
        assert said(pane)[1], "what is computed cannot be typed"


@pytest.mark.parametrize("name", COMPUTED)
def test_the_terms_shown_sum_to_the_cell(name: str) -> None:
    result = compute(AttentionSettings(mask=True, row=2))
    for i, row in enumerate(getattr(result, name)[:, :2]):
        for j, value in enumerate(row):
            opened = open_cell(result, name, i, j)
            terms, sums = (text.plain.split("\n") for text in (opened.terms, opened.sums))
            assert len(terms) == len(explain(result, name, i, j).terms) and len(sums) == (2 if name == "A" else 1)
            assert sums[-1].split()[-1] == number(value, signed=name != "A")


@pytest.mark.parametrize("size", SIZES)
async def test_the_sum_is_in_sight_however_many_terms_there_are(size: tuple[int, int]) -> None:
    words = " ".join(f"unpronounceableword{letter}" for letter in "abcdefghijklmnop")
    async with attention(AttentionSettings(sentence=words, d_k=16, row=1), size) as (pilot, pane):
        panel = pane.query_one(TermsPanel)
        await press(pilot, "c", "n", "n")
        assert pane.result is not None and pane.matrix == "A"
        weight, seen = explain(pane.result, "A", 0, 0), set()
        hidden = str(panel.border_subtitle)
        for _ in range(5):
            screen = text(pilot.app)
            assert re.search(rf"│sum +{number(weight.total)}\W", screen), "the sum"
            assert re.search(rf" / sum +{number(weight.value)}\W", screen), "what it leads to"
            seen |= set(re.findall(r"word(.)\] +exp\(", screen))
            await press(pilot, "space")
        assert "more: space" in hidden
        assert len(seen) == 16, "every term comes into sight"
        await press(pilot, "down")
        assert panel.query_one(Listing).scroll_offset.y == 0, "another cell begins with its first term"


@pytest.mark.parametrize(("name", "width"), [("A", 56), ("output", 40), ("A", 30)])
def test_terms_fit_and_keep_both_ends_of_their_names(name: str, width: int) -> None:
    result = compute(AttentionSettings(sentence="日本語日本語日本語日本語 unpronounceablewordabcde", row=1))
    lines = open_cell(result, name, 0, 1, width=width).terms.plain.split("\n")
    assert {cell_len(line) for line in lines} == {min(max(width, 48), cell_len(lines[0]))}
    assert "…" in lines[-1] and lines[-1].split()[0][0] == lines[0][0], "both ends of the long name stay"


@pytest.mark.parametrize("words", ["temperature=0.01", "temperature=100", "W_V=0"])
async def test_the_row_stays_a_line_a_word_beside_the_formulas(words: str) -> None:
    settings = parse(AttentionSettings, [] if words == "W_V=0" else [words])
    async with attention(settings) as (pilot, _):
        await press(pilot, "w", *(["7", "enter"] if words == "W_V=0" else []))
        lines = text(pilot.app).split("\n")
        for word, formula in zip(
            ("Kot", "zjadł", "rybę", "bo", "był", "głodny"), compute(settings).formulas, strict=False
        ):
            assert any(line.startswith(f" {word} ") for line in lines) and any(formula in line for line in lines)
        assert any("scale = 1 / (sqrt(d_k) * temperature)" in line for line in lines)


async def test_a_row_of_many_words_says_how_many_are_out_of_sight() -> None:
    async with attention(AttentionSettings(sentence="a b c d e f g h i j k l m n o p", row=1)) as (pilot, pane):
        screens = [await press(pilot, "w")]
        assert "↓ 13 more: space" in screens[0] and pane.result is not None
        screens += [await press(pilot, "space") for _ in range(4)]
        assert all(any(formula in screen for screen in screens) for formula in pane.result.formulas)
        for look in pane.result.looks:
            assert any(f"{number(look.scaled, signed=True)} {number(look.weight)}" in screen for screen in screens)


async def test_a_sentence_of_ones_own_is_typed() -> None:
    async with attention() as (pilot, pane):
        screen = await press(pilot, "e", *"Pies", "space", *"śpi", "enter")
        assert pane.now.sentence == "Pies śpi"
        assert "› śpi" in screen and "gives" in screen
        assert isinstance(pilot.app.focused, AttentionMap), "the arrows go on from here"
        assert "because" not in screen, "the lesson's gloss is gone"
        await press(pilot, "e", *"słowo", "enter")
        assert said(pane)[1] and "1 word given" in said(pane)[0]
        assert pane.now.sentence == "Pies śpi"


async def test_the_mask_hides_what_comes_after() -> None:
    async with attention() as (pilot, pane):
        screen = await press(pilot, "m")
        assert pane.now.mask
        assert "-inf" in screen and "0.00" in screen


def test_long_sentences_in_wide_letters_keep_every_column() -> None:
    result = compute(AttentionSettings(sentence="Zażółć gęślą jaźń 日本語 " + "słowo " * 10, row=12))
    for width, height in ((76, 12), (40, 8), (10, 3)):
        picture = MapPicture(result, (11, 9), width, height)
        widths = {
            sum(cell_len(run) for run, _, _ in picture.line(y))
            for y in range(picture.heads, picture.heads + len(picture.rows))
        }
        assert len(widths) == 1
        assert 9 in picture.seen and 11 in picture.rows


def test_short_lines_fit_and_name_what_they_leave_out() -> None:
    result = compute(AttentionSettings(d=16, d_k=16, d_v=16))
    lesson = compute(AttentionSettings())
    assert "(zeros left out)" in short_lines(lesson, 4, 0, 78)[0]
    assert all(cell_len(line) <= 78 for line in (*short_lines(result, 4, 0, 78), *short_lines(lesson, 4, 0, 78)))


@pytest.mark.parametrize("width", [24, 40, 57, 78])
def test_a_vector_is_cut_between_its_numbers(width: int) -> None:
    result = compute(AttentionSettings(sentence="日本 の kot", d_v=16, row=1))
    line = short_lines(result, 0, 0, width)[2]
    assert cell_len(line) <= width and line.endswith(" ...")
    shown, whole = line.removesuffix(" ...").split(), short_lines(result, 0, 0, 999)[2].split()
    assert shown == whole[: len(shown)], "no number is cut into another one"


@pytest.mark.parametrize("value", [1000.5, -1e6, float("nan")])
def test_an_entry_out_of_bounds_is_refused_by_its_place(value: float) -> None:
    with pytest.raises(SettingsError, match=r"W_Q\[1,2\]: .* is out of bounds \(allowed: -1000 to 1000\)"):
        AttentionSettings().with_entry("W_Q", 1, 2, value)


def test_edited_numbers_are_marked() -> None:
    result = compute(AttentionSettings().with_entry("W_Q", 0, 1, 0.5))
    assert grid_of(result, "W_Q").mark(0, 1) == "▴"
    assert grid_of(result, "W_K").mark(0, 1) == " "
    assert grid_of(result, "A").read_only


async def test_the_path_is_one_step_against_29() -> None:
    async with attention() as (pilot, pane):
        screen = await press(pilot, "p")
    assert "it is 1 step in attention and 29 steps in an RNN" in screen
    assert "30 1 29 0.0420 3.19e-01 6.95e-08" in screen
    assert pane.result is not None
    assert path_plot(pane.result.path).y.log


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("view", STATES)
async def test_every_view_opens_by_its_key_with_the_way_out(view: str, size: tuple[int, int]) -> None:
    async with attention(size=size) as (pilot, pane):
        await press(pilot, "p" if view == "map" else "a", KEYS[view])
        assert pane.view == view
        assert "? help" in text(pilot.app).rstrip("\n").split("\n")[-1]
        assert pane.shown is pane.result


async def test_escape_leads_out_of_the_settings_to_the_arrows() -> None:
    async with attention() as (pilot, pane):
        await press(pilot, "tab", "tab")
        assert not isinstance(pilot.app.focused, AttentionMap)
        await press(pilot, "escape", "up")
        assert pane.now.looked_at == 3


async def test_a_click_looks_at_a_cell() -> None:
    async with attention() as (pilot, pane):
        await pilot.click(AttentionMap, offset=(22, 3))
        await press(pilot)
        assert (pane.now.looked_at, pane.column) == (1, 1)


@pytest.mark.parametrize(
    ("words", "width", "cell"), [(6, 76, 9), (7, 76, 8), (9, 76, 6), (14, 76, 4), (16, 76, 3), (16, 86, 4), (2, 76, 9)]
)
def test_the_whole_map_stays_in_sight_in_narrower_cells(words: int, width: int, cell: int) -> None:
    result = compute(AttentionSettings(sentence="w " * words, temperature=0.02, row=1))
    picture = MapPicture(result, (0, 1), width, 14)
    assert picture.seen == range(words) and picture.cell == cell
    lines = ["".join(text for text, _, _ in picture.line(y)) for y in range(14)]
    assert len({cell_len(line) for line in lines[: 1 + len(picture.rows)]}) == 1
    assert ("in %" in lines[0]) == (picture.cell < 6)
    assert any("scores" in line for line in lines) == (picture.cell >= 8)


@pytest.mark.parametrize("temperature", [0.01, 0.05, 0.2, 1, 10, 100])
def test_the_map_of_the_lesson_keeps_its_form_at_any_temperature(temperature: float) -> None:
    result = compute(AttentionSettings(temperature=temperature))
    picture = MapPicture(result, (4, 0), 76, 11)
    lines = ["".join(text for text, _, _ in picture.line(y)) for y in range(11)]
    assert "głodny" in lines[0] and "because" in lines[1] and "scores" in lines[9] and "scaled" in lines[10]
    assert all(cell_len(line) <= 76 for line in lines) and len(lines[4].split()[-7:]) == 7
    assert len(lines[10].split()) == 7, "a blank between every two numbers"


def test_per_cents_stand_apart_even_where_one_word_has_all() -> None:
    result = compute(AttentionSettings(sentence="a b c d e f g h i j k l m n o p", temperature=0.01))
    picture = MapPicture(result, (0, 0), 76, 20)
    row = "".join(text for text, _, _ in picture.line(3))
    assert "100" in row and "0100" not in row and "·" in row


async def test_settings_without_effect_are_dim_and_say_so() -> None:
    async with attention() as (pilot, pane):
        await press(pilot, "tab", "tab", "right")
        assert pane.now.vectors == "corpus" and "vectors changes nothing here" in said(pane)[0]
        await press(pilot, "tab", "right")
        assert pane.now.seed == 2 and "seed changes nothing here" in said(pane)[0]
        await press(pilot, "escape")
        assert said(pane)[0] == STATES["map"]
        fields = [pane.query_one(f"#attention-words #set-{name}") for name in ("vectors", "seed")]
        assert all(field.has_class("-idle") for field in fields)
        pane.apply(pane.now.change("sentence", "the king rules"))
        await press(pilot)
        assert not any(field.has_class("-idle") for field in fields)
        await press(pilot, "tab")
        assert "esc: back to the map and its keys" in said(pane)[0]
