"""The one line in which a pane says what it is doing, or why it refused something."""

from textual.reactive import reactive
from textual.widgets import Static

from core.numbers import visible


class StatusLine(Static):
    """A line of plain text; a refusal is marked with a sign and a colour, and stands until the next thing is said."""

    DEFAULT_CSS = """
    StatusLine { height: 1; padding: 0 1; color: $text-muted; text-wrap: nowrap; text-overflow: ellipsis; }
    StatusLine.-refusal { color: $text-error; text-style: bold; }
    """

    state: reactive[tuple[str, bool]] = reactive(("", False))

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("", markup=False, id=id)

    def say(self, text: str, refusal: bool = False) -> None:
        """Show a text in place of the last one."""
        self.state = (text, refusal)

    def watch_state(self, state: tuple[str, bool]) -> None:
        """Write it."""
        text, refusal = state
        self.set_class(refusal, "-refusal")
        self.update(visible(f"! {text}" if refusal else text))
