"""The numbers of a race as a table, a row a lane; a brief one fits 80 columns.

A column is its heading and what it shows of a lane, so that no heading can stand over another's numbers.
"""

from collections.abc import Callable

from core.numbers import count
from core.race.heard import heard, in_a_cell, moments
from core.race.snapshot import LaneSnapshot, Snapshot
from core.race.words import measured_at
from core.report import Column, Table

SHORT_UNIT = 5
"""A longer unit is left to the chart of the loss, so that the table fits 80 columns."""

Shown = tuple[Column, Callable[[LaneSnapshot], object]]


def lane_table(snapshot: Snapshot, looked: Snapshot | None = None, brief: bool = False) -> Table:
    """A row a lane: step, loss, accuracy, signal at step 1, parameters, verdict.

    The signal is that before training; beside it stands that of `looked`, a snapshot with details, if there is one.
    Under the same parameter budget the hidden units stand there too. A brief table leaves out that t=1 is of the
    signal, the step where the hidden units stand, and with `looked` what never changes.
    """
    settings = snapshot.settings
    fixed = not (brief and looked)
    columns: list[Shown] = [(Column(f"start {settings.shown}" if snapshot.others else "lane", "text"), _name)]
    if not (brief and settings.budget):
        columns.append((Column("step", "count"), lambda lane: lane.step))
    columns.append((Column(_loss_heading(snapshot, brief and bool(looked or settings.budget)), "number"), _loss))
    columns.append((Column(f"acc. at {count(measured_at(snapshot))}", "percent"), lambda lane: lane.accuracy))
    columns.extend(_signals(snapshot, looked, brief))
    if fixed and settings.budget:
        columns.append((Column("hidden", "count"), lambda lane: settings.hidden_of(lane.kind)))
    if fixed:
        columns.append((Column("params", "count"), lambda lane: lane.parameters))
    columns.append((Column("remembers", "text"), lambda lane: _verdict(snapshot, lane)))
    rows = tuple(tuple(show(lane) for _, show in columns) for lane in snapshot.lanes)
    return Table("lanes", tuple(column for column, _ in columns), rows)


def _signals(snapshot: Snapshot, looked: Snapshot | None, brief: bool) -> list[Shown]:
    values = [heard(snapshot), *([heard(snapshot, looked)] if looked else [])]

    def shown(at: int) -> Callable[[LaneSnapshot], object]:
        return lambda lane: in_a_cell(values[at][lane.kind])

    when = moments(looked)
    if brief and looked:
        when = (when[0].removeprefix("at "), when[1])  # both with their three marks fit 80 columns to the last step
    of = "" if brief else "signal "
    return [(Column(f"{of}t=1 {moment}", "scientific"), shown(at)) for at, moment in enumerate(when)]


def _name(lane: LaneSnapshot) -> str:
    return lane.name


def _loss(lane: LaneSnapshot) -> float | None:
    return lane.loss if lane.losses.size else None


def _loss_heading(snapshot: Snapshot, bare: bool) -> str:
    unit = snapshot.settings.exercise.unit
    return "loss" if bare or len(unit) > SHORT_UNIT else f"loss, {unit}"


def _verdict(snapshot: Snapshot, lane: LaneSnapshot) -> str:
    if snapshot.others:
        return f"{snapshot.remembering(lane.kind)} of {len(snapshot.of(lane.kind))}"
    if lane.failure:
        return f"ended at {count(lane.failure.step)}"
    return "yes" if lane.remembers else "no"
