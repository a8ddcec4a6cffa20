"""Lists that may be longer than their place: they say how much of them is out of sight, and space turns the page.

What a list of terms adds up to is no part of what scrolls: it stands under the terms and is always in sight.
"""

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from tui.widgets.scroll_panel import ScrollPanel


class Listing(ScrollPanel):
    """Scrolls what it holds, and tells whoever holds it whenever another part is in sight."""

    DEFAULT_CSS = """
    Listing { height: auto; overflow: hidden auto; scrollbar-size: 0 0; }
    """

    class Turned(Message):
        """Another part of the list is in sight, or another part of it is out of sight."""

    @property
    def rest(self) -> str:
        """How many lines are out of sight, and the key that brings them; "" where all are seen."""
        above = round(self.scroll_offset.y)
        below = max(round(self.max_scroll_y) - above, 0)
        hidden = [f"{sign} {lines} more" for sign, lines in (("↑", above), ("↓", below)) if lines]
        return f"{', '.join(hidden)}: space" if hidden else ""

    def turn(self) -> None:
        """A page on, from the end back to the beginning."""
        if self.scroll_offset.y >= self.max_scroll_y:
            self.scroll_home(animate=False)
        else:
            self.scroll_page_down(animate=False)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Scroll, and tell."""
        super().watch_scroll_y(old_value, new_value)
        self.post_message(self.Turned())

    def watch_virtual_size(self, old: Size, new: Size) -> None:
        """Another list is as long as it is."""
        self.post_message(self.Turned())

    def on_resize(self, event: events.Resize) -> None:
        """More or less of it is seen."""
        self.post_message(self.Turned())


class TermsPanel(Vertical):
    """Terms that scroll over the sums that do not."""

    DEFAULT_CSS = """
    TermsPanel > Listing > Static { width: auto; }
    TermsPanel > .sums { height: auto; width: auto; }
    """

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, classes="panel")
        self._sums = 1
        self._terms = ""

    def compose(self) -> ComposeResult:
        """The terms, their sums."""
        with Listing():
            yield Static("", markup=False)
        yield Static("", classes="sums", markup=False)

    def show(self, terms: Text, sums: Text) -> None:
        """Another cell's terms, from the first one on where there are others."""
        self._sums = len(sums.plain.split("\n"))
        if terms.plain != self._terms:
            self._terms = terms.plain
            self.query_one(Listing).scroll_home(animate=False)
        self.query_one("Listing Static", Static).update(terms)
        self.query_one(".sums", Static).update(sums)
        self._share()

    def on_resize(self, event: events.Resize) -> None:
        """The sums keep their lines."""
        self._share()

    def _share(self) -> None:
        self.query_one(Listing).styles.max_height = max(self.content_size.height - self._sums, 1)

    @on(Listing.Turned)
    def tell(self) -> None:
        """Say what is out of sight, in the border."""
        self.border_subtitle = self.query_one(Listing).rest


class Page(Vertical):
    """What it holds scrolls as one, and the last line says what is out of sight."""

    DEFAULT_CSS = """
    Page > Listing { height: 1fr; }
    Page > .rest { height: 1; padding: 0 1; display: none; color: $text-muted; }
    """

    def __init__(self, *children: Widget, id: str) -> None:
        super().__init__(Listing(*children), Static("", classes="rest", markup=False), id=id)

    @on(Listing.Turned)
    def tell(self) -> None:
        """Say what is out of sight, in a line that is there only then."""
        rest, line = self.query_one(Listing).rest, self.query_one(".rest", Static)
        line.update(rest)
        line.display = bool(rest)
