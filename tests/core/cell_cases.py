"""Cells of every kind and convention for the tests of cells, seeded, and a step as its arrays by name."""

from dataclasses import fields

import numpy as np

from core.cells.gate import Gate
from core.cells.spec import GATES, LESSON, Array, CellKind, Convention, Params
from core.cells.step import Step

CONVENTIONS: list[tuple[CellKind, Convention]] = [
    ("rnn", LESSON),
    ("rnn", Convention(activation="relu")),
    ("lstm", LESSON),
    ("gru", LESSON),
    ("gru", Convention("candidate", "after")),
    ("gru", Convention("past", "before")),
    ("gru", Convention("past", "after")),
]
IDS = ["rnn-tanh", "rnn-relu", "lstm", "gru-cand-before", "gru-cand-after", "gru-past-before", "gru-past-after"]


def cell(kind: CellKind, biases: int = 2, inputs: int = 3, hidden: int = 4, seed: int = 0) -> Params:
    """Random weights of scale 0.7, with 0, 1 or 2 bias vectors."""
    rng, gates = np.random.default_rng(seed), len(GATES[kind])
    W, U = (0.7 * rng.normal(size=(gates, hidden, size)) for size in (inputs, hidden))
    b, b_rec = (0.7 * rng.normal(size=(gates, hidden)) if biases > n else None for n in (0, 1))
    return Params(kind, W, U, b, b_rec)


def states(params: Params, batch: int | None = 2, seed: int = 1) -> dict[str, Array]:
    """x, h_prev and, for an LSTM, c_prev; single vectors if batch is None."""
    rng = np.random.default_rng(seed)
    lead = () if batch is None else (batch,)
    named: dict[str, Array] = {"x": rng.normal(size=(*lead, params.input_size))}
    for name in ("h_prev", "c_prev") if params.kind == "lstm" else ("h_prev",):
        named[name] = rng.uniform(-0.9, 0.9, size=(*lead, params.hidden_size))
    return named


def arrays_of(record: object, prefix: str = "") -> dict[str, Array]:
    """Every array of a step, of its gates or of Params, by its dotted name."""
    found: dict[str, Array] = {}
    for field in fields(record):  # type: ignore[arg-type]
        value = getattr(record, field.name)
        if isinstance(value, np.ndarray):
            found[prefix + field.name] = value
        elif isinstance(value, (Gate, Params)):
            found |= arrays_of(value, f"{prefix}{field.name}.")
    return found


def as_type(params: Params, dtype: type[np.floating]) -> Params:
    """The same weights in another floating type."""
    b, b_rec = (None if a is None else a.astype(dtype) for a in (params.b, params.b_rec))
    return Params(params.kind, params.W.astype(dtype), params.U.astype(dtype), b, b_rec)


def value_of(step: Step, quantity: str) -> Array:
    """The value of a gate, or a state, by the name that a Formula's quantity uses."""
    if quantity in step.gates:
        return step.gates[quantity].value
    state: Array = getattr(step, quantity)
    return state
