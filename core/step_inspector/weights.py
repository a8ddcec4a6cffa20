"""The numbers behind the settings, under the names that the formulas give them, and how a convention reads them.

W_f, U_f, b_f ... are one gate's share of a field; a name is listed only where the convention in force reads it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np

from core.cells.conventions import LAYOUTS, Layout
from core.cells.formulas import LETTERS, BiasCount, Formula, formulas
from core.cells.spec import GATES, Activation, Array, CellKind, Convention, Params
from core.step_inspector.adapt import WEIGHTS
from core.step_inspector.defaults import SLOTS
from core.step_inspector.settings import StepSettings


@dataclass(frozen=True)
class Place:
    """Where a named matrix is kept: the settings field and, for a weight, its slot there; gate is its index."""

    field: str
    slot: int = 0
    gate: int = 0


def layout_of(settings: StepSettings) -> Layout:
    """The layout in force; "own" stacks as the lesson does, with its own choices."""
    if settings.convention != "own":
        return LAYOUTS[settings.convention]
    made = Convention(cast(Any, settings.update_scales), cast(Any, settings.reset))
    biases: dict[CellKind, int] = dict.fromkeys(GATES, settings.biases)
    return replace(LAYOUTS["lesson"], name="own", title="your own", convention=made, biases=biases, note="as set")


def convention_of(settings: StepSettings) -> Convention:
    """The convention in force, with the activation that a plain RNN has here."""
    return replace(layout_of(settings).convention, activation=cast(Activation, settings.activation))


def bias_names(settings: StepSettings) -> tuple[str, ...]:
    """Which of b and b_rec are read at all."""
    return ("b", "b_rec")[: layout_of(settings).biases[settings.kind]]


def places(settings: StepSettings) -> dict[str, Place]:
    """Every matrix that is read, by name: the weights gate by gate, then h_prev, an LSTM's c_prev, and x."""
    kind, found = settings.kind, {}
    for gate, (name, letter) in enumerate(LETTERS[kind].items()):
        suffix = "" if kind == "rnn" else f"_{letter}"
        for field in ("W", "U", *bias_names(settings)):
            if not (field == "b_rec" and _has_no_second_bias(settings, name)):
                found[f"{field}{suffix}"] = Place(field, SLOTS[kind][gate], gate)
    states = ("h_prev", "c_prev", "x") if kind == "lstm" else ("h_prev", "x")
    return found | {name: Place(name) for name in states}


def _has_no_second_bias(settings: StepSettings, gate: str) -> bool:
    """Flax gives a second bias to a GRU's candidate only."""
    return settings.convention == "flax" and settings.cell == "gru" and gate != "candidate"


def names(settings: StepSettings) -> tuple[str, ...]:
    """The names of all matrices that may be edited, in the order of the formulas."""
    return tuple(places(settings))


def shape_of(settings: StepSettings, name: str) -> tuple[int, int]:
    """Rows and columns: W (H, I), U (H, H), b and b_rec (H, 1), h_prev and c_prev (1, H), x (T, I)."""
    hidden, inputs = settings.hidden, settings.inputs
    shapes = {"W": (hidden, inputs), "U": (hidden, hidden), "b": (hidden, 1), "b_rec": (hidden, 1)}
    shapes |= {"h_prev": (1, hidden), "c_prev": (1, hidden), "x": (settings.steps, inputs)}
    return shapes[places(settings)[name].field]


def values(settings: StepSettings) -> dict[str, Array]:
    """Every matrix that may be edited, by name, in the shapes of shape_of."""
    h, c = settings.start()
    return named(settings, stored(settings), h, c, settings.inputs_over_time())


def named(settings: StepSettings, params: Params, h: Array, c: Array | None, x: Array) -> dict[str, Array]:
    """Params (a cell's weights, or gradients of their shapes) and states and inputs as the matrices by name."""
    states: Mapping[str, Array | None] = {"h_prev": h, "c_prev": c, "x": x}
    found: dict[str, Array] = {}
    for name, place in places(settings).items():
        whole = states[name] if place.field not in WEIGHTS else getattr(params, place.field)[place.gate]
        found[name] = np.asarray(whole, dtype=np.float64)
        if place.field in ("b", "b_rec"):
            found[name] = found[name][:, np.newaxis]
    return found


def stored(settings: StepSettings) -> Params:
    """The weights as they are kept, without what a framework adds: Params with the biases that are read."""
    slots = list(SLOTS[settings.kind])
    arrays = {name: settings.slots(name)[slots] for name in ("W", "U", *bias_names(settings))}
    b, b_rec = (arrays[name][:, 0] if name in arrays else None for name in ("b", "b_rec"))
    if b_rec is not None:
        unread = [_has_no_second_bias(settings, gate) for gate in GATES[settings.kind]]
        b_rec[unread] = 0
    return Params(settings.kind, arrays["W"], arrays["U"], b, b_rec)


def read(settings: StepSettings, params: Params) -> Params:
    """The weights as the convention reads them: with what TensorFlow 1 adds to the forget bias at run time."""
    amount = added_bias(settings)
    if amount == 0 or params.b is None:
        return params
    b = params.b.copy()
    b[..., GATES["lstm"].index("forget"), :] += amount
    return replace(params, b=b)


def added_bias(settings: StepSettings) -> float:
    """What the framework adds to an LSTM's forget bias at run time."""
    return layout_of(settings).forget_bias if settings.cell == "lstm" else 0.0


def lines(settings: StepSettings) -> tuple[Formula, ...]:
    """The formulas of a step in force, over the stored values: what a framework adds or leaves out is written."""
    count = cast(BiasCount, len(bias_names(settings)))
    plain = formulas(settings.kind, convention_of(settings), count)
    return tuple(_as_read(settings, line) for line in plain)


def _as_read(settings: StepSettings, line: Formula) -> Formula:
    text = line.text
    if line.quantity == "forget" and added_bias(settings):
        text = text.replace(" + b_f", f" + b_f + {added_bias(settings):g}")
    if _has_no_second_bias(settings, line.quantity):
        text = text.replace(f" + b_rec_{line.name}", "")
    return replace(line, text=text)
