"""Speaker's notes: they follow the first running tour, pass over dead and damaged ones, say when none runs."""

import json
import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tests.terminal import Terminal
from tests.tui.test_tour import TOUR, app, press, settled
from tui.screen_text import text
from tui.tour.follow import NotesApp
from tui.tour.now import Board, first_running
from tui.tour.visit import Visit

NOTED = replace(TOUR, stops=(replace(TOUR.stops[0], notes=("say this", "[b]then\x1b[31m")), *TOUR.stops[1:]))


def words(notes: NotesApp) -> str:
    return " ".join(text(notes).split())


async def test_notes_question_answer_and_what_comes_are_shown_and_followed(tmp_path: Path) -> None:
    board = Board(tmp_path)
    visit = Visit(NOTED, answer="0.5")
    board.show(visit)
    notes = NotesApp(tmp_path)
    async with notes.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown = words(notes)
        for part in ("1/3 Forget bias: one", "say this", "[b]then\\x1b[31m", "how much?", "answer: 0.5", "how far?"):
            assert part in shown
        assert "waiting for predictions" in shown
        board.show(visit.turned())
        notes.look()
        await pilot.pause()
        assert "the answer is shown" in words(notes)
        board.show(visit.moved(2))
        notes.look()
        await pilot.pause()
        assert "no notes for this stop" in words(notes) and "this is the last stop" in words(notes)
        board.show(replace(visit, tour=replace(NOTED, title="x" * 60)))
        notes.look()
        await pilot.pause()
        assert text(notes).split("\n")[0].rstrip().endswith("x…")
        board.show(visit, left=True)
        notes.look()
        await pilot.pause()
        assert "the tour was left" in words(notes)
        board.take_away()
        notes.look()
        await pilot.pause()
        assert "no tour is running" in words(notes) and "answer" not in words(notes)
        await pilot.press("q")
    assert notes.return_code == 0


async def test_long_notes_are_scrolled_by_key(tmp_path: Path) -> None:
    stop = replace(TOUR.stops[0], notes=tuple(f"line {number}" for number in range(60)))
    Board(tmp_path).show(Visit(replace(TOUR, stops=(stop,))))
    notes = NotesApp(tmp_path)
    async with notes.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "line 59" not in words(notes)
        await pilot.press(*"j" * 20)
        await pilot.pause()
        assert "line 59" in words(notes)


def test_the_first_of_several_tours_is_followed_and_the_dead_are_passed_over(tmp_path: Path) -> None:
    assert first_running(tmp_path / "gone") is None
    ended = subprocess.Popen(["true"])
    ended.wait()
    first, second = Board(tmp_path), Board(tmp_path)
    second.show(Visit(TOUR, 1))
    first.show(Visit(TOUR, 0))
    data = json.loads(first.path.read_text())
    dead = {**data, "pid": ended.pid, "began": 1}
    (tmp_path / "tour-1-dead.json").write_text(json.dumps(dead))
    found = first_running(tmp_path)
    assert found is not None and found.pid == os.getpid() and found.number == 1
    first.show(Visit(TOUR, 0), left=True)
    found = first_running(tmp_path)
    assert found is not None and found.number == 2
    second.take_away()
    found = first_running(tmp_path)
    assert found is not None and found.left


def test_a_tour_that_was_killed_is_dead_even_if_nobody_has_looked(tmp_path: Path) -> None:
    board = Board(tmp_path)
    board.show(Visit(TOUR))
    killed = subprocess.Popen(["sleep", "60"])
    killed.kill()
    os.waitid(os.P_PID, killed.pid, os.WEXITED | os.WNOWAIT)
    board.path.write_text(json.dumps({**json.loads(board.path.read_text()), "pid": killed.pid}))
    assert first_running(tmp_path) is None
    killed.wait()


@pytest.mark.parametrize(
    "change", [{"pid": "1"}, {"pid": 10**30}, {"pid": 0}, {"notes": [3]}, {"notes": "x"}, {"more": 1}]
)
def test_a_foreign_or_damaged_file_is_passed_over(tmp_path: Path, change: dict[str, object]) -> None:
    board = Board(tmp_path)
    board.show(Visit(TOUR))
    data = json.loads(board.path.read_text())
    board.path.write_text(json.dumps({**data, **change}))
    assert first_running(tmp_path) is None
    board.path.write_text("{")
    assert first_running(tmp_path) is None


def test_what_a_file_holds_is_made_fit_for_a_screen(tmp_path: Path) -> None:
    board = Board(tmp_path)
    board.show(Visit(TOUR))
    data = json.loads(board.path.read_text())
    board.path.write_text(json.dumps({**data, "question": "\x1b]0;title\x07", "notes": ["\x9b31m"]}))
    found = first_running(tmp_path)
    assert found is not None and found.question == "\\x1b]0;title\\x07" and found.notes == ("\\x9b31m",)


async def test_a_tour_writes_its_notes_while_it_runs_and_takes_them_away(tmp_path: Path) -> None:
    shell = app(tmp_path)
    async with shell.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "F", "A")
        found = first_running(tmp_path)
        assert found is not None and (found.number, found.shown, found.answer) == (2, "answer", "far")
    assert first_running(tmp_path) is None


async def test_an_unwritable_place_stops_no_tour(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    shell = app(tmp_path / "file")
    async with shell.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "TOUR 2/3" in await press(pilot, "F")


MINE = """
title = "Mine"
[[stop]]
pane = "bias"
text = "look at the table \\u001b[31m [red]here[/red]"
question = "how much is left?"
answer = "f is {rows.0.f:number}"
notes = "tell the story"
[[stop]]
pane = "bias"
text = "look again"
question = "what else?"
answer = "nothing"
"""


def test_tour_and_notes_on_two_terminals(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(MINE)
    environment = {"XDG_STATE_HOME": str(tmp_path)}
    with Terminal("notes", environment=environment) as notes:
        notes.until(lambda shown: b"no tour is running" in shown)
        with Terminal("tour", str(path), environment=environment) as tour:
            tour.until(lambda shown: b"how much is left?" in shown)
            notes.until(lambda shown: b"tell the story" in shown and b"0.5000" in shown)
            tour.press("A")
            tour.until(lambda shown: b"f is" in shown and b"0.5000" in shown)
            notes.until(lambda shown: b"the answer is shown" in shown)
            notes.read(1.0)
            assert notes.read(1.0) == b"", "nothing is written while nothing changes"
            tour.press("F")
            notes.until(lambda shown: b"no notes for this stop" in shown)
            tour.press("q")
            assert tour.ended() == 0
            assert b"\x1b[31m" not in tour.output and b"\\x1b" in tour.output and b"[/red]" in tour.output
        notes.until(lambda shown: b"no tour is running" in shown)
        with Terminal("tour", str(path), "resume", environment=environment) as tour:
            tour.until(lambda shown: b"what else?" in shown)
            notes.until(lambda shown: b"this is the last stop" in shown)
            os.kill(tour.process.pid, 9)
        notes.until(lambda shown: b"no tour is running" in shown)
        notes.press("q")
        assert notes.ended() == 0
        assert b"Traceback" not in notes.output


def test_by_itself_in_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(MINE)
    with Terminal("tour", str(path), "--auto", "1", environment={"XDG_STATE_HOME": str(tmp_path)}) as tour:
        tour.until(lambda shown: b"0.5000" in shown and b"what else?" in shown and b"nothing" in shown)
        tour.press("\x03")
        assert tour.ended() == 0
