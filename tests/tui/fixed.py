"""Snapshots of the live lessons made by formula, not by training: the same on every machine, to test how they look."""

import dataclasses
import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cells.spec import CellKind
from core.generalise.settings import GeneraliseSettings
from core.generalise.study import PAIRS, CosineRow, GeneraliseSnapshot, Point, SeedRow
from core.memory.settings import MemorySettings
from core.memory.snapshot import Heard, MemorySnapshot, Row
from core.memory.statements import judge
from core.race.lane import start_network
from core.race.record import Outcome, Record
from core.race.settings import RaceSettings
from core.race.snapshot import Failure, LaneDetail, LaneSnapshot, Snapshot

DECAY: dict[CellKind, float] = {"rnn": 0.5, "gru": 0.9, "lstm": 0.7}
REACH: dict[CellKind, int] = {"rnn": 20, "gru": 40, "lstm": 20}
"""The longest length that a lane learns here; a number of training steps later, twice as long."""
GATES: dict[CellKind, str] = {"gru": "z", "lstm": "f"}


def snapshot(step: int = 120, settings: RaceSettings | None = None, failure: str = "") -> Snapshot:
    """A race in which the GRU learns along a smooth curve and the others stay at chance; start by start a bit later."""
    settings = settings or RaceSettings()
    made = [
        [_lane(kind, step, settings, failure if kind == "rnn" else "", start) for kind in settings.kinds]
        for start in (settings.shown, *(number for number in settings.numbers if number != settings.shown))
    ]
    others = tuple(lane for lanes in made[1:] for lane in lanes)
    return Snapshot(settings, step, tuple(made[0]), step == settings.steps, others)


def with_details(race: Snapshot) -> Snapshot:
    """The race with a closer look: gates that open at the first step and close after it."""
    return dataclasses.replace(race, details=tuple(_detail(race, lane) for lane in race.lanes))


def record(settings: RaceSettings) -> Record:
    """The usual lengths, raced to the end with these settings, and one that is on its way."""
    outcomes = [
        Outcome(
            dataclasses.replace(settings, length=length),
            settings.steps,
            {kind: _score(kind, length, settings.steps) for kind in settings.kinds},
            finished=length < 80,
        )
        for length in (5, 10, 20, 30, 50, 80)
    ]
    return Record(tuple(outcomes))


def memory(settings: MemorySettings | None = None, done: int = 1000) -> MemorySnapshot:
    """The experiment, finished, or up to the first `done` of its races (in order of length) and half of the next."""
    settings = settings or MemorySettings()
    races = settings.races()
    heard = tuple(
        Heard(kind, race.length, tuple(DECAY[kind] ** (race.length - 1) * (1 + 0.1 * start) for start in race.numbers))
        for race in races[: done + 1]
        for kind in race.kinds
    )
    rows = tuple(
        Row(kind, race.length, steps, tuple(_score(kind, race.length + 2 * start, steps) for start in race.numbers))
        for race in races[:done]
        for steps in (settings.early, settings.late)
        for kind in race.kinds
    )
    over = done >= len(races)
    at = races[-1] if over else races[done]
    step = settings.late if over else settings.late // 2
    progress = 1.0 if over else (done + 0.5) / len(races)
    return MemorySnapshot(settings, at.length, step, progress, rows, heard, judge(rows, heard), over)


def generalise(settings: GeneraliseSettings | None = None) -> GeneraliseSnapshot:
    """The study, finished: a curve that falls for every seed, and on sentences held out rises again from half-way."""
    settings = settings or GeneraliseSettings()
    rows = tuple(_seed_row(settings, settings.first + index) for index in range(settings.seeds))
    trigram, neural = (sum(getattr(row, name) for row in rows) / len(rows) for name in ("trigram", "neural"))
    first = rows[0]
    return GeneraliseSnapshot(
        settings, first.seed, settings.steps, first.points, rows, first.cosines, trigram, neural, trigram / neural, True
    )


