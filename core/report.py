"""A lesson's result as tables, series and sentences, free of any screen.

A pane draws them as widgets and `gatescope print` as plain text, so both show the same numbers in the same
words; `plain_data` gives every named number of a result for JSON, in full.
"""

import dataclasses
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from core import numbers

if TYPE_CHECKING:
    import numpy as np

Style = Literal["text", "count", "number", "signed", "scientific", "percent", "factor", "plain"]


@dataclass(frozen=True)
class Column:
    """A column's heading (with its unit) and how its values are written."""

    name: str
    style: Style = "number"


@dataclass(frozen=True)
class Table:
    """Rows of raw values under named columns; a value of None is an empty cell, a string is shown as it is."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Any, ...], ...]

    def written(self) -> list[list[str]]:
        """Every cell as text, a list a row."""
        return [
            [write(column.style, value) for column, value in zip(self.columns, row, strict=True)] for row in self.rows
        ]


@dataclass(frozen=True)
class Series:
    """Curves over one axis, by name; `log` says that the y axis is logarithmic."""

    title: str
    x_name: str
    x: "np.ndarray"
    lines: Mapping[str, "np.ndarray"]
    log: bool = False


@dataclass(frozen=True)
class Text:
    """Sentences, formulas or code, a line an entry; `title` may be empty."""

    title: str
    lines: tuple[str, ...]


Section = Table | Series | Text
Report = tuple[Section, ...]


def write(style: Style, value: Any) -> str:
    """One value as text in a column's style."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return _WRITERS[style](value)


_WRITERS: dict[Style, Callable[[Any], str]] = {
    "text": str,
    "plain": lambda value: f"{value:g}",
    "count": numbers.count,
    "number": numbers.number,
    "signed": lambda value: numbers.number(value, signed=True),
    "scientific": numbers.scientific,
    "percent": numbers.percent,
    "factor": numbers.factor,
}


def plain_data(value: Any) -> Any:
    """`value` as what JSON can hold, in full float64: dataclasses as objects, arrays as lists.

    JSON has no nan or infinity; they become the strings "nan", "inf" and "-inf".
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain_data(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain_data(item) for key, item in value.items()}
    if hasattr(value, "tolist"):  # an array or a scalar of numpy, which nothing here needs to import for
        return plain_data(value.tolist())
    if isinstance(value, (list, tuple)):
        return [plain_data(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
