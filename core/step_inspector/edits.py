"""Edits of single numbers and whole matrices, each a pure function from settings to new settings.

What is edited back to its default is left empty again, so that an undone edit is the same settings.
"""

import math
from dataclasses import replace
from typing import Any

import numpy as np

from core.cells.spec import Array
from core.numbers import NumberError, parse_number
from core.settings import SettingsError
from core.spelling import nearest
from core.step_inspector.adapt import WEIGHTS, compact, compact_gates
from core.step_inspector.defaults import LONGEST, Rows, fitted
from core.step_inspector.paste import read_matrix
from core.step_inspector.sentences import entry_name
from core.step_inspector.settings import MATRICES, StepSettings
from core.step_inspector.weights import places, shape_of, values


def with_value(settings: StepSettings, name: str, row: int, column: int, value: float | str) -> StepSettings:
    """One number of a named matrix set; rows and columns count from 0, a str is what a person typed.

    Raises SettingsError for a text that is not a finite number, an unknown matrix, a place outside it, and for
    h_prev and c_prev after step 1, where they are computed.
    """
    _check_place(settings, name, row, column)
    try:
        number = parse_number(value) if isinstance(value, str) else _finite(value)
    except NumberError as error:
        raise SettingsError(f"{entry_name(name, row, column)}: {error}") from None
    matrix = values(settings)[name].copy()
    matrix[row, column] = number
    return with_matrix(settings, name, matrix)


def nudged(settings: StepSettings, name: str, row: int, column: int, direction: int) -> StepSettings:
    """One number moved by the settings' nudge, up (+1) or down (-1), to 15 digits so that 0.1 + 0.2 is 0.3."""
    _check_place(settings, name, row, column)
    old = float(values(settings)[name][row, column])
    new = old + direction * settings.nudge
    rounded = float(f"{new:.15g}")
    return with_value(settings, name, row, column, rounded if math.isfinite(rounded) else new)


def reset_value(settings: StepSettings, name: str, row: int, column: int) -> StepSettings:
    """One number back at its default: the lesson's, or that of the weights' seed."""
    _check_place(settings, name, row, column)
    default = unedited(settings)
    if name == "x" and row >= shape_of(default, "x")[0]:
        return with_value(settings, name, row, column, 0.0)
    return with_value(settings, name, row, column, float(values(default)[name][row, column]))


def unedited(settings: StepSettings) -> StepSettings:
    """Every weight, bias, state and input at its default: the lesson's, or that of the seeds, which stay."""
    empty: dict[str, Any] = dict.fromkeys(MATRICES, ())
    bare = replace(settings, t=1, **empty)
    return replace(bare, t=min(settings.t, bare.steps))


NUMBERS = (*MATRICES, "seed", "scale", "sequence", "length", "sequence_seed", "t")
"""The settings that say what numbers a step is made of."""


def reset_all(settings: StepSettings) -> StepSettings:
    """Every number the lesson's, as on the first screen, the drawn ones too; cell, sizes and reading stay."""
    lesson: dict[str, Any] = {name: getattr(StepSettings(), name) for name in NUMBERS}
    return replace(settings, **lesson)


def resized(settings: StepSettings, inputs: int, hidden: int) -> StepSettings:
    """Another size that keeps every number that fits. New ones are 0, or the seed's where weights are seeded.

    With zeros, a new unit stays silent and a new input is not heard: growing beyond the lesson's two units and
    two inputs moves no number that was there.
    """
    return settings.change("inputs", inputs).change("hidden", hidden)


def filled(settings: StepSettings, seed: int, scale: float) -> StepSettings:
    """All weights and biases drawn anew, normal with standard deviation scale, by seed (0: the lesson's)."""
    return replace(settings, seed=seed, scale=scale, W=(), U=(), b=(), b_rec=())


def with_sequence(settings: StepSettings, given: str | Rows) -> StepSettings:
    """Another sequence: rows of inputs, a row a step, or the text of such; for one input, one line of numbers.

    Raises SettingsError for a text that is no matrix of as many columns as there are inputs.
    """
    rows = read_matrix("x", given) if isinstance(given, str) else given
    if settings.inputs == 1 and len(rows) == 1:
        rows = tuple((value,) for value in rows[0])
    if not rows:
        raise SettingsError("x: no input given; a row of numbers a step is needed")
    return replace(settings, x=rows, t=min(settings.t, len(rows)))


def pasted(settings: StepSettings, name: str, row: int, column: int, text: str) -> StepSettings:
    """A pasted row or matrix written over a named matrix from this place on; x grows by the steps it needs,
    and may be pasted right behind its last row.

    A single row pasted on a column (a bias, or x of one input) is read down the column. Raises SettingsError
    for what is not a matrix of numbers and for one that reaches outside.
    """
    at_the_end = name == "x" and row == settings.steps
    _check_place(settings, name, row - at_the_end, column)
    block = np.array(read_matrix(name, text))
    matrix = values(settings)[name].copy()
    if matrix.shape[1] == 1 and len(block) == 1:
        block = block.T
    bottom, right = row + block.shape[0], column + block.shape[1]
    if name == "x" and matrix.shape[0] < bottom <= LONGEST:
        matrix = fitted(matrix, np.zeros((bottom, matrix.shape[1])))
    if bottom > matrix.shape[0] or right > matrix.shape[1]:
        size, whole = (f"{a} x {b}" for a, b in (block.shape, matrix.shape))
        raise SettingsError(
            f"{name}: {size} pasted at {entry_name(name, row, column)} reaches row {bottom}, column {right}, "
            f"but {name} is {whole} (rows x columns)"
        )
    matrix[row:bottom, column:right] = block
    return with_matrix(settings, name, matrix)


def with_matrix(settings: StepSettings, name: str, matrix: Array) -> StepSettings:
    """A named matrix replaced by one of the same shape (x may have more rows)."""
    field, bare = places(settings)[name].field, unedited(settings)
    if field not in WEIGHTS:
        return _with_field(settings, field, compact(matrix, values(bare)[name]))
    slots = settings.slots(field)
    slots[places(settings)[name].slot] = matrix.T if field in ("b", "b_rec") else matrix
    return _with_field(settings, field, compact_gates(settings.kind, slots, bare.slots(field)))


def _with_field(settings: StepSettings, field: str, rows: Rows) -> StepSettings:
    changed: dict[str, Any] = {field: rows}
    return replace(settings, **changed)


def _finite(value: float) -> float:
    if not math.isfinite(value):
        raise NumberError(f"{value} is not finite; a finite number such as 0.5 is needed")
    return float(value)


def _check_place(settings: StepSettings, name: str, row: int, column: int) -> None:
    known = places(settings)
    if name not in known:
        raise SettingsError(
            f"{name}: not read by this {settings.cell} (allowed: {', '.join(known)}{nearest(name, known)})"
        )
    rows, columns = shape_of(settings, name)
    if not (0 <= row < rows and 0 <= column < columns):
        raise SettingsError(f"{name}: no row {row + 1}, column {column + 1} (allowed: up to {rows} x {columns})")
    if name in ("h_prev", "c_prev") and settings.t > 1:
        raise SettingsError(f"{name}: computed by step {settings.t - 1}; the one that may be edited is at t = 1")
