"""What a race shows, in sentences and tables computed from its snapshot, true at any moment and any settings.

The pane and the printer share them, so a chart and the line under it can never tell two stories.
"""

from dataclasses import dataclass

import numpy as np

from core.numbers import factor, number, percent, scientific
from core.race.settings import FRESH, REMEMBERS
from core.race.snapshot import LaneSnapshot, Snapshot
from core.report import Column, Report, Series, Table, Text
from core.tasks import CHANCE


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
    if snapshot.step == 0:
        return f"A guess costs {number(np.log(2))} nats a symbol; training has to get below that."
    low = [lane.name for lane in snapshot.lanes if _recent(lane) < 0.5 * np.log(2)]
    if len(low) == len(snapshot.lanes):
        return f"Both losses are below half of a guess's {number(np.log(2))} nats."
    if low:
        return f"Only the {low[0]}'s loss is below half of a guess's {number(np.log(2))} nats."
    return f"Neither loss is below half of a guess's {number(np.log(2))} nats yet."


def _recent(lane: LaneSnapshot) -> float:
    return float(lane.losses[-10:].mean()) if lane.losses.size else float("inf")


def _accuracy(snapshot: Snapshot) -> str:
    done = [lane for lane in snapshot.lanes if lane.remembers]
    rest = [lane for lane in snapshot.lanes if not lane.remembers]
    if snapshot.step == 0:
        return f"Untrained: {_scores(snapshot.lanes)}; a guess gets {percent(CHANCE)}."
    if not rest:
        return f"Both remember: {_scores(done)}."
    if not done:
        return f"Neither remembers: {_scores(rest)}."
    return f"{_verdict(done[0])}, {_verdict(rest[0])}."


def _scores(lanes: tuple[LaneSnapshot, ...] | list[LaneSnapshot]) -> str:
    return ", ".join(f"{lane.name} {percent(lane.accuracy)}" for lane in lanes)


def _verdict(lane: LaneSnapshot) -> str:
    if lane.remembers:
        return f"{lane.name} remembers ({percent(lane.accuracy)})"
    if lane.accuracy < CHANCE + 0.1:
        return f"{lane.name} still guesses ({percent(lane.accuracy)})"
    return f"{lane.name} is at {percent(lane.accuracy)}"


def _signal(snapshot: Snapshot) -> str:
    heard = ", ".join(f"{scientific(float(lane.signal[0]))} in the {lane.name}" for lane in snapshot.lanes)
    return f"Of the error at step {snapshot.settings.length}, step 1 hears {heard}."


def lane_table(snapshot: Snapshot) -> Table:
    """A row a lane: step, loss, accuracy, signal at step 1, parameters, verdict."""
    columns = (
        Column("lane", "text"),
        Column("step", "count"),
        Column("loss, nats"),
        Column("accuracy", "percent"),
        Column("signal at t=1", "scientific"),
        Column("parameters", "count"),
        Column("remembers", "text"),
    )
    return Table("lanes", columns, tuple(_row(lane) for lane in snapshot.lanes))


def _row(lane: LaneSnapshot) -> tuple[object, ...]:
    verdict = f"ended at {lane.failure.step}" if lane.failure else "yes" if lane.remembers else "no"
    loss = lane.loss if lane.losses.size else None
    return lane.name, lane.step, loss, lane.accuracy, float(lane.signal[0]), lane.parameters, verdict


def ratio_line(snapshot: Snapshot) -> str:
    """How many times more of the error reaches step 1 in the GRU."""
    return f"signal at t=1, GRU over RNN: {factor(snapshot.signal_ratio)}"


def report(snapshot: Snapshot) -> Report:
    """The race as text: the table, the sentences, and every series in full."""
    settings, lanes = snapshot.settings, snapshot.lanes
    setup = (
        f"Recall the first of {settings.length} symbols; start {settings.start} of 5, {settings.steps} steps of "
        f"{settings.batch} sequences, Adam at {settings.rate:g}, hidden {settings.hidden}, "
        f"update-gate bias {settings.bias:g}.",
        f'"Remembers" is {percent(REMEMBERS)} or more of {FRESH} fresh sequences.',
    )
    steps = np.arange(1, max(lane.step for lane in lanes) + 1)
    evaluated = max((lane.evaluated for lane in lanes), key=len)
    return (
        Text("", setup),
        lane_table(snapshot),
        Text("", (ratio_line(snapshot), *captions(snapshot).all())),
        Series("accuracy on fresh sequences", "step", evaluated, {x.name: x.accuracies for x in lanes}),
        Series("training loss, nats", "step", steps, {x.name: x.losses for x in lanes}),
        Series(
            "signal before training",
            "t",
            np.arange(1, settings.length + 1),
            {x.name: x.signal for x in lanes},
            log=True,
        ),
    )
