"""The ASCII screen: nothing beyond ASCII, every cell in its place, and still readable."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.tui.conftest import ScreenCheck
from tui.app import GatescopeApp
from tui.ascii import plain
from tui.lessons import LESSONS, Lesson, find
from tui.shot import settle, text


@given(st.text(st.characters(exclude_categories=("Cc", "Cs"))))
def test_any_text_becomes_ascii_of_the_same_width(given_text: str) -> None:
    shown = plain(given_text)
    assert shown.isascii()
    assert cell_len(shown) == sum(cell_len(character) for character in given_text)


def test_lines_and_markers_stay_readable() -> None:
    assert plain("╭─ signal ─╮") == "+- signal -+"
    assert plain("● RNN ■ GRU ▲ LSTM") == "o RNN s GRU ^ LSTM"
    assert plain("⠒⠤⣀⠉⢸ ⠀") == "--.'|  "
    assert plain("zjadł rybę") == "zjadl rybe"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
async def test_no_pane_shows_anything_beyond_ascii(lesson: Lesson) -> None:
    app = GatescopeApp(lesson, lesson.settings_class()(), still=True, ascii=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert text(app).isascii()


@pytest.mark.parametrize("name", ["highway", "params"])
async def test_ascii_screen(name: str, same_screen: ScreenCheck) -> None:
    lesson = find(name)
    app = GatescopeApp(lesson, lesson.settings_class()(), still=True, ascii=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        same_screen(app)
