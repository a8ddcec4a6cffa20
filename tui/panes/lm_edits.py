"""What an edit of one weight means: new settings that start from the weights on screen with that one changed.

After some steps the weights shown are not those that the settings start from; they become so with the first edit.
"""

from dataclasses import replace

from core.language_model.lesson import LanguageModelResult
from core.language_model.settings import WEIGHT_NAMES, LanguageModelSettings
from core.numbers import NumberError, parse_number
from core.settings import SettingsError
from core.step_inspector.paste import read_matrix

NUDGE = 0.1
_FRESH = LanguageModelSettings()


def typed(result: LanguageModelResult, name: str, row: int, column: int, text: str) -> LanguageModelSettings:
    """The weight as a person typed it. Raises SettingsError."""
    try:
        amount = parse_number(text)
    except NumberError as error:
        raise SettingsError(f"{name}: {error}") from None
    return _base(result).with_entry(name, row, column, amount)


def nudged(result: LanguageModelResult, name: str, row: int, column: int, direction: int) -> LanguageModelSettings:
    """The weight moved by NUDGE, in round numbers where it was one. Raises SettingsError."""
    amount = float(_rows(result.weights, name)[row][column])
    return _base(result).with_entry(name, row, column, float(f"{amount + direction * NUDGE:.10g}"))


def reset(result: LanguageModelResult, name: str, row: int, column: int) -> LanguageModelSettings:
    """The weight that the lesson starts from at these sizes."""
    bare = replace(result.settings, **{field: getattr(_FRESH, field) for field in WEIGHT_NAMES})
    return _base(result).with_entry(name, row, column, float(_rows(bare.weights(), name)[row][column]))


def pasted(result: LanguageModelResult, name: str, row: int, column: int, text: str) -> LanguageModelSettings:
    """Rows of numbers laid over the matrix with their first at a place. Raises SettingsError if they do not fit."""
    rows, settings = read_matrix(name, text), _base(result)
    height, width = (len(side) for side in (_rows(result.weights, name), _rows(result.weights, name)[0]))
    if row + len(rows) > height or column + len(rows[0]) > width:
        raise SettingsError(
            f"{name}: {len(rows)} x {len(rows[0])} pasted, but from here there is room for "
            f"{height - row} x {width - column} (rows x columns)"
        )
    for down, line in enumerate(rows):
        for along, amount in enumerate(line):
            settings = settings.with_entry(name, row + down, column + along, amount)
    return settings


def _base(result: LanguageModelResult) -> LanguageModelSettings:
    return result.settings.with_weights(result.weights) if result.settings.steps else result.settings


def _rows(weights: object, name: str) -> list[list[float]]:
    array = getattr(weights, name)
    return [list(line) for line in (array if array.ndim == 2 else array[None])]
