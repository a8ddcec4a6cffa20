"""The app's memory: what was changed is written, offered at the next start, and brought back by one key."""

from pathlib import Path

import pytest

from tui.app import GatescopeApp
from tui.lessons import find
from tui.shot import settle
from tui.state import Keeper, State
from tui.widgets.status_line import StatusLine


def app(folder: Path, *words: str) -> GatescopeApp:
    lesson = find("race")
    settings = lesson.parsed(["length=5", "steps=2", "hidden=2", *words])
    return GatescopeApp(lesson, settings, still=True, keeper=Keeper(folder))


def fresh(folder: Path) -> GatescopeApp:
    lesson = find("highway")
    return GatescopeApp(lesson, lesson.settings_class()(), still=True, keeper=Keeper(folder))


async def test_a_change_is_written_and_brought_back_by_one_key(tmp_path: Path) -> None:
    first = app(tmp_path)
    async with first.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("n", "T")
        await settle(pilot)
    second = fresh(tmp_path)
    async with second.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert second.theme == "gatescope-light"
        assert second.opening_words().startswith("B goes back to last time: race length=5 start=2")
        assert second.check_action("last_time", ()) is True
        line = second.pane.query_one(StatusLine)
        second.pane.say("what a pane says of itself does not hide the offer")
        assert line.state == (second.opening_words(), False)
        await pilot.press("tab")
        assert line.state == ("what a pane says of itself does not hide the offer", False)
        await pilot.press("B")
        await settle(pilot)
        assert second.lesson == "race" and second.pane.now.start == 2
        assert second.check_action("last_time", ()) is False


async def test_where_settings_were_given_nothing_is_said_of_the_last_run_and_yet_it_comes_back(tmp_path: Path) -> None:
    Keeper(tmp_path).keep(State("bias"))
    given = app(tmp_path)
    async with given.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert given.opening_words() == ""
        await pilot.press("B")
        await settle(pilot)
        assert given.lesson == "bias"


@pytest.mark.parametrize(
    "state",
    [State("nowhere", {"race": ("length=20",)}), State("race", {"race": ("length=1",), "gone": ("x=1",)})],
    ids=["a pane that is gone", "settings that are gone"],
)
async def test_what_this_version_does_not_know_is_passed_over(tmp_path: Path, state: State) -> None:
    Keeper(tmp_path).keep(state)
    shell = fresh(tmp_path)
    async with shell.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("B")
        await settle(pilot)
        assert shell.is_running


async def test_an_unwritable_place_is_said_and_nothing_else_happens(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    shell = app(tmp_path / "file")
    async with shell.run_test(size=(80, 24)) as pilot:
        line = shell.pane.query_one(StatusLine)
        said: list[tuple[str, bool]] = []
        shell.watch(line, "state", lambda state: said.append(state), init=True)
        await settle(pilot)
        await pilot.pause(0.5)
        refusals = [words for words, refused in said if refused]
        assert len(refusals) == 1 and "cannot be kept" in refusals[0]
