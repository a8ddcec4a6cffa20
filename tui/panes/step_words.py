"""The step pane's lines of text: a pre-activation as its terms, and the formulas with their values.

Words and numbers come from the result; here they are only set in lines.
"""

from rich.text import Text

from core.numbers import number, scientific
from core.step_inspector.result import FormulaLine, GateView, StepResult
from tui.panes.step_state import StepState

HINT = "arrows go into the numbers; p presets, s settings, e products, f formulas"


def pre_line(state: StepState) -> Text:
    """pre u1 = W x +0.3400 + U h +0.0700 + b +1.0000 = +1.4100, sigmoid +0.8038."""
    gate, unit = state.gate, state.unit
    line = Text(f"u{unit + 1} pre = ")
    for index, (name, value) in enumerate(terms(gate, unit)):
        line.append(f"{' + ' if index else ''}{name} ", "dim").append(_signed(value))
    line.append(" = ", "dim").append(_signed(float(gate.pre[unit])), "bold")
    return line.append(f", {gate.activation} ", "dim").append(_signed(float(gate.value[unit])), "bold")


def terms(gate: GateView, unit: int) -> list[tuple[str, float]]:
    """The addends of a pre-activation that there are, by name."""
    found = [("U h", float(gate.recurrent_term[unit])), ("W x", float(gate.input_term[unit]))]
    for name, bias in (("b", gate.bias), ("b_rec", gate.bias_rec)):
        if bias is not None:
            found.append((name, float(bias[unit])))
    return [*found, ("added", gate.added_bias)] if gate.added_bias else found


def _signed(value: float) -> str:
    return number(value, signed=True)


def remark(before: StepResult | None, now: StepResult) -> str:
    """What is to be said of a result once it is shown: inputs that a new sequence leaves at 0, settings that are not
    read since the result before, and, as long as it is so, numbers held at a limit; to begin with, where to go."""
    ways = [(result.settings.sequence, result.settings.inputs) for result in (before, now) if result is not None]
    silent = now.time.silent if len(set(ways)) > 1 else ""
    fresh = [line for line in now.unread if before is None or line not in before.unread]
    return next((line for line in (silent, *fresh, now.held) if line), HINT if before is None else "")


def formulas(result: StepResult, width: int) -> Text:
    """Each formula with its value a unit, and how the framework reads and stacks the weights."""
    lines = [_formula(line, max(len(other.text) for other in result.formulas), width) for line in result.formulas]
    text = Text("\n").join(lines)
    text.append("\n")
    text.append(result.reading.sentence, "dim")
    return text


def _formula(line: FormulaLine, longest: int, width: int) -> Text:
    values = [_signed(float(value)) for value in line.values]
    room = max((width - longest - 1) // 9, 0)
    shown = values if len(values) <= room else [*values[: room - 1], "..."] if room > 1 else []
    text = Text(line.text.ljust(longest), no_wrap=True)
    return text.append(" " + " ".join(value.rjust(8) for value in shown), "bold")


def check_line(state: StepState) -> Text:
    """How far the gradient shown is from central differences, in one line."""
    check = state.check
    if check is None:
        return Text("gradient check: nudging every number both ways ...")
    if check.difference is None:
        return Text(check.sentence)
    line = Text("gradient check ").append(scientific(check.difference, 2), "bold")
    return line.append(f": largest relative difference to {check.checked:,} nudged numbers")
