"""How long a training step of each lane takes on this machine, for those who compare by time and not by step.

The race itself knows no clock; here every lane is trained alone for a moment, and the median step is taken.
"""

import statistics
import time
from dataclasses import replace
from itertools import islice

from core.cells.spec import CellKind
from core.race.run import run
from core.race.settings import ONE, RaceSettings

STEPS, LONGEST = 40, 0.6
"""Steps measured of a lane, and after how many seconds it is enough."""


def seconds_a_step(settings: RaceSettings) -> dict[CellKind, float]:
    """The median time of a training step of every lane, alone, one start, in seconds."""
    return {kind: _seconds(settings, kind) for kind in settings.kinds}


def _seconds(settings: RaceSettings, kind: CellKind) -> float:
    alone = replace(
        settings,
        lanes=kind,
        starts=ONE,
        hidden=settings.hidden_of(kind),
        budget=False,
        steps=max(settings.steps, STEPS + 1),
    )
    race = run(alone, looked_at={alone.steps})
    next(race)
    taken: list[float] = []
    began = before = time.perf_counter()
    for _ in islice(race, STEPS):
        now = time.perf_counter()
        taken.append(now - before)
        before = now
        if now - began > LONGEST:
            break
    return statistics.median(taken)


def words(seconds: dict[CellKind, float]) -> str:
    """The measured times in one line."""
    each = ", ".join(f"{kind.upper()} {1000 * value:.2f} ms" for kind, value in seconds.items())
    return f"by time: a step takes {each}, each measured alone on this machine"
