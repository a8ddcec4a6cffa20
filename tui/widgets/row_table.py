"""A table with a cursor: rows that can be walked through and, where a pane allows it, added, edited and removed.

It changes nothing itself; what was asked for goes up as a message, and the pane answers with a new table.
"""

from collections.abc import Callable, Mapping
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from core.report import Table
from tui.plots.model import Role
from tui.widgets.table_view import TableView
from tui.widgets.value_input import ValueInput

OPEN = "-open"
"""Marks an entry that has not been closed yet; removal is asynchronous, and closing must happen once."""


class RowTable(TableView, can_focus=True):
    """A TableView whose rows have a cursor, moved by the arrows."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "row up", show=False, tooltip="One row up"),
        Binding("down,j", "move(1)", "row down", show=False, tooltip="One row down"),
        Binding("left,h", "shift(-8)", "left", show=False, tooltip="Columns to the left"),
        Binding("right,l", "shift(8)", "right", show=False, tooltip="Columns to the right"),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"table--cursor"}
    DEFAULT_CSS = """
    RowTable { width: auto; min-width: 100%; text-wrap: nowrap; text-overflow: clip; }
    RowTable > .table--cursor { text-style: bold; }
    RowTable:focus > .table--cursor { background: $primary-muted; text-style: bold; }
    """

    cursor: reactive[int] = reactive(0)
    marks: reactive[Mapping[str, tuple[str, Role]]] = reactive({})
    """The symbol and lane colour of a row, by the text of its first cell."""

    class Moved(Message):
        """The cursor is on another row, counted from 0."""

        def __init__(self, row: int) -> None:
            super().__init__()
            self.row = row

    def validate_cursor(self, row: int) -> int:
        """Keep the cursor on a row."""
        rows = 0 if self.table is None else len(self.table.rows)
        return min(max(row, 0), max(rows - 1, 0))

    def watch_cursor(self, row: int) -> None:
        """Report where the cursor is now, and keep it in sight."""
        self.post_message(self.Moved(row))
        self._keep_in_sight()

    def on_show(self) -> None:
        """Where the cursor was before there was a screen to see it on."""
        self.call_after_refresh(self._keep_in_sight)

    def _keep_in_sight(self) -> None:
        if isinstance(self.parent, Widget):
            self.parent.scroll_to_region(Region(0, self.cursor + 1, 1, 1), animate=False, force=True, x_axis=False)

    def watch_table(self, before: Table | None, table: Table | None) -> None:
        """Rows may have gone from under the cursor."""
        super().watch_table(before, table)
        self.cursor = self.validate_cursor(self.cursor)

    def action_move(self, by: int) -> None:
        """Move the cursor."""
        self.cursor += by

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """All of the table, with the smallest gaps where it is wider than what it is in."""
        gaps = 0 if self.table is None else len(self.table.columns) - 1
        tightest = self.natural_width - 2 - gaps * (self.gap - 1) + 2 * bool(self.marks)
        return max(tightest, container.width - 2)

    def action_shift(self, by: int) -> None:
        """Show other columns, where the table is wider than what it is in."""
        if isinstance(self.parent, Widget):
            self.parent.scroll_relative(x=by, animate=False)

    def _marked(self, name: str) -> tuple[str, Style]:
        if name not in self.marks:
            return ("  " if self.marks else "") + name, self.get_component_rich_style("table--cell")
        symbol, role = self.marks[name]
        return f"{symbol} {name}", self.get_component_rich_style(f"table--{role}")

    def _fits(self, rows: list[list[str]]) -> bool:
        return True  # a table with a cursor keeps its rows, and scrolls sideways where it must

    def _lines(self, rows: list[list[str]], marked: list[tuple[str, Style]], left: list[bool]) -> Text:
        lines = list(super()._lines(rows, marked, left).split("\n"))
        if self.cursor + 1 < len(lines):
            line = lines[self.cursor + 1]
            line.pad_right(max(self.container_size.width - 2 - line.cell_len, 0))
            line.stylize(self.get_component_rich_style("table--cursor", partial=True))
        return Text("\n").join(lines)


class EditableRows(RowTable):
    """A RowTable whose first column is a number that can be typed, in a new row or in an old one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "add", "add", tooltip="Add a row"),
        Binding("enter", "edit", "edit", tooltip="Type another number in this row"),
        Binding("x", "remove", "remove", tooltip="Remove this row"),
    ]
    DEFAULT_CSS = """
    EditableRows > ValueInput { position: absolute; width: 10; }
    """

    class Typed(Message):
        """A text was entered for a row, counted from 0; None for a row to be added. `again`, for who refuses it, opens
        the entry in which it was typed."""

        def __init__(self, row: int | None, text: str, again: Callable[[], None]) -> None:
            super().__init__()
            self.row = row
            self.text = text
            self.again = again

    class RemoveAsked(Message):
        """The row, counted from 0, is to go."""

        def __init__(self, row: int) -> None:
            super().__init__()
            self.row = row

    adding: reactive[bool] = reactive(False, layout=True)
    editing: int | None = None
    """The row that is being typed into, None for a new one."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A heading, the rows and, while a new row is typed, a line for it."""
        return 1 + (0 if self.table is None else len(self.table.rows)) + self.adding

    def action_add(self) -> None:
        """Type a new row below the last one."""
        self._open(None)

    def action_edit(self) -> None:
        """Type into the row under the cursor."""
        self._open(self.cursor)

    def action_remove(self) -> None:
        """Ask for the row to go."""
        self.post_message(self.RemoveAsked(self.cursor))

    def _open(self, row: int | None, text: str | None = None) -> None:
        if self.table is None:
            return
        self.editing, self.adding = row, row is None
        old = "" if row is None else self.table.written()[row][0].strip()
        entry = ValueInput("row", old, text)
        entry.add_class(OPEN)
        entry.styles.offset = (2, 1 + (len(self.table.rows) if row is None else row))
        self.mount(entry)
        entry.focus()

    @on(ValueInput.Entered)
    def take_entry(self, event: ValueInput.Entered) -> None:
        """Hand on what was typed."""
        event.stop()
        row = self.editing
        again = (lambda: self._open(row, event.text)) if event.staying else (lambda: None)
        self.post_message(self.Typed(row, event.text, again))
        self._close()

    @on(ValueInput.Left)
    def leave_entry(self, event: ValueInput.Left) -> None:
        """Leave the rows as they are."""
        event.stop()
        self._close()

    def _close(self) -> None:
        self.adding = False
        for entry in self.query(ValueInput).filter(f".{OPEN}"):
            had_focus = entry.has_focus
            entry.remove_class(OPEN).remove()
            if had_focus:
                self.focus()
