"""The whole of a command that was copied, for terminals that do not take what an app copies.

A line under a pane has room for short ones; the weights of a cell or the way to a view need more.
"""

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from tui.shell_rows import shell_rows
from tui.widgets.keys_line import KeysLine
from tui.widgets.scroll_panel import ScrollPanel

SCROLL_BAR = 2


class CommandScreen(ModalScreen[None]):
    """A command from edge to edge, without a frame that would be copied with it."""

    BINDINGS = [("escape,q,Y", "dismiss", "close")]
    CSS = """
    CommandScreen { align: center bottom; }
    CommandScreen > Vertical { height: auto; max-height: 100%; background: $surface; border-top: heavy $primary; }
    CommandScreen > Vertical > Static { color: $text-muted; margin: 0 0 1 0; }
    CommandScreen ScrollPanel { height: auto; max-height: 16; margin: 0 0 1 0; }
    CommandScreen ScrollPanel > Static { height: auto; text-style: bold; }
    """

    def __init__(self, words: Sequence[str]) -> None:
        super().__init__()
        self.words = words

    def compose(self) -> ComposeResult:
        """What it is, and it."""
        with Vertical():
            yield Static("copied where the terminal takes it; it opens this screen again:", markup=False)
            with ScrollPanel():
                yield Static(self._rows(self.app.size.width), markup=False)
        yield KeysLine()

    def on_resize(self, event: events.Resize) -> None:
        """As wide as there is room."""
        self.query_one("ScrollPanel > Static", Static).update(self._rows(event.size.width))

    def _rows(self, width: int) -> str:
        return "\n".join(shell_rows(self.words, width - SCROLL_BAR))
