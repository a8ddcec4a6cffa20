"""What a race shows, in sentences computed from its snapshot, true at any moment and any settings.

The pane and the printer share them, so a chart and the line under it can never tell two stories.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from core.numbers import count, number, percent
from core.race.heard import of_start, signal_lines
from core.race.snapshot import LaneSnapshot, Snapshot

CLOSE_TO_CHANCE = 0.1
LOW = 0.5
"""Below this share of a guess's loss a lane is past guessing, whatever its score."""


@dataclass(frozen=True)
class Captions:
    """One sentence under each chart."""

    loss: str
    accuracy: str
    signal: str

    def all(self) -> tuple[str, str, str]:
        """The three, in the order of the charts."""
        return self.accuracy, self.loss, self.signal


def captions(snapshot: Snapshot, looked: Snapshot | None = None) -> Captions:
    """The sentences for this snapshot; that of the signal is of the closer look, if there is one."""
    return Captions(_loss(snapshot), _accuracy(snapshot), signal_lines(snapshot, looked))


def _loss(snapshot: Snapshot) -> str:
    failed = [lane.failure.sentence(lane.name) for lane in snapshot.lanes if lane.failure]
    if failed:
        return " ".join(failed)
    task = snapshot.settings.exercise
    guess = task.baseline(snapshot.settings.length)
    cost = f"{number(guess)} {task.unit}"
    if snapshot.step == 0:
        return f"A guess costs {cost}{task.per}; training has to get below that."
    low = [lane for lane in snapshot.lanes if lane.recent_loss < LOW * guess]
    mean = of_start(snapshot, f"{min(10, snapshot.step)}-batch mean" if snapshot.step > 1 else "First batch")
    bar = f"below half of a guess's {cost}."
    if len(snapshot.lanes) == 1:
        return f"{mean}: {snapshot.lanes[0].name}'s is {'' if low else 'not '}{bar}"
    if len(low) == len(snapshot.lanes):
        return f"{mean}: {_both(len(low)).lower()} losses are {bar}"
    if len(low) > 1:
        return f"{mean}: only the losses of {_listed(low)} are {bar}"
    if low:
        return f"{mean}: only {low[0].name}'s is {bar}"
    return f"{mean}: {'neither' if len(snapshot.lanes) == 2 else 'no'} loss is {bar}"


def _accuracy(snapshot: Snapshot) -> str:
    task = snapshot.settings.exercise
    chance, guess = task.chance, task.baseline(snapshot.settings.length)
    done = [lane for lane in snapshot.lanes if lane.remembers]
    rest = [lane for lane in snapshot.lanes if not lane.remembers]
    if snapshot.step == 0:
        return f"Untrained: {_scores(snapshot.lanes)}; a guess gets {percent(chance)}."
    at = f"At step {count(measured_at(snapshot))}"
    if snapshot.others:
        return f"{at}: {starts_line(snapshot)}"
    if len(snapshot.lanes) > 1 and not rest:
        return f"{at} {_both(len(done)).lower()} remember: {_scores(done)}."
    if len(snapshot.lanes) > 1 and not done:
        return f"{at} {'neither' if len(rest) == 2 else 'none'} remembers: {_scores(rest)}."
    return f"{at}: {', '.join(_verdict(lane, chance, guess) for lane in (*done, *rest))}."


def measured_at(snapshot: Snapshot) -> int:
    """The step at which the accuracy shown was measured, up to four before the present one."""
    return int(max(lane.evaluated[-1] for lane in snapshot.lanes))


def _both(count: int) -> str:
    return "Both" if count == 2 else "All"


def _listed(lanes: Sequence[LaneSnapshot]) -> str:
    return " and ".join(lane.name for lane in lanes)


def _scores(lanes: Sequence[LaneSnapshot]) -> str:
    return ", ".join(f"{lane.name} {percent(lane.accuracy)}" for lane in lanes)


def _verdict(lane: LaneSnapshot, chance: float, guess: float) -> str:
    """What a lane does by its score and, near to that of a guess, by its loss."""
    if lane.remembers:
        return f"{lane.name} remembers ({percent(lane.accuracy)})"
    if lane.accuracy < 0.5 * chance:
        return f"{lane.name} is below a guess ({percent(lane.accuracy)})"
    if lane.accuracy < chance + CLOSE_TO_CHANCE:
        if lane.recent_loss < LOW * guess:
            return f"{lane.name} is at {percent(lane.accuracy)}, a guess at {percent(chance)}"
        return f"{lane.name} still guesses ({percent(lane.accuracy)})"
    return f"{lane.name} is at {percent(lane.accuracy)}"


def starts_line(snapshot: Snapshot) -> str:
    """How many of the starts remember, for every lane, as "RNN 0 of 5, GRU 5 of 5 remember"; "" for one start."""
    if not snapshot.others:
        return ""
    counts = ", ".join(
        f"{lane.name} {snapshot.remembering(lane.kind)} of {len(snapshot.of(lane.kind))}" for lane in snapshot.lanes
    )
    return f"{counts} remember."
