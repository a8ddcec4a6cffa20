"""What a cell's numbers are at their defaults, and what moved from there: for a screen on which nothing was edited yet.

A command line brings edited numbers along but not the ones before them, so they are set against what is known.
"""

from dataclasses import replace
from typing import Any

from core.step_inspector.lesson import compute
from core.step_inspector.moves import moved
from core.step_inspector.result import Moves, StepResult
from core.step_inspector.settings import MATRICES, StepSettings


def against_defaults(result: StepResult) -> Moves | None:
    """What differs from the default numbers of the same cell, sizes and step, and in what order: typed numbers from
    their defaults, else drawn ones from the lesson's, else a reading from the lesson's. None at the defaults."""
    for name, settings in _bases(result.settings):
        found = moved(compute(settings), result) if settings != result.settings else None
        if found is not None and found.cause:
            return replace(found, against=name)
    return None


READING = ("convention", "update_scales", "reset", "biases", "activation")
"""The settings that say how the numbers are read."""


def _bases(settings: StepSettings) -> list[tuple[str, StepSettings]]:
    """What to compare with, by name, the nearest first; x is kept where the step shown is beyond its default."""
    default = StepSettings()
    empty: dict[str, Any] = dict.fromkeys(MATRICES, ())
    if settings.t > replace(settings, x=(), t=1).steps:
        del empty["x"]
    typed = replace(settings, **empty)
    drawn = replace(typed, seed=default.seed, scale=default.scale)
    read: dict[str, Any] = {name: getattr(default, name) for name in READING}
    own = "the default numbers" if settings.seed == default.seed else f"the numbers of seed {settings.seed}"
    return [(own, typed), ("the lesson's numbers", drawn), ("the lesson's reading", replace(drawn, **read))]
