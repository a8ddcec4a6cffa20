"""Labels of the map: each touches its own marker and nothing else, the same each time, the hidden counted."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.embeddings import EmbeddingsSettings, cells_of, frame_of, placed_labels, space_of
from core.embeddings.labels import width_of

POINTS = st.lists(
    st.tuples(st.integers(-5, 5), st.integers(-5, 5), st.text(alphabet="abcż漢", min_size=1, max_size=8)),
    min_size=1,
    max_size=25,
)


@given(
    points=POINTS, width=st.integers(1, 60), height=st.integers(1, 20), many=st.integers(0, 9), few=st.integers(0, 3)
)
def test_every_label_touches_its_own_marker_and_nothing_else(
    points: list[tuple[int, int, str]], width: int, height: int, many: int, few: int
) -> None:
    places, names = np.array([point[:2] for point in points], dtype=float), [point[2] for point in points]
    placed = placed_labels(places, names, width, height, many, min(few, many))
    assert placed == placed_labels(places, names, width, height, many, min(few, many))
    assert sorted(name for spot in placed.spots for name in spot.names) == sorted(names)
    markers = {(spot.x, spot.y) for spot in placed.spots if not spot.covered}
    assert len({(spot.x, spot.y) for spot in placed.spots}) == len(placed.spots), "one marker a cell"
    assert few or not placed.covered
    taken: dict[tuple[int, int], int] = {}
    for number, spot in enumerate(placed.spots):
        assert 0 <= spot.x < width and 0 <= spot.y < height
        assert (spot.column is None) == (not spot.text) == (not spot.named)
        if spot.column is None:
            continue
        size = width_of(spot.text)
        assert spot.column in (spot.x + 1, spot.x - size) and 0 <= spot.column <= width - size and not spot.covered
        around = {(spot.column + i, spot.y) for i in range(-1, size + 1)}
        assert not around & (markers - {(spot.x, spot.y)}) and not around & taken.keys()
        taken.update({(spot.column + i, spot.y): number for i in range(size)})
        assert spot.text == "/".join(spot.names[: spot.named]) or (spot.text.endswith("…") and number < many)
    assert placed.hidden == len(placed.unnamed) == sum(len(spot.names) - spot.named for spot in placed.spots)


def test_a_lone_point_has_its_label_beside_it() -> None:
    spot = placed_labels(np.zeros((1, 2)), ["king"], 20, 5).spots[0]
    assert (spot.x, spot.y, spot.column, spot.text) == (10, 2, 11, "king")


def test_words_in_one_place_share_a_marker_and_a_label() -> None:
    points = np.array([[0.0, 0.0], [1.0, 1.0], [1.0, 1.0 - 1e-15], [2.0, 2.0]])
    wide, narrow = (placed_labels(points, ["a", "paris", "warsaw", "b"], width, 9) for width in (41, 18))
    assert (wide.spots[1].text, wide.hidden) == ("paris/warsaw", 0)
    assert (narrow.spots[1].text, narrow.unnamed) == ("paris", ("warsaw",)), "where both have no room the first has"


def test_a_name_that_matters_is_cut_and_a_vital_one_makes_room() -> None:
    row = np.array([[float(x), 0.0] for x in (6, 0, 12, 14, 16)])
    names = ["importance", *"abcd"]
    assert placed_labels(row, names, 17, 1).spots[0].text == ""
    assert placed_labels(row, names, 17, 1, 1).spots[0].text == "imp…"
    crowd = np.array([[float(x), 0.0] for x in (8, *range(8), *range(9, 17))])
    names = ["importance", *"abcdefghijklmnop"]
    assert placed_labels(crowd, names, 17, 1, 1).spots[0].text == ""
    vital = placed_labels(crowd, names, 17, 1, 1, 1)
    assert vital.spots[0].text == "importa…" and vital.covered == 8 and vital.hidden >= 8


def test_cells_fill_the_area_with_y_upward() -> None:
    assert cells_of(np.array([[0.0, 0.0], [1.0, 2.0]]), 10, 5) == ((0, 4), (9, 0))


@pytest.mark.parametrize(("size", "most"), [((44, 13), 12), ((78, 15), 8)])
def test_nearly_all_words_of_the_lesson_are_named(size: tuple[int, int], most: int) -> None:
    space = space_of(EmbeddingsSettings())
    assert placed_labels(space.plane((0, 1)), space.words, *size).hidden <= most


@given(points=st.lists(st.tuples(st.floats(-9, 9), st.floats(-9, 9)), min_size=1, max_size=9), zoom=st.integers(0, 9))
def test_a_frame_holds_its_point_and_stays_inside_the_whole(points: list[tuple[float, float]], zoom: int) -> None:
    places = np.array(points)
    whole, frame = frame_of(places), frame_of(places, len(points) - 1, zoom)
    np.testing.assert_allclose(frame.span * 2**zoom, whole.span)
    assert frame.holds(places)[-1] and whole.holds(places).all()
    assert (frame.low >= whole.low - 1e-9).all() and (frame.low + frame.span <= whole.low + whole.span + 1e-9).all()
    x, y = cells_of(places[-1:], 40, 12, frame)[0]
    assert 0 <= x < 40 and 0 <= y < 12


@pytest.mark.parametrize(("names", "width"), [(["a", "b"], 5), (["a"], 0)])
def test_impossible_sizes_are_refused(names: list[str], width: int) -> None:
    with pytest.raises(ValueError, match=r"both must be at least 1|one name a point"):
        placed_labels(np.zeros((1, 2)), names, width, 5)


def test_nothing_to_place() -> None:
    assert placed_labels(np.zeros((0, 2)), [], 5, 5).spots == ()
