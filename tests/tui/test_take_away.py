"""One key copies the command, one saves the screen, one the data; no file is replaced unasked."""

import csv
import json
from pathlib import Path

import pytest
from textual.widgets import Input, Static

from tui.app import GatescopeApp
from tui.copied import CommandScreen
from tui.lesson import Lesson
from tui.lessons import LESSONS, find
from tui.palette import Palette
from tui.pane import Pane
from tui.save import SaveScreen, data_of
from tui.screen_text import text
from tui.shot import settle
from tui.source import SourceScreen, source_of
from tui.testing import open_lesson
from tui.widgets.status_line import StatusLine

SMALL = {
    "race": ["length=5", "steps=10", "hidden=2"],
    "memory": ["lengths=3,6", "early=4", "late=10", "starts=2"],
    "generalise": ["steps=100", "seeds=1"],
}
"""Trainings that are over at once."""


def app() -> GatescopeApp:
    lesson = find("race")
    return GatescopeApp(lesson, lesson.parsed(SMALL[lesson.name]), still=True)


def said(shell: GatescopeApp) -> str:
    line: StatusLine = shell.pane.query_one(StatusLine)
    return line.state[0]


async def test_the_command_that_reopens_the_screen_is_copied_and_shown() -> None:
    shell = app()
    async with shell.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("Y")
        await pilot.pause()
        assert shell.clipboard == "gatescope race length=5 steps=10 hidden=2"
        assert shell.clipboard in said(shell)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_command_too_long_for_a_line_is_shown_whole(size: tuple[int, int]) -> None:
    async with open_lesson("step", "hidden=6", "inputs=6", size=size, keys="l") as pilot:
        await pilot.press("plus", "Y")
        await pilot.pause()
        shell = pilot.app
        assert isinstance(shell, GatescopeApp) and isinstance(shell.screen, CommandScreen)
        rows = text(shell).split("\n")
        first = next(y for y, row in enumerate(rows) if row.startswith("gatescope step"))
        assert "".join(row.rstrip().removesuffix("\\") for row in rows[first:]).startswith(shell.clipboard)
        await pilot.press("Y")
        await pilot.pause()
        assert not isinstance(shell.screen, CommandScreen)


@pytest.mark.parametrize(("key", "name"), [("S", "a.svg"), ("S", "a.txt"), ("D", "a.csv"), ("D", "a.json")])
async def test_screen_and_data_are_saved_and_nothing_is_replaced_unasked(tmp_path: Path, key: str, name: str) -> None:
    shell = app()
    path = tmp_path / name
    path.write_text("old")
    async with shell.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press(key)
        await pilot.pause()
        shell.screen.query_one(Input).value = str(path)
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert path.read_text() == "old" and isinstance(shell.screen, SaveScreen)
        await pilot.press("enter")
        await pilot.pause()
        assert said(shell) == f"saved {path}"
        assert len(path.read_text()) > 100


async def test_a_name_that_cannot_be_written_is_refused_in_the_dialog(tmp_path: Path) -> None:
    shell = app()
    refusals = {
        "": "must end in",
        "x.png": "must end in",
        ".svg": "a name is missing",
        "/nowhere/x.svg": "/nowhere/x.svg: cannot be written",
        "a\x00b.svg": "no control characters",
        "a\tb.svg": "no control characters",
        "n" * 256 + ".svg": "file name too long",
        str(tmp_path): "must end in",
    }
    async with shell.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("S")
        await pilot.pause()
        for name, reason in refusals.items():
            shell.screen.query_one(Input).value = name
            await pilot.press("enter")
            await pilot.pause()
            assert isinstance(shell.screen, SaveScreen)
            assert reason in " ".join(str(shell.screen.query_one("#save-says", Static).content).split()), name
        await pilot.press("a", "tab", "b")
        await pilot.pause()
        assert shell.screen.query_one(Input).value.startswith("a\\x09b"), "no other name is saved in its place"
        assert str(shell.screen.query_one("#save-says", Static).content) == "a name has no tab in it"
        await pilot.press("escape")
        await pilot.pause()
        assert said(shell) == "nothing saved"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_data_of_every_lesson_is_csv_and_json_in_full(lesson: Lesson) -> None:
    settings = lesson.parsed(SMALL.get(lesson.name, []))
    content = data_of(lesson, settings, lesson.result(settings))
    rows = list(csv.DictReader(content[".csv"].splitlines()))
    assert len(rows) > 5 and set(rows[0]) == {"section", "row", "name", "value"}
    assert json.loads(content[".json"])["lesson"] == lesson.name


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_pane_says_what_it_shows_so_that_it_can_be_saved(lesson: Lesson) -> None:
    assert "shown" in {name for kind in lesson.pane_class().__mro__ if kind is not Pane for name in vars(kind)}


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_lesson_can_show_its_own_source(lesson: Lesson) -> None:
    assert "def " in source_of(lesson) and "# core/" in source_of(lesson)


async def test_the_source_opens_and_closes() -> None:
    shell = app()
    async with shell.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("I")
        await pilot.pause()
        assert isinstance(shell.screen, SourceScreen)
        room = shell.screen.query_one("VerticalScroll")
        assert room.max_scroll_x == 0, "long lines are folded, not cut off"
        await pilot.press("j", "k", "escape")
        await pilot.pause()
        assert not isinstance(shell.screen, SourceScreen)


async def test_the_palette_has_its_own_keys_in_the_last_row() -> None:
    shell = app()
    async with shell.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("ctrl+p")
        await pilot.pause()
        assert text(shell).split("\n")[-2].rstrip() == "↑↓ choose enter do it esc close"


async def test_the_palette_stands_any_width() -> None:
    shell = app()
    async with shell.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("ctrl+p")
        for columns in (3, 4, 5, 6, 7):
            await pilot.resize_terminal(columns, 24)
            await pilot.press("a", "backspace")
            await pilot.pause()
            assert isinstance(shell.screen, Palette)


async def test_the_palette_stands_page_keys_however_low_the_terminal_is() -> None:
    shell = app()
    async with shell.run_test(size=(80, 4)) as pilot:
        await pilot.press("ctrl+p", "down", "down")
        for rows in (4, 3, 1, 24):
            await pilot.resize_terminal(80, rows)
            await pilot.press("pagedown", "pageup", "pagedown")
            await pilot.pause()
            assert isinstance(shell.screen, Palette)
