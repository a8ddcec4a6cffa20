"""What the embeddings pane draws, without an app: words on the map and their names, cells in words, the list."""

from pathlib import Path

import numpy as np
import pytest
from rich.cells import cell_len
from textual.content import Content

from core.embeddings import EmbeddingsSettings, answer, check, compute, space_of
from core.settings import SettingsError
from tui.ascii import plain
from tui.panes.embeddings_legend import beside, legend, map_title, unnamed
from tui.panes.embeddings_room import MATRICES, Room, made, opened_cell
from tui.panes.embeddings_scatter import CLOSEST, MARKERS, UNNAMED, Scatter
from tui.panes.embeddings_show import analogies


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
    seen = f"1 across, 2 up, {scatter.placement.covered} under names"
    assert map_title(scatter, 80).plain == f"long.txt: {seen}"
    assert map_title(scatter, 44).plain == seen, "a name makes room for what is drawn"


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


def test_words_without_a_name_are_counted_and_the_nearest_fit_into_a_line() -> None:
    scatter = Scatter(compute(EmbeddingsSettings(word="is")), 44, 13)
    assert f"{scatter.placement.hidden} unnamed" in legend(scatter)
    assert all(mark in legend(scatter) for mark in MARKERS.values())
    for zoom in range(3):
        shown = map_title(Scatter(compute(EmbeddingsSettings(axes=(5, 6))), 44, 13, zoom), 48).plain
        assert "5 across, 6 up" in shown and cell_len(shown) <= 42 and not shown.endswith("…")
    assert cell_len(Content.from_markup(legend(scatter)).plain) <= 42, "as much as the border of a small screen holds"
    for width in (40, 78, 118):
        assert cell_len(beside(scatter, width)) <= width
    assert beside(scatter, 78).startswith("is at ") and "; beside it: " in beside(scatter, 78)
    hidden = scatter.placement.unnamed
    assert hidden and unnamed(scatter) == f"Unnamed on the map: {', '.join(hidden)}."


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


def test_only_what_was_given_is_checked_before_the_screen_is_made() -> None:
    check(EmbeddingsSettings())
    for wrong in (EmbeddingsSettings(word="xking"), EmbeddingsSettings(corpus="/nowhere/x.txt")):
        with pytest.raises(SettingsError):
            check(wrong)


def test_the_list_on_screen_is_the_list() -> None:
    result = compute(EmbeddingsSettings())
    rows = analogies(result).rows
    assert [row[1] for row in rows] == [one.question for one in result.analogies]
    assert sum(row[0] == "right" for row in rows) == result.right


def test_no_marker_is_taken_for_a_letter_of_the_word_beside_it() -> None:
    twins = [plain(marker) for marker in (*MARKERS.values(), UNNAMED)]
    assert len(set(twins)) == len(twins) and not any(twin.isalnum() for twin in twins)
