"""Two things to find out for oneself, and whether the races run so far have found them.

Both are judged from the record alone, so a goal is met by an experiment and never by a click. Of several starts most
must remember, and how many do is said with every length.
"""

from collections.abc import Callable
from dataclasses import dataclass

from core.cells.spec import CellKind
from core.numbers import percent
from core.race.record import Outcome, Record
from core.race.settings import NAMES, RaceSettings

LONGEST = "Find the longest length that the plain RNN still remembers."
TOO_LONG = "Find a length where the GRU fails too."

Judge = Callable[[list[Outcome], CellKind], tuple[bool, str]]
"""Says of finished races, by rising length, whether a goal is met, and what is known."""


@dataclass(frozen=True)
class Goal:
    """What is to be found, whether it has been, and what is known: a few words."""

    text: str
    met: bool
    value: str


def goals(record: Record, settings: RaceSettings) -> tuple[Goal, Goal]:
    """The two goals, judged by the finished races that differ from `settings` in their length alone."""
    finished = [outcome for outcome in record.like(settings) if outcome.finished]
    return (
        Goal(LONGEST, *_known(finished, settings, "rnn", _longest)),
        Goal(TOO_LONG, *_known(finished, settings, "gru", _too_long)),
    )


def _known(finished: list[Outcome], settings: RaceSettings, kind: CellKind, judge: Judge) -> tuple[bool, str]:
    if kind not in settings.kinds:
        return False, f"the {NAMES[kind]} is not in this race"
    return judge(finished, kind) if finished else (False, "no finished race yet")


def _longest(tried: list[Outcome], kind: CellKind) -> tuple[bool, str]:
    """Met once the longest length remembered and a length that is not lie next to each other.

    Beside each other means within a tenth, one step at least, so that no one has to try every single length.
    """
    kept = [outcome for outcome in tried if outcome.remembers(kind)]
    longest = kept[-1].length if kept else 0
    lost = [outcome for outcome in tried if not outcome.remembers(kind) and outcome.length > longest]
    if not kept:
        return False, f"not {_on(lost[0], kind)}: try a shorter one"
    if not lost:
        return False, f"{_on(kept[-1], kind)} at least: try a longer one"
    met = lost[0].length - longest <= max(1, longest // 10)
    return met, f"{_on(kept[-1], kind)} yes, {_on(lost[0], kind)} no" + ("" if met else ": try one between")


def _too_long(tried: list[Outcome], kind: CellKind) -> tuple[bool, str]:
    """Met by any length that the lane was trained on to the end without remembering."""
    failed = [outcome for outcome in tried if not outcome.remembers(kind)]
    if not failed:
        return False, f"it remembers {_on(tried[-1], kind)}: try a longer one"
    if counted := failed[0].counted(kind):
        return True, f"{failed[0].length}: {NAMES[kind]} remembers on {counted}"
    return True, f"{failed[0].length}: {NAMES[kind]} is at {percent(failed[0].accuracy[kind])}"


def _on(outcome: Outcome, kind: CellKind) -> str:
    """The length and, of several starts, how many remember it."""
    counted = outcome.counted(kind)
    return f"{outcome.length} ({counted})" if counted else str(outcome.length)
