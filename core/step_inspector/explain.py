"""One pre-activation taken apart into the products it is made of, each with its factors.

The labels are those of the formulas, counted from 1, and the terms add up to the number that is shown.
"""

from collections.abc import Iterator

from core.step_inspector.result import Explanation, GateView, StepResult, Term


def explain(result: StepResult, gate: str, unit: int) -> Explanation:
    """The terms of one gate (by name, as "forget") and unit (from 0). Raises ValueError for one there is not."""
    view = next((view for view in result.step.gates if view.name == gate), None)
    if view is None or not 0 <= unit < len(view.pre):
        known = ", ".join(view.name for view in result.step.gates)
        raise ValueError(f"no gate {gate!r} with unit {unit}: the gates are {known}, of {result.settings.hidden} units")
    terms = (
        *_input_terms(result, view, unit),
        *_recurrent_terms(result, view, unit),
        *_bias_terms(result, view, unit),
    )
    value, pre = float(view.value[unit]), float(view.pre[unit])
    return Explanation(gate, unit, terms, pre, value, f"{_symbol(result, view)}[{unit + 1}] = {view.activation}(pre)")


def _suffix(result: StepResult, view: GateView) -> str:
    return "" if result.settings.cell == "rnn" else f"_{view.letter}"


def _symbol(result: StepResult, view: GateView) -> str:
    """The name that the gate's formula gives it."""
    return next(line.name for line in result.formulas if line.quantity == view.name)


def _term(group: str, labels: list[str], factors: list[float]) -> Term:
    product = 1.0
    for factor in factors:
        product *= factor
    return Term(" * ".join(labels), tuple(factors), product, group)


def _input_terms(result: StepResult, view: GateView, unit: int) -> Iterator[Term]:
    name = f"W{_suffix(result, view)}"
    for column, (weight, x) in enumerate(zip(result.values[name][unit], result.step.x, strict=True), start=1):
        yield _term("input", [f"{name}[{unit + 1},{column}]", f"x[{column}]"], [float(weight), float(x)])


def _recurrent_terms(result: StepResult, view: GateView, unit: int) -> Iterator[Term]:
    name, rows = f"U{_suffix(result, view)}", result.step
    reset = _reset(result, view)
    for column, (weight, h) in enumerate(zip(result.values[name][unit], rows.h_prev, strict=True)):
        labels, factors = [f"{name}[{unit + 1},{column + 1}]"], [float(weight)]
        if reset == "before":
            labels.append(f"r[{column + 1}]")
            factors.append(float(rows.gates[1].value[column]))
        if reset == "after":
            labels.insert(0, f"r[{unit + 1}]")
            factors.insert(0, float(rows.gates[1].value[unit]))
        yield _term("recurrent", [*labels, f"h_prev[{column + 1}]"], [*factors, float(h)])


def _reset(result: StepResult, view: GateView) -> str:
    """Where the reset gate acts on this gate's recurrent term, if it does."""
    is_candidate = result.settings.cell == "gru" and view.name == "candidate"
    return result.reading.convention.reset if is_candidate else ""


def _bias_terms(result: StepResult, view: GateView, unit: int) -> Iterator[Term]:
    suffix = _suffix(result, view)
    if view.bias is not None:
        yield _term("bias", [f"b{suffix}[{unit + 1}]"], [float(view.bias[unit])])
    second = f"b_rec{suffix}"
    if second in result.values:
        label, value = f"{second}[{unit + 1}]", float(result.values[second][unit, 0])
        if _reset(result, view) == "after":
            yield _term("recurrent", [f"r[{unit + 1}]", label], [float(result.step.gates[1].value[unit]), value])
        else:
            yield _term("bias", [label], [value])
    if view.added_bias:
        yield _term("bias", ["added by the framework"], [view.added_bias])
