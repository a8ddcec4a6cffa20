"""Recurrent layers on top of each other, each read in one or two directions.

Nothing here knows a formula of a cell: a stack is sequences fed to sequences, and its gradients the same way back.
"""

from dataclasses import dataclass

import numpy as np

from core import recurrent
from core.cells.spec import LESSON, Array, Convention, Params

Layers = tuple[tuple[Params, ...], ...]
"""The layers from the input up; each holds one cell, or a forward and a backward one."""


@dataclass(frozen=True, eq=False)
class StackTrace:
    """A forward pass: the trace of every layer and direction, and what leaves the top.

    A backward direction's trace is in the order in which it read, last step first. y is (T, B, D * H); hn
    and cn (L * D, B, H) are the last states, layer by layer, forward before backward; cn is None unless LSTM.
    """

    traces: tuple[tuple[recurrent.Trace, ...], ...]
    y: Array
    hn: Array
    cn: Array | None


@dataclass(frozen=True, eq=False)
class StackGradients:
    """The gradients of a loss: layers as the weights, dx (T, B, I), dh0 and dc0 (L * D, B, H).

    runs holds the gradients of every layer and direction, with the total at every step.
    """

    layers: Layers
    dx: Array
    dh0: Array
    dc0: Array | None
    runs: tuple[tuple[recurrent.SequenceGradients, ...], ...]


def forward(
    layers: Layers, x: Array, h0: Array | None = None, c0: Array | None = None, convention: Convention = LESSON
) -> StackTrace:
    """Run x (T, B, I) through every layer; h0 and c0 are (L * D, B, H), or None for zeros."""
    _check_starts(layers, h0, "h0")
    _check_starts(layers, c0, "c0")
    traces: list[tuple[recurrent.Trace, ...]] = []
    cell = 0
    for layer in layers:
        runs = []
        for direction, params in enumerate(layer):
            h, c = (None if start is None else start[cell] for start in (h0, c0))
            runs.append(recurrent.forward(params, _as_read(x, direction), h, c, convention))
            cell += 1
        traces.append(tuple(runs))
        x = np.concatenate([_as_read(run.y, direction) for direction, run in enumerate(runs)], axis=-1)
    hn = np.stack([run.h[-1] for runs in traces for run in runs])
    last_cells = [run.c[-1] for runs in traces for run in runs if run.c is not None]
    return StackTrace(tuple(traces), x, hn, np.stack(last_cells) if last_cells else None)


def backward(
    layers: Layers,
    trace: StackTrace,
    dy: Array | None = None,
    dhn: Array | None = None,
    dcn: Array | None = None,
) -> StackGradients:
    """Back-propagate what arrives at the outputs, dy (T, B, D * H), and at the last states, dhn and dcn."""
    _check_starts(layers, dhn, "dhn")
    _check_starts(layers, dcn, "dcn")
    passed_down = dy
    done: list[tuple[recurrent.SequenceGradients, ...]] = []
    cell = sum(map(len, layers))
    for layer, traces in zip(layers[::-1], trace.traces[::-1], strict=True):
        cell -= len(layer)
        arriving = [None] * len(layer) if passed_down is None else np.split(passed_down, len(layer), axis=-1)
        runs = []
        for direction, (params, run) in enumerate(zip(layer, traces, strict=True)):
            outer = arriving[direction]
            dh, dc = (None if last is None else last[cell + direction] for last in (dhn, dcn))
            d_outputs = None if outer is None else _as_read(outer, direction)
            runs.append(recurrent.backward(params, run, d_outputs, dh, dc))
        passed_down = np.sum([_as_read(run.dx, direction) for direction, run in enumerate(runs)], axis=0)
        done.append(tuple(runs))
    return _collected(tuple(done[::-1]))


def _collected(runs: tuple[tuple[recurrent.SequenceGradients, ...], ...]) -> StackGradients:
    dx = sum(_as_read(run.dx, direction) for direction, run in enumerate(runs[0]))
    flat = [run for layer in runs for run in layer]
    dc0 = [run.dc0 for run in flat if run.dc0 is not None]
    return StackGradients(
        layers=tuple(tuple(run.params for run in layer) for layer in runs),
        dx=np.asarray(dx),
        dh0=np.stack([run.dh0 for run in flat]),
        dc0=np.stack(dc0) if dc0 else None,
        runs=runs,
    )


def _as_read(sequence: Array, direction: int) -> Array:
    """(T, ...) in the order in which a direction reads it: as it is for 0, reversed for 1, and back."""
    return sequence[::-1] if direction else sequence


def _check_starts(layers: Layers, states: Array | None, name: str) -> None:
    count = sum(map(len, layers))
    if states is not None and len(states) != count:
        raise ValueError(f"{name} holds {len(states)} states, this stack has {count} cells")
