"""A lane while it trains, all its starts in one product: an Adam step a batch, its histories, where a start ends.

The only mutable thing of the race; it lives inside the generator, and what leaves it is frozen.
"""

from collections.abc import Collection, Mapping
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.cells.spec import Array, CellKind
from core.optim import Adam, clip_each
from core.race.lane import answers, signal
from core.race.packed import Layout
from core.race.settings import NAMES, RaceSettings
from core.race.snapshot import Failure, LaneSnapshot
from core.race.streams import untrained
from core.race.teach import Taught, Teacher
from core.recurrent import keep_freed_memory
from core.tasks import Batch

Number = TypeVar("Number", bound=np.number)


class Runner:
    """A lane in training; histories are written once, forward, and a snapshot sees a read-only view of the past.

    batch and fresh hold the starts of settings.numbers along their axis S; the score is taken before training
    and after the steps in `looked_at`.
    """

    def __init__(
        self, kind: CellKind, settings: RaceSettings, batch: Batch, fresh: Batch, looked_at: Collection[int]
    ) -> None:
        keep_freed_memory()
        self.kind = kind
        self.settings = settings
        self.task = settings.exercise
        self.layout = Layout(kind, settings.hidden_of(kind), self.task.inputs, self.task.outputs)
        self.teacher = Teacher(self.layout, self.task)
        self.fresh = fresh
        self.looked_at = looked_at
        self.row = np.stack([self.layout.pack(untrained(settings, kind, start)) for start in settings.numbers])
        self.adam = Adam(lr=settings.rate)
        self.memory = self.adam.start(self.row)
        starts = len(settings.numbers)
        self.failures: list[Failure | None] = [None] * starts
        self.alive = np.ones(starts, dtype=np.bool_)
        self.steps = np.zeros(starts, dtype=np.int64)
        self.clipped = np.zeros(starts, dtype=np.int64)
        self.losses = np.zeros((starts, settings.steps))
        self.evaluated = np.zeros(len(looked_at) + 1, dtype=np.int64)
        self.scores = np.zeros((starts, self.evaluated.size))
        self.evaluations = np.zeros(starts, dtype=np.int64)
        self.signal = _read_only(signal(self.layout.unpack(self.row), batch, self.task))
        self._evaluate(0)

    @property
    def ended(self) -> bool:
        """Whether no start of the lane can go on."""
        return not self.alive.any()

    def advance(self, step: int, batch: Batch) -> None:
        """One training step of every start that has not ended."""
        if self.ended:
            return
        with np.errstate(all="ignore"):  # what stops being finite is found below and named
            taught = self.teacher.teach(self.row, batch)
        gradients = taught.gradient
        norms = None
        if self.settings.clip:
            gradients, norms = clip_each(gradients, self.settings.clip)
        after, memory = self.adam.step(self.row, gradients, self.memory)
        finite = np.isfinite(taught.loss) & np.isfinite(after).all(axis=1)
        if not finite[self.alive].all():
            self._end(step, taught, after, finite)
        self.row = after if self.alive.all() else np.where(self.alive[:, None], after, self.row)
        self.memory = memory
        self.steps[self.alive] = step
        self.losses[self.alive, step - 1] = taught.loss[self.alive]
        if norms is not None:
            self.clipped[self.alive & (norms > self.settings.clip)] += 1
        if step in self.looked_at and not self.ended:
            self._evaluate(step)

    def snapshot(self, start: int) -> LaneSnapshot:
        """One start of the lane as it is now."""
        s, seen = self.settings.numbers.index(start), self.evaluations[self.settings.numbers.index(start)]
        network = self.layout.unpack(self.row[s])
        return LaneSnapshot(
            kind=self.kind,
            name=NAMES[self.kind],
            step=int(self.steps[s]),
            parameters=self.row.shape[1],
            losses=_read_only(self.losses[s, : self.steps[s]]),
            evaluated=_read_only(self.evaluated[:seen]),
            accuracies=_read_only(self.scores[s, :seen]),
            signal=self.signal[:, s],
            network=network,
            failure=self.failures[s],
            start=start,
            clipped=int(self.clipped[s]),
        )

    def _evaluate(self, step: int) -> None:
        said = answers(self.layout.unpack(self.row), self.fresh.x, len(self.fresh.y))
        at = int(self.evaluations.max())
        self.evaluated[at] = step
        self.scores[self.alive, at] = self.task.score(said, self.fresh.y)[self.alive]
        self.evaluations[self.alive] = at + 1

    def _end(self, step: int, taught: Taught, after: Array, finite: NDArray[np.bool_]) -> None:
        """Name what stopped being finite, for each start in which something did."""
        gradients = {
            f"gradient of {name}": array for name, array in self.layout.unpack(taught.gradient).named().items()
        }
        weights = {f"weight {name}": array for name, array in self.layout.unpack(after).named().items()}
        quantities = {"loss": taught.loss} | gradients | weights
        for s in np.flatnonzero(self.alive & ~finite):
            name, value = _first_wrong(quantities, int(s))
            self.failures[s] = Failure(step, name, value, self.layout.unpack(self.row[s]))
        self.alive = self.alive & finite


def _first_wrong(quantities: Mapping[str, Array], s: int) -> tuple[str, float]:
    """The first quantity of start s that is not finite, and its first such value."""
    wrong = {name: np.atleast_1d(array[s])[~np.isfinite(array[s])] for name, array in quantities.items()}
    return next((name, float(values.flat[0])) for name, values in wrong.items() if values.size)


def _read_only(array: NDArray[Number]) -> NDArray[Number]:
    view = array.view()
    view.flags.writeable = False
    return view
