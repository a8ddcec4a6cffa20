"""What an edit moved: every number of the step that changed, beside what the gradient said it would.

The real change is the difference of two results; the prediction is the gradient at the first of them.
"""

from collections.abc import Iterator, Mapping

import numpy as np

from core.cells.spec import GATES, Array, Params
from core.numbers import alike
from core.step_inspector.lesson import track_of
from core.step_inspector.result import Edit, Move, Moves, StepResult
from core.step_inspector.sentences import entry_name, short_title
from core.step_inspector.tangent import Change, Tangent, tangent
from core.step_inspector.weights import convention_of, stored

ROUNDING = 64 * float(np.finfo(np.float64).eps)
"""A change smaller than this share of the largest number of its kind is rounding, not news."""

Key = tuple[str, str]


def moved(before: StepResult, after: StepResult) -> Moves:
    """Every number of the step that differs between two results of the same cell, sizes and step.

    There is no prediction where the weights are read by another convention, and where it overflows.
    """
    if not _comparable(before, after):
        cause = "another cell, size or step"
        said = f"{cause.capitalize()}: no number here has the same meaning as before."
        return Moves((), (), False, said, cause)
    edits, same = tuple(_edits(before, after)), _same_reading(before, after)
    predicted = _predicted(before, after) if edits and same else {}
    moves = tuple(_moves(shown(before), shown(after), predicted))
    reread = not same or before.reading.name != after.reading.name
    cause = ", ".join([*([_edited(edits)] if edits else []), *([_way(before, after)] if reread else [])])
    return Moves(edits, moves, True, _sentence(before, cause, moves, same), cause)


def shown(result: StepResult) -> dict[Key, Array]:
    """Every number of the step by group and name, (H,) each: pre and gate of each gate, kept, added, cell, hidden."""
    step = result.step
    found = {("pre", gate.letter): gate.pre for gate in step.gates}
    found |= {("gate", gate.letter): gate.value for gate in step.gates if gate.name != "hidden"}
    states = {("kept", "kept"): step.kept, ("added", "added"): step.added, ("cell", "c"): step.cell}
    return found | {key: array for key, array in states.items() if array is not None} | {("hidden", "h"): step.hidden}


def _comparable(before: StepResult, after: StepResult) -> bool:
    a, b = before.settings, after.settings
    return (a.cell, a.inputs, a.hidden, a.t) == (b.cell, b.inputs, b.hidden, b.t)


def _same_reading(before: StepResult, after: StepResult) -> bool:
    a, b = before.reading, after.reading
    same = (a.convention, a.forget_bias) == (b.convention, b.forget_bias)
    return same and before.values.keys() == after.values.keys()


def _edits(before: StepResult, after: StepResult) -> Iterator[Edit]:
    """The numbers that were edited, as far as the step shown reads them."""
    t = before.settings.t
    for name in (name for name in before.values if name in after.values):
        old, new = (values[name][:t] if name == "x" else values[name] for values in (before.values, after.values))
        for row, column in np.argwhere(old != new).tolist():
            yield Edit(name, row, column, float(old[row, column]), float(new[row, column]))


def _predicted(before: StepResult, after: StepResult) -> Mapping[Key, Array]:
    """The first-order change of everything shown, from the gradient at the old values."""
    settings = before.settings
    track, t = track_of(settings), settings.t
    (h, c), (h_new, c_new) = settings.start(), after.settings.start()
    old, new = stored(settings), stored(after.settings)
    x, x_new = settings.inputs_over_time(), after.settings.inputs_over_time()
    with np.errstate(over="ignore", invalid="ignore"):
        change = Change(_difference(old, new), x_new[:t] - x[:t], (h_new - h)[0], (c_new - c)[0])
    return _by_key(before, tangent(track, x, change, convention_of(settings)))


def _difference(old: Params, new: Params) -> Params:
    """new - old, array by array."""
    b, b_rec = (
        None if a is None or b is None else np.asarray(b - a) for a, b in ((old.b, new.b), (old.b_rec, new.b_rec))
    )
    return Params(old.kind, np.asarray(new.W - old.W), np.asarray(new.U - old.U), b, b_rec)


def _by_key(result: StepResult, found: Tangent) -> dict[Key, Array]:
    letters = dict(zip(GATES[result.settings.kind], (gate.letter for gate in result.step.gates), strict=True))
    named = {("pre", letters[name]): array for name, array in found.pre.items()}
    named |= {("gate", letters[name]): array for name, array in found.value.items()}
    names = {"kept": ("kept", "kept"), "added": ("added", "added"), "cell": ("cell", "c")}
    return named | {names[part]: array for part, array in found.parts.items()} | {("hidden", "h"): found.hidden}


def _moves(old: Mapping[Key, Array], new: Mapping[Key, Array], predicted: Mapping[Key, Array]) -> Iterator[Move]:
    for key, was in old.items():
        noise = ROUNDING * max(float(np.abs(was).max()), float(np.abs(new[key]).max()))
        for unit, (a, b) in enumerate(zip(was.tolist(), new[key].tolist(), strict=True)):
            change = float(np.clip(b / 2 - a / 2, -_HALF, _HALF) * 2)
            if abs(change) > noise:
                slope = float(predicted[key][unit]) if key in predicted else float("nan")
                yield Move(*key, unit, a, b, change, slope if np.isfinite(slope) else None)


_HALF = float(np.finfo(np.float64).max) / 2


def _sentence(before: StepResult, cause: str, moves: tuple[Move, ...], same: bool) -> str:
    """One line of 80 columns in the usual case."""
    start = cause[:1].upper() + cause[1:] if cause.startswith("read") else cause
    if not moves:
        return f"{start}: no number of step {before.settings.t} moved." if cause else "No edit."
    largest = max((m for m in moves if m.group == _last_group(moves)), key=lambda m: abs(m.change))
    known = [value for value in (largest.change, largest.predicted) if value is not None]
    change, *said = alike(known, signed=True)
    what = f"{len(moves)} moved, {largest.name}{largest.unit + 1} {change}"
    if not same:
        return f"{start}: {what}."
    return f"{start}: {what} ({f'gradient said {said[0]}' if said else 'which no gradient can say'})."


def _last_group(moves: tuple[Move, ...]) -> str:
    """The group furthest down the step that moved: hidden if it did."""
    order = ("pre", "gate", "kept", "added", "cell", "hidden")
    return max((move.group for move in moves), key=order.index)


def _edited(edits: tuple[Edit, ...]) -> str:
    if len(edits) == 1:
        edit = edits[0]
        at = entry_name(edit.name, edit.row, edit.column)
        return f"{at} {' -> '.join(alike((edit.before, edit.after), signed=True))}"
    return f"{len(edits)} numbers changed"


def _way(before: StepResult, after: StepResult) -> str:
    """How the same weights are read now."""
    if before.settings.activation != after.settings.activation and after.settings.cell == "rnn":
        return f"activation {after.settings.activation}"
    return "read as you chose" if after.reading.name == "own" else f"read as in {short_title(after.reading.title)}"
