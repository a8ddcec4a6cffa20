"""What a change of one setting takes along: sizes cut or pad the weights, a shorter sequence moves t, and so on.

Nothing that still fits is lost, and what equals the default is left empty, so that the words stay short.
"""

from typing import TYPE_CHECKING

import numpy as np

from core.cells.conventions import LAYOUTS
from core.cells.spec import Array, CellKind
from core.settings import Value
from core.step_inspector.defaults import SLOTS, Rows, fitted, rows_of

if TYPE_CHECKING:
    from core.step_inspector.settings import StepSettings

OWN = ("update_scales", "reset", "biases")
"""The settings that are read only under the convention "own"."""

WEIGHTS = ("W", "U", "b", "b_rec")


def in_force(kind: CellKind, convention: str) -> dict[str, Value]:
    """The own choices that a preset convention makes for a cell."""
    layout = LAYOUTS[convention]
    made = layout.convention
    return {"update_scales": made.update_scales, "reset": made.reset, "biases": layout.biases[kind]}


def updates(settings: "StepSettings", name: str, value: Value) -> dict[str, Value]:
    """The fields that change when one is given a new value. Raises SettingsError for a size out of bounds."""
    changed: dict[str, Value] = {name: value}
    if name in OWN and settings.convention != "own":
        changed = {**in_force(settings.kind, settings.convention), "convention": "own", name: value}
    elif name == "convention" and value != "own":
        changed |= {"update_scales": "candidate", "reset": "before", "biases": 1}
    elif name == "convention" and settings.convention != "own":
        changed |= in_force(settings.kind, settings.convention)
    elif name in ("sequence", "length", "sequence_seed"):
        changed |= {"x": ()} if name == "sequence" else {"x": (), "sequence": "random"}
    elif name in ("cell", "inputs", "hidden"):
        changed |= _resized(settings, name, value)
    return changed | _kept_inside(settings, changed)


def compact(array: Array, default: Array) -> Rows:
    """The rows of an array for a matrix field; none where it equals the default."""
    return () if np.array_equal(array, default) else rows_of(array)


def compact_gates(kind: CellKind, slots: Array, default: Array) -> Rows:
    """The rows of four slots for a weight field: of the cell's own gates, unless others have numbers of their own."""
    own = list(SLOTS[kind])
    others = [slot for slot in range(len(slots)) if slot not in own]
    chosen = slice(None) if (slots[others] != default[others]).any() else own
    return compact(slots[chosen], default[chosen])


def _resized(settings: "StepSettings", name: str, value: Value) -> dict[str, Value]:
    """The matrices that were given, for another cell or size."""
    drawn = {key: getattr(settings, key) for key in ("cell", "inputs", "hidden", "seed", "scale")}
    bare = type(settings)(**{**drawn, name: value})
    given = [key for key in WEIGHTS if getattr(settings, key)]
    resized = {key: compact_gates(bare.kind, _slots(settings, bare, key), bare.slots(key)) for key in given}
    for key, old, new in zip(("h_prev", "c_prev"), settings.start(), bare.start(), strict=True):
        if getattr(settings, key):
            resized[key] = compact(fitted(old, new), new)
    if settings.x:
        old = np.array(settings.x)
        resized["x"] = rows_of(fitted(old, np.zeros((len(old), bare.inputs))))
    return resized


def _slots(settings: "StepSettings", bare: "StepSettings", name: str) -> Array:
    """The four slots of one field at the new sizes; a bias that is the old cell's default becomes the new one's."""
    old, new = settings.slots(name), bare.slots(name)
    merged = fitted(old, new)
    if name == "b" and settings.cell != bare.cell:
        default = type(settings)(cell=settings.cell, inputs=1, hidden=settings.hidden, seed=settings.seed).slots("b")
        same = (old == default).all(axis=(1, 2))
        merged[same] = new[same]
    return merged


def _kept_inside(settings: "StepSettings", changed: dict[str, Value]) -> dict[str, Value]:
    """t and output, moved to the nearest that the changed cell and sequence have."""
    state = {key: changed.get(key, getattr(settings, key)) for key in ("cell", "hidden", "x", "sequence", "length")}
    inside: dict[str, Value] = {}
    steps = len(state["x"]) if state["x"] else {"lesson": 1, "ten": 10}.get(state["sequence"], state["length"])
    if "t" not in changed and settings.t > steps >= 1:
        inside["t"] = steps
    unit, output = settings.output[1:], settings.output
    lost = output != "sum" and (int(unit) > state["hidden"] or (output[0] == "c" and state["cell"] != "lstm"))
    if lost and "output" not in changed:
        inside["output"] = "sum"
    return inside
