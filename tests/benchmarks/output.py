"""Bytes over the line: what an idle app and a running race write a second, and a frame of the race at 80x24."""

from tests.terminal import Terminal
from tui.live import FRAMES_A_SECOND

SECONDS = 5.0


def output_rates() -> None:
    """Print bytes a second paused and running, and a frame."""
    with Terminal("race", "length=30", "steps=5000") as terminal:
        terminal.until(lambda shown: b"z-bias" in shown)
        terminal.read(2.0)
        running = len(terminal.read(SECONDS)) / SECONDS
        terminal.press(" ")
        terminal.read(1.0)
        idle = len(terminal.read(SECONDS)) / SECONDS
    print("bytes written at 80x24")
    print(f"  paused       {idle:8.0f} a second")
    print(f"  running      {running:8.0f} a second, {running / FRAMES_A_SECOND:.0f} a frame")
