"""The tour that was left last: `tour resume` and G go on with it, whatever became of its file."""

from pathlib import Path

import pytest

from tests.tui.conftest import Command
from tests.tui.test_tour import TOUR, press, settled
from tui.app import GatescopeApp
from tui.lessons import find
from tui.state import Keeper
from tui.tour.place import DEFAULT, LAST, Place, last_source
from tui.tour.read import read_tour

STOP = '[[stop]]\npane = "bias"\ntitle = "{}"\ntext = "look"\nquestion = "what?"\nanswer = "that"\n'


@pytest.fixture
def left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a tour of one's own that was left at its second stop."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    path = tmp_path / "good.toml"
    path.write_text('title = "Mine"\n' + STOP.format("one") + STOP.format("two"))
    Place(tmp_path / "gatescope", read_tour(path)).keep(1)
    return path


def shell_in(folder: Path) -> GatescopeApp:
    lesson = find("params")
    return GatescopeApp(lesson, lesson.settings_class()(), still=True, keeper=Keeper(folder / "gatescope"))


def test_the_last_tour_is_that_which_was_moved_in_last_until_it_is_over(left: Path) -> None:
    folder = left.parent / "gatescope"
    assert last_source(folder) == str(left)
    other = Place(folder, TOUR)
    other.keep(0)
    assert last_source(folder) == DEFAULT, "a source that is no path"
    own = Place(folder, read_tour(left))
    own.keep(1)
    assert last_source(folder) == str(left)
    own.over()
    assert last_source(folder) == DEFAULT and own.kept() == 0


@pytest.mark.parametrize("kept", ["", "{}", "[]", '{"source": 3}', '{"source": "rel.toml"}', "\xff", "[" * 9999])
def test_a_damaged_or_foreign_file_or_none_is_the_tour_of_all_panes(tmp_path: Path, kept: str) -> None:
    assert last_source(tmp_path) == last_source(None) == DEFAULT, "as an earlier version leaves it"
    (tmp_path / LAST).write_text(kept, encoding="latin-1")
    assert last_source(tmp_path) == DEFAULT


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "gatescope print tour {path}`"),
        (
            "",
            "{path}:1: no title; the tour needs a title; it is the last tour; gatescope tour begins that of all panes",
        ),
    ],
    ids=["as it was", "changed"],
)
def test_resume_alone_goes_on_with_it(left: Path, content: str | None, says: str, command: Command) -> None:
    if content is not None:
        left.write_text(content)
    done = command("tour", "resume")
    assert done.returncode == 2 and says.format(path=left) in done.stderr and done.stderr.count("\n") == 1


async def test_the_key_goes_on_with_it(left: Path) -> None:
    shell = shell_in(left.parent)
    async with shell.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "TOUR 2/2" in await press(pilot, "G")


async def test_the_key_says_what_became_of_it_and_takes_the_tour_of_all_panes_then(left: Path) -> None:
    left.unlink()
    shell = shell_in(left.parent)
    async with shell.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        shown = await press(pilot, "G")
        assert "the last tour cannot go on, G now takes that of all panes:" in shown and "TOUR" not in shown
        assert "TOUR 1/12" in await press(pilot, "G")
