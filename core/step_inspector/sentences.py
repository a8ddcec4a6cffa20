"""What a person should see in a step, said in words that are computed from its numbers.

Every clause is chosen by the numbers that it names, so that it stays true for any weights.
"""

from collections.abc import Mapping

import numpy as np

from core.activations import sigmoid
from core.cells.conventions import Layout
from core.cells.spec import Array, CellKind, Convention
from core.numbers import number
from core.step_inspector.result import GateView, Reading, StepView
from core.step_inspector.settings import StepSettings

FEW = 4
AT_WORK = 0.05
"""How much every forget gate must owe to its bias before a sentence says so."""


def loss_name(settings: StepSettings) -> str:
    """The chosen output in words, as "h1 + ... + h2" or "c1"."""
    if settings.output != "sum":
        return settings.output
    count = settings.hidden
    return " + ".join(f"h{k + 1}" for k in range(count)) if count <= 3 else f"h1 + ... + h{count}"


def what_to_see(settings: StepSettings, view: StepView, reading: Reading) -> str:
    """The one sentence under the step."""
    gate, brief = view.gates[0], in_brief(settings, view, reading)
    if settings.cell == "lstm":
        return f"{brief}{_bias_at_work(gate)}."
    if settings.cell == "gru":
        kept, share = _kept(gate.value, reading.convention)
        start = brief.removesuffix(f" ({share} = {_short(kept)})")
        return f"{start}: {share} = {_short(kept)} of h_prev stays, {_short(1 - kept)} of the candidate comes in."
    start = f"Nothing is carried over as it was: {brief[0].lower()}{brief[1:]}"
    if gate.activation == "relu":
        return f"{start}, by relu."
    return f"{start}, and each step back scales the gradient by U and 1 - h^2 = {_short(1 - gate.value**2)}."


def in_brief(settings: StepSettings, view: StepView, reading: Reading) -> str:
    """The same in half a line, without its reason and its full stop."""
    if settings.cell == "lstm":
        return _lstm(view.gates[0])
    if settings.cell == "gru":
        return _gru(view.gates[0].value, reading.convention)
    return f"All of h is written anew (h = {_short(view.gates[0].value)})"


def _lstm(forget: GateView) -> str:
    f = forget.value
    if (f > 0.5).all():
        start = "Most of the old memory survives"
    elif (f < 0.5).all():
        start = "Most of the old memory is lost"
    else:
        start = _how_many(int((f > 0.5).sum()), len(f), "the old memory")
    return f"{start} (f = {_short(f)})"


def _bias_at_work(forget: GateView) -> str:
    """What the forget gate would be without its biases, if they raise it everywhere."""
    parts = [part for part in (forget.bias, forget.bias_rec) if part is not None]
    bias = np.sum(parts, axis=0) + forget.added_bias if parts else np.full_like(forget.value, forget.added_bias)
    without = sigmoid(_without(forget))
    if not (forget.value - without >= AT_WORK).all():
        return ""
    name = "b_f" if not forget.added_bias else f"b_f + {forget.added_bias:g}"
    if forget.bias_rec is not None:
        name = f"{name} + b_rec_f"
    return f": that is {name} = {_short(bias)} at work, without it f = {_short(without)}"


def _without(gate: GateView) -> Array:
    with np.errstate(over="ignore", invalid="ignore"):
        return np.nan_to_num(gate.input_term + gate.recurrent_term)


def _gru(z: Array, convention: Convention) -> str:
    kept, share = _kept(z, convention)
    if (kept > 0.5).all():
        start = "Most of the old state survives"
    elif (kept < 0.5).all():
        start = "Most of the state is written anew"
    else:
        start = _how_many(int((kept > 0.5).sum()), len(z), "the old state")
    return f"{start} ({share} = {_short(kept)})"


def _kept(z: Array, convention: Convention) -> tuple[Array, str]:
    """The share of h_prev that stays, and its formula."""
    return (z, "z") if convention.update_scales == "past" else (1 - z, "1 - z")


def _how_many(some: int, every: int, what: str) -> str:
    if every == 1 or some == 0:
        return f"Half of {what} survives, or less"
    return f"Most of {what} survives in {some} of {every} units"


