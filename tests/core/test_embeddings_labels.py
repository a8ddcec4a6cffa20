"""Labels of the map: inside, apart from each other and from every marker, the same each time, the hidden counted."""

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


@given(points=POINTS, width=st.integers(1, 60), height=st.integers(1, 20))
def test_no_two_labels_collide(points: list[tuple[int, int, str]], width: int, height: int) -> None:
    places, names = np.array([point[:2] for point in points], dtype=float), [point[2] for point in points]
    placed = placed_labels(places, names, width, height)
    assert placed == placed_labels(places, names, width, height)
    assert [label.name for label in placed.labels] == names
    markers = {(label.x, label.y) for label in placed.labels}
    assert all(0 <= x < width and 0 <= y < height for x, y in markers)
    covered: set[tuple[int, int]] = set()
    for label in placed.labels:
        if label.column is None or label.row is None:
            continue
        size = width_of(label.name)
        assert 0 <= label.column <= width - size and 0 <= label.row < height
        cells = {(label.column + i, label.row) for i in range(size)}
        apart = cells | {(label.column - 1, label.row), (label.column + size, label.row)}
        assert not apart & covered and not cells & markers
        assert not apart & (markers - {(label.x, label.y)})
        covered |= cells
    assert placed.hidden == sum(label.column is None for label in placed.labels)


def test_a_lone_point_has_its_label_beside_it() -> None:
    label = placed_labels(np.zeros((1, 2)), ["king"], 20, 5).labels[0]
    assert (label.x, label.y, label.column, label.row) == (10, 2, 11, 2)


def test_two_words_in_one_place_take_both_sides() -> None:
    points = np.array([[0.0, 0.0], [1.0, 1.0], [1.0, 1.0 - 1e-15], [2.0, 2.0]])
    placed = placed_labels(points, ["a", "paris", "warsaw", "b"], 41, 9)
    first, second = placed.labels[1:3]
    assert (first.x, first.y) == (second.x, second.y) == (20, 4) and placed.hidden == 0
    assert (first.column, second.column) == (21, 14) and first.row == second.row == 4


def test_earlier_names_go_first_and_the_rest_is_counted() -> None:
    placed = placed_labels(np.zeros((9, 2)), [f"word{i}" for i in range(9)], 12, 3)
    assert placed.labels[0].column is not None and placed.labels[-1].column is None
    assert placed.hidden == sum(label.column is None for label in placed.labels) > 0


def test_cells_fill_the_area_with_y_upward() -> None:
    assert cells_of(np.array([[0.0, 0.0], [1.0, 2.0]]), 10, 5) == ((0, 4), (9, 0))


@pytest.mark.parametrize(("size", "most"), [((44, 13), 11), ((78, 15), 5)])
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
    assert placed_labels(np.zeros((0, 2)), [], 5, 5).labels == ()
