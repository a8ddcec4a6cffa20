"""One race for each of several lengths: accuracy by length, the picture of how far back a cell remembers.

A plain generator again, a snapshot a training step, so that whoever iterates can show progress and stop.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.cells.spec import CellKind
from core.numbers import count, plural
from core.race.record import Record
from core.race.run import run
from core.race.settings import LENGTHS, NAMES, RaceSettings


@dataclass(frozen=True)
class SweepSnapshot:
    """The sweep so far: `done` of `lengths` are in `record`; the present one is at `step`.

    progress is the share of the work done, 0 to 1, a training step counting by its sequence's length.
    """

    settings: RaceSettings
    lengths: tuple[int, ...]
    done: int
    step: int
    progress: float
    record: Record

    @property
    def finished(self) -> bool:
        """Whether every length has been raced."""
        return self.done == len(self.lengths)

    def sentence(self) -> str:
        """How far each lane remembers, or how far the sweep has come."""
        outcomes = [known for known in self.record.like(self.settings) if known.length in self.lengths]
        found = "; ".join(self._reach(kind) for kind in self.settings.kinds) if outcomes else "nothing is known yet"
        at = "" if self.finished else f" (length {self.lengths[self.done]}, step {count(self.step)})"
        starts = len(self.settings.numbers)
        most = f", on most of {starts} starts," if starts > 1 and outcomes else ""
        return f"After {plural(self.settings.steps, 'step')}{most} {found}{at}."

    def _reach(self, kind: CellKind) -> str:
        known = [one for one in self.record.like(self.settings) if one.length in self.lengths and one.finished]
        kept = [one.length for one in known if one.remembers(kind)]
        lost = [one.length for one in known if not one.remembers(kind)]
        name = NAMES[kind]
        if not kept:
            return f"{name} remembers no length tried ({_listed(lost)})" if lost else f"{name} has not ended"
        return f"{name} remembers {_listed(kept)}" + (f", not {_listed(lost)}" if lost else "")


def sweep(
    settings: RaceSettings, lengths: Sequence[int] = LENGTHS, record: Record | None = None
) -> Iterator[SweepSnapshot]:
    """Race every length in order, adding the ends to `record`. A length out of bounds raises SettingsError."""
    races = [replace(settings, length=length) for length in sorted(set(lengths))]
    order = tuple(race.length for race in races)
    known = record or Record()
    total = float(sum(order) * settings.steps)
    worked = 0
    for done, race in enumerate(races):
        for snapshot in run(race, looked_at={settings.steps}):
            if snapshot.finished:
                known = known.with_snapshot(snapshot)
            share = (worked + snapshot.step * race.length) / total
            yield SweepSnapshot(settings, order, done + snapshot.finished, snapshot.step, share, known)
        worked += settings.steps * race.length


def _listed(lengths: Sequence[int]) -> str:
    return ", ".join(map(str, lengths))
