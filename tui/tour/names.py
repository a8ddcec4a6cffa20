"""Whether a result has what an answer names: read from the types of its dataclasses, so that nothing is computed.

A wrong name is refused when the file is read, for a lesson that trains for minutes as well as for a quick one.
"""

import dataclasses
import types
import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from core.settings import Settings
from core.spelling import nearest
from tui.lesson import Lesson

MOST_NAMES = 12
"""So many names are listed where one is wrong."""


class NameTrouble(ValueError):
    """A name that no result of the lesson has; the message is one line."""


def check_name(lesson: Lesson, settings: Settings, path: str, written: bool) -> None:
    """Raises NameTrouble unless the lesson's results have a single value at `path`, of a kind that can be a number if
    it is to be `written` in a style. How long a list is depends on the settings, so that is not looked at."""
    found = [kind for kind in _members(lesson.data_type()) if _is_of(kind, settings)]
    for name in path.split("."):
        inner = [kind for outer in found for kind in _inside(outer, name)]
        if not inner:
            raise NameTrouble(f"the result has no {path} (at {name}{_known(found, name)})")
        found = inner
    if all(_is_compound(kind) for kind in found):
        raise NameTrouble(f"{path} is not a single value{_known(found, '')}")
    if written and all(kind is str for kind in found):
        raise NameTrouble(f"{path} is text, which has no style: write {{{path}}}")


def _is_of(kind: Any, settings: Settings) -> bool:
    """Of a lesson with two kinds of settings, only the results that belong to the given kind."""
    return not dataclasses.is_dataclass(kind) or _hints(kind).get("settings", Any) in (Any, type(settings))


def _inside(kind: Any, name: str) -> list[Any]:
    """The types that `name` may have in a value of type `kind`; none if there is no such name."""
    origin, inner = typing.get_origin(kind) or kind, typing.get_args(kind)
    if kind is Any:
        return [Any]
    if dataclasses.is_dataclass(kind):
        return list(_members(_hints(kind)[name])) if name in _fields(kind) else []
    if not isinstance(origin, type):
        return []
    if issubclass(origin, Mapping):
        return list(_members(inner[1])) if inner else [Any]
    if not _is_index(name):
        return []
    if origin is np.ndarray:
        return [kind, float]
    if origin is tuple and inner and inner[-1] is not Ellipsis:
        return list(_members(inner[int(name)])) if -len(inner) <= int(name) < len(inner) else []
    if issubclass(origin, Sequence) and origin is not str:
        return list(_members(inner[0])) if inner else [Any]
    return []


def _members(kind: Any) -> Iterator[Any]:
    """A type, or those of a union; None is what may be missing."""
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        for member in typing.get_args(kind):
            yield from _members(member)
    elif kind is not type(None):
        yield kind


def _is_compound(kind: Any) -> bool:
    origin = typing.get_origin(kind) or kind
    return dataclasses.is_dataclass(kind) or (isinstance(origin, type) and issubclass(origin, (Mapping, list, tuple)))


def _fields(kind: Any) -> list[str]:
    return [field.name for field in dataclasses.fields(kind)] if dataclasses.is_dataclass(kind) else []


def _hints(kind: Any) -> dict[str, Any]:
    """The types of a dataclass; what cannot be looked up may be anything."""
    try:
        return typing.get_type_hints(kind)
    except NameError:
        return dict.fromkeys(_fields(kind), Any)


def _known(found: Iterable[Any], name: str) -> str:
    """What may stand there instead, in a few words."""
    kinds = list(found)
    names = list(dict.fromkeys(field for kind in kinds for field in _fields(kind)))
    if names:
        return among(names, name)
    lengths = [len(typing.get_args(kind)) for kind in kinds if typing.get_origin(kind) is tuple]
    if lengths and _is_index(name):
        return of_a_list(max(lengths))
    return ": a number is needed, such as 0" if name and any(map(_is_compound, kinds)) else ""


def among(known: Iterable[str], name: str) -> str:
    """The names that could stand there instead, the nearest one too."""
    names = list(known)
    more = ", ..." if len(names) > MOST_NAMES else ""
    return f"; there are: {', '.join(names[:MOST_NAMES])}{more}{nearest(name, names)}"


def of_a_list(length: int) -> str:
    """The numbers that could stand there instead; a list is counted from 0, and from its end by -1."""
    if not length:
        return "; there are none"
    return f"; there {'are' if length > 1 else 'is'} {length}: 0{f' to {length - 1}' if length > 1 else ''}"


def _is_index(name: str) -> bool:
    return name.removeprefix("-").isdecimal()
