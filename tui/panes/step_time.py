"""The whole sequence of the step pane as a heat map and as a chart of how far the gradient reaches.

Everything is that of result.time; the marked step is the one that is laid open.
"""

import math

import numpy as np

from core.cells.spec import Array
from core.numbers import number
from core.step_inspector.result import StepResult
from tui.panes.step_state import StepState
from tui.plots.model import Axis, Curve, Plot, Role, curve, decades
from tui.widgets.heat import Heat, HeatRow

SMALLEST_SIGNAL = 1e-16
HERE = "×"
"""Marks the step that is laid open; in ASCII an x, which is no curve's."""


def heat(result: StepResult, room: int) -> Heat:
    """States, gates and inputs, a line a unit, over the steps; with empty lines between them where `room` allows."""
    time, kind = result.time, result.settings.cell
    names = {line.quantity: line.name.replace("c_tilde", "c~") for line in result.formulas}
    parts = [_rows("h", time.h[1:], signed=True)]
    if time.c is not None:
        parts.append(_rows("c", time.c[1:], signed=True))
    for gate, values in time.gates.items():
        if kind != "rnn":
            parts.append(_rows(names[gate], values, signed=gate == "candidate"))
    parts.append(_rows("x", time.x, signed=True))
    gap = [HeatRow("", ())] if sum(map(len, parts)) + len(parts) <= room else []
    rows = [row for index, part in enumerate(parts) for row in (*(gap if index else ()), *part)]
    return Heat(tuple(str(t + 1) for t in range(len(time.x))), tuple(rows))


def _rows(name: str, values: Array, signed: bool) -> list[HeatRow]:
    finite = np.abs(values[np.isfinite(values)])
    high = max(float(finite.max(initial=0)), 1.0)
    return [HeatRow(f"{name}{k + 1}", tuple(map(float, line)), high, signed) for k, line in enumerate(values.T)]


def signal_plot(state: StepState) -> Plot:
    """|dL/dh_t| and, of an LSTM, |dL/dc_t| by step, what the gates alone pass, and the step that is laid open."""
    time, settings = state.result.time, state.result.settings
    steps = range(len(time.signal))
    role: Role = settings.cell  # type: ignore[assignment]  # every kind of cell is the name of a role
    curves = [curve("|dL/dh|", role, steps, time.signal)]
    if time.cell_signal is not None:
        curves.append(curve("|dL/dc|", "first", steps, time.cell_signal))
    curves.append(curve("copy", "dim", steps, copy_path(state)))
    here = float(time.signal[settings.t])
    if here >= SMALLEST_SIGNAL:
        curves.append(Curve("t", "note", (float(settings.t),), (here,), HERE, joined=False))
    return Plot(tuple(curves), _time_axis(settings.steps), _signal_axis(curves))


def copy_path(state: StepState) -> Array:
    """What the gates alone pass to the last step, of the unit shown; for a plain RNN the ideal copy path."""
    time = state.result.time
    return time.ideal_copy_path if time.copy_path is None else np.asarray(time.copy_path[:, state.unit])


def _time_axis(steps: int) -> Axis:
    stops = sorted({0, steps // 2, steps})
    return Axis(0, steps, ticks=tuple((stop, "t=0" if stop == 0 else str(stop)) for stop in stops))


def _signal_axis(curves: list[Curve]) -> Axis:
    values = [value for line in curves for value in line.y]
    axis = decades(values, SMALLEST_SIGNAL)
    if any(math.isfinite(value) and value < axis.low for value in values):
        return Axis(axis.low, axis.high, log=True, floor=f"≤{axis.low:.0e}")
    return axis


def signal_line(state: StepState) -> str:
    """The numbers of the chart at the step that is laid open."""
    time, t = state.result.time, state.result.settings.t
    parts = [f"t = {t}: |dL/dh_t| {number(float(time.signal[t]))}"]
    if time.cell_signal is not None:
        parts.append(f"|dL/dc_t| {number(float(time.cell_signal[t]))}")
    name = "copy path" if time.copy_path is None else f"gates alone u{state.unit + 1}"
    return ", ".join([*parts, f"{name} {number(float(copy_path(state)[t]))}"])
