"""What the gradient predicts for an edit: every number of the step to first order, all outputs at once.

It carries the edit forward through the sequence by the chain rule; along the chosen output it agrees with the
gradient that runs backward, which a test holds it to.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from core.activations import drelu, dsigmoid, dtanh
from core.cells.gru import shares
from core.cells.spec import GATES, Array, Convention, Params
from core.step_inspector.sequence import Track

Loop = Callable[["_Run", int, Array, Array], "Tangent"]


@dataclass(frozen=True, eq=False)
class Change:
    """A small change of everything a sequence reads: weights, x (t, I), and the states h and c (H,) at its start."""

    params: Params
    x: Array
    h: Array
    c: Array


@dataclass(frozen=True, eq=False)
class Tangent:
    """The first-order change of one step, (H,) each: pre and value by gate, and the states and their parts."""

    pre: dict[str, Array]
    value: dict[str, Array]
    hidden: Array
    cell: Array
    parts: dict[str, Array] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class _Run:
    """A track, the change, and the convention; given (T, G, H) is what the change adds to each pre-activation."""

    track: Track
    change: Change
    convention: Convention
    given: Array


def tangent(track: Track, x: Array, change: Change, convention: Convention) -> Tangent:
    """The first-order change of the last of the steps that change.x covers; x is the input (T, I).

    Numbers that overflow become inf or nan without a warning.
    """
    steps = len(change.x)
    loops: dict[str, Loop] = {"lstm": _lstm, "gru": _gru, "rnn": _rnn}
    with np.errstate(all="ignore"):
        given = _products(change.params.W, x[:steps]) + _products(track.params.W, change.x)
        if change.params.b is not None:
            given = given + change.params.b
        run, step = _Run(track, change, convention, given), loops[track.params.kind]
        moved = step(run, 0, change.h, change.c)
        for s in range(1, steps):
            moved = step(run, s, moved.hidden, moved.cell)
        return moved


def _products(weights: Array, inputs: Array) -> Array:
    """weights (G, H, N) times every row of inputs (T, N): (T, G, H)."""
    return np.asarray(np.einsum("ghn,tn->tgh", weights, inputs))


def _recurrent(run: _Run, s: int, dh: Array) -> Array:
    """The change of U h_prev + b_rec of every gate, (G, H)."""
    moved = run.change.params.U @ run.track.h[s] + run.track.params.U @ dh
    return np.asarray(moved if run.change.params.b_rec is None else moved + run.change.params.b_rec)


def _slopes(run: _Run, s: int) -> dict[str, Array]:
    """The slope of every gate's activation at its value."""
    kind = run.track.params.kind
    relu = kind == "rnn" and run.convention.activation == "relu"
    curved = drelu if relu else dtanh
    squashed = ("candidate", "hidden")
    return {name: (curved if name in squashed else dsigmoid)(run.track.gates[name][s]) for name in GATES[kind]}


def _rnn(run: _Run, s: int, dh: Array, dc: Array) -> Tangent:
    pre = {"hidden": run.given[s, 0] + _recurrent(run, s, dh)[0]}
    value = {"hidden": _slopes(run, s)["hidden"] * pre["hidden"]}
    return Tangent(pre, value, value["hidden"], dc)


def _lstm(run: _Run, s: int, dh: Array, dc: Array) -> Tangent:
    assert run.track.c is not None
    gates, memory, slopes = run.track.gates, run.track.c, _slopes(run, s)
    pre = dict(zip(GATES["lstm"], run.given[s] + _recurrent(run, s, dh), strict=True))
    value = {name: slopes[name] * pre[name] for name in GATES["lstm"]}
    kept = value["forget"] * memory[s] + gates["forget"][s] * dc
    added = value["input"] * gates["candidate"][s] + gates["input"][s] * value["candidate"]
    cell, shown = kept + added, np.tanh(memory[s + 1])
    hidden = value["output"] * shown + gates["output"][s] * dtanh(shown) * cell
    return Tangent(pre, value, hidden, cell, {"kept": kept, "added": added, "cell": cell})


def _gru(run: _Run, s: int, dh: Array, dc: Array) -> Tangent:
    gates, h, slopes = run.track.gates, run.track.h[s], _slopes(run, s)
    recurrent = _recurrent(run, s, dh)
    pre = {name: run.given[s, g] + recurrent[g] for g, name in enumerate(("update", "reset"))}
    value = {name: slopes[name] * pre[name] for name in pre}
    r, dr = gates["reset"][s], value["reset"]
    inner = _inner_before(run, s, dr * h + r * dh) if run.convention.reset == "before" else None
    if inner is None:
        inner = dr * _inner_product(run, s) + r * recurrent[2]
    pre["candidate"] = run.given[s, 2] + inner
    value["candidate"] = slopes["candidate"] * pre["candidate"]
    past, new = shares(gates["update"][s], run.convention)
    dpast = value["update"] if run.convention.update_scales == "past" else -value["update"]
    kept = dpast * h + past * dh
    added = -dpast * gates["candidate"][s] + new * value["candidate"]
    return Tangent(pre, value, kept + added, dc, {"kept": kept, "added": added})


def _inner_before(run: _Run, s: int, dreset_hidden: Array) -> Array:
    """The change of the candidate's U (r * h_prev) + b_rec."""
    reset_hidden = run.track.gates["reset"][s] * run.track.h[s]
    moved = run.change.params.U[2] @ reset_hidden + run.track.params.U[2] @ dreset_hidden
    return np.asarray(moved if run.change.params.b_rec is None else moved + run.change.params.b_rec[2])


def _inner_product(run: _Run, s: int) -> Array:
    """The candidate's U h_prev + b_rec, which the reset gate scales."""
    product = run.track.params.U[2] @ run.track.h[s]
    b_rec = run.track.params.b_rec
    return np.asarray(product if b_rec is None else product + b_rec[2])
