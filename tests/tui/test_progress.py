"""The progress of a long computation: shown to eyes alone, and how the command line comes to have it."""

import io
from pathlib import Path

import pytest

from tui.lessons import find
from tui.progress import ProgressLine
from tui.shot import shoot


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_the_share_and_a_clean_line_at_the_end_and_a_pipe_nothing() -> None:
    terminal, pipe = Terminal(), io.StringIO()
    for stream in (terminal, pipe):
        with ProgressLine("memory", stream) as progress:
            for share in (0.5, 0.51, 1.0):  # too quick for a second look
                progress(share)
    assert "memory" in terminal.getvalue() and " 50%" in terminal.getvalue() and "51%" not in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K") and pipe.getvalue() == ""


def test_the_experiment_tells_how_far_it_is_and_a_shot_shows_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = find("memory")
    settings = memory.parsed(["lengths=3", "early=1", "late=2", "starts=1"])
    shares: list[float] = []
    assert memory.result(settings, shares.append).finished and shares[-1] == 1.0
    monkeypatch.setattr("tui.panes.memory.STILL_WORK", 0)  # the pane itself would not run it
    shoot(memory, settings, tmp_path / "memory.txt")
    assert "finished: " in (tmp_path / "memory.txt").read_text(encoding="utf-8")
