"""A grid of numbers that is walked and edited in place; what an edit means is the owner's business.

It holds one immutable Matrix and a cursor, and reports past-tense facts: a cell was edited, nudged, reset, pasted at.
"""

from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from core.settings import write_value
from tui.widgets.cell_entry import CellEntry
from tui.widgets.grid_paint import GridPicture
from tui.widgets.matrix import NOWHERE, Matrix, frame

EMPTY = Matrix("", (), (), ())


class MatrixGrid(Widget, can_focus=True):
    """Shows `matrix`; arrows walk it, digits or Enter edit a cell, + and - nudge it, d resets it.

    `show_changes` writes beside a number what it has moved by, where there is room; the mark is always there.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "move(0,-1)", "left", show=False, tooltip="Walk the numbers"),
        Binding("right,l", "move(0,1)", "right", show=False, tooltip="Walk the numbers"),
        Binding("up,k", "move(-1,0)", "up", show=False, tooltip="Walk the numbers"),
        Binding("down,j", "move(1,0)", "down", show=False, tooltip="Walk the numbers"),
        Binding("home", "edge(0)", "first", show=False, tooltip="To the first or last number of the row"),
        Binding("end", "edge(-1)", "last", show=False, tooltip="To the first or last number of the row"),
        Binding("enter", "enter", "edit", tooltip="Type a number (or start with a digit); - turns it"),
        Binding("escape", "leave", "keep old", key_display="esc", tooltip="Keep the old number"),
        Binding("plus,equals_sign", "nudge(1)", "nudge", key_display="+", show=False, tooltip="Nudge the number up"),
        Binding("minus", "nudge(-1)", "nudge down", key_display="-", show=False, tooltip="Nudge the number down"),
        Binding("d,backspace", "reset", "reset", show=False, key_display="d", tooltip="Back to its default"),
    ]
    COMPONENT_CLASSES = {
        "grid--label",
        "grid--head",
        "grid--cell",
        "grid--changed",
        "grid--cursor",
        "grid--rest",
        "grid--entry",
        "grid--fresh",
        "grid--caret",
    }
    DEFAULT_CSS = """
    MatrixGrid { height: 1fr; width: 1fr; }
    MatrixGrid > .grid--label { color: $text-muted; }
    MatrixGrid > .grid--head { color: $text-muted; }
    MatrixGrid > .grid--cell { color: $foreground; }
    MatrixGrid > .grid--changed { color: $accent; text-style: bold; }
    MatrixGrid > .grid--cursor { color: $background; background: $primary; text-style: bold; }
    MatrixGrid > .grid--rest { color: $foreground; text-style: underline; }
    MatrixGrid > .grid--entry { color: $foreground; background: $primary 40%; }
    MatrixGrid > .grid--fresh { color: $background; background: $secondary; }
    MatrixGrid > .grid--caret { color: $background; background: $foreground; }
    """

    matrix: reactive[Matrix] = reactive(EMPTY)
    cursor: reactive[tuple[int, int]] = reactive((0, 0))
    entry: reactive[CellEntry | None] = reactive(None)

    class Place(Message):
        """Base of the messages: the grid, the name of its matrix, and a row and column in it."""

        def __init__(self, grid: "MatrixGrid", row: int, column: int) -> None:
            super().__init__()
            self.grid = grid
            self.name = grid.matrix.name
            self.row = row
            self.column = column

        @property
        def control(self) -> "MatrixGrid":
            """The grid, for selectors."""
            return self.grid

    class CursorMoved(Place):
        """The cursor is on another cell."""

    class CellReset(Place):
        """A cell is to have its default again."""

    class EditRefused(Place):
        """Somebody tried to edit a matrix that is only to be read."""

    class CellNudged(Place):
        """A cell is to move a little: direction is +1 or -1."""

        def __init__(self, grid: "MatrixGrid", row: int, column: int, direction: int) -> None:
            super().__init__(grid, row, column)
            self.direction = direction

    class CellEdited(Place):
        """A text was typed for a cell; whether it is a number the owner judges."""

        def __init__(self, grid: "MatrixGrid", row: int, column: int, text: str) -> None:
            super().__init__(grid, row, column)
            self.text = text

    class Pasted(Place):
        """A text was pasted with the cursor on a cell: a number, a row or a whole matrix."""

        def __init__(self, grid: "MatrixGrid", row: int, column: int, text: str) -> None:
            super().__init__(grid, row, column)
            self.text = text

    def __init__(
        self, matrix: Matrix = EMPTY, *, show_changes: bool = False, typed: bool = True, id: str | None = None
    ) -> None:
        """Where nothing is ever `typed`, digits are left to the app."""
        super().__init__(id=id)
        self.show_changes = show_changes
        self._typed = typed
        self._frame = NOWHERE
        self.set_reactive(MatrixGrid.matrix, matrix)

    # what it is

    def validate_cursor(self, cursor: tuple[int, int]) -> tuple[int, int]:
        """Keep the cursor on a number."""
        return _inside(self.matrix, *cursor)

    def watch_matrix(self, old: Matrix, new: Matrix) -> None:
        """An entry belongs to the matrix it was begun in; the cursor stays where it can."""
        if old.name != new.name or old.read_only != new.read_only:
            self.entry = None
            self.refresh_bindings()
        self.cursor = self.cursor

    def watch_entry(self, old: CellEntry | None, new: CellEntry | None) -> None:
        """Other keys work during an entry. After it the numbers come first, then the footer, which is slow to make."""
        if old is None and new is not None:
            self.refresh_bindings()
        elif old is not None and new is None:
            self.set_timer(0.1, self.refresh_bindings)

    def watch_cursor(self, cursor: tuple[int, int]) -> None:
        """Say so."""
        self.post_message(self.CursorMoved(self, *cursor))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what applies now is offered."""
        if action == "leave":
            return self.entry is not None
        if action in ("nudge", "reset"):
            return self.entry is None and not self.matrix.read_only
        return not self.matrix.read_only if action == "enter" else True

    # keys

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Whether a key is typed into a cell, and so is no command of the app."""
        if not self._typed or character is None or not character.isprintable():
            return False
        return self.entry is not None or (character.isascii() and (character.isdigit() or character == "."))

    def on_key(self, event: events.Key) -> None:
        """Edit the entry, or begin one with a digit."""
        if self.entry is not None and (entry := self.entry.pressed(event.key)) is not None:
            self.entry = entry
        elif self.check_consume_key(event.key, event.character) and event.character:
            self._type(event.character)
        else:
            return
        event.stop()
        event.prevent_default()

    def _type(self, character: str) -> None:
        if self.matrix.read_only:
            self.post_message(self.EditRefused(self, *self.cursor))
        elif self.matrix.at(*self.cursor) is not None:
            self.entry = (self.entry or CellEntry()).typed(character)

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor."""
        self.cursor = (self.cursor[0] + down, self.cursor[1] + right)

    def action_edge(self, column: int) -> None:
        """To an end of the row."""
        self.cursor = (self.cursor[0], len(self.matrix.columns) if column else 0)

    def action_enter(self) -> None:
        """Begin an entry with the present number, or hand on what was typed."""
        value = self.matrix.at(*self.cursor)
        if self.entry is not None:
            self._hand_on(self.entry)
        elif value is not None:
            text = write_value(value)
            self.entry = CellEntry(text, len(text), fresh=True)

    def _hand_on(self, entry: CellEntry) -> None:
        self.entry = None
        self.post_message(self.CellEdited(self, *self.cursor, entry.text))

    def _move_on(self) -> None:
        """What was typed is not lost when somebody moves on without Enter; what was not changed is not news."""
        entry, value, self.entry = self.entry, self.matrix.at(*self.cursor), None
        if entry is not None and value is not None and entry.text != write_value(value):
            self._hand_on(entry)

    def action_leave(self) -> None:
        """Keep the old number."""
        self.entry = None

    def action_nudge(self, direction: int) -> None:
        """Ask for a nudge."""
        self.post_message(self.CellNudged(self, *self.cursor, direction))

    def action_reset(self) -> None:
        """Ask for the default."""
        self.post_message(self.CellReset(self, *self.cursor))

    def on_paste(self, event: events.Paste) -> None:
        """Into the entry if one is open, else to the owner."""
        if self.matrix.read_only:
            self.post_message(self.EditRefused(self, *self.cursor))
        elif self.entry is not None:
            self.entry = self.entry.typed(" ".join(event.text.split()))
        else:
            self.post_message(self.Pasted(self, *self.cursor, event.text))

    def on_blur(self) -> None:
        """Moving the focus away takes what was typed; a terminal that is only looked away from keeps the entry."""
        if self.app.app_focus:
            self._move_on()

    def on_click(self, event: events.Click) -> None:
        """To the cell under the mouse."""
        if event.y > 0:
            self._move_on()
            self.cursor = self._frame.place(event.x, event.y)

    # what is on screen

    def render_lines(self, crop: Region) -> list[Strip]:
        """Settle the frame once, then draw."""
        size = self.content_size
        self._frame = frame(self.matrix, size.width, size.height, self.cursor, self._frame, self.show_changes)
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """The heading or a row of numbers."""
        picture = GridPicture(self.matrix, self._frame, self.cursor, self.has_focus, self.entry, self.size.width)
        segments = [Segment(text, self.get_component_rich_style(f"grid--{part}")) for text, part in picture.line(y)]
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)


def _inside(matrix: Matrix, row: int, column: int) -> tuple[int, int]:
    """The place nearest to a row and column that has a number."""
    row = max(0, min(row, len(matrix.rows) - 1))
    filled = [index for index, value in enumerate(matrix.rows[row]) if value is not None] if matrix.rows else []
    return row, min(filled, key=lambda index: abs(index - column)) if filled else 0
