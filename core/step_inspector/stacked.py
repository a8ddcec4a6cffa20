"""Weights given on the command line as a framework stacks them, read into the order of the lesson.

The order is a way of giving numbers and no setting of the cell: once they are read, nothing remembers it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from core.cells.spec import GATES
from core.settings import Settings, SettingsError, choice, matrix, parse
from core.step_inspector.adapt import WEIGHTS, compact_gates
from core.step_inspector.defaults import LARGEST, Rows, rows_of
from core.step_inspector.settings import StepSettings
from core.step_inspector.weights import layout_of

MOST = 4 * LARGEST


@dataclass(frozen=True)
class Order(Settings):
    """How the weights of a command line are laid out."""

    order: str = choice(
        "lesson",
        ("lesson", "convention"),
        "of W, U, b, b_rec: the lesson's (f, i, c, o; y = W x), whatever the convention, or that of the convention, "
        "stacked as print step shows it (pytorch: rows i, f, g, o; keras: y = x W, columns i, f, c, o; bias: one row)",
    )


@dataclass(frozen=True)
class _Stack(Settings):
    """The weights as rows of a framework's stacked arrays."""

    W: tuple[tuple[float, ...], ...] = matrix((), "", most=MOST)
    U: tuple[tuple[float, ...], ...] = matrix((), "", most=MOST)
    b: tuple[tuple[float, ...], ...] = matrix((), "", most=MOST)
    b_rec: tuple[tuple[float, ...], ...] = matrix((), "", most=MOST)


def parsed(words: Iterable[str]) -> StepSettings:
    """The settings that key=value words describe, `order` among them. Raises SettingsError."""
    order, rest = _parted(words, ("order",))
    if parse(Order, order).order == "lesson":
        return parse(StepSettings, rest, also=("order",))
    given, rest = _parted(rest, WEIGHTS)
    bare, stack = parse(StepSettings, rest, also=("order", *WEIGHTS)), parse(_Stack, given)
    rows = {name: _unstacked(bare, name, getattr(stack, name)) for name in WEIGHTS if getattr(stack, name)}
    if not rows:
        raise SettingsError(f"order: nothing is given to be read in it (allowed: with {', '.join(WEIGHTS)})")
    return _filled(bare, rows)


def _filled(bare: StepSettings, rows: dict[str, Rows]) -> StepSettings:
    changed: dict[str, Any] = dict(rows)
    made = replace(bare, **changed)
    changed = {name: compact_gates(bare.kind, made.slots(name), bare.slots(name)) for name in rows}
    return replace(bare, **changed)


def _parted(words: Iterable[str], names: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The words whose key is one of these names, and all others."""
    every = list(words)
    mine = [word for word in every if word.partition("=")[0] in names]
    return mine, [word for word in every if word not in mine]


def _unstacked(settings: StepSettings, name: str, rows: Rows) -> Rows:
    """The gates of a stacked array in the lesson's order, one below the other."""
    layout, kind, hidden = layout_of(settings), settings.kind, settings.hidden
    array, height = np.array(rows), len(GATES[kind]) * hidden
    is_bias = name.startswith("b")
    shape = (1, height) if is_bias else (height, settings.inputs if name == "W" else hidden)
    if layout.transposed and not is_bias:
        shape = (shape[1], shape[0])
    if array.shape != shape:
        given, wanted = (f"{a} x {b}" for a, b in (array.shape, shape))
        raise SettingsError(
            f"{name}: {given} given, but {layout.title} stacks {', '.join(layout.letters[kind])} "
            f"as {wanted} (rows x columns)"
        )
    upright = array.T if layout.transposed and not is_bias else array
    order = [layout.gates[kind].index(gate) for gate in GATES[kind]]
    return rows_of(upright.reshape(len(order), 1 if is_bias else hidden, -1)[order])
