"""Runs the experiment: the races of every length in turn, looked at twice, as a generator of frozen snapshots.

The 200 steps are the beginning of the 1000, not another run, and every row can be made again by `gatescope race`.
"""

from collections import deque
from collections.abc import Iterator

from core.memory.settings import MemorySettings
from core.memory.snapshot import Heard, MemorySnapshot, Row
from core.memory.statements import judge
from core.race.run import run as race
from core.race.snapshot import Snapshot


def run(settings: MemorySettings) -> Iterator[MemorySnapshot]:
    """A snapshot a training step, from the first length to the last."""
    races = settings.races()
    total, worked = sum(one.length for one in races) * settings.late, 0
    rows: tuple[Row, ...] = ()
    heard: tuple[Heard, ...] = ()
    statements = judge(rows, heard)
    for one in races:
        for now in race(one, looked_at={settings.early, settings.late}):
            if now.step == 0:
                heard += _heard(now)
            if now.step == settings.early or now.finished:
                rows += _rows(now, settings)
            if now.step in (0, settings.early) or now.finished:
                statements = judge(rows, heard)
            over = now.finished and one is races[-1]
            progress = 1.0 if over else (worked + now.step * one.length) / total
            yield MemorySnapshot(settings, one.length, now.step, progress, rows, heard, statements, over)
        worked += settings.late * one.length


def final(settings: MemorySettings) -> MemorySnapshot:
    """The finished experiment."""
    return deque(run(settings), maxlen=1).pop()


def _rows(now: Snapshot, settings: MemorySettings) -> tuple[Row, ...]:
    """The rows of this look; if every start ended before a look, its last scores stand for it."""
    looks = [settings.early] if now.step == settings.early else [settings.late]
    if now.finished and now.step < settings.early:
        looks = [settings.early, settings.late]
    return tuple(
        Row(kind, now.settings.length, steps, tuple(lane.accuracy for lane in now.of(kind)))
        for steps in looks
        for kind in now.settings.kinds
    )


def _heard(now: Snapshot) -> tuple[Heard, ...]:
    return tuple(
        Heard(kind, now.settings.length, tuple(float(lane.signal[0]) for lane in now.of(kind)))
        for kind in now.settings.kinds
    )
