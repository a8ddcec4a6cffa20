"""Answers whose numbers are computed: `{rows.2.left:percent}` is replaced by that field of the stop's own result.

The names are those of `gatescope print PANE --json`, below "result"; `before.` in front takes the result of the
settings that the stop opened with. So an answer cannot say what the pane does not show.
"""

import string
from collections.abc import Callable, Iterator
from typing import Any

from core import numbers
from core.report import plain_data
from core.settings import Settings
from tui.tour.model import Stop

STYLES: dict[str, Callable[[Any], str]] = {
    "": lambda value: numbers.number(value) if isinstance(value, float) else str(value),
    "number": numbers.number,
    "signed": lambda value: numbers.number(value, signed=True),
    "scientific": numbers.scientific,
    "percent": numbers.percent,
    "count": numbers.count,
    "factor": numbers.factor,
}


class AnswerError(ValueError):
    """A placeholder that cannot be understood or filled; the message is one line."""


def check(answer: str) -> None:
    """Raises AnswerError for braces or a style that cannot be understood; names are looked up when it is filled."""
    for _, path, style in _pieces(answer):
        if path is not None and not path:
            raise AnswerError("{} names nothing; write {{ for a brace, or a name such as {rows.0.f}")
        if path is not None and style not in STYLES:
            raise AnswerError(f"{style} is no style (there are: {', '.join(filter(None, STYLES))})")


def filled(stop: Stop) -> str:
    """The answer with its numbers; computes no more than it names. Raises AnswerError, or what the lesson raises."""
    results: dict[bool, Any] = {}
    text = ""
    for literal, path, style in _pieces(stop.answer):
        text += literal
        if path is not None:
            earlier = path.startswith("before.")
            if earlier not in results:
                results[earlier] = _result(stop, stop.before if earlier else stop.after)
            text += _written(results[earlier], path.removeprefix("before."), style)
    return numbers.visible(text)


def answered(stop: Stop) -> str:
    """The answer, or one line that says why there is none: a tour goes on without it."""
    try:
        return filled(stop)
    except Exception as error:
        return f"this answer cannot be computed: {numbers.visible(str(error))}"


def has_numbers(stop: Stop) -> bool:
    """Whether anything must be computed for its answer."""
    return any(path is not None for _, path, _ in _pieces(stop.answer))


def _pieces(answer: str) -> Iterator[tuple[str, str | None, str]]:
    """Literal text, the name in the placeholder after it (None if there is none), its style."""
    try:
        for literal, path, style, conversion in string.Formatter().parse(answer):
            if conversion:
                raise ValueError(f"!{conversion} is not understood")
            yield literal, path, style or ""
    except ValueError as error:
        raise AnswerError(f"{error}; write {{{{ and }}}} for braces") from None


def _result(stop: Stop, settings: Settings) -> Any:
    return plain_data(stop.lesson.data(stop.lesson.result(settings)))


def _written(data: Any, path: str, style: str) -> str:
    value = data
    for name in path.split("."):
        try:
            value = value[int(name)] if isinstance(value, list) else value[name]
        except (LookupError, TypeError, ValueError):
            raise AnswerError(f"the result has no {path} (at {name})") from None
    if isinstance(value, (list, dict)) or value is None:
        raise AnswerError(f"{path} is not a single value")
    try:
        return STYLES[style](value)
    except (TypeError, ValueError):
        raise AnswerError(f"{path} is {value!r}, which cannot be written as {style}") from None
