"""The embeddings pane: queen on the first screen, every word within reach, every matrix open, and texts that fail.

What is read in a thread replaces nothing until it is there, and nothing at all where it cannot be had.
"""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import numpy as np
import pytest
from rich.cells import cell_len
from textual.content import Content
from textual.pilot import Pilot

from core.embeddings import EmbeddingsSettings, answer, check, compute, space_of
from core.settings import SettingsError
from tui.app import GatescopeApp
from tui.ascii import plain
from tui.lessons import find
from tui.panes.embeddings import EmbeddingsPane
from tui.panes.embeddings_legend import beside, legend, map_title, unnamed
from tui.panes.embeddings_map import WordMap
from tui.panes.embeddings_room import MATRICES, Room, made, opened_cell
from tui.panes.embeddings_scatter import CLOSEST, MARKERS, UNNAMED, Scatter
from tui.panes.embeddings_show import STATES, analogies
from tui.shot import settle, text
from tui.widgets.matrix_grid import MatrixGrid
from tui.widgets.status_line import StatusLine

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


async def press(pilot: Pilot[None], *keys: str) -> str:
    """Press keys and return what is on screen then, runs of spaces and borders as one space."""
    await pilot.press(*keys)
    await settle(pilot)
    return " ".join(text(pilot.app).replace("│", " ").split())


def said(pane: EmbeddingsPane) -> tuple[str, bool]:
    return pane.query_one(StatusLine).state


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


@pytest.mark.parametrize("size", [(44, 13), (78, 15)])
def test_every_word_has_its_name_when_seen_closely_enough(size: tuple[int, int]) -> None:
    space = space_of(EmbeddingsSettings())
    for word in space.words:
        result = answer(EmbeddingsSettings(word=word), space)
        closest = Scatter(result, *size).closest
        assert closest.zoom < CLOSEST and not closest.placement.hidden
        seen = [name for spot in closest.placement.spots for name in spot.names]
        assert seen[0] == word and closest.outside == len(result.space.words) - len(seen)
        assert set(closest.company) == set(seen) - {word}


@pytest.mark.parametrize("size", [(44, 12), (60, 18), (78, 15), (20, 5)])
def test_the_words_asked_about_are_labelled_and_nothing_collides(size: tuple[int, int]) -> None:
    scatter = Scatter(compute(EmbeddingsSettings()), *size)
    named = {name for spot in scatter.placement.spots for name in spot.names[: spot.named]}
    if size[0] > 20:
        assert named >= {"king", "man", "woman", "queen"}
    assert {sum(cell_len(run) for run, _ in row) for row in scatter.rows} == {size[0]}
    picture = ["".join(run for run, _ in row) for row in scatter.rows]
    for spot in (one for one in scatter.placement.spots if not one.covered):
        marker = picture[spot.y][spot.x]
        assert marker in (*MARKERS.values(), UNNAMED) and (marker != UNNAMED) >= bool(spot.text)
        assert f"{marker}{spot.text}" in picture[spot.y] or f"{spot.text}{marker}" in picture[spot.y]
        assert scatter.word_at(spot.x, spot.y) in spot.names


def test_the_words_asked_about_have_a_name_in_a_crowd_of_long_words(tmp_path: Path) -> None:
    words = [f"{first}{second}schaftlichkeiten" for first in "abcdefghijklmno" for second in "abcdefghij"]
    rng = np.random.default_rng(1)
    path = tmp_path / "long.txt"
    path.write_text("\n".join(" ".join(rng.choice(words, 8)) for _ in range(300)), encoding="utf-8")
    scatter = Scatter(compute(EmbeddingsSettings(corpus=str(path))), 44, 12)
    vital = [spot for spot in scatter.placement.spots if scatter.kinds.get(spot.names[0]) in ("here", "asked")]
    assert vital and all(spot.text for spot in vital)
    assert f"{scatter.placement.covered} under names" in map_title(scatter).plain


def test_every_word_is_within_reach_of_the_arrows() -> None:
    settings = EmbeddingsSettings()
    words, reached, edge = compute(settings).space.words, {"king"}, ["king"]
    while edge:
        scatter = Scatter(compute(settings.change("word", edge.pop())), 46, 12)
        for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            word = scatter.beside(right, down)
            if word not in reached:
                reached.add(word)
                edge.append(word)
    assert reached == set(words)


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


def test_words_without_a_name_are_counted_and_the_nearest_fit_into_a_line() -> None:
    scatter = Scatter(compute(EmbeddingsSettings(word="is")), 44, 13)
    assert f"{scatter.placement.hidden} unnamed" in legend(scatter)
    assert all(mark in legend(scatter) for mark in MARKERS.values())
    assert cell_len(Content.from_markup(legend(scatter)).plain) <= 42, "as much as the border of a small screen holds"
    for width in (40, 78, 118):
        assert cell_len(beside(scatter, width)) <= width
    assert beside(scatter, 78).startswith("is at ") and "; beside it: " in beside(scatter, 78)
    hidden = scatter.placement.unnamed
    assert hidden and unnamed(scatter) == f"Unnamed on the map: {', '.join(hidden)}."


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
        await press(pilot, "7")
        assert said(pane)[1], "what is counted cannot be typed"
        assert pane.query_one(MatrixGrid).entry is None


def test_what_is_said_of_a_cell_is_the_cell() -> None:
    room = made(EmbeddingsSettings())
    assert isinstance(room, Room)
    for i, j in ((0, 7), (7, 0), (1, 9)):
        assert (
            f"{room.space.ppmi[i, j]:.4f}"[:5] in opened_cell(room.space, "ppmi", i, j) or room.space.ppmi[i, j] < 0.01
        )
        assert f"{room.space.counts[i, j]} times" in opened_cell(room.space, "counts", i, j)
    assert [room.grids[name].rows for name in MATRICES] == [
        tuple(map(tuple, getattr(room.space, name).astype(float).tolist())) for name in MATRICES
    ]


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


def test_only_what_was_given_is_checked_before_the_screen_is_made() -> None:
    check(EmbeddingsSettings())
    for wrong in (EmbeddingsSettings(word="xking"), EmbeddingsSettings(corpus="/nowhere/x.txt")):
        with pytest.raises(SettingsError):
            check(wrong)


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


def test_the_list_on_screen_is_the_list() -> None:
    result = compute(EmbeddingsSettings())
    rows = analogies(result).rows
    assert [row[1] for row in rows] == [one.question for one in result.analogies]
    assert sum(row[0] == "right" for row in rows) == result.right


async def test_leaving_does_not_wait_for_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.panes.embeddings.made", lambda settings: time.sleep(4))
    began = time.monotonic()
    async with GatescopeApp(find("embeddings"), EmbeddingsSettings(), still=False).run_test() as pilot:
        await pilot.pause()
        await pilot.press("q")
    assert time.monotonic() - began < 3


def test_no_marker_is_taken_for_a_letter_of_the_word_beside_it() -> None:
    twins = [plain(marker) for marker in (*MARKERS.values(), UNNAMED)]
    assert len(set(twins)) == len(twins) and not any(twin.isalnum() for twin in twins)


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
