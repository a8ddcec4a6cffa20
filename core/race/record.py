"""What has been learnt about every length tried so far: the best one can do at each, kept when the length changes.

A record is a value; adding the end of a race makes a new one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.cells.spec import CellKind
from core.race.settings import REMEMBERS, RaceSettings
from core.race.snapshot import Snapshot


@dataclass(frozen=True)
class Outcome:
    """How one race ended, per lane: the share of fresh sequences answered."""

    settings: RaceSettings
    step: int
    accuracy: Mapping[CellKind, float]

    def remembers(self, kind: CellKind) -> bool:
        """Whether that lane answered at least 99 %."""
        return self.accuracy[kind] >= REMEMBERS


@dataclass(frozen=True)
class Record:
    """The latest outcome for every length, in order of length."""

    outcomes: tuple[Outcome, ...] = field(default=())

    def with_snapshot(self, snapshot: Snapshot) -> "Record":
        """The record with what this snapshot shows of its length; an untrained race adds nothing."""
        if snapshot.step == 0:
            return self
        accuracy = {lane.kind: lane.accuracy for lane in snapshot.lanes}
        outcome = Outcome(snapshot.settings, snapshot.step, accuracy)
        length = snapshot.settings.length
        others = tuple(known for known in self.outcomes if known.settings.length != length)
        return Record(tuple(sorted((*others, outcome), key=lambda known: known.settings.length)))
