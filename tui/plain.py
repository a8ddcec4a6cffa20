"""A report as plain text or JSON: the face for pipes, files, screen readers and other programs.

Plain sentences and tables, no art; the same numbers in the same words as the pane, and all of them in full in JSON.
"""

import json
import shlex
from collections.abc import Iterator
from typing import Any

from rich.cells import cell_len

from core.numbers import visible
from core.report import Report, Series, Table, Text, plain_data, write
from core.settings import Settings
from tui.lesson import Lesson


def as_json(lesson: Lesson, settings: Settings, result: Any) -> str:
    """The settings and every named number of the result, in full float64."""
    data = {"lesson": lesson.name, "settings": plain_data(settings), "result": plain_data(result)}
    return json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False)


def as_text(lesson: Lesson, settings: Settings, report: Report) -> str:
    """The report, headed by the lesson's question and the command that makes it again."""
    command = " ".join(["gatescope print", lesson.name, *map(shell_word, settings.words())])
    lines = [f"{lesson.title}: {lesson.question_of(settings)}", command]
    for section in report:
        lines.append("")
        lines.extend(_section(section))
    return "\n".join(visible(line) for line in lines)


def shell_word(word: str) -> str:
    """A word as bash and zsh read it back: quoted where it needs to be, and $'...' where it cannot be shown."""
    if visible(word) == word:
        return shlex.quote(word)
    return f"$'{''.join(map(_shell_character, word))}'"


def _shell_character(character: str) -> str:
    code = ord(character)
    if character in "\\'":
        return f"\\{character}"
    if visible(character) == character:
        return character
    if 0xDC80 <= code <= 0xDCFF:  # a byte of a file name that is no UTF-8
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x80:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _section(section: Table | Series | Text) -> Iterator[str]:
    if section.title:
        yield section.title
    if isinstance(section, Text):
        yield from section.lines
    elif isinstance(section, Table):
        yield from _table([column.name for column in section.columns], section.written(), _flush(section))
    else:
        yield from _series(section)


def _flush(table: Table) -> list[bool]:
    return [column.style == "text" for column in table.columns]


def _series(series: Series) -> Iterator[str]:
    """One line for each x; a curve that ended early has empty cells after its end."""
    rows = []
    for index, x in enumerate(series.x):
        values = [float(line[index]) if index < len(line) else None for line in series.lines.values()]
        rows.append([f"{x:g}", *(write("scientific" if series.log else "number", value) for value in values)])
    yield from _table([series.x_name, *series.lines], rows, [False] * (1 + len(series.lines)))


def _table(names: list[str], rows: list[list[str]], flush_left: list[bool]) -> Iterator[str]:
    widths = [max(map(cell_len, column)) for column in zip(names, *rows, strict=True)]
    for row in [names, *rows]:
        blanks = [" " * (width - cell_len(text)) for text, width in zip(row, widths, strict=True)]
        cells = [
            text + blank if left else blank + text for text, blank, left in zip(row, blanks, flush_left, strict=True)
        ]
        yield "  ".join(cells).rstrip()
