"""Race snapshots made by formula, not by training: the same on every machine, to test what is shown of them."""

import numpy as np
from numpy.typing import NDArray

from core.cells.spec import CellKind
from core.race.lane import start_network
from core.race.settings import RaceSettings
from core.race.snapshot import Failure, LaneSnapshot, Snapshot

DECAY: dict[CellKind, float] = {"rnn": 0.5, "gru": 0.9}


def snapshot(step: int = 120, settings: RaceSettings | None = None, failure: str = "") -> Snapshot:
    """A race in which the GRU learns along a smooth curve and the RNN stays at chance."""
    settings = settings or RaceSettings()
    lanes = (_lane("rnn", step, settings, failure), _lane("gru", step, settings, ""))
    return Snapshot(settings, step, lanes, finished=step == settings.steps)


def _lane(kind: CellKind, step: int, settings: RaceSettings, failure: str) -> LaneSnapshot:
    network = start_network(kind, settings.hidden, settings.bias, np.random.default_rng(0))
    steps, evaluated = np.arange(1, step + 1), np.arange(0, step + 1, 5)
    times = np.arange(1, settings.length + 1)
    return LaneSnapshot(
        kind=kind,
        name=kind.upper(),
        step=step,
        parameters=network.count(),
        losses=0.69 * (1 - _rise(kind, steps)) + 0.01,
        evaluated=evaluated,
        accuracies=np.round(0.5 + 0.5 * _rise(kind, evaluated), 3),
        signal=DECAY[kind] ** (settings.length - times),
        network=network,
        failure=Failure(step + 1, failure, float("inf"), network) if failure else None,
    )


def _rise(kind: CellKind, at: NDArray[np.int64]) -> NDArray[np.float64]:
    """How much a lane has learnt at these steps, 0 to 1."""
    learnt: NDArray[np.float64] = 1 / (1 + np.exp(-(at - 90) / 12.0)) if kind == "gru" else np.zeros(at.shape)
    return learnt
