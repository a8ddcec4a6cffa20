"""The embeddings pane: queen on the first screen, every word within reach, every matrix open, and texts that fail.

What is read in a thread replaces nothing until it is there, and nothing at all where it cannot be had.
"""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from core.embeddings import EmbeddingsSettings
from tests.tui.pressing import press, said
from tui.app import GatescopeApp
from tui.lessons import find
from tui.panes.embeddings import EmbeddingsPane
from tui.panes.embeddings_map import WordMap
from tui.panes.embeddings_scatter import CLOSEST, MARKERS
from tui.panes.embeddings_show import STATES
from tui.shot import settle, text
from tui.widgets.matrix_grid import MatrixGrid

SIZES = [(80, 24), (120, 40)]
KEYS = {"map": "m", "list": "a", "matrices": "x", "words": "w"}
POLISH = "Zażółć gęślą jaźń\nkot zjadł rybę\npies zjadł kość\nkot lubi rybę\n日本 の 文\n"


@asynccontextmanager
async def embeddings(
    settings: EmbeddingsSettings | None = None, size: tuple[int, int] = (80, 24), still: bool = True
) -> AsyncIterator[tuple[Pilot[None], EmbeddingsPane]]:
    app = GatescopeApp(find("embeddings"), settings or EmbeddingsSettings(), still=still)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        pane = app.pane
        assert isinstance(pane, EmbeddingsPane)
        yield pilot, pane


