"""The race itself: a plain generator of frozen snapshots, one a training step, with no clock and no thread in it.

Whoever iterates decides the pace: the app's worker, the printer, a screen shot and a test all drive the same one.
"""

from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import replace

from core.race.detail import details
from core.race.runner import Runner
from core.race.settings import EVALUATE_EVERY, RaceSettings
from core.race.snapshot import Snapshot
from core.race.streams import batches, fresh
from core.tasks import stacked


def run(settings: RaceSettings, looked_at: Collection[int] = ()) -> Iterator[Snapshot]:
    """Every state of the race from before training (step 0) to the end, in order.

    The fresh sequences are asked at step 0 and after the steps in `looked_at`; if that is empty, after every
    fifth and the last. The last snapshot has its details.
    """
    looked_at = frozenset(looked_at) or {*range(EVALUATE_EVERY, settings.steps + 1, EVALUATE_EVERY), settings.steps}
    streams = [batches(settings, start) for start in settings.numbers]
    batch = stacked([next(stream) for stream in streams])
    asked = stacked([fresh(settings, start) for start in settings.numbers])
    runners = [Runner(kind, settings, batch, asked, looked_at) for kind in settings.kinds]
    yield _snapshot(settings, 0, runners)
    for step in range(1, settings.steps + 1):
        for runner in runners:
            runner.advance(step, batch)
        snapshot = _snapshot(settings, step, runners)
        yield replace(snapshot, details=details(snapshot)) if snapshot.finished else snapshot
        if snapshot.finished:
            return
        batch = stacked([next(stream) for stream in streams])


def final(settings: RaceSettings) -> Snapshot:
    """The last state of the race."""
    return deque(run(settings), maxlen=1).pop()


def _snapshot(settings: RaceSettings, step: int, runners: list[Runner]) -> Snapshot:
    lanes = tuple(runner.snapshot(settings.shown) for runner in runners)
    others = tuple(
        runner.snapshot(start) for runner in runners for start in settings.numbers if start != settings.shown
    )
    over = step == settings.steps or all(runner.ended for runner in runners)
    return Snapshot(settings, step, lanes, over, others)
