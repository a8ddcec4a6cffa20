"""Saving a screen or its data under a name that the user gives; a file that is there is never replaced unasked."""

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from core.numbers import unescaped, visible
from core.report import Report, Series, Table
from core.settings import Settings
from tui.files import FileTaken, FileTrouble, shown, target, write
from tui.lesson import Lesson
from tui.plain import as_json
from tui.widgets.keys_line import KeysLine
from tui.widgets.value_input import SafeInput


def data_of(lesson: Lesson, settings: Settings, result: Any) -> dict[str, str]:
    """The numbers of a result as .csv (a row a value) and .json."""
    return {
        ".csv": as_csv(lesson.reported(result)),
        ".json": as_json(lesson, settings, lesson.data(result)) + "\n",
    }


def as_csv(report: Report) -> str:
    """A report as rows of section, row, name and value, in full float64."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["section", "row", "name", "value"])
    for section in report:
        if isinstance(section, Table):
            writer.writerows(_table_rows(section))
        elif isinstance(section, Series):
            writer.writerows(_series_rows(section))
    return stream.getvalue()


def _table_rows(table: Table) -> Iterator[list[Any]]:
    for number, row in enumerate(table.rows, 1):
        for column, value in zip(table.columns, row, strict=True):
            if value is not None:
                yield [table.title, number, column.name, value]


def _series_rows(series: Series) -> Iterator[list[Any]]:
    for name, line in series.lines.items():
        for x, y in zip(series.x, line, strict=False):
            yield [series.title, x, name, y]


class SaveScreen(ModalScreen[str]):
    """Asks for a file name; dismissed with what was done, or with nothing."""

    BINDINGS = [
        Binding("escape", "give_up", "keep nothing", key_display="esc", tooltip="Close without saving"),
        Binding("tab", "show_tab", show=False),
    ]
    CSS = """
    SaveScreen { align: center middle; }
    SaveScreen > Vertical { width: 72; height: auto; border: round $primary; padding: 0 1; background: $surface; }
    SaveScreen Input { border: none; height: 1; padding: 0; background: $primary 40%; }
    SaveScreen #save-says { height: auto; min-height: 1; color: $text-error; }
    """

    def __init__(self, name: str, content: Mapping[str, str]) -> None:
        super().__init__()
        self.suggested = name
        self.content = content
        self.asked: Path | None = None

    def compose(self) -> ComposeResult:
        """The name, and what is to be said about it."""
        endings = " or ".join(self.content)
        with Vertical():
            yield Static(f"save as ({endings}); enter saves, esc leaves", markup=False)
            yield SafeInput(self.suggested, compact=True, select_on_focus=False)
            yield Static("", id="save-says", markup=False)
        yield KeysLine()

    @on(Input.Changed)
    def ask_anew(self) -> None:
        """Another name needs another answer."""
        self.asked = None

    @on(Input.Submitted)
    def save(self, event: Input.Submitted) -> None:
        """Write the file; where one is there already, ask first."""
        path = Path(event.value)
        try:
            path = target(unescaped(event.value.strip()), self.content)
            write(path, self.content[path.suffix.lower()], replace=self.asked == path)
        except FileTaken:
            self.asked = path
            self._say(f"{shown(path)} is there already; enter again replaces it, esc leaves it")
            return
        except FileTrouble as trouble:
            self._say(f"{shown(path)}: {trouble}" if path.name else str(trouble))
            return
        self.dismiss(f"saved {shown(path)}")

    def action_give_up(self) -> None:
        """Leave without saving."""
        self.dismiss("nothing saved")

    def action_show_tab(self) -> None:
        """A tab is part of no name; if it did not stand there, what was typed would be saved under another."""
        self.query_one(Input).insert_text_at_cursor(visible("\t"))
        self._say("a name has no tab in it")

    def _say(self, text: str) -> None:
        self.query_one("#save-says", Static).update(visible(text))