@pytest.fixture
def polish(tmp_path: Path) -> str:
    path = tmp_path / "polish.txt"
    path.write_text(POLISH, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("size", SIZES)
async def test_first_screen_leads_from_king_to_queen_and_says_why(size: tuple[int, int]) -> None:
    async with embeddings(size=size) as (pilot, _):
        screen = await press(pilot)
    assert "king - man + woman is nearest to queen, cosine 0.9912" in screen
    assert "queen +0.9912" in screen and "crown +0.8210" in screen
    assert "This comes from parallel sentences, not from knowledge of the world" in screen
    assert f"{MARKERS['here']}king" in screen or f"king{MARKERS['here']}" in screen, "a marker of its own"
    for word in ("queen", "man", "woman"):
        assert word in screen


async def test_a_walk_over_the_map_changes_the_word_and_is_one_undo() -> None:
    async with embeddings() as (pilot, pane):
        screen = await press(pilot, "right", "down")
        assert pane.result is not None and pane.result.word != "king"
        assert f"nearest to {pane.result.word}" in screen
        await press(pilot, "u")
        assert pane.now == EmbeddingsSettings()


async def test_the_map_comes_closer_and_turns_and_says_who_stands_beside_whom() -> None:
    async with embeddings() as (pilot, pane):
        screen = await press(pilot, "z")
        board = pane.query_one(WordMap)
        assert board.zoom and f"x{2**board.zoom}" in screen and "outside" in screen and "unnamed" not in screen
        assert said(pane)[0].startswith("king at -1.2895, +2.8379; beside it: ")
        zoom = board.zoom
        assert pane.view_keys == ("+",) * zoom, "the command of the screen comes as close"
        screen = await press(pilot, "plus", "minus", "minus")
        assert board.zoom == zoom - 1
        screen = await press(pilot, "v")
        assert "3 across, 4 up" in screen and board.zoom == 0 and pane.now.drawn == (2, 3)
        board.action_zoom(2 * CLOSEST)
        assert board.zoom == CLOSEST
        screen = await press(pilot, "u", "z", "z")
        assert board.zoom == 0 and pane.now == EmbeddingsSettings() and "1 across, 2 up" in screen


async def test_the_analogys_words_are_typed_and_an_unknown_one_is_refused() -> None:
    async with embeddings() as (pilot, pane):
        screen = await press(pilot, "e", *"throne", "enter")
        assert "throne - man + woman is nearest to queen" in screen
        await press(pilot, "e", *"xyz", "enter")
        assert said(pane) == (
            "a: 'xyz' is not among the 45 words of the bundled sentences (allowed: any of them)",
            True,
        )
        assert pane.now.a == "throne" and pane.result is not None and pane.result.analogy.a == "throne"


async def test_the_list_shows_what_fails_and_asks_any_of_it() -> None:
    async with embeddings() as (pilot, pane):
        screen = await press(pilot, "a")
        assert screen.count("✓ right") == 8 and screen.count("✗ fails") == 4
        assert "✗ fails prince - king + man father +0.7312 boy 10 son" in screen
        assert "Of the 12 analogies listed 8 come out, 7 of them by the arithmetic." in screen
        await press(pilot, "down", "down", "enter")
        assert (pane.now.a, pane.now.b, pane.now.c) == ("prince", "boy", "girl")
        assert pane.view == "map"


async def test_every_matrix_opens_and_tells_where_a_number_comes_from() -> None:
    async with embeddings() as (pilot, pane):
        screen = await press(pilot, "x")
        assert "king and the: 9 times at most 2 words apart" in screen
        screen = await press(pilot, "n")
        assert "king and the: log2(9 * 640 / (21 * 128)) = 1.0995 bits" in screen
        screen = await press(pilot, "n")
        assert "king in dimension 1: -1.2895" in screen
        pilot.app.post_message(events.Paste("7"))
        await pilot.pause()
        assert said(pane)[1] and pane.query_one(MatrixGrid).entry is None
        assert "1 HIGHWAY" in await press(pilot, "1"), "a digit opens a pane where none is typed"


async def test_another_window_is_read_in_a_thread_and_the_newest_wins() -> None:
    async with embeddings(still=False) as (pilot, pane):
        for window in (3, 4, 5):
            pane.apply(pane.now.change("window", window))
        assert not pane.ready
        await settle(pilot)
        assert pane.result is not None
        assert pane.result.space.window == 5 and pane.result.settings == pane.now


async def test_an_own_text_forgets_the_words_and_keeps_its_letters(polish: str) -> None:
    async with embeddings(EmbeddingsSettings(word="queen"), still=False) as (pilot, pane):
        pane._take_file(polish)
        screen = await press(pilot)
        assert pane.now.word == "" and "zjadł" in screen
        assert "polish.txt" in screen and "parallel" not in screen
        screen = await press(pilot, "a")
        assert "None of the listed analogies" in screen and "ask this" not in screen
        await press(pilot, "u")
        assert pane.result is not None and pane.result.word == "queen"


@pytest.mark.parametrize("still", [True, False])
async def test_a_text_that_cannot_be_used_changes_nothing(tmp_path: Path, still: bool) -> None:
    short = tmp_path / "short.txt"
    short.write_text("one two\n", encoding="utf-8")
    async with embeddings(still=still) as (pilot, pane):
        for path in (str(short), str(tmp_path / "none.txt")):
            pane._take_file(path)
            await press(pilot)
            assert said(pane)[1] and "corpus" in said(pane)[0]
            assert pane.now == EmbeddingsSettings()
            assert pane.result is not None and pane.result.space.bundled


async def test_a_text_that_fails_at_the_start_is_said_and_another_can_be_read(polish: str) -> None:
    async with embeddings(EmbeddingsSettings(corpus="/nowhere/x.txt"), still=False) as (pilot, pane):
        assert "/nowhere/x.txt" in await press(pilot)
        for keys in ("x", "n", "right", "a", "enter", "m", "left"):
            await press(pilot, keys)
        pane._take_file(polish)
        assert "zjadł" in await press(pilot)
        assert not pane.failure


async def test_the_file_dialog_opens_and_closes() -> None:
    async with embeddings() as (pilot, pane):
        await pilot.press("o")
        await pilot.pause()
        assert "read a text file of your own" in text(pilot.app)
        await press(pilot, "escape")
        assert pane.now == EmbeddingsSettings()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("view", STATES)
async def test_every_view_opens_by_its_key_with_the_way_out(view: str, size: tuple[int, int]) -> None:
    async with embeddings(size=size) as (pilot, pane):
        await press(pilot, "x" if view == "map" else "m", KEYS[view])
        assert pane.view == view and pane.shown is pane.result
        assert "? help" in text(pilot.app).rstrip("\n").split("\n")[-1]


@pytest.mark.parametrize("size", SIZES)
async def test_the_last_tab_is_in_sight_whichever_is_open(size: tuple[int, int]) -> None:
    async with embeddings(size=size) as (pilot, _):
        for name in ("embeddings", "attention"):
            await pilot.app.run_action(f"open('{name}')")
            await pilot.pause()
            first = text(pilot.app).split("\n")[0].upper()
            assert "0 EMBED" in first and "9 ATT" in first


async def test_a_click_selects_the_word_under_it() -> None:
    async with embeddings() as (pilot, pane):
        scatter = pane.query_one(WordMap).scatter
        assert scatter is not None
        spot = next(one for one in scatter.placement.spots if one.names == ("shaves",))
        await pilot.click(WordMap, offset=(spot.x + 2, spot.y))
        await press(pilot)
        assert pane.result is not None and pane.result.word == "shaves"


async def test_leaving_does_not_wait_for_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.panes.embeddings.made", lambda settings: time.sleep(4))
    began = time.monotonic()
    async with GatescopeApp(find("embeddings"), EmbeddingsSettings(), still=False).run_test() as pilot:
        await pilot.pause()
        await pilot.press("q")
    assert time.monotonic() - began < 3


async def test_the_line_says_which_keys_work_where_the_focus_is() -> None:
    async with embeddings() as (pilot, pane):
        await press(pilot, "e", "escape", "z")
        assert pane.query_one(WordMap).zoom == 0 and "esc: back to the map and its keys" in said(pane)[0]
        await press(pilot, "escape")
        assert said(pane)[0] == STATES["map"]
        await press(pilot, "z")
        assert pane.query_one(WordMap).zoom
        await press(pilot, "tab", "tab", "tab", "tab", "left")
        assert pane.now.cap == 250 and said(pane) == (
            "cap changes nothing here: all 45 words of the text have vectors",
            False,
        )
        assert pane.query_one("#set-cap").has_class("-idle") and not pane.query_one("#set-dims").has_class("-idle")
