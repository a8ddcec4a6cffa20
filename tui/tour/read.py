"""A tour from a TOML file, checked whole before anything is shown; a wrong file is refused by line and reason.

The schema is described at the top of default.toml.
"""

import os
import re
import stat
import tomllib
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from core.numbers import quoted, visible
from core.spelling import nearest
from tui.lessons import UnknownLesson, find
from tui.tour import answer
from tui.tour.fields import STOP_FIELDS, TOUR_FIELDS, Field
from tui.tour.keys import key_trouble
from tui.tour.lines import Lines, lines_of
from tui.tour.model import Stop, Tour
from tui.tour.place import DEFAULT

LARGEST = 256 * 1024
MOST_STOPS = 200
_LONG_NUMBER = re.compile(r"[\d_]{4000,}")


class TourError(ValueError):
    """A tour that cannot be taken; the message is one line with the file, the line and the reason."""


def default_tour() -> Tour:
    """The tour of all panes that comes with gatescope; a test computes every answer in it, so a start need not."""
    text = (files("tui.tour") / "default.toml").read_text(encoding="utf-8")
    return parse_tour(text, "default.toml", DEFAULT, compute=False)


def read_tour(path: Path, compute: bool = True) -> Tour:
    """The tour in a file; `compute` as in parse_tour. Raises TourError."""
    name = visible(str(path))
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise TourError(f"{name}: not a file; a tour is a TOML file")
        with path.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
        raise error if isinstance(error, TourError) else TourError(f"{name}: {reason}") from None
    if len(data) > LARGEST:
        raise TourError(f"{name}: larger than {LARGEST // 1024} KB; a tour is a short text")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise TourError(f"{name}:{line}: not UTF-8; save it as UTF-8") from None
    return parse_tour(text, name, str(path.resolve()), compute)


def parse_tour(text: str, name: str, source: str, compute: bool = True) -> Tour:
    """The tour in a text; `name` stands in refusals, `source` tells it from other tours. `compute` fills the answers
    that take no training, and so finds a name that only a look at the numbers can prove wrong. Raises TourError."""
    text = text.replace("\r\n", "\n")
    return _Reader(name, lines_of(text), compute).tour(_parsed(text, name), source)


def _parsed(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise TourError(f"{name}: nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        reason = str(error)
        where = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", reason)
        line = (where and where.group(1)) or text.count("\n") + 1
        raise TourError(f"{name}:{line}: not TOML: {visible(reason[: where.start()] if where else reason)}") from None
    except ValueError:  # a number that Python itself will not read, nor say where it stands
        long = _LONG_NUMBER.search(text)
        line = text.count("\n", 0, long.start() if long else 0) + 1
        raise TourError(f"{name}:{line}: a number of thousands of digits; a tour needs none of that length") from None


class _Reader:
    """Turns parsed TOML into a tour, and knows where each thing stood."""

    def __init__(self, name: str, lines: Lines, compute: bool) -> None:
        self.name = name
        self.lines = lines
        self.compute = compute

    def tour(self, data: dict[str, Any], source: str) -> Tour:
        found = self._fields(-1, data, TOUR_FIELDS)
        stops: list[Any] = found["stop"]
        if not 1 <= len(stops) <= MOST_STOPS:
            raise self._error(-1, "stop", f"{len(stops)} stops; a tour has 1 to {MOST_STOPS}")
        return Tour(source, found["title"], tuple(self._stop(number, stop) for number, stop in enumerate(stops)))

    def _stop(self, number: int, data: Any) -> Stop:
        if not isinstance(data, dict):
            raise self._error(number, "", "not a table; a stop begins with [[stop]]")
        stop = Stop(**self._fields(number, data, STOP_FIELDS))
        self._check_pane(number, stop)
        self._check_keys(number, stop)
        self._check_answer(number, stop)
        return stop if stop.title else replace(stop, title=stop.lesson.title)

    def _check_pane(self, number: int, stop: Stop) -> None:
        try:
            lesson = find(stop.pane)
        except UnknownLesson as error:
            raise self._error(number, "pane", str(error)) from None
        for key, words, moment in (
            ("settings", stop.settings, "before"),
            ("answer_settings", stop.answer_settings, "after"),
        ):
            try:
                lesson.checked(getattr(stop, moment))
            except ValueError as error:
                guilty = next((word for word in words if _is_of(word, str(error))), "")
                raise self._error(number, key, f"{key}: {error}", guilty) from None

    def _check_keys(self, number: int, stop: Stop) -> None:
        for name, keys in (("keys", stop.keys), ("answer_keys", stop.answer_keys)):
            for key in keys:
                if trouble := key_trouble(key):
                    raise self._error(number, name, f"{name}: {quoted(key)} {trouble}", key)

    def _check_answer(self, number: int, stop: Stop) -> None:
        try:
            answer.check(stop)
            if self.compute and answer.is_quick(stop):
                answer.filled(stop)
        except answer.AnswerError as error:
            raise self._error(number, "answer", f"answer: {error}", error.path) from None
        except ValueError as error:
            raise self._error(number, "answer", f"answer: it cannot be computed: {error}") from None

    def _fields(self, number: int, data: dict[str, Any], known: dict[str, Field]) -> dict[str, Any]:
        for key in data:
            if key not in known:
                words = f"unknown key {quoted(key)} (allowed: {', '.join(known)}{nearest(key, known)})"
                raise self._error(number, key, words)
        for key, spec in known.items():
            if spec.required and key not in data:
                raise self._error(number, "", f"no {key}; {spec.help}")
        found = {}
        for key, value in data.items():
            try:
                found[key] = known[key].read(value)
            except ValueError as error:
                raise self._error(number, key, f"{key}: {error}") from None
        return found

    def _error(self, stop: int, key: str, reason: str, value: str = "") -> TourError:
        place = f"stop {stop + 1}: " if stop >= 0 else ""
        return TourError(visible(f"{self.name}:{self.lines.of(stop, key, value)}: {place}{reason}"))


def _is_of(word: str, message: str) -> bool:
    """Whether the message about settings is about this key=value word."""
    key = word.partition("=")[0]
    return message.startswith((f"{key}:", f"{key} is given")) or quoted(key) in message or quoted(word) in message
