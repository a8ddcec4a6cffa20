"""Key to paint: from a key that moves the focus written into the terminal to its being painted, training or not."""

import re
import statistics
import time

from tests.terminal import Terminal

PRESSES = 150
LABELS = (b"length", b"start")
"""The settings between which the focus goes to and fro: both are painted when it moves."""
_ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[a-zA-Z]")


def key_to_paint() -> None:
    """Print p50 and p95 at 120x40 with training off, at the steady pace and at full speed."""
    print("key to paint at 120x40, ms (aim: p95 at most 35 while training)")
    print(f"  {'training':12} {'p50':>6} {'p95':>6} {'max':>6}")
    for name, keys in (("off", " "), ("steady", ""), ("full speed", "f")):
        times = sorted(_measure(keys))
        p95 = times[int(0.95 * (len(times) - 1))]
        print(f"  {name:12} {statistics.median(times):6.1f} {p95:6.1f} {times[-1]:6.1f}")


def _measure(keys: str) -> list[float]:
    with Terminal("race", "length=50", "steps=5000", columns=120, rows=40) as terminal:
        terminal.until(lambda shown: b"z-bias" in shown)
        terminal.read(2.0)
        for key in keys:
            terminal.press(key)
        terminal.read(0.5)
        terminal.press("\t")
        terminal.read(0.5)
        return [_press(terminal, number) for number in range(PRESSES)]


def _press(terminal: Terminal, number: int) -> float:
    """One Tab, or one back; irregular rests between keys keep them from falling in step with the frames."""
    terminal.read(0.03 + 0.011 * (number % 7))
    pressed = time.perf_counter()
    terminal.press("\x1b[Z" if number % 2 else "\t")
    terminal.until(lambda shown: all(label in _ESCAPES.sub(b"", shown) for label in LABELS))
    return 1000 * (time.perf_counter() - pressed)
