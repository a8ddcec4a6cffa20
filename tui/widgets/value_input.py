"""A one-line entry for a value, put where the value is shown.

Enter, or moving the focus on, hands a changed text on; Escape keeps the old value. It reports once.
"""

from textual import events
from textual.binding import Binding
from textual.message import Message
from textual.widgets import Input

from core.numbers import visible


class SafeInput(Input):
    """An Input in which pasted control characters are visible: raw, they would act on the terminal."""

    def validate_value(self, value: str) -> str:
        """The text as it may be shown."""
        return visible(value)


class ValueInput(SafeInput):
    """An Input without borders that reports what was typed, or that it was left as it was."""

    BINDINGS = [
        Binding("enter", "submit", "take it", tooltip="Take the value that was typed"),
        Binding("escape", "leave", "keep the old", key_display="esc", tooltip="Keep the old value"),
    ]
    DEFAULT_CSS = """
    ValueInput { width: 12; height: 1; border: none; padding: 0; background: $primary 40%; }
    ValueInput:focus { border: none; background: $primary 40%; }
    """

    class Entered(Message):
        """A text was entered for the value called `field`, and `staying`, with Enter, or with the focus moving on."""

        def __init__(self, field: str, text: str, staying: bool) -> None:
            super().__init__()
            self.field = field
            self.text = text
            self.staying = staying

    class Left(Message):
        """The entry was left without a new value."""

        def __init__(self, field: str) -> None:
            super().__init__()
            self.field = field

    def __init__(self, field: str, old: str, text: str | None = None) -> None:
        """`old` is the value, `text` what the entry begins with in its place."""
        super().__init__(old if text is None else text, compact=True, select_on_focus=True)
        self.field = field
        self.cursor_blink = False
        self._old = visible(old)  # what the entry holds of it
        self._reported = False

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Hand the text on."""
        event.stop()
        self._hand_on(staying=True)

    def action_leave(self) -> None:
        """Give up."""
        self._report(self.Left(self.field))

    def on_blur(self, event: events.Blur) -> None:
        """What was typed is not lost when the focus moves on."""
        self._hand_on(staying=False)

    def _hand_on(self, staying: bool) -> None:
        """What was not changed is not news: the entry may show less of the old value than there is."""
        changed = self.value != self._old
        self._report(self.Entered(self.field, self.value, staying) if changed else self.Left(self.field))

    def _report(self, message: Message) -> None:
        if not self._reported:
            self._reported = True
            self.post_message(message)
