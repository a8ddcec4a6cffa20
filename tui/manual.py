"""A pane's manual page as plain text, from the same words as the app: what it shows, its keys, its settings."""

import dataclasses
import textwrap
from collections.abc import Iterator

from textual.binding import Binding

from core.settings import Settings, specs, write_value
from tui.lessons import Lesson


def manual(lesson: Lesson, settings: type[Settings]) -> str:
    """The whole page."""
    lines = [
        f"{lesson.title}: {lesson.question}",
        "",
        *textwrap.wrap(lesson.about, 78),
        "",
        f"  gatescope {lesson.name} key=value ...          open it",
        f"  gatescope print {lesson.name} [--json]         its numbers",
        f"  gatescope shot {lesson.name} -o {lesson.name}.svg      its screen",
        "",
        "Keys",
        *_keys(lesson),
        "",
        "Settings",
        *_settings(settings),
    ]
    return "\n".join(lines)


def _keys(lesson: Lesson) -> Iterator[str]:
    bindings = [binding for binding in lesson.pane_class().BINDINGS if isinstance(binding, Binding)]
    for binding in bindings:
        shown = binding.key_display or " ".join(binding.key.split(","))
        yield f"  {shown:12}{binding.tooltip or binding.description}"


def _settings(settings: type[Settings]) -> Iterator[str]:
    defaults = {field.name: field.default for field in dataclasses.fields(settings)}
    for name, spec in specs(settings).items():
        value = write_value(defaults[name])
        default = f"default {value}" if 0 < len(value) <= 24 else "default: the lesson's"
        words = f"{spec.help} ({spec.allowed()}; {default})"
        yield from textwrap.wrap(words, 78, initial_indent=f"  {name:12}", subsequent_indent=" " * 14)
