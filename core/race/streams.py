"""The random streams of a race: which numbers each start draws for its batches, its fresh sequences, its weights.

Each stream is named by the start and the length alone, so adding a lane or another start changes no other number.
"""

from collections.abc import Iterator

import numpy as np

from core.cells.spec import CellKind
from core.race.lane import Network, start_network
from core.race.settings import FRESH, KINDS, RaceSettings
from core.tasks import Batch

_BATCHES, _FRESH, _WEIGHTS = range(3)


def batches(settings: RaceSettings, start: int) -> Iterator[Batch]:
    """The training batches of a start, without end."""
    rng = np.random.default_rng([_BATCHES, start, settings.length])
    while True:
        yield settings.exercise.batch(rng, settings.length, settings.batch)


def fresh(settings: RaceSettings, start: int) -> Batch:
    """The sequences that a start is asked and never trained on."""
    return settings.exercise.batch(np.random.default_rng([_FRESH, start, settings.length]), settings.length, FRESH)


def untrained(settings: RaceSettings, kind: CellKind, start: int) -> Network:
    """The weights with which a lane begins."""
    rng = np.random.default_rng([_WEIGHTS, start, KINDS.index(kind)])
    bias = settings.forget if kind == "lstm" else settings.bias
    task = settings.exercise
    return start_network(kind, settings.hidden_of(kind), bias, rng, task.inputs, task.outputs)
