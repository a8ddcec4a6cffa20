"""The twelve statements that the lesson makes about its race, each judged by what was measured here.

A statement is about five starts and 200 or 1000 steps; where those were not run it is not judged at all.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from core.cells.spec import CellKind
from core.memory.snapshot import Heard, Row, Statement
from core.numbers import factor, percent, scientific

FIVE, SIGNAL_LENGTH = 5, 10

Found = dict[tuple[CellKind, int, int], Row]


@dataclass(frozen=True)
class Claim:
    """A statement about one cell, some lengths and a number of steps, as a rule on their rows."""

    text: str
    kind: CellKind
    lengths: tuple[int, ...]
    steps: int
    holds: Callable[[Sequence[Row]], bool]
    worst: bool = False

    def judged(self, found: Found) -> Statement:
        """The statement with its outcome."""
        rows = [found.get((self.kind, length, self.steps)) for length in self.lengths]
        here = [row for row in rows if row is not None and len(row.scores) == FIVE]
        if len(here) < len(rows):
            return Statement(self.text, None, "not measured")
        if self.worst:
            value = f"worst start {percent(min(min(row.scores) for row in here))}"
        else:
            value = "; ".join(_counted(list(same)) for _, same in groupby(here, key=lambda row: row.remembering))
        return Statement(self.text, self.holds(here), value)


def _counted(rows: Sequence[Row]) -> str:
    return f"{rows[0].remembering} of {FIVE} at {', '.join(str(row.length) for row in rows)}"


def _each(least: int, most: int) -> Callable[[Sequence[Row]], bool]:
    return lambda rows: all(least <= row.remembering <= most for row in rows)


CLAIMS = (
    Claim("After 200 steps the RNN remembers 10 on at least 4 of 5 starts.", "rnn", (10,), 200, _each(4, 5)),
    Claim("After 200 steps the RNN remembers 20 or more on none.", "rnn", (20, 30, 50, 80), 200, _each(0, 0)),
    Claim("After 200 steps the GRU remembers up to 20 on all five.", "gru", (10, 20), 200, _each(5, 5)),
    Claim(
        "After 200 steps the GRU is at 90 % or better at 30 on all five.",
        "gru",
        (30,),
        200,
        lambda rows: min(rows[0].scores) >= 0.9,
        worst=True,
    ),
    Claim("After 200 steps the GRU fails at 80 on at least 4.", "gru", (80,), 200, _each(0, 1)),
    Claim("After 1000 steps the RNN remembers 10 on all five.", "rnn", (10,), 1000, _each(5, 5)),
    Claim("After 1000 steps the RNN remembers 20 on 1 to 3.", "rnn", (20,), 1000, _each(1, 3)),
    Claim("After 1000 steps the GRU remembers 50 on all five.", "gru", (50,), 1000, _each(5, 5)),
    Claim("After 1000 steps the GRU remembers 80 on at least 1.", "gru", (80,), 1000, _each(1, 5)),
)


def judge(rows: Iterable[Row], heard: Iterable[Heard]) -> tuple[Statement, ...]:
    """The twelve statements, in the lesson's order."""
    found: Found = {(row.kind, row.length, row.steps): row for row in rows}
    signals = {
        one.kind: float(np.median(one.signals))
        for one in heard
        if one.length == SIGNAL_LENGTH and len(one.signals) == FIVE
    }
    return (*(claim.judged(found) for claim in CLAIMS), *_signals(signals.get("rnn"), signals.get("gru")))


def _signals(rnn: float | None, gru: float | None) -> tuple[Statement, ...]:
    """The three statements about the untrained signal at step 1 of 10, the median of the five starts."""
    ratio = None if rnn is None or gru is None else gru / rnn if rnn > 0 else float("inf")
    return (
        _within("Untrained, step 1 of 10 hears between 1e-3 and 1e-2 in the RNN.", rnn, 1e-3, 1e-2, _median),
        _within("Untrained, step 1 of 10 hears between 0.1 and 0.4 in the GRU.", gru, 0.1, 0.4, _median),
        _within("The GRU's signal is at least 30 times the RNN's.", ratio, 30, float("inf"), _ratio),
    )


def _median(value: float) -> str:
    return f"median {scientific(value)}"


def _ratio(value: float) -> str:
    return f"{factor(value)}, ratio of medians"


def _within(text: str, value: float | None, low: float, high: float, written: Callable[[float], str]) -> Statement:
    if value is None:
        return Statement(text, None, "not measured")
    return Statement(text, low <= value <= high, written(value))
