"""What a race shows, in sentences and tables computed from its snapshot, true at any moment and any settings.

The pane and the printer share them, so a chart and the line under it can never tell two stories.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from core.numbers import factor, number, percent, scientific
from core.race.snapshot import LaneSnapshot, Snapshot
from core.report import Column, Table

CLOSE_TO_CHANCE = 0.1


@dataclass(frozen=True)
class Captions:
    """One sentence under each chart."""

    loss: str
    accuracy: str
    signal: str

    def all(self) -> tuple[str, str, str]:
        """The three, in the order of the charts."""
        return self.accuracy, self.loss, self.signal


def captions(snapshot: Snapshot) -> Captions:
    """The sentences for this snapshot."""
    return Captions(_loss(snapshot), _accuracy(snapshot), _signal(snapshot))


def _loss(snapshot: Snapshot) -> str:
    failed = [lane.failure.sentence(lane.name) for lane in snapshot.lanes if lane.failure]
    if failed:
        return " ".join(failed)
    task = snapshot.settings.exercise
    guess = task.baseline(snapshot.settings.length)
    cost = f"{number(guess)} {task.unit}"
    if snapshot.step == 0:
        return f"A guess costs {cost}{task.per}; training has to get below that."
    low = [lane for lane in snapshot.lanes if lane.recent_loss < 0.5 * guess]
    if len(snapshot.lanes) == 1:
        return f"The {snapshot.lanes[0].name}'s loss is {'' if low else 'not '}below half of a guess's {cost}."
    if len(low) == len(snapshot.lanes):
        return f"{_both(len(low))} losses are below half of a guess's {cost}."
    if low:
        return f"Only the {_listed(low)}'s loss is below half of a guess's {cost}."
    none = "Neither loss" if len(snapshot.lanes) == 2 else "No loss"
    return f"{none} is below half of a guess's {cost} yet."


def _accuracy(snapshot: Snapshot) -> str:
    chance = snapshot.settings.exercise.chance
    done = [lane for lane in snapshot.lanes if lane.remembers]
    rest = [lane for lane in snapshot.lanes if not lane.remembers]
    if snapshot.step == 0:
        return f"Untrained: {_scores(snapshot.lanes)}; a guess gets {percent(chance)}."
    if len(snapshot.lanes) > 1 and not rest:
        return f"{_both(len(done))} remember: {_scores(done)}."
    if len(snapshot.lanes) > 1 and not done:
        return f"{'Neither' if len(rest) == 2 else 'None'} remembers: {_scores(rest)}."
    return f"{', '.join(_verdict(lane, chance) for lane in (*done, *rest))}."


def _both(count: int) -> str:
    return "Both" if count == 2 else "All"


def _listed(lanes: Sequence[LaneSnapshot]) -> str:
    return " and ".join(lane.name for lane in lanes)


def _scores(lanes: Sequence[LaneSnapshot]) -> str:
    return ", ".join(f"{lane.name} {percent(lane.accuracy)}" for lane in lanes)


def _verdict(lane: LaneSnapshot, chance: float) -> str:
    if lane.remembers:
        return f"{lane.name} remembers ({percent(lane.accuracy)})"
    if lane.accuracy < 0.5 * chance:
        return f"{lane.name} is below a guess ({percent(lane.accuracy)})"
    if lane.accuracy < chance + CLOSE_TO_CHANCE:
        return f"{lane.name} still guesses ({percent(lane.accuracy)})"
    return f"{lane.name} is at {percent(lane.accuracy)}"


def _signal(snapshot: Snapshot) -> str:
    heard = ", ".join(f"{scientific(float(lane.signal[0]))} in the {lane.name}" for lane in snapshot.lanes)
    steps = snapshot.settings.exercise.steps(snapshot.settings.length)
    return f"Of the error at step {steps}, step 1 hears {heard}."


def lane_table(snapshot: Snapshot) -> Table:
    """A row a lane: step, loss, accuracy, signal at step 1, parameters, verdict."""
    columns = (
        Column("lane", "text"),
        Column("step", "count"),
        Column(f"loss, {snapshot.settings.exercise.unit}"),
        Column("accuracy", "percent"),
        Column("signal at t=1", "scientific"),
        Column("parameters", "count"),
        Column("remembers", "text"),
    )
    return Table("lanes", columns, tuple(_row(snapshot, lane) for lane in snapshot.lanes))


def _row(snapshot: Snapshot, lane: LaneSnapshot) -> tuple[object, ...]:
    verdict = f"ended at {lane.failure.step}" if lane.failure else "yes" if lane.remembers else "no"
    if snapshot.others:
        verdict = f"{snapshot.remembering(lane.kind)} of {len(snapshot.of(lane.kind))}"
    loss = lane.loss if lane.losses.size else None
    return lane.name, lane.step, loss, lane.accuracy, float(lane.signal[0]), lane.parameters, verdict


def ratio_line(snapshot: Snapshot) -> str:
    """How many times more of the error reaches step 1 in the last lane than in the first."""
    first, last = snapshot.lanes[0], snapshot.lanes[-1]
    if len(snapshot.lanes) == 1:
        return f"signal at t=1, {first.name}: {scientific(float(first.signal[0]))}"
    return f"signal at t=1, {last.name} over {first.name}: {factor(snapshot.signal_ratio)}"


def starts_line(snapshot: Snapshot) -> str:
    """How many of the starts remember, for every lane, as "RNN 0 of 5, GRU 5 of 5 remember"; "" for one start."""
    if not snapshot.others:
        return ""
    counts = ", ".join(
        f"{lane.name} {snapshot.remembering(lane.kind)} of {len(snapshot.of(lane.kind))}" for lane in snapshot.lanes
    )
    return f"{counts} remember."
