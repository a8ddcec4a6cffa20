"""What a race looks like at one moment: frozen values that nothing changes later, safe to hand between threads.

Every number that a pane, the printer or a screen shot shows of a race is a field or a property here.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.cells.spec import Array, CellKind
from core.numbers import number
from core.race.lane import Network
from core.race.settings import REMEMBERS, RaceSettings


@dataclass(frozen=True, eq=False)
class Failure:
    """Why a lane ended early: at which step which quantity stopped being finite, and the last good weights."""

    step: int
    quantity: str
    value: float
    last_good: Network

    def sentence(self, name: str) -> str:
        """The failure in one line."""
        return f"{name} ended at step {self.step}: its {self.quantity} became {number(self.value)}."


@dataclass(frozen=True, eq=False)
class LaneSnapshot:
    """One lane after some training steps.

    losses (n,) are the training losses in nats of steps 1..n; accuracies (m,) the shares of fresh sequences
    answered at the steps of `evaluated` (m,); signal (T,) is |dL/dh_t| / |dL/dh_T| before any training.
    """

    kind: CellKind
    name: str
    step: int
    parameters: int
    losses: Array
    evaluated: NDArray[np.int64]
    accuracies: Array
    signal: Array
    network: Network
    failure: Failure | None

    @property
    def loss(self) -> float:
        """The loss of the latest batch, nan before the first step."""
        return float(self.losses[-1]) if self.losses.size else float("nan")

    @property
    def accuracy(self) -> float:
        """The latest share of fresh sequences answered."""
        return float(self.accuracies[-1])

    @property
    def remembers(self) -> bool:
        """At least 99 % of the fresh sequences answered."""
        return self.accuracy >= REMEMBERS


@dataclass(frozen=True, eq=False)
class Snapshot:
    """The whole race after `step` training steps; `finished` when no lane has a step left."""

    settings: RaceSettings
    step: int
    lanes: tuple[LaneSnapshot, ...]
    finished: bool

    @property
    def signal_ratio(self) -> float:
        """The GRU's signal at step 1 over the RNN's; inf where the RNN's is 0."""
        first = {lane.kind: float(lane.signal[0]) for lane in self.lanes}
        return first["gru"] / first["rnn"] if first["rnn"] > 0 else float("inf")