def _seed_row(settings: GeneraliseSettings, seed: int) -> SeedRow:
    stop, worst = settings.steps // 2, 30.0 + seed
    points = []
    for step in range(0, settings.steps + 1, 100):
        learnt = 4 + 16 * math.exp(-step / 300)
        late = max(step - stop, 0) / settings.steps
        points.append(Point(step, learnt, learnt + 2 + 10 * late, learnt + 1 + 8 * late))
    unseen = ("hamster",) if seed == settings.first + 1 else ()
    note = "hamster never trained: <unk> for both" if unseen else ""
    neural = next(point.held_out for point in points if point.step == stop)
    shift = 0.01 * (seed - settings.first)
    cosines = tuple(
        CosineRow(settings.family(a)[i], settings.family(b)[j], a == b, 0.5 - 0.1 * at + shift, 0.9 if a == b else -0.8)
        for at, (a, i, b, j) in enumerate(PAIRS)
    )
    return SeedRow(seed, stop, worst, neural, worst / neural, unseen, note, tuple(points), cosines)


FINISHED: dict[str, Callable[[Any], Any]] = {
    "race": lambda settings: snapshot(settings.steps, settings),
    "generalise": generalise,
}
"""What a lesson that trains when it is opened has learnt in the end, by its name, from its settings."""


def _score(kind: CellKind, length: int, steps: int) -> float:
    """The accuracy at a length: 1 within reach, chance far beyond it."""
    reach = REACH[kind] * (2 if steps > 500 else 1)
    return round(0.5 + 0.5 / (1 + max(length / reach - 1, 0) * 8), 3)


def _lane(kind: CellKind, step: int, settings: RaceSettings, failure: str, start: int) -> LaneSnapshot:
    task = settings.exercise
    rng = np.random.default_rng(0)
    network = start_network(kind, settings.hidden_of(kind), settings.bias, rng, task.inputs, task.outputs)
    steps, evaluated = np.arange(1, step + 1), np.arange(0, step + 1, 5)
    times = np.arange(1, task.steps(settings.length) + 1)
    later = 12 * (start - settings.shown)
    return LaneSnapshot(
        kind=kind,
        name=kind.upper(),
        step=step,
        parameters=network.count(),
        losses=0.69 * (1 - _rise(kind, steps - later)) + 0.01,
        evaluated=evaluated,
        accuracies=np.round(task.chance + (1 - task.chance) * _rise(kind, evaluated - later), 3),
        signal=DECAY[kind] ** (times[-1] - times),
        network=network,
        failure=Failure(step + 1, failure, float("inf"), network) if failure else None,
        start=start,
    )


def _rise(kind: CellKind, at: NDArray[np.int64]) -> NDArray[np.float64]:
    """How much a lane has learnt at these steps, 0 to 1."""
    learnt: NDArray[np.float64] = 1 / (1 + np.exp(-(at - 90) / 12.0)) if kind == "gru" else np.zeros(at.shape)
    return learnt


def _detail(race: Snapshot, lane: LaneSnapshot) -> LaneDetail:
    steps, hidden = len(lane.signal), race.settings.hidden_of(lane.kind)
    times, units = np.arange(steps)[:, None], np.arange(hidden)[None, :]
    gate = GATES.get(lane.kind, "")
    before = 0.12 + 0.01 * ((times + units) % 5)
    now = np.where(times == 0, 0.9, 0.05 + 0.1 * (units % 4))
    return LaneDetail(
        kind=lane.kind,
        name=lane.name,
        signal=(0.5 + DECAY[lane.kind] / 2) ** np.arange(steps - 1, -1, -1),
        gate=gate,
        before=before if gate else None,
        now=now if gate else None,
        shut=0.0 if gate else float("nan"),
        open=0.1 if gate else float("nan"),
        saturated=0.2,
        why=f"{lane.name} is not blocked: step 1 hears 1.00e-02 of the error at step {steps}; it is at 50.0 %.",
        sequence=f"start {lane.start}, first symbol -1",
    )
