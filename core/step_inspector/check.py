"""A second opinion on the gradient on screen: nudge each number both ways, run the sequence again, compare.

Hundreds of nudged cells run side by side; it still costs too much for every edit, so it is asked for apart.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core import recurrent
from core.cells.spec import Array, Params
from core.numbers import scientific
from core.step_inspector.lesson import compute, gradients_of, output_seed, track_of
from core.step_inspector.result import GradientCheck, StepResult
from core.step_inspector.sentences import entry_name, loss_name
from core.step_inspector.sequence import rewind
from core.step_inspector.settings import StepSettings
from core.step_inspector.weights import convention_of, places, read, stored, values

Indices = NDArray[np.int64]
EPS = 1e-5
CELLS = 256
"""How many nudged cells run side by side: enough for speed, few enough for memory."""


def final(settings: StepSettings) -> StepResult:
    """Every number of these settings, the gradient check included."""
    return replace(compute(settings), check=gradient_check(settings))


def gradient_check(settings: StepSettings, most: int = 2000) -> GradientCheck:
    """Compare the gradient of the chosen output at step t with central differences, at `most` entries or all.

    Where there are more, they are spread evenly over all matrices.
    """
    track = track_of(settings)
    written = _until(settings, gradients_of(settings, rewind(track, settings.t, *output_seed(settings))))
    point = _flat(_until(settings, values(settings)))
    chosen = np.unique(np.linspace(0, len(point) - 1, min(most, len(point))).round().astype(np.int64))
    parts = [chosen[start : start + CELLS] for start in range(0, len(chosen), CELLS)]
    found = np.concatenate([_slopes(settings, point, part) for part in parts])
    usable = np.isfinite(found)
    return _judged(settings, written, chosen[usable], found[usable], len(point))


def _until(settings: StepSettings, named: Mapping[str, Array]) -> dict[str, Array]:
    """The matrices by name, x only as far as the step shown has read it."""
    return {name: array[: settings.t] if name == "x" else array for name, array in named.items()}


def _flat(named: Mapping[str, Array]) -> Array:
    return np.concatenate([array.reshape(-1) for array in named.values()])


def _slopes(settings: StepSettings, point: Array, entries: Indices) -> Array:
    """The central difference at each of these entries; nan or inf where there is none."""
    with np.errstate(all="ignore"):
        steps = EPS * np.maximum(1, np.abs(point[entries]))
        above, below = (np.repeat(point[np.newaxis], len(entries), axis=0) for _ in range(2))
        rows = np.arange(len(entries))
        above[rows, entries] += steps
        below[rows, entries] -= steps
        taken = above[rows, entries] - below[rows, entries]  # what rounding left of the step
        return np.asarray((_losses(settings, above) - _losses(settings, below)) / taken)


def _losses(settings: StepSettings, points: Array) -> Array:
    """The chosen output at step t of S cells, whose numbers are the rows of points (S, N)."""
    params, states = _cells(settings, points)
    x = np.moveaxis(states["x"], 0, 1)[:, :, np.newaxis]  # (t, S, 1, I)
    trace = recurrent.forward(params, x, states["h_prev"], states.get("c_prev"), convention_of(settings))
    dh, dc = output_seed(settings)
    losses = trace.h[-1][:, 0] @ dh
    return np.asarray(losses if trace.c is None or dc is None else losses + trace.c[-1][:, 0] @ dc)


def _cells(settings: StepSettings, points: Array) -> tuple[Params, dict[str, Array]]:
    """The weights, with a leading axis S, and the states and inputs (S, rows, columns) that rows of numbers mean."""
    whole = stored(settings)
    arrays = {
        field: np.repeat(getattr(whole, field)[np.newaxis], len(points), axis=0)
        for field in ("W", "U", "b", "b_rec")
        if getattr(whole, field) is not None
    }
    states, start = {}, 0
    where = places(settings)
    for name, matrix in _until(settings, values(settings)).items():
        block = points[:, start : start + matrix.size].reshape(len(points), *matrix.shape)
        start += matrix.size
        if where[name].field in arrays:
            target = arrays[where[name].field]
            target[:, where[name].gate] = block.reshape(target[:, 0].shape)
        else:
            states[name] = block
    params = Params(whole.kind, arrays["W"], arrays["U"], arrays.get("b"), arrays.get("b_rec"))
    return read(settings, params), states


def _judged(
    settings: StepSettings, written: Mapping[str, Array], checked: Indices, found: Array, entries: int
) -> GradientCheck:
    slopes = _flat(written)[checked]
    if len(found) == 0:
        sentence = "Gradient check: no number here can be nudged, all are lost in rounding or overflow."
        return GradientCheck(None, "", 0, 0, 0.0, 0.0, 0, entries, sentence)
    gaps = np.abs(slopes - found)
    worst = int(gaps.argmax())
    scale = max(float(np.abs(slopes).max()), float(np.abs(found).max()))
    difference = float(gaps[worst]) / scale if scale > 0 else 0.0
    name, row, column = _place(written, int(checked[worst]))
    some = f"{len(found):,}" if len(found) == entries else f"{len(found):,} of {entries:,}"
    sentence = (
        f"Gradient check of {loss_name(settings)}: largest relative difference {scientific(difference, 2)}, at "
        f"{entry_name(name, row, column)}; {some} numbers nudged by {EPS:g}."
    )
    place = (name, row, column, float(slopes[worst]), float(found[worst]))
    return GradientCheck(difference, *place, len(found), entries, sentence)


def _place(named: Mapping[str, Array], index: int) -> tuple[str, int, int]:
    """The matrix, row and column of an entry of the flat numbers."""
    for name, array in named.items():
        if index < array.size:
            return name, *divmod(index, array.shape[1])
        index -= array.size
    raise IndexError(index)
