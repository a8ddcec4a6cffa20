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
    if settings.cell == "lstm":
        return _lstm(view.gates[0])
    if settings.cell == "gru":
        return _gru(view.gates[0].value, reading.convention)
    return _rnn(view.gates[0])


def _lstm(forget: GateView) -> str:
    f = forget.value
    if (f > 0.5).all():
        start = "Most of the old memory survives"
    elif (f < 0.5).all():
        start = "Most of the old memory is lost"
    else:
        start = _how_many(int((f > 0.5).sum()), len(f), "the old memory")
    return f"{start} (f = {_short(f)}){_bias_at_work(forget)}."


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
    kept = z if convention.update_scales == "past" else 1 - z
    share = "z" if convention.update_scales == "past" else "1 - z"
    if (kept > 0.5).all():
        start = "Most of the old state survives"
    elif (kept < 0.5).all():
        start = "Most of the state is written anew"
    else:
        start = _how_many(int((kept > 0.5).sum()), len(z), "the old state")
    return f"{start}: {share} = {_short(kept)} of h_prev stays, {_short(1 - kept)} of the candidate comes in."


def _rnn(unit: GateView) -> str:
    text = f"Nothing is carried over as it was: h = {_short(unit.value)} is all written anew"
    if unit.activation == "relu":
        return f"{text}, by relu."
    return f"{text}, and each step back scales the gradient by U and 1 - h^2 = {_short(1 - unit.value**2)}."


def _how_many(some: int, every: int, what: str) -> str:
    if every == 1 or some == 0:
        return f"Half of {what} survives, or less"
    return f"{some} of {every} units keep{'s' if some == 1 else ''} most of {what}"


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
    """How a layout stacks the gates of a cell, how many biases it has, and what a GRU's gates mean there."""
    order = ", ".join(layout.letters[kind])
    count = layout.biases[kind]
    biases = ("no bias", "one bias vector", "two bias vectors")[count]
    stacked = f"{'y = x W, gates side by side' if layout.transposed else 'y = W x, gates one below another'}: {order}"
    parts = [f"{layout.title}: {stacked}; {biases}"]
    if kind == "gru":
        keeps = "z = 1 keeps the past" if convention.update_scales == "past" else "z = 0 keeps the past"
        parts.append(f"{keeps}; r acts {convention.reset} the recurrent product")
    if kind == "lstm" and layout.forget_bias:
        parts.append(f"{layout.forget_bias:g} is added to f's pre-activation at run time")
    return "; ".join(parts) + "."


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
