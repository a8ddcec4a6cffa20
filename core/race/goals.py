"""Two things to find out for oneself, and whether the races run so far have found them.

Both are judged from the record alone, so a goal is met by an experiment and never by a click.
"""

from dataclasses import dataclass

from core.cells.spec import CellKind
from core.numbers import percent
from core.race.record import Outcome, Record
from core.race.settings import NAMES, REMEMBERS, RaceSettings


@dataclass(frozen=True)
class Goal:
    """What is to be found, whether it has been, and what is known: a few words."""

    text: str
    met: bool
    value: str


def goals(record: Record, settings: RaceSettings) -> tuple[Goal, Goal]:
    """The two goals, judged by the finished races that differ from `settings` in their length alone."""
    finished = [outcome for outcome in record.like(settings) if outcome.finished]
    return _longest(finished, "rnn"), _too_long(finished, "gru")


def _longest(finished: list[Outcome], kind: CellKind) -> Goal:
    """Met once the longest length remembered and a length that is not lie next to each other.

    Beside each other means within a tenth, one step at least, so that no one has to try every single length.
    """
    text = "Find the longest length that the plain RNN still remembers."
    tried = [outcome for outcome in finished if kind in outcome.accuracy]
    kept = [outcome.length for outcome in tried if outcome.remembers(kind)]
    longest = max(kept, default=0)
    lost = [outcome.length for outcome in tried if not outcome.remembers(kind) and outcome.length > longest]
    if not tried:
        return Goal(text, False, "no finished race yet")
    if not kept:
        return Goal(text, False, f"not {min(lost)}: try a shorter one")
    if not lost:
        return Goal(text, False, f"{longest} at least: try a longer one")
    met = min(lost) - longest <= max(1, longest // 10)
    return Goal(text, met, f"{longest} yes, {min(lost)} no" + ("" if met else ": try one between"))


def _too_long(finished: list[Outcome], kind: CellKind) -> Goal:
    """Met by any length that the lane was trained on to the end without remembering."""
    text = "Find a length where the GRU fails too."
    tried = [outcome for outcome in finished if kind in outcome.accuracy]
    failed = [outcome for outcome in tried if not outcome.remembers(kind)]
    if failed:
        return Goal(text, True, f"{failed[0].length}: {NAMES[kind]} {_fails(failed[0], kind)}")
    longest = max((outcome.length for outcome in tried), default=0)
    return Goal(text, False, f"it remembers {longest}: try a longer one" if longest else "no finished race yet")


def _fails(outcome: Outcome, kind: CellKind) -> str:
    scores = outcome.starts.get(kind, ())
    if len(scores) > 1:
        return f"remembers on {sum(score >= REMEMBERS for score in scores)} of {len(scores)} starts"
    return f"is at {percent(outcome.accuracy[kind])}"
