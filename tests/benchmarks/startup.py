"""Exec to first paint, against the smallest Textual app in the same run; memory with every pane open."""

import statistics
import sys
import time
from pathlib import Path

from tests.terminal import Terminal
from tui.lessons import LESSONS

RUNS = 11
MINIMAL = """
from textual.app import App, ComposeResult
from textual.widgets import Static

class Minimal(App):
    def compose(self) -> ComposeResult:
        yield Static("first paint")

Minimal().run()
"""


def startup_and_memory() -> None:
    """Print the median start of both, their ratio, and the resident memory."""
    ours, minimal = [], []
    for _ in range(RUNS + 1):  # in turn, so that both meet the same machine
        minimal.append(_first_paint([sys.executable, "-c", MINIMAL], b"first paint"))
        ours.append(_first_paint([sys.executable, "-m", "tui"], b"Race"))
    own, least = statistics.median(ours[1:]), statistics.median(minimal[1:])
    print("from exec to first paint, median ms (aim: ratio at most 1.3)")
    print(f"  minimal Textual app {1000 * least:6.0f}")
    print(f"  gatescope           {1000 * own:6.0f}   ratio {own / least:.2f}")
    print(f"memory with all {len(LESSONS)} panes opened: {_memory():.0f} MB (aim: at most 150)")


def _first_paint(command: list[str], shown: bytes) -> float:
    """As it is once installed: the first start of all, which is not counted, may write the bytecode of the source."""
    began = time.perf_counter()
    with Terminal(command=command, environment={"PYTHONDONTWRITEBYTECODE": ""}) as terminal:
        terminal.until(lambda came: shown in came)
        return time.perf_counter() - began


def _memory() -> float:
    with Terminal(columns=120, rows=40) as terminal:
        terminal.until(lambda came: b"length" in came)
        for _ in LESSONS:
            terminal.press("]")
            terminal.read(3.0)
        status = Path(f"/proc/{terminal.process.pid}/status").read_text()
    resident = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(resident.split()[1]) / 1024
