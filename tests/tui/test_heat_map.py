"""The heat map: shade, sign and digits agree with the value, at any width, in blocks and in ASCII."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.widgets.heat import ASCII, BLOCKS, SIGNED_WIDTH, Heat, HeatPicture, HeatRow

SIGNED = Heat(
    tuple(map(str, range(1, 11))),
    (HeatRow("h1", (0.5,) * 10, signed=True), HeatRow("h2", (-2.0,) * 10, high=2.0, signed=True)),
)


def text(picture: HeatPicture, y: int) -> str:
    return "".join(run[0] for run in picture.line(y))


def test_wide_cells_show_shade_and_digits() -> None:
    picture = HeatPicture(SIGNED, 0, 80)
    assert text(picture, 1).split()[1] == "▒+0.50"
    assert text(picture, 2).split()[1] == "█-2.00"


def test_narrow_cells_show_sign_and_shade() -> None:
    picture = HeatPicture(SIGNED, 0, 4 + 10 * SIGNED_WIDTH)
    assert text(picture, 1)[4:6] == "+▒"
    assert text(picture, 2)[4:6] == "-█"


@pytest.mark.parametrize("width", [23, 40, 80])
def test_ascii_has_nothing_but_ascii(width: int) -> None:
    picture = HeatPicture(SIGNED, 4, width, ascii=True)
    assert "".join(text(picture, y) for y in range(3)).isascii()
    assert picture.legend().isascii()


@pytest.mark.parametrize("width", [23, 33, 80])
def test_nan_is_a_question_mark(width: int) -> None:
    heat = Heat(("1", "2"), (HeatRow("h1", (math.nan, 0.2)),))
    runs = HeatPicture(heat, 1, width).line(1)
    assert runs[1][0].strip() == "?" and runs[1][1] == "unknown"


@pytest.mark.parametrize("signed", [True, False])
@given(value=st.floats(allow_nan=False), width=st.integers(10, 120))
def test_any_number_fits_its_cell(signed: bool, value: float, width: int) -> None:
    heat = Heat(("1", "2", "3"), (HeatRow("h1", (value,) * 3, 1.0, signed),))
    picture = HeatPicture(heat, 1, width)
    assert len(text(picture, 1)) == picture.label + picture.cell * len(picture.seen)


@given(value=st.floats(0, 1), other=st.floats(0, 1), alphabet=st.booleans())
def test_a_larger_value_is_never_lighter(value: float, other: float, alphabet: bool) -> None:
    low, high = sorted((value, other))
    heat = Heat(("1", "2"), (HeatRow("f1", (low, high)),))
    runs = HeatPicture(heat, 0, 120, ascii=alphabet).line(1)
    shades = ASCII if alphabet else BLOCKS
    assert shades.index(runs[1][0][0]) <= shades.index(runs[4][0][0])


def test_marked_step_has_a_sign_in_the_heading_and_stays_in_sight() -> None:
    long = Heat(tuple(map(str, range(100))), (HeatRow("h1", (0.1,) * 100),))
    for cursor in (0, 50, 99):
        picture = HeatPicture(long, cursor, 40)
        assert cursor in picture.seen
        assert "▼" in text(picture, 0)


def test_legend_names_the_values_of_the_shades() -> None:
    heat = Heat(("1",), (HeatRow("f1", (1.0,)),))
    assert HeatPicture(heat, 0, 80).legend() == "░▒▓█ 1/8 3/8 5/8 7/8 of full"


@given(st.integers(1, 120), st.integers(10, 120), st.data())
def test_times_never_run_into_each_other(steps: int, width: int, data: st.DataObject) -> None:
    names = tuple(map(str, range(1, steps + 1)))
    cursor = data.draw(st.integers(0, steps - 1))
    heading = text(HeatPicture(Heat(names, ()), cursor, width), 0)
    assert set(heading.replace("‹", " ").replace("›", " ").split()) <= {*names, f"▼{cursor + 1}", f"{cursor + 1}▼"}


def test_rows_out_of_sight_are_pointed_at() -> None:
    heat = Heat(("1",), tuple(HeatRow(f"h{k}", (0.5,)) for k in range(9)))
    picture = HeatPicture(heat, 0, 40, height=5, top=2)
    assert text(picture, 1).startswith("↑h2") and text(picture, 4).startswith("↓h5")
    assert text(HeatPicture(heat, 0, 40, height=10), 9).startswith(" h8")


@pytest.mark.parametrize(("cursor", "left", "right"), [(0, False, True), (50, True, True), (99, True, False)])
def test_times_out_of_sight_are_pointed_at(cursor: int, left: bool, right: bool) -> None:
    long = Heat(tuple(map(str, range(1, 101))), (HeatRow("h1", (0.1,) * 100),))
    heading = text(HeatPicture(long, cursor, 40), 0)
    assert ("‹" in heading, "›" in heading, len(heading.rstrip()) <= 40) == (left, right, True)
    assert text(HeatPicture(long, cursor, 40, ascii=True), 0).isascii()


def test_a_row_may_be_shaded_from_any_value_and_an_empty_one_has_a_note() -> None:
    rows = (HeatRow("f1", (0.7, 0.8, 0.9), 0.9, low=0.7), HeatRow("", (), note="between"))
    picture = HeatPicture(Heat(("1", "2", "3"), rows), 0, 40)
    assert [run[2] for run in picture.line(1)[1::3]] == pytest.approx([0.0, 0.5, 1.0])
    assert text(picture, 2).strip() == "between"


@given(value=st.floats(-1e308, 1e308), width=st.integers(24, 60))
def test_digits_are_never_those_of_another_number(value: float, width: int) -> None:
    picture = HeatPicture(Heat(("1", "2", "3"), (HeatRow("h1", (value,) * 3, 1.0, True),)), 0, width)
    shown = picture.line(1)[2][0].strip()
    if any(character.isdigit() for character in shown):
        assert float(shown) == pytest.approx(value, rel=0.5, abs=0.006)
