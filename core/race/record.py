"""What has been learnt about every length tried so far: the best one can do at each, kept when the length changes.

A record is a value; adding the end of a race makes a new one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from core.cells.spec import CellKind
from core.race.settings import REMEMBERS, RaceSettings
from core.race.snapshot import Snapshot


@dataclass(frozen=True)
class Outcome:
    """How one race ended, per lane: the share of fresh sequences answered, of the start shown and of every start."""

    settings: RaceSettings
    step: int
    accuracy: Mapping[CellKind, float]
    finished: bool = True
    starts: Mapping[CellKind, tuple[float, ...]] = field(default_factory=dict)

    @property
    def length(self) -> int:
        """The length that was tried."""
        return self.settings.length

    def remembers(self, kind: CellKind) -> bool:
        """Whether that lane answered at least 99 %, on most of its starts if there are several."""
        scores = self.starts.get(kind, (self.accuracy[kind],))
        return 2 * sum(score >= REMEMBERS for score in scores) > len(scores)

    def counted(self, kind: CellKind) -> str:
        """On how many of several starts that lane remembers, as "4 of 5 starts"; "" for one start."""
        scores = self.starts.get(kind, ())
        if len(scores) < 2:
            return ""
        return f"{sum(score >= REMEMBERS for score in scores)} of {len(scores)} starts"


@dataclass(frozen=True)
class Record:
    """The latest outcome for every length and every other setting, in order of length."""

    outcomes: tuple[Outcome, ...] = ()

    def with_snapshot(self, snapshot: Snapshot) -> "Record":
        """The record with what this snapshot shows of its length.

        An untrained race adds nothing, and one on its way never replaces the end of one with the same settings.
        """
        if snapshot.step == 0:
            return self
        accuracy = {lane.kind: lane.accuracy for lane in snapshot.lanes}
        starts = {lane.kind: tuple(one.accuracy for one in snapshot.of(lane.kind)) for lane in snapshot.lanes}
        return self.with_outcome(Outcome(snapshot.settings, snapshot.step, accuracy, snapshot.finished, starts))

    def with_outcome(self, outcome: Outcome) -> "Record":
        """The record with one more outcome, unless it is of a race on its way whose end is known already."""
        known_end = any(known.settings == outcome.settings and known.finished for known in self.outcomes)
        if known_end and not outcome.finished:
            return self
        others = tuple(known for known in self.outcomes if known.settings != outcome.settings)
        return Record(tuple(sorted((*others, outcome), key=lambda known: known.length)))

    def like(self, settings: RaceSettings) -> tuple[Outcome, ...]:
        """The outcomes that may stand in one chart with these settings: all the same except the length."""
        return tuple(known for known in self.outcomes if replace(known.settings, length=settings.length) == settings)
