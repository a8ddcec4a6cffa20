"""What a person may change in a lesson: typed, bounded fields of a frozen dataclass, each with one line of help.

The same declaration serves the settings line of a pane, the key=value words of the command line and the help
text, so a bound or a wording is written once.
"""

import dataclasses
import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, Literal, Self, TypeVar

from core.numbers import NumberError, parse_count, parse_integer, parse_number, parse_row, quoted
from core.spelling import nearest

Kind = Literal["integer", "number", "choice", "switch", "numbers", "matrix", "text"]
Value = Any


class SettingsError(ValueError):
    """A setting that is not allowed; the message is one line that says which, why and what would be right."""


@dataclass(frozen=True)
class Spec:
    """What one field may hold. low and high bound each number in it; step is one nudge of it by an arrow key.

    growth, where given, makes a nudge multiply instead of add (learning rates). most bounds how many numbers a
    list or a row may have. stops are the values that a nudge visits, where only a few are of interest. grouped says
    that a whole number may be typed with its thousands grouped, as it is copied from elsewhere.
    """

    kind: Kind
    help: str
    label: str = ""
    low: float = float("-inf")
    high: float = float("inf")
    step: float = 1.0
    growth: float = 0.0
    choices: tuple[str, ...] = ()
    stops: tuple[float, ...] = ()
    most: int = 0
    grouped: bool = False

    def allowed(self) -> str:
        """The permitted values in words, as "2 to 400" or "rnn, gru, lstm"."""
        if self.kind == "choice":
            return ", ".join(self.choices)
        if self.kind == "switch":
            return "on, off"
        if self.kind == "text":
            return "any text"
        bounds = _bounds(self)
        if self.kind == "numbers":
            return f"up to {self.most} numbers, {bounds}, with commas between"
        if self.kind == "matrix":
            return f"rows of numbers, {bounds}, commas within a row and / between rows"
        return f"{'a whole number, ' if self.kind == 'integer' else ''}{bounds}"


def _bounds(spec: Spec) -> str:
    unbounded_low, unbounded_high = spec.low == float("-inf"), spec.high == float("inf")
    if unbounded_low and unbounded_high:
        return "any finite number"
    if unbounded_high:
        return f"{_plain(spec.low)} or more"
    if unbounded_low:
        return f"{_plain(spec.high)} or less"
    return f"{_plain(spec.low)} to {_plain(spec.high)}"


def _plain(value: float) -> str:
    return f"{value:g}" if abs(value) < 1e6 else f"{value:.3g}"


def integer(default: int, low: int, high: int, help: str, **more: Any) -> Any:
    """A whole-number field with inclusive bounds."""
    return _declare(default, Spec("integer", help, low=low, high=high, **more))


def real(default: float, low: float, high: float, help: str, **more: Any) -> Any:
    """A finite float field with inclusive bounds."""
    return _declare(default, Spec("number", help, low=low, high=high, **more))


def choice(default: str, choices: tuple[str, ...], help: str, **more: Any) -> Any:
    """A field that holds one of a few words."""
    return _declare(default, Spec("choice", help, choices=choices, **more))


def switch(default: bool, help: str, **more: Any) -> Any:
    """A field that is on or off."""
    return _declare(default, Spec("switch", help, **more))


def numbers(default: tuple[float, ...], low: float, high: float, help: str, most: int, **more: Any) -> Any:
    """A field that holds a short list of bounded numbers, one at least."""
    return _declare(default, Spec("numbers", help, low=low, high=high, most=most, **more))


def matrix(default: tuple[tuple[float, ...], ...], help: str, most: int = 64, **more: Any) -> Any:
    """A field that holds a matrix as a tuple of equally long rows."""
    return _declare(default, Spec("matrix", help, most=most, **more))


def text(default: str, help: str, **more: Any) -> Any:
    """A field that holds free text; the lesson itself judges what it means."""
    return _declare(default, Spec("text", help, **more))


def _declare(default: Value, spec: Spec) -> Any:
    return dataclasses.field(default=default, metadata={"spec": spec})


@dataclass(frozen=True)
class Settings:
    """Base of every lesson's settings; a subclass is a frozen dataclass of the fields declared above.

    Construction checks each field against its Spec and then calls `check`, so that a Settings that exists is
    valid. Raises SettingsError.
    """

    def __post_init__(self) -> None:
        for name, spec in specs(type(self)).items():
            _check_value(name, spec, getattr(self, name))
        self.check()

    def check(self) -> None:
        """Hook for rules between fields; raise SettingsError in one line."""

    def change(self, name: str, value: Value) -> Self:
        """A copy with one field changed. Raises SettingsError, and nothing is lost: the old value is intact."""
        return dataclasses.replace(self, **{name: value})

    def typed(self, name: str, text: str) -> Self:
        """A copy with the field `name` read from what a person typed."""
        return self.change(name, parse_value(name, specs(type(self))[name], text))

    def nudged(self, name: str, direction: int) -> Self:
        """A copy with the field moved one step up (+1) or down (-1), kept within its bounds."""
        spec = specs(type(self))[name]
        return self.change(name, _nudge(spec, getattr(self, name), direction))

    def words(self) -> list[str]:
        """The key=value words that make these settings from the defaults; empty for the defaults."""
        return [
            f"{field.name}={write_value(getattr(self, field.name))}"
            for field in dataclasses.fields(self)
            if getattr(self, field.name) != field.default
        ]


SettingsT = TypeVar("SettingsT", bound=Settings)


def specs(settings: type[Settings]) -> dict[str, Spec]:
    """The Spec of every field of a Settings class, in order."""
    return {field.name: field.metadata["spec"] for field in dataclasses.fields(settings)}


