"""The sequence over time: states, gates, how far the gradient reaches back, and what the gates alone pass on.

The gradient is that of the chosen output at the last step, with every path; the copy path is the gates' product.
"""

import numpy as np

from core.cells.saturate import clip
from core.cells.spec import Array
from core.highway.real import norms
from core.numbers import alike, number
from core.step_inspector.result import OverTime
from core.step_inspector.sentences import silent_inputs
from core.step_inspector.sequence import Flow, Track
from core.step_inspector.settings import StepSettings
from core.step_inspector.weights import convention_of


def over_time(settings: StepSettings, track: Track, flow: Flow) -> OverTime:
    """The OverTime of a track and the gradients (Flow) of the chosen output at its last step."""
    factors, steps = _factors(settings, track), settings.steps
    signal = _lengths(flow.dh)
    cell_signal = None if flow.dc is None else _lengths(flow.dc)
    with np.errstate(under="ignore"):
        copy_path = None if factors is None else _products(factors)
        ideal = (1 - settings.copy_z) ** np.arange(steps, -1, -1, dtype=np.float64)
    return OverTime(
        x=settings.inputs_over_time(),
        h=np.asarray(track.h, dtype=np.float64),
        c=track.c,
        gates=track.gates,
        signal=signal,
        cell_signal=cell_signal,
        factors=factors,
        copy_path=copy_path,
        ideal_copy_path=np.asarray(ideal, dtype=np.float64),
        silent=silent_inputs(settings),
        sentence=_sentence(settings, signal, cell_signal, copy_path, ideal),
    )


def _lengths(vectors: Array) -> Array:
    """The length of each row, at most the largest finite number."""
    with np.errstate(over="ignore"):
        return clip(norms(vectors[:, np.newaxis]))


def _factors(settings: StepSettings, track: Track) -> Array | None:
    """What each step passes of the past along the gate alone, (T, H)."""
    if settings.cell == "lstm":
        return track.gates["forget"]
    if settings.cell == "rnn":
        return None
    z = track.gates["update"]
    return z if convention_of(settings).update_scales == "past" else 1 - z


def _products(factors: Array) -> Array:
    """The products (T+1, H) of the factors from step t+1 to T."""
    ones = np.ones_like(factors[:1])
    return np.asarray(np.cumprod(np.concatenate([ones, factors[::-1]]), axis=0)[::-1], dtype=np.float64)


def _sentence(
    settings: StepSettings, signal: Array, cell_signal: Array | None, copy_path: Array | None, ideal: Array
) -> str:
    steps = settings.steps
    if steps == 1:
        return (
            "One step only: nothing travels back in time. Give a longer sequence to see how far the gradient reaches."
        )
    carried, state = (signal, "h") if cell_signal is None else (cell_signal, "C")
    last, first = alike((carried[-1], carried[1]))
    start = f"The gradient of {_output(settings)} goes from {last} at step {steps} to {first} at step 1 (|dL/d{state}|)"
    if copy_path is None:
        return f"{start}; a copy path with z = {settings.copy_z:g} would pass {number(ideal[1])} of it."
    passed = copy_path[1]
    gate = "the forget gates" if settings.cell == "lstm" else "the update gates"
    width = number(passed[0]) if len(passed) == 1 else f"{number(passed.min())} to {number(passed.max())}"
    return f"{start}; {gate} alone pass {width} of it, unit by unit."


def _output(settings: StepSettings) -> str:
    return (
        f"the sum of h at step {settings.steps}"
        if settings.output == "sum"
        else f"{settings.output} at step {settings.steps}"
    )
