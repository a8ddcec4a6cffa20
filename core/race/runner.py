"""A lane while it trains: one Adam step a batch, its histories, its end where a number stops being finite.

The only mutable thing of the race; it lives inside the generator, and what leaves it is frozen.
"""

from collections.abc import Mapping
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.cells.spec import Array, CellKind
from core.optim import Adam
from core.race.lane import logits, signal, start_network, teach
from core.race.settings import EVALUATE_EVERY, RaceSettings
from core.race.snapshot import Failure, LaneSnapshot
from core.tasks import Batch, accuracy

Number = TypeVar("Number", bound=np.number)

NAMES: dict[CellKind, str] = {"rnn": "RNN", "gru": "GRU", "lstm": "LSTM"}


class Runner:
    """A lane in training; histories are written once, forward, and a snapshot sees a read-only view of the past."""

    def __init__(
        self, kind: CellKind, settings: RaceSettings, rng: np.random.Generator, batch: Batch, fresh: Batch
    ) -> None:
        self.kind = kind
        self.settings = settings
        self.fresh = fresh
        self.network = start_network(kind, settings.hidden, settings.bias, rng)
        self.adam = Adam(lr=settings.rate)
        self.memory = self.adam.start(self.network)
        self.failure: Failure | None = None
        self.step = 0
        self.losses = np.zeros(settings.steps)
        self.evaluated = np.zeros(settings.steps // EVALUATE_EVERY + 2, dtype=np.int64)
        self.accuracies = np.zeros(self.evaluated.size)
        self.evaluations = 0
        self.signal = _read_only(signal(self.network, batch))
        self._evaluate()

    def advance(self, step: int, batch: Batch) -> None:
        """One training step, or none where the lane has ended."""
        if self.failure:
            return
        with np.errstate(all="ignore"):  # what stops being finite is found below and named
            taught = teach(self.network, batch)
        gradients = {f"gradient of {name}": array for name, array in taught.gradients.named().items()}
        if self._ended(step, {"loss": np.asarray(taught.loss)} | gradients):
            return
        after, memory = self.adam.step(self.network, taught.gradients, self.memory)
        if self._ended(step, {f"weight {name}": array for name, array in after.named().items()}):
            return
        self.network, self.memory, self.step = after, memory, step
        self.losses[step - 1] = taught.loss
        if step % EVALUATE_EVERY == 0 or step == self.settings.steps:
            self._evaluate()

    def snapshot(self) -> LaneSnapshot:
        """The lane as it is now."""
        return LaneSnapshot(
            kind=self.kind,
            name=NAMES[self.kind],
            step=self.step,
            parameters=self.network.count(),
            losses=_read_only(self.losses[: self.step]),
            evaluated=_read_only(self.evaluated[: self.evaluations]),
            accuracies=_read_only(self.accuracies[: self.evaluations]),
            signal=self.signal,
            network=self.network,
            failure=self.failure,
        )

    def _evaluate(self) -> None:
        self.evaluated[self.evaluations] = self.step
        self.accuracies[self.evaluations] = accuracy(logits(self.network, self.fresh.x), self.fresh.y)
        self.evaluations += 1

    def _ended(self, step: int, quantities: Mapping[str, Array]) -> bool:
        for name, array in quantities.items():
            wrong = array[~np.isfinite(array)]
            if wrong.size:
                self.failure = Failure(step, name, float(wrong.flat[0]), self.network)
                return True
        return False


def _read_only(array: NDArray[Number]) -> NDArray[Number]:
    view = array.view()
    view.flags.writeable = False
    return view
