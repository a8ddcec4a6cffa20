"""Edits of single numbers of E and the W, each a pure function from settings to new settings.

Also the matrices as the grids show them: what was edited carries a mark, what is computed cannot be edited.
"""

from core.attention import MATRICES, AttentionResult, AttentionSettings
from core.numbers import NumberError, parse_number
from core.settings import SettingsError
from core.step_inspector.paste import read_matrix
from tui.widgets.matrix import Matrix, matrix_of

NUDGE = 0.1
COMPUTED = ("Q", "K", "V", "scores", "scaled", "A", "output")
ABOUT = {
    "E": "word vectors",
    "W_Q": "query weights",
    "W_K": "key weights",
    "W_V": "value weights",
}


def typed(settings: AttentionSettings, name: str, row: int, column: int, text: str) -> AttentionSettings:
    """One number as a person typed it. Raises SettingsError."""
    try:
        return settings.with_entry(name, row, column, parse_number(text))
    except NumberError as error:
        raise SettingsError(f"{name}[{row},{column}]: {error}") from None


def nudged(settings: AttentionSettings, name: str, row: int, column: int, direction: int) -> AttentionSettings:
    """One number moved by a tenth, to 15 digits so that 0.1 + 0.2 is 0.3. Raises SettingsError."""
    value = float(settings.matrices()[name][row, column]) + direction * NUDGE
    return settings.with_entry(name, row, column, float(f"{value:.15g}"))


def reset(settings: AttentionSettings, name: str, row: int, column: int) -> AttentionSettings:
    """One number back at its default."""
    default = settings.without_edit(name).matrices()[name][row, column]
    return settings.with_entry(name, row, column, float(default))


def pasted(settings: AttentionSettings, name: str, row: int, column: int, text: str) -> AttentionSettings:
    """Rows of numbers written over a matrix from a place on. Raises SettingsError, and nothing has changed."""
    block = read_matrix(name, text)
    rows, columns = settings.shapes()[name]
    bottom, right = row + len(block), column + len(block[0])
    if bottom > rows or right > columns:
        raise SettingsError(
            f"{name}: what was pasted reaches row {bottom}, column {right}, but {name} is {rows} x {columns} "
            "(rows x columns)"
        )
    for down, numbers in enumerate(block):
        for across, value in enumerate(numbers):
            settings = settings.with_entry(name, row + down, column + across, value)
    return settings


def grid_of(result: AttentionResult, name: str) -> Matrix:
    """A matrix with its labels; the words stand on every side that has them."""
    array, words = getattr(result, name), result.words
    labels = [str(i) for i in range(len(array))] if name in ("W_Q", "W_K", "W_V") else words
    columns = words if name in ("scores", "scaled", "A") else [str(i) for i in range(array.shape[1])]
    edited = name in MATRICES and bool(getattr(result.settings, name))
    changes = array - result.settings.without_edit(name).matrices()[name] if edited else ()
    return matrix_of(name, columns, labels, array.tolist(), changes, read_only=name not in MATRICES)


def title_of(result: AttentionResult, name: str) -> str:
    """The formula that a matrix comes from, or what it holds, and its shape."""
    rows, columns = getattr(result, name).shape
    formula = next((line for line in result.formulas if line.startswith(f"{name} =")), f"{name}: {ABOUT.get(name)}")
    return f"{formula}  ({rows} x {columns})"
