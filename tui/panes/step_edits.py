"""What an edit in a grid of the step pane means: a place of a grid becomes a number of the cell, and new settings.

Each function is pure and raises SettingsError, in one line, for what is not allowed; nothing is lost then.
"""

from collections import Counter

import numpy as np

from core.numbers import plural
from core.settings import SettingsError
from core.step_inspector.edits import pasted, with_matrix
from core.step_inspector.paste import read_matrix
from core.step_inspector.result import GateView, StepResult
from core.step_inspector.settings import StepSettings
from tui.panes.step_matrices import Target, input_target, weight_matrix, weight_target


def target(result: StepResult, gate: GateView, grid: str, row: int, column: int) -> Target:
    """The number at a place of the grid of inputs or of weights."""
    return input_target(result, row, column) if grid == "step-inputs" else weight_target(result, gate, row, column)


def paste(result: StepResult, gate: GateView, grid: str, row: int, column: int, text: str) -> StepSettings:
    """A pasted row or matrix written from a place on; over the weights it may reach from U into W and the biases."""
    at = target(result, gate, grid, row, column)
    if grid == "step-inputs":
        return pasted(result.settings, at.name, at.row, at.column, text)
    block = read_matrix(at.name, text)
    width, room = len(block[0]), _columns_from(result, gate, column)
    if width <= result.values[at.name].shape[1] - at.column or row + len(block) > result.settings.hidden:
        return pasted(result.settings, at.name, at.row, at.column, text)
    changed: dict[str, np.ndarray] = {}
    for down, numbers in enumerate(block):
        for right, value in enumerate(numbers):
            to = _inside(result, gate, row + down, column + right, width, room)
            changed.setdefault(to.name, result.values[to.name].copy())[to.row, to.column] = value
    settings = result.settings
    for name, matrix in changed.items():
        settings = with_matrix(settings, name, matrix)
    return settings


def reach(result: StepResult, gate: GateView, grid: str, column: int, text: str) -> str:
    """Into which matrices what was pasted at a column of the weights went, "" where it is one."""
    if grid == "step-inputs":
        return ""
    block = read_matrix(gate.name, text)
    columns = Counter(weight_target(result, gate, 0, column + right).name for right in range(len(block[0])))
    if len(columns) == 1:
        return ""
    parts = [f"{plural(count, 'column')} into {name}" for name, count in columns.items()]
    return f"{len(block)} x {len(block[0])} pasted: {', '.join(parts)}"


def _columns_from(result: StepResult, gate: GateView, column: int) -> int:
    return len(weight_matrix(result, gate, None, False).columns) - column


def _inside(result: StepResult, gate: GateView, row: int, column: int, width: int, room: int) -> Target:
    try:
        return weight_target(result, gate, row, column)
    except IndexError:
        there = f"the {gate.name} weights have {room} column{'s' if room != 1 else ''}"
        raise SettingsError(f"{width} numbers in a row do not fit: from here {there}") from None
