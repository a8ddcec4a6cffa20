"""What a terminal may do: send what is no text, report what cannot be, close, take nothing. The app neither dies of it
nor outlives it."""

import asyncio
import io
import os
import signal
import subprocess
import sys
import threading
from typing import Any

import pytest
from textual import events

from tests.terminal import Terminal
from tui import signals
from tui.terminal import Output, Parser

RESIZED = "\x1b[48;24;80;{height};{width}t"


def parsed(text: str) -> list[Any]:
    return list(Parser().feed(text))


def test_bytes_that_are_no_text_are_passed_over_and_the_next_key_counts() -> None:
    with Terminal("bias") as terminal:
        terminal.until(lambda shown: b"quit" in shown)
        for byte in b"\xff", b"\x80", b"\xe9":
            terminal.press(byte)
            assert b"Traceback" not in terminal.read(0.1)
        terminal.press("q")
        assert terminal.ended() == 0
        assert b"Traceback" not in terminal.output


def test_keys_wait_for_the_first_pane_even_those_that_leave() -> None:
    with Terminal("attention") as terminal:
        terminal.until(lambda shown: b"\x1b[?1049h" in shown)
        terminal.press("5q")
        assert terminal.ended() == 0
        assert b"Error" not in terminal.output


INTERRUPTED_IMPORT = """
import os, signal, sys
class Interrupt:
    def find_spec(self, name, *_):
        if name == "tui.command_line":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupt())
from tui.__main__ import main
main()
"""


def test_an_interrupt_while_the_program_is_loaded_is_silent() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED_IMPORT], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_many_interrupts_end_it_silently_once() -> None:
    with Terminal("race", "length=10") as terminal:
        terminal.until(lambda shown: b"quit" in shown)
        while terminal.process.poll() is None:
            terminal.process.send_signal(signal.SIGINT)
            terminal.read(0.03)
        assert terminal.ended() == 130
        assert b"Traceback" not in terminal.output and b"\x1b[?1049l" in terminal.output


STEERED = {"TEXTUAL_COLOR_SYSTEM": "nonsense", "TEXTUAL_DRIVER": "a:b", "TEXTUAL_PRESS": "q", "TEXTUAL_THEME": "nord"}


@pytest.mark.parametrize("size", [("99999", "9999"), ("10", "3")], ids=["huge", "tiny"])
def test_a_terminal_has_the_size_that_it_says_and_nothing_steers_the_drawing(size: tuple[str, str]) -> None:
    with Terminal("bias", environment={**STEERED, "COLUMNS": size[0], "LINES": size[1]}) as terminal:
        terminal.until(lambda shown: b"quit" in shown and b"\x1b[24;" in shown)
        assert terminal.process.poll() is None
        terminal.press("q")
        assert terminal.ended() == 0
        assert b"Error" not in terminal.output and b"too small" not in terminal.output


@pytest.mark.parametrize(("width", "height"), [(0, 0), (0, 480), (800, 0)])
def test_a_terminal_of_no_pixels_has_a_mouse_by_cells(width: int, height: int) -> None:
    *_, move = parsed(RESIZED.format(width=width, height=height) + "\x1b[<35;10;5M")
    assert isinstance(move, events.MouseMove) and (move.x, move.y) == (9, 4)


def test_a_mouse_by_pixels_is_where_it_was() -> None:
    *_, move = parsed(RESIZED.format(width=800, height=480) + "\x1b[<35;101;41M")
    assert (move.x, move.y) == (10, 2)


def test_a_terminal_of_no_cells_has_a_mouse() -> None:
    *_, move = parsed("\x1b[48;0;0;480;800t\x1b[<35;10;5M")
    assert (move.x, move.y) == (9, 4)


@pytest.mark.parametrize("code", ["1114112", "999999999999"])
def test_the_report_of_a_key_that_there_is_not_is_passed_over(code: str) -> None:
    assert [event.key for event in parsed(f"\x1b[{code};1uq")] == ["q"]


@pytest.mark.parametrize("error", [OSError(5, "gone"), ValueError("closed")])
def test_what_cannot_be_written_is_dropped_from_then_on(error: Exception) -> None:
    class Gone(io.StringIO):
        tries = 0

        def write(self, text: str) -> int:
            self.tries += 1
            raise error

    file = Gone()
    output = Output(file)
    output.write("a")
    output.write("b")
    output.flush()
    assert output.gone and file.tries == 1


class Stuck:
    """An app that never ends by itself."""

    is_headless, return_code, _driver = False, None, None

    def __init__(self) -> None:
        self.left: list[int] = []
        self.kept = threading.Event()

    def exit(self, return_code: int) -> None:
        self.left.append(return_code)

    def keep_pending(self) -> None:
        self.kept.set()


async def test_who_does_not_leave_in_order_is_made_to_with_the_state_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    monkeypatch.setattr(signals, "PATIENCE", 0.02)
    monkeypatch.setattr(os, "_exit", ended.append)
    app = Stuck()
    leaver = signals.Leaver(app)  # type: ignore[arg-type]  # all that it needs of an app
    leaver.leave(signal.SIGTERM)
    leaver.leave(signal.SIGHUP)
    for _ in range(100):
        await asyncio.sleep(0.01)
        if ended:
            break
    assert ended == [143] and app.left == [143] and app.kept.is_set()
