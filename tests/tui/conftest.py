"""What many tests here need: the screen fixture of tui.testing, lessons that have trained, a command in no process."""

import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tests.tui.fixed import FINISHED
from tui.__main__ import main
from tui.lessons import find
from tui.testing import ScreenCheck, same_screen

__all__ = ["Command", "Done", "ScreenCheck", "command", "finished", "same_screen"]


@pytest.fixture
def finished(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lessons that train are at their end at once, with results made by formula."""
    for name, made in FINISHED.items():
        monkeypatch.setattr(find(name).pane_class(), "snapshots", lambda _, now, made=made: iter([made(now)]))


@dataclass(frozen=True)
class Done:
    """How a command ended and what it wrote."""

    returncode: int
    stdout: str
    stderr: str


Command = Callable[..., Done]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """`gatescope` with these words, in this process: a new one costs more than most tests."""

    def run(*words: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["gatescope", *words])
        interrupt = signal.getsignal(signal.SIGINT)
        try:
            with pytest.raises(SystemExit) as ended:
                main()
        finally:
            signal.signal(signal.SIGINT, interrupt)
        return Done(int(str(ended.value.code)), *capsys.readouterr())

    return run
