"""The race itself: a plain generator of frozen snapshots, one a training step, with no clock and no thread in it.

Whoever iterates decides the pace: the app's worker, the printer, a screen shot and a test all drive the same one.
"""

from collections import deque
from collections.abc import Iterator

import numpy as np

from core.cells.spec import CellKind
from core.race.runner import Runner
from core.race.settings import FRESH, RaceSettings
from core.race.snapshot import Snapshot
from core.tasks import first_symbol

KINDS: tuple[CellKind, ...] = ("rnn", "gru")

_BATCHES, _FRESH, _WEIGHTS = range(3)


def run(settings: RaceSettings) -> Iterator[Snapshot]:
    """Every state of the race from before training (step 0) to the end, in order."""
    fresh = first_symbol(_rng(settings, _FRESH), settings.length, FRESH)
    batches = _rng(settings, _BATCHES)
    batch = first_symbol(batches, settings.length, settings.batch)
    runners = [Runner(kind, settings, _weights_rng(settings, kind), batch, fresh) for kind in KINDS]
    yield _snapshot(settings, 0, runners)
    for step in range(1, settings.steps + 1):
        for runner in runners:
            runner.advance(step, batch)
        yield _snapshot(settings, step, runners)
        if all(runner.failure for runner in runners):
            return
        batch = first_symbol(batches, settings.length, settings.batch)


def final(settings: RaceSettings) -> Snapshot:
    """The last state of the race."""
    return deque(run(settings), maxlen=1).pop()


def _rng(settings: RaceSettings, stream: int) -> np.random.Generator:
    return np.random.default_rng([stream, settings.start, settings.length])


def _weights_rng(settings: RaceSettings, kind: CellKind) -> np.random.Generator:
    return np.random.default_rng([_WEIGHTS, settings.start, KINDS.index(kind)])


def _snapshot(settings: RaceSettings, step: int, runners: list["Runner"]) -> Snapshot:
    over = step == settings.steps or all(runner.failure for runner in runners)
    return Snapshot(settings, step, tuple(runner.snapshot() for runner in runners), over)
