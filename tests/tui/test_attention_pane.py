"""The attention pane: the lesson's row on the first screen, every number editable or opened, the path beside an RNN's.

Polish letters and long sentences keep their columns; what is refused says why and changes nothing.
"""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual import events
from textual.pilot import Pilot

from core.attention import MATRICES, AttentionSettings, compute, explain
from core.numbers import number
from core.settings import parse
from tests.tui.pressing import press, said
from tui.app import GatescopeApp
from tui.lessons import find
from tui.panes.attention import AttentionPane
from tui.panes.attention_map import AttentionMap
from tui.panes.attention_show import STATES, path_plot
from tui.panes.attention_terms import Listing, TermsPanel
from tui.shot import settle, text
from tui.widgets.matrix_grid import MatrixGrid

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
        pilot.app.post_message(events.Paste("0.1 0.2\n0.3 0.4"))
        await press(pilot)
        assert [row[:2] for row in pane.now.E[:2]] == [(0.1, 0.2), (0.3, 0.4)]
        pilot.app.post_message(events.Paste("1 2 3 4 5 6 7"))
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
