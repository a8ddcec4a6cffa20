"""The fields of a tour file: what each may hold, and how it is made fit for a screen."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from core.numbers import visible


@dataclass(frozen=True)
class Field:
    """How one field is read (`read` raises ValueError with the reason), what it is for, whether it must be there."""

    read: Callable[[Any], Any]
    help: str
    required: bool = False


def _text(most: int, empty: bool = False) -> Callable[[Any], str]:
    """One paragraph: white space is as good as one blank, and control characters are made visible."""

    def read(value: Any) -> str:
        if not isinstance(value, str):
            raise ValueError(f"{_kind(value)} where text in quotes is needed")
        text = visible(" ".join(value.split()))
        if not text and not empty:
            raise ValueError("nothing written")
        if len(text) > most:
            raise ValueError(f"{len(text)} characters; at most {most} fit")
        return text

    return read


def _words(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError(f'{_kind(value)} where a list is needed, as in ["a", "b"]')
    for word in value:
        if not isinstance(word, str):
            raise ValueError(f'{_kind(word)} in the list; each must be text in quotes, as in ["a", "b"]')
    if len(value) > 50:
        raise ValueError(f"a list of {len(value)}; at most 50")
    return tuple(value)


def _notes(value: Any) -> tuple[str, ...]:
    if not isinstance(value, str):
        raise ValueError(f"{_kind(value)} where text in quotes is needed")
    if len(value) > 5000:
        raise ValueError(f"{len(value)} characters; at most 5,000")
    return tuple(visible(line.rstrip()) for line in value.expandtabs(4).strip().split("\n"))


def _stops(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(f"{_kind(value)} where tables are needed; each stop begins with [[stop]]")
    return value


def _kind(value: Any) -> str:
    names = {bool: "true or false", int: "a number", float: "a number", str: "text", list: "a list", dict: "a table"}
    return names.get(type(value), "a date or time")


TOUR_FIELDS = {
    "title": Field(_text(60), "the tour needs a title", required=True),
    "stop": Field(_stops, "a tour has stops, each below [[stop]]", required=True),
}
STOP_FIELDS = {
    "pane": Field(_text(40), "name the pane to open", required=True),
    "title": Field(_text(40, empty=True), "a few words; the pane's title if left out"),
    "settings": Field(_words, "key=value words"),
    "keys": Field(_words, "keys to press"),
    "text": Field(_text(300), "say what to look at", required=True),
    "question": Field(_text(200), "ask what is to be predicted", required=True),
    "answer": Field(_text(400), "say what is true, for after the prediction", required=True),
    "answer_settings": Field(_words, "key=value words for the answer"),
    "answer_keys": Field(_words, "keys to press for the answer"),
    "notes": Field(_notes, "for the speaker"),
}
