"""What the attention pane draws, without an app: terms that sum to their cell, and lines that fit the room there is."""

import pytest
from rich.cells import cell_len

from core.attention import AttentionSettings, compute, explain
from core.numbers import number
from core.settings import SettingsError
from tui.panes.attention_edits import COMPUTED, grid_of
from tui.panes.attention_picture import MapPicture
from tui.panes.attention_words import open_cell, short_lines


@pytest.mark.parametrize("name", COMPUTED)
def test_the_terms_shown_sum_to_the_cell(name: str) -> None:
    result = compute(AttentionSettings(mask=True, row=2))
    for i, row in enumerate(getattr(result, name)[:, :2]):
        for j, value in enumerate(row):
            opened = open_cell(result, name, i, j)
            terms, sums = (text.plain.split("\n") for text in (opened.terms, opened.sums))
            assert len(terms) == len(explain(result, name, i, j).terms) and len(sums) == (2 if name == "A" else 1)
            assert sums[-1].split()[-1] == number(value, signed=name != "A")


@pytest.mark.parametrize(("name", "width"), [("A", 56), ("output", 40), ("A", 30)])
def test_terms_fit_and_keep_both_ends_of_their_names(name: str, width: int) -> None:
    result = compute(AttentionSettings(sentence="日本語日本語日本語日本語 unpronounceablewordabcde", row=1))
    lines = open_cell(result, name, 0, 1, width=width).terms.plain.split("\n")
    assert {cell_len(line) for line in lines} == {min(max(width, 48), cell_len(lines[0]))}
    assert "…" in lines[-1] and lines[-1].split()[0][0] == lines[0][0], "both ends of the long name stay"


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
    for line in lines[9:]:
        assert all(cell == "0" or cell[0] in "+-" for cell in line.split()[1:]), "scores and scaled scores have signs"


def test_per_cents_stand_apart_even_where_one_word_has_all() -> None:
    result = compute(AttentionSettings(sentence="a b c d e f g h i j k l m n o p", temperature=0.01))
    picture = MapPicture(result, (0, 0), 76, 20)
    row = "".join(text for text, _, _ in picture.line(3))
    assert "100" in row and "0100" not in row and "·" in row
