"""The whole sequence through the cell, forward and back, without a batch: every state, gate and gradient.

Ordinary numbers take the fast path of core.recurrent; where something overflows, the cells of core.cells step
one by one, which saturate.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core import recurrent
from core.cells import step as cell_step
from core.cells.saturate import total
from core.cells.spec import GATES, Array, Convention, Params
from core.cells.step import Step
from core.recurrent import Trace
from core.trees import arrays, map_arrays

LARGE = 1e100
"""Above this, products may overflow on the fast path, and no sum can be trusted."""


@dataclass(frozen=True, eq=False)
class Track:
    """States h and c (T+1, H) from the start on, c of an LSTM only, and gates by name (T, H), with their source."""

    params: Params
    h: Array
    c: Array | None
    gates: Mapping[str, Array]
    source: Trace | tuple[Step, ...]


@dataclass(frozen=True, eq=False)
class Flow:
    """Gradients of a loss at one step: of the weights, of x (t, I), and of the states dh and dc (t+1, H)."""

    dparams: Params
    dx: Array
    dh: Array
    dc: Array | None


def run(params: Params, x: Array, h: Array, c: Array | None, convention: Convention) -> Track:
    """Read x (T, I) from the states h and, for an LSTM, c, (1, H) each."""
    if _ordinary(*arrays(params), x, h, *([] if c is None else [c])):
        trace = recurrent.forward(params, x[:, np.newaxis], h, c, convention)
        if np.isfinite(trace.hidden).all() and (trace.cell is None or np.isfinite(trace.cell).all()):
            gates = {name: trace.gate(name)[:, 0] for name in GATES[params.kind]}
            return Track(params, trace.h[:, 0], None if trace.c is None else trace.c[:, 0], gates, trace)
    return _one_by_one(params, x, h, c, convention)


def _ordinary(*given: Array) -> bool:
    return all(np.abs(array).max(initial=0) < LARGE for array in given)


def _one_by_one(params: Params, x: Array, h: Array, c: Array | None, convention: Convention) -> Track:
    steps: list[Step] = []
    hidden, memory = [h[0]], [] if c is None else [c[0]]
    for inputs in x:
        steps.append(cell_step.forward(params, inputs, hidden[-1], memory[-1] if memory else None, convention))
        hidden.append(steps[-1].hidden)
        if memory:
            memory.append(steps[-1].cell)  # type: ignore[union-attr]  # an LSTM's steps have one
    gates = {name: np.stack([step.gates[name].value for step in steps]) for name in GATES[params.kind]}
    return Track(params, np.stack(hidden), np.stack(memory) if memory else None, gates, tuple(steps))


def rewind(track: Track, t: int, dh: Array, dc: Array | None) -> Flow:
    """Back-propagate a loss whose derivatives by h_t and, for an LSTM, c_t are dh and dc (H,), down to step 0."""
    if isinstance(track.source, Trace):
        flow = _fast(track.params, track.source.until(t), dh, dc)
        if _finite(flow):
            return flow
        start = None if track.c is None else track.c[:1]
        x = np.asarray(track.source.x[:, 0], dtype=np.float64)
        track = _one_by_one(track.params, x, track.h[:1], start, track.source.convention)
    assert not isinstance(track.source, Trace)
    return _slow(track.params, track.source[:t], dh, dc)


def _finite(flow: Flow) -> bool:
    return all(bool(np.isfinite(array).all()) for array in (*arrays(flow.dparams), flow.dx, flow.dh))


def _fast(params: Params, trace: Trace, dh: Array, dc: Array | None) -> Flow:
    found = recurrent.backward(params, trace, dh_last=dh[np.newaxis], dc_last=None if dc is None else dc[np.newaxis])
    return Flow(found.params, found.dx[:, 0], found.dh[:, 0], None if found.dc is None else found.dc[:, 0])


def _slow(params: Params, steps: tuple[Step, ...], dh: Array, dc: Array | None) -> Flow:
    dhs, dcells, dxs = [dh], [], []
    dparams = map_arrays(np.zeros_like, params)
    for step in reversed(steps):
        found = cell_step.backward(params, step, dhs[-1], dc)
        dparams = map_arrays(total, dparams, found.dparams)
        dxs.append(found.dx)
        dhs.append(found.dh_prev)
        if found.dcell is not None:
            dcells.append(found.dcell)
        dc = found.dc_prev
    if dc is not None:
        dcells.append(dc)
    return Flow(dparams, np.stack(dxs[::-1]), np.stack(dhs[::-1]), np.stack(dcells[::-1]) if dcells else None)
