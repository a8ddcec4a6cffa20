"""A pane's manual page as plain text, from the same words as the app: what it shows, its keys, its settings."""

import dataclasses
import textwrap
from collections.abc import Iterable, Iterator

from textual.binding import Binding

from core.settings import Settings, specs, write_value
from tui.keys import shown_keys
from tui.lesson import Lesson
from tui.page_text import entry


def manual(lesson: Lesson, settings: type[Settings]) -> str:
    """The whole page."""
    uses = (
        (f"gatescope {lesson.name} key=value ...", "open it"),
        (f"gatescope print {lesson.name} [--json]", "its numbers"),
        (f"gatescope shot {lesson.name} -o {lesson.name}.svg", "its screen"),
    )
    wide = max(len(command) for command, _ in uses)
    lines = [
        f"{lesson.title}: {lesson.question}",
        "",
        *textwrap.wrap(lesson.about, 78),
        "",
        *(f"  {command:{wide}}    {words}" for command, words in uses),
        "",
        "Keys",
        *_keys(lesson),
        "",
        "Settings",
        *_settings(settings),
        *_further(lesson, settings),
    ]
    return "\n".join(lines)


def _further(lesson: Lesson, shown: type[Settings]) -> Iterator[str]:
    for heading, settings in lesson.further_settings():
        if settings is not shown:
            yield from ("", heading)
            yield from _settings(settings)


def _keys(lesson: Lesson) -> Iterator[str]:
    pane = lesson.pane_class()
    yield from _rows(pane.BINDINGS)
    for title, widget in pane.KEYS_INSIDE.items():
        yield from ("", title)
        yield from _rows(widget.BINDINGS)


def _rows(bindings: Iterable[object]) -> Iterator[str]:
    """A line for everything that is done, with all the keys that do it."""
    keys: dict[str, list[str]] = {}
    for binding in bindings:
        if isinstance(binding, Binding):
            keys.setdefault(binding.tooltip or binding.description, []).append(shown_keys(binding))
    for words, shown in keys.items():
        yield from entry(" ".join(dict.fromkeys(shown)), words)


def _settings(settings: type[Settings]) -> Iterator[str]:
    defaults = {field.name: field.default for field in dataclasses.fields(settings)}
    for name, spec in specs(settings).items():
        value = write_value(defaults[name])
        default = f"default {value}" if 0 < len(value) <= 24 else "default: the lesson's"
        words = f"{spec.help} ({spec.allowed()}; {default})"
        yield from entry(name, words)
