"""One edit in the step pane at H = 16: from the key in the terminal to the last byte of the repaint."""

import statistics
import time

from tests.terminal import Terminal

EDITS = 60
QUIET = 0.12
"""Seconds without a byte after which a repaint is over."""


def step_edit() -> None:
    """Print p50 and p95 at both sizes."""
    print("an edit of a weight at H = 16, I = 16, key to last byte, ms (aim: under 50)")
    for columns, rows in ((80, 24), (120, 40)):
        times = sorted(_measure(columns, rows))
        p95 = times[int(0.95 * (len(times) - 1))]
        print(f"  {columns}x{rows:<8} p50 {statistics.median(times):6.1f}   p95 {p95:6.1f}")


def _measure(columns: int, rows: int) -> list[float]:
    with Terminal("step", "inputs=16", "hidden=16", "seed=1", columns=columns, rows=rows) as terminal:
        terminal.until(lambda shown: b"weights" in shown)
        terminal.read(2.0)
        terminal.press("\x1b[C")
        terminal.read(1.0)
        return [_edit(terminal) for _ in range(EDITS)]


def _edit(terminal: Terminal) -> float:
    began = last = time.perf_counter()
    terminal.press("+")
    while time.perf_counter() - last < QUIET:
        if terminal.read(0.001):
            last = time.perf_counter()
    return 1000 * (last - began)
