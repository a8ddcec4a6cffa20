"""The step as tables, curves and sentences for the printer: the numbers of the screen, in its order.

Explanations of every pre-activation are left to the screen; their sums are here.
"""

import numpy as np

from core.cells.spec import Array
from core.report import Column, Report, Series, Table, Text
from core.step_inspector.result import StepResult


def report(result: StepResult) -> Report:
    """Everything shown, the gradient check where it was made."""
    remarks = (*result.unread, *([result.held] if result.held else []))
    check = () if result.check is None else (result.check.sentence,)
    return (
        *((Text("Remarks", remarks),) if remarks else ()),
        Text("Formulas", tuple(line.text for line in result.formulas)),
        _pre_activations(result),
        _states(result),
        Text("What to see", (result.sentence,)),
        *(_matrix(name, name, array) for name, array in result.values.items()),
        *(_matrix(f"d({result.loss_name}) / d{name}", name, array) for name, array in result.gradients.items()),
        Text("Gradient", (result.gradient_sentence, *check)),
        Text("Convention", (result.reading.sentence,)),
        *_stacked(result),
        *_over_time(result),
    )


def _pre_activations(result: StepResult) -> Table:
    columns = (
        Column("gate", "text"),
        Column("unit", "count"),
        *(Column(name, "signed") for name in ("W x", "U h", "b", "b_rec", "added b", "pre", "value")),
    )
    rows = tuple(
        (
            f"{gate.name} {gate.letter}",
            unit + 1,
            *(_at(term, unit) for term in (gate.input_term, gate.recurrent_term, gate.bias, gate.bias_rec)),
            gate.added_bias or None,
            float(gate.pre[unit]),
            float(gate.value[unit]),
        )
        for gate in result.step.gates
        for unit in range(result.settings.hidden)
    )
    return Table(f"Step {result.step.t}: each gate from its terms to its value", columns, rows)


def _at(term: Array | None, unit: int) -> float | None:
    return None if term is None else float(term[unit])


def _states(result: StepResult) -> Table:
    step = result.step
    named = (
        ("h_prev", step.h_prev),
        ("c_prev", step.c_prev),
        (f"kept from the past = {step.kept_text}", step.kept),
        (f"added this step = {step.added_text}", step.added),
        ("cell c", step.cell),
        ("tanh(c)", step.tanh_cell),
        ("hidden h", step.hidden),
    )
    columns = (Column("state", "text"), *_units("u", result.settings.hidden))
    rows = tuple((name, *array.tolist()) for name, array in named if array is not None)
    return Table(f"Step {step.t}: states", columns, rows)


def _units(letter: str, count: int) -> tuple[Column, ...]:
    return tuple(Column(f"{letter}{k + 1}", "signed") for k in range(count))


def _matrix(title: str, name: str, array: Array) -> Table:
    letter = {"W": "x", "U": "h", "b": "b", "x": "x", "s": ""}.get(name[0], "u")
    columns = (Column("row", "count"), *_units(letter, array.shape[1]))
    rows = tuple((row + 1, *values) for row, values in enumerate(array.tolist()))
    return Table(title, columns, rows)


def _stacked(result: StepResult) -> tuple[Table, ...]:
    reading = result.reading
    stacked, order = reading.stacked, ", ".join(reading.letters)
    arrays = (("W", stacked.W), ("U", stacked.U), ("b", stacked.b), ("b_rec", stacked.b_rec))
    return tuple(
        _matrix(f"{reading.title}: {name}, gates {order}", "stacked", np.atleast_2d(array))
        for name, array in arrays
        if array is not None
    )


def _over_time(result: StepResult) -> tuple[Series | Text, ...]:
    time, settings = result.time, result.settings
    steps = np.arange(settings.steps + 1)
    states = {f"h{k + 1}": time.h[:, k] for k in range(settings.hidden)}
    if time.c is not None:
        states |= {f"c{k + 1}": time.c[:, k] for k in range(settings.hidden)}
    gates = {f"{name} {k + 1}": array[:, k] for name, array in time.gates.items() for k in range(settings.hidden)}
    signal = {"|dL/dh_t|": time.signal, "ideal copy path": time.ideal_copy_path}
    if time.cell_signal is not None:
        signal["|dL/dc_t|"] = time.cell_signal
    if time.copy_path is not None:
        signal["copy path, largest"] = time.copy_path.max(axis=1)
    return (
        Series("States over time", "t", steps, states),
        Series("Gates over time", "t", steps[1:], gates),
        Series(f"Gradient of {result.loss_name} at step {settings.steps}, by step", "t", steps, signal, log=True),
        Text("Over time", (time.sentence, *((f"{time.silent[0].upper()}{time.silent[1:]}.",) if time.silent else ()))),
    )