def parse(settings: type[SettingsT], words: Iterable[str], also: Collection[str] = ()) -> SettingsT:
    """The settings that key=value words describe, the rest at their defaults.

    `also` are names that another kind of these settings has. Raises SettingsError for a word without "=", an unknown
    or repeated key or a value that is not allowed.
    """
    known = specs(settings)
    labels = {spec.label.replace(" ", "-"): name for name, spec in known.items() if spec.label}
    values: dict[str, Value] = {}
    for word in words:
        name, equals, value = word.partition("=")
        name = name if name in known else labels.get(name, name)
        if not equals:
            raise SettingsError(
                f"{quoted(word)} is not a setting; write it as key=value, with a key of {', '.join((*known, *also))}"
            )
        if name not in known:
            allowed = (*known, *also)
            raise SettingsError(
                f"unknown setting {quoted(name)} (allowed: {', '.join(allowed)}{nearest(name, allowed)})"
            )
        if name in values:
            raise SettingsError(f"{name} is given twice; give it once")
        values[name] = parse_value(name, known[name], value)
    return settings(**values)


def parse_value(name: str, spec: Spec, text: str) -> Value:
    """The value that `text` writes for a field. Raises SettingsError naming the field and what is allowed."""
    try:
        return _READERS[spec.kind](spec, text)
    except NumberError as error:
        wrong = (
            str(error) if spec.kind in ("choice", "switch") else str(error).split("; ")[0]
        )  # its example has no bounds
        verb = "are" if spec.kind in ("numbers", "matrix") else "is"
        raise SettingsError(f"{name}: {spec.allowed()} {verb} allowed; {wrong}") from None


def write_value(value: Value) -> str:
    """A value as the text that parse_value reads back to the same value."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        rows = bool(value) and isinstance(value[0], tuple)
        return ("/" if rows else ",").join(write_value(item) for item in value)
    if isinstance(value, float):
        return repr(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return str(value)


def _read_choice(spec: Spec, text: str) -> str:
    word = text.strip().lower()
    parts = sorted(word.split(","))  # of what is joined by commas the order is of no meaning
    for candidate in spec.choices:
        if sorted(candidate.lower().split(",")) == parts:
            return candidate
    raise NumberError(f"{quoted(text)} is not one of the choices{nearest(word, spec.choices)}")


def _read_switch(spec: Spec, text: str) -> bool:
    word = text.strip().lower()
    if word in {"on", "yes", "true", "1"}:
        return True
    if word in {"off", "no", "false", "0"}:
        return False
    raise NumberError(f"{quoted(text)} is neither on nor off")


def _read_matrix(spec: Spec, text: str) -> tuple[tuple[float, ...], ...]:
    return tuple(parse_row(row, f"row {place}, ") for place, row in enumerate(text.split("/"), start=1))


_READERS: dict[Kind, Any] = {
    "integer": lambda spec, text: parse_count(text) if spec.grouped else parse_integer(text),
    "number": lambda spec, text: parse_number(text),
    "choice": _read_choice,
    "switch": _read_switch,
    "numbers": lambda spec, text: parse_row(text),
    "matrix": _read_matrix,
    "text": lambda spec, text: text,
}


def _check_value(name: str, spec: Spec, value: Value) -> None:
    if spec.kind == "choice" and value not in spec.choices:
        raise SettingsError(f"{name}: {quoted(str(value))} is not allowed (allowed: {spec.allowed()})")
    if spec.kind in ("integer", "number"):
        _check_bounds(name, spec, (value,))
    if spec.kind == "numbers":
        if not 1 <= len(value) <= spec.most:
            raise SettingsError(f"{name}: {len(value)} numbers given (allowed: {spec.allowed()})")
        _check_bounds(name, spec, value)
    if spec.kind == "matrix":
        _check_matrix(name, spec, value)


def _check_matrix(name: str, spec: Spec, rows: tuple[tuple[float, ...], ...]) -> None:
    lengths = [len(row) for row in rows]
    if len(set(lengths)) > 1:
        raise SettingsError(f"{name}: rows of {min(lengths)} and {max(lengths)} numbers; all must be equally long")
    if rows and not (len(rows) <= spec.most and lengths[0] <= spec.most):
        raise SettingsError(f"{name}: {len(rows)} x {lengths[0]} is too large (at most {spec.most} a side)")
    for row in rows:
        _check_bounds(name, spec, row)


def _check_bounds(name: str, spec: Spec, values: Iterable[float]) -> None:
    for value in values:
        if not spec.low <= value <= spec.high or abs(value) == float("inf"):
            raise SettingsError(f"{name}: {write_value(value)} is out of bounds (allowed: {spec.allowed()})")


def _nudge(spec: Spec, value: Value, direction: int) -> Value:
    if spec.kind == "switch":
        return not value
    if spec.kind == "choice":
        return spec.choices[(spec.choices.index(value) + direction) % len(spec.choices)]
    if spec.kind not in ("integer", "number"):
        return value
    moved = _moved(spec, value, direction)
    bounded = min(max(moved, spec.low), spec.high)
    return int(bounded) if spec.kind == "integer" else float(f"{bounded:.4g}" if spec.growth else f"{bounded:.10g}")


def _moved(spec: Spec, value: float, direction: int) -> float:
    if spec.stops:
        further = [stop for stop in (spec.low, *spec.stops, spec.high) if (stop - value) * direction > 0]
        return min(further, key=lambda stop: abs(stop - value)) if further else value
    if spec.growth:
        return value * spec.growth**direction
    if spec.kind == "integer" and spec.step > 1:  # from a bound back onto round values
        whole = value / spec.step
        return spec.step * (math.floor(whole) + 1 if direction > 0 else math.ceil(whole) - 1)
    return value + direction * spec.step