def _short(values: Array) -> str:
    """A few values to two decimals, or the range of many; one exact round value for all is written once."""
    if len(values) > 1 and (values == values[0]).all() and f"{values[0]:.4g}" == f"{values[0]:.17g}":
        return f"{values[0]:g}"
    if len(values) <= FEW:
        return ", ".join(_two(value) for value in values)
    return f"{_two(values.min())} to {_two(values.max())}"


def _two(value: float) -> str:
    return f"{value:.2f}" if abs(value) < 1000 else number(float(value))


def reading(layout: Layout, kind: CellKind, convention: Convention) -> str:
    """What a GRU's gates mean in a layout, how many biases it has, and how it stacks the gates of a cell."""
    order = ", ".join(layout.letters[kind])
    stacked = (
        f"y = x W, {'columns' if layout.stacked else 'a matrix a gate:'} {order}"
        if layout.transposed
        else f"y = W x, rows {order}"
    )
    return f"{layout.title}: {_meaning(layout, kind, convention, brief=False)}; {stacked}."


def reading_in_brief(layout: Layout, kind: CellKind, convention: Convention) -> str:
    """The same in one line of 80 columns, but for the stacking of a GRU's gates."""
    parts = [_meaning(layout, kind, convention, brief=True)]
    if kind != "gru":
        parts.append("gates " + ", ".join(layout.letters[kind]))
    return f"{short_title(layout.title)}: {'; '.join(parts)}"


def short_title(title: str) -> str:
    """A layout's title without what is only remarked in it."""
    return title.replace(", the default", "")


def _meaning(layout: Layout, kind: CellKind, convention: Convention, brief: bool) -> str:
    parts, vector = [], "" if brief else " vector"
    if kind == "gru":
        parts.append("z = 1 keeps the past" if convention.update_scales == "past" else "z = 0 keeps the past")
        where = f"{convention.reset} {'U h' if brief else 'the recurrent product'}"
        parts.append(f"r {where}" if brief else f"r acts {where}")
    if kind == "lstm" and layout.forget_bias:
        what = "f" if brief else "f's pre-activation"
        parts.append(f"{layout.forget_bias:g} is added to {what}")
    several = "two biases" if brief else "two bias vectors"
    parts.append(("no bias", f"one bias{vector}", several)[layout.biases[kind]])
    return "; ".join(parts)


def silent_inputs(settings: StepSettings) -> str:
    """Which inputs a named sequence leaves at 0, "" where it reaches all or x is given."""
    reached = {"ten": 1, "lesson": 2}.get(settings.sequence, settings.inputs)
    if settings.x or reached >= settings.inputs:
        return ""
    silent = f"x{reached + 1}" if reached + 1 == settings.inputs else f"x{reached + 1} to x{settings.inputs}"
    heard = "x1 alone" if reached == 1 else f"x1 and x{reached}"
    return f"the {settings.sequence} sequence gives {heard}; {silent} {'is' if ' ' not in silent else 'are'} 0"


def largest_gradient(settings: StepSettings, gradients: Mapping[str, Array]) -> str:
    """The weight to which the chosen output is most sensitive at the step shown."""
    weights = {name: grad for name, grad in gradients.items() if name not in ("h_prev", "c_prev", "x")}
    name = max(weights, key=lambda each: float(np.abs(weights[each]).max()))
    row, column = np.unravel_index(int(np.abs(weights[name]).argmax()), weights[name].shape)
    value = float(weights[name][row, column])
    if value == 0:
        return f"No weight moves {loss_name(settings)} at step {settings.t}: every gradient is 0."
    at = entry_name(name, int(row), int(column))
    return f"{loss_name(settings)} at step {settings.t} hangs most on {at}: a slope of {number(value, signed=True)}."


def entry_name(name: str, row: int, column: int) -> str:
    """One number of a named matrix, counted from 1: W_f[1,2], b_f[1], h_prev[2], x[3,1] (step 3, input 1)."""
    if name.startswith("b"):
        return f"{name}[{row + 1}]"
    if name in ("h_prev", "c_prev"):
        return f"{name}[{column + 1}]"
    return f"{name}[{row + 1},{column + 1}]"
