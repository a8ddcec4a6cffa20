"""What a race looks like at one moment: frozen values that nothing changes later, safe to hand between threads.

Every number that a pane, the printer or a screen shot shows of a race is a field or a property here.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.cells.spec import Array, CellKind
from core.numbers import count, number
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
        return f"{name} ended at step {count(self.step)}: its {self.quantity} became {number(self.value)}."


@dataclass(frozen=True, eq=False)
class LaneSnapshot:
    """One start of one lane after some training steps.

    losses (n,) are the training losses of steps 1..n in the task's unit; accuracies (m,) the scores on fresh
    sequences at the steps of `evaluated` (m,); signal (T,) is |dL/dh_t| / |dL/dh_T| before any training; clipped
    counts the steps whose gradient was shortened.
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
    start: int = 1
    clipped: int = 0

    @property
    def loss(self) -> float:
        """The loss of the latest batch, nan before the first step."""
        return float(self.losses[-1]) if self.losses.size else float("nan")

    @property
    def recent_loss(self) -> float:
        """The mean loss of the latest ten batches, inf before the first step."""
        return float(self.losses[-10:].mean()) if self.losses.size else float("inf")

    @property
    def accuracy(self) -> float:
        """The latest score: the share of fresh sequences answered."""
        return float(self.accuracies[-1])

    @property
    def remembers(self) -> bool:
        """At least 99 % of the fresh sequences answered."""
        return self.accuracy >= REMEMBERS


@dataclass(frozen=True, eq=False)
class LaneDetail:
    """What is looked at more closely in one lane, at one moment: core.race.detail.details makes it.

    signal (T,) is the signal by time step now. gate names the gate that decides what is kept, "z" of a GRU, "f" of
    an LSTM, and before and now (T, H) are its values over one fresh sequence, untrained and at this step; a plain
    RNN has none ("", None). shut and open are the shares of all gate values below 0.01 and above 0.99, saturated
    that of the tanh values beyond 0.99 in size, both over one batch; gates have no share in a plain RNN (nan);
    sequence says of which sequence the gates are.
    sequence says which sequence the gates are of: its start, and what it begins with.
    """

    kind: CellKind
    name: str
    signal: Array
    gate: str
    before: Array | None
    now: Array | None
    shut: float
    open: float
    saturated: float
    why: str
    sequence: str = ""


@dataclass(frozen=True, eq=False)
class Snapshot:
    """The whole race after `step` training steps; `finished` when no lane has a step left.

    lanes are those of the start that is shown, others those of the other starts; details, of the lanes shown, are
    there once it is finished, and can be had for any snapshot from core.race.detail.
    """

    settings: RaceSettings
    step: int
    lanes: tuple[LaneSnapshot, ...]
    finished: bool
    others: tuple[LaneSnapshot, ...] = ()
    details: tuple[LaneDetail, ...] = ()

    def of(self, kind: CellKind) -> tuple[LaneSnapshot, ...]:
        """Every start of one lane, in order of start."""
        found = [lane for lane in (*self.lanes, *self.others) if lane.kind == kind]
        return tuple(sorted(found, key=lambda lane: lane.start))

    def remembering(self, kind: CellKind) -> int:
        """How many starts of a lane remember."""
        return sum(lane.remembers for lane in self.of(kind))
