"""The line in which a pane says what it is doing, or why it refused something; two where the words need them."""

from textual.reactive import reactive
from textual.timer import Timer
from textual.widgets import Static

from core.numbers import visible
from tui.widgets.words import rows_of

REFUSAL_STANDS = 8.0
"""Seconds until what was said before a refusal or a remark is said again, unless a key is pressed first."""


MOST_ROWS = 2


class StatusLine(Static):
    """Plain text; a refusal has a sign and a colour, and gives way to what was said before after a while."""

    DEFAULT_CSS = """
    StatusLine { height: auto; min-height: 1; max-height: 2; padding: 0 1; color: $text-muted; }
    StatusLine.-refusal { color: $text-error; text-style: bold; }
    """

    state: reactive[tuple[str, bool]] = reactive(("", False))

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("", markup=False, id=id)
        self._before = ""
        self._back: Timer | None = None
        self._announced = False

    def say(self, text: str, refusal: bool = False, passing: bool = False) -> None:
        """Show a text in place of the last one; a refusal or a passing remark only for a while.

        While such a one stands, saying anew what was said before it is no news: live work does so all the time. An
        announcement stands whatever is said, except a refusal or a remark.
        """
        plain = not (refusal or passing)
        if plain and (self._announced or (self._back is not None and text == self._before)):
            self._before = text
            return
        self._stop()
        if plain:
            self._before = text
        else:
            self._back = self.set_timer(REFUSAL_STANDS, self.dismiss)
        self.state = (text, refusal)

    def announce(self, text: str) -> None:
        """Show a text until a key dismisses it; what else is said until then comes after it."""
        self._stop()
        self._announced = True
        self.state = (text, False)

    def holds(self, text: str) -> bool:
        """Whether there is room for all of a text."""
        return rows_of(visible(text), self.size.width) <= MOST_ROWS

    def dismiss(self) -> None:
        """End an announcement, a refusal or a passing remark: what was said before it is said again."""
        if self._announced or self._back is not None:
            self._stop()
            self.say(self._before)

    def _stop(self) -> None:
        self._announced = False
        if self._back is not None:
            self._back.stop()
            self._back = None

    def watch_state(self, state: tuple[str, bool]) -> None:
        """Write it."""
        text, refusal = state
        self.set_class(refusal, "-refusal")
        self.update(visible(f"! {text}" if refusal else text))
