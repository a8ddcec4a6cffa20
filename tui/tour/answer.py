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
from tui.tour.names import NameTrouble, among, check_name, of_a_list

BEFORE = "before."
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
    """A placeholder that cannot be understood or filled; the message is one line, `path` is the name in it."""

    def __init__(self, message: str, path: str = "") -> None:
        super().__init__(message)
        self.path = path


def check(stop: Stop) -> None:
    """Raises AnswerError for braces, a style or a name that cannot be understood. Nothing is computed for it, so that
    a list is too short for a number in a name, as in rows.99, is found by `filled` only."""
    for _, path, style in _pieces(stop.answer):
        if path is None:
            continue
        if not path:
            raise AnswerError("{} names nothing; write {{ for a brace, or a name such as {rows.0.f}")
        if style not in STYLES:
            raise AnswerError(f"{style} is no style (there are: {', '.join(filter(None, STYLES))})", path)
        settings = stop.before if path.startswith(BEFORE) else stop.after
        try:
            check_name(stop.lesson, settings, path.removeprefix(BEFORE), bool(style))
        except NameTrouble as error:
            raise AnswerError(str(error), path) from None


def is_quick(stop: Stop) -> bool:
    """Whether its answer can be computed while the file is read: nothing has to be trained."""
    return not stop.lesson.live and type(stop.after) is stop.lesson.settings_class()


def filled(stop: Stop) -> str:
    """The answer with its numbers; computes no more than it names. Raises AnswerError, or what the lesson raises."""
    results: dict[bool, Any] = {}
    text = ""
    for literal, path, style in _pieces(stop.answer):
        text += literal
        if path is not None:
            earlier = path.startswith(BEFORE)
            if earlier not in results:
                results[earlier] = _result(stop, stop.before if earlier else stop.after)
            text += _written(results[earlier], path.removeprefix(BEFORE), style)
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


def _known(value: Any, name: str) -> str:
    """What could stand there instead."""
    if isinstance(value, list):
        return of_a_list(len(value))
    return among(value, name) if isinstance(value, dict) else ""


def _written(data: Any, path: str, style: str) -> str:
    value = data
    for name in path.split("."):
        try:
            value = value[int(name)] if isinstance(value, list) else value[name]
        except (LookupError, TypeError, ValueError):
            raise AnswerError(f"the result has no {path} (at {name}{_known(value, name)})", path) from None
    if isinstance(value, (list, dict)) or value is None:
        raise AnswerError(f"{path} is not a single value", path)
    try:
        return STYLES[style](value)
    except (TypeError, ValueError):
        raise AnswerError(f"{path} is {value!r}, which cannot be written as {style}", path) from None
