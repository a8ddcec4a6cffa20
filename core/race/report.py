"""A whole race as text: how it was set up, the table, the sentences, and every series in full.

With several starts at once, each start has its own column.
"""

from collections.abc import Callable

import numpy as np

from core.cells.spec import Array
from core.numbers import percent, plural
from core.race.heard import ratio_line, signal_lines
from core.race.settings import FRESH, NAMES, REMEMBERS, RaceSettings
from core.race.snapshot import LaneSnapshot, Snapshot
from core.race.table import lane_table
from core.race.words import captions
from core.report import Report, Series, Text


def question(settings: RaceSettings) -> str:
    """What the race is about, which depends on the task."""
    return settings.exercise.asks


def report(snapshot: Snapshot) -> Report:
    """The race as text."""
    lanes = (*snapshot.lanes, *snapshot.others)
    steps = np.arange(1, max(lane.step for lane in lanes) + 1)
    evaluated = max((lane.evaluated for lane in lanes), key=len)
    task = snapshot.settings.exercise
    looked = snapshot if snapshot.details else None
    said = captions(snapshot)
    sentences = (
        ratio_line(snapshot),
        ratio_line(snapshot, looked) if looked else "",
        said.accuracy,
        said.loss,
        said.signal,
        signal_lines(snapshot, looked) if looked else "",
    )
    return (
        Text("", _setup(snapshot)),
        lane_table(snapshot, looked),
        Text("", tuple(sentence for sentence in sentences if sentence)),
        Text("Why did it stall?", tuple(detail.why for detail in snapshot.details)),
        Series("accuracy on fresh sequences", "step", evaluated, _lines(snapshot, lambda lane: lane.accuracies)),
        Series(f"training loss, {task.unit}", "step", steps, _lines(snapshot, lambda lane: lane.losses)),
        _signal(snapshot, "signal before training", _lines(snapshot, lambda lane: lane.signal)),
        _signal(snapshot, "signal now", {detail.name: detail.signal for detail in snapshot.details}),
    )


def _setup(snapshot: Snapshot) -> tuple[str, ...]:
    settings = snapshot.settings
    task = settings.exercise
    more = ""
    if "lstm" in settings.kinds:
        more += f", forget-gate bias {settings.forget:g}"
    if settings.clip:
        more += f", gradients clipped at {settings.clip:g}"
    hidden = ", ".join(f"{NAMES[kind]} {settings.hidden_of(kind)}" for kind in settings.kinds)
    numbers = settings.numbers
    starts = f"starts {numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"start {settings.shown} of 5"
    lines = [
        f"{task.question(settings.length)}; {starts}, {plural(settings.steps, 'step')} of "
        f"{plural(settings.batch, 'sequence')}, Adam at {settings.rate:g}, hidden {settings.hidden}, "
        f"update-gate bias {settings.bias:g}{more}.",
        f'"Remembers" is {percent(REMEMBERS)} or more of {FRESH} fresh {task.scored}; '
        f"a guess gets {percent(task.chance)}.",
    ]
    if settings.budget:
        lines.append(f"Same parameter budget: hidden units {hidden}.")
    return tuple(lines)


def _signal(snapshot: Snapshot, title: str, lines: dict[str, Array]) -> Series:
    steps = np.arange(1, len(snapshot.lanes[0].signal) + 1)
    return Series(title, "t", steps, lines, log=True)


def _lines(snapshot: Snapshot, values: Callable[[LaneSnapshot], Array]) -> dict[str, Array]:
    """One line a lane, or one a lane and start."""
    if not snapshot.others:
        return {lane.name: values(lane) for lane in snapshot.lanes}
    return {
        f"{lane.name} start {lane.start}": values(lane)
        for kind in snapshot.settings.kinds
        for lane in snapshot.of(kind)
    }
