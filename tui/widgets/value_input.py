"""A one-line entry for a value, put where the value is shown.

Enter hands the text on; Escape, or moving the focus away, keeps the old value.
"""

from textual import events
from textual.binding import Binding
from textual.message import Message
from textual.widgets import Input


class ValueInput(Input):
    """An Input without borders that reports what was typed, or that it was left."""

    BINDINGS = [Binding("escape", "leave", "keep old", key_display="esc")]
    DEFAULT_CSS = """
    ValueInput { width: 12; height: 1; border: none; padding: 0; background: $primary 40%; }
    ValueInput:focus { border: none; background: $primary 40%; }
    """

    class Entered(Message):
        """A text was entered for the value called `name`."""

        def __init__(self, field: str, text: str) -> None:
            super().__init__()
            self.field = field
            self.text = text

    class Left(Message):
        """The entry was left without a new value."""

        def __init__(self, field: str) -> None:
            super().__init__()
            self.field = field

    def __init__(self, field: str, value: str) -> None:
        super().__init__(value, compact=True, select_on_focus=True)
        self.field = field
        self.cursor_blink = False

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Hand the text on."""
        event.stop()
        self.post_message(self.Entered(self.field, self.value))

    def action_leave(self) -> None:
        """Give up."""
        self.post_message(self.Left(self.field))

    def on_blur(self, event: events.Blur) -> None:
        """Moving the focus away keeps the old value."""
        self.post_message(self.Left(self.field))
