"""The two parts of a tour on screen: one row in place of the tabs, and a bar below the pane.

On a short screen the bar takes the rows of the pane's last sentences, which would give the answer away; the pane is
laid out in what is left, so that nothing of it is covered, and has all of the screen when the bar is folded away.
"""

from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual.app import RenderResult
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static


class TourLine(Widget):
    """Which stop it is, and the tour's keys that work now."""

    COMPONENT_CLASSES = {"tour--place", "tour--title", "tour--key", "tour--does"}
    DEFAULT_CSS = """
    TourLine { height: 1; padding: 0 1; background: $panel; display: none; }
    TourLine > .tour--place { color: $background; background: $primary; text-style: bold; }
    TourLine > .tour--title { color: $foreground; background: $panel; text-style: bold; }
    TourLine > .tour--key { color: $footer-key-foreground; background: $panel; text-style: bold; }
    TourLine > .tour--does { color: $text-muted; background: $panel; }
    .-touring TourLine { display: block; }
    .-touring TabsLine { display: none; }
    """
    SCOPED_CSS = False

    place: reactive[tuple[str, str]] = reactive(("", ""))
    keys: reactive[tuple[tuple[str, str], ...]] = reactive(())

    def render(self) -> RenderResult:
        """Place and title from the left, keys from the right; a title gives way."""
        line = Text(no_wrap=True, end="").append(f" {self.place[0]} ", self._style("place"))
        keys = Text(no_wrap=True, end="")
        for key, does in self.keys:
            keys.append(f"  {key} ", self._style("key")).append(does, self._style("does"))
        title = Text(f" {self.place[1]}", self._style("title"))
        room = max(self.size.width - line.cell_len - keys.cell_len, 1)
        title.truncate(room, overflow="ellipsis", pad=True)
        return line.append_text(title).append_text(keys)

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"tour--{name}")


def mark_sentences(room: Widget) -> None:
    """Let the style sheet tell what a pane says below its panels from what stands in one."""
    for words in room.query("#panes .answer, #panes .caption, #panes .sentence"):
        words.set_class(not any(node.has_class("panel") for node in words.ancestors), "-sentence")


class TourBar(Static):
    """What to look at and what to predict, or what is true."""

    COMPONENT_CLASSES = {"tour--label"}
    DEFAULT_CSS = """
    TourBar { height: auto; min-height: 2; max-height: 14; padding: 0 1; background: $panel; display: none; }
    TourBar > .tour--label { color: $primary; background: $panel; text-style: bold; }
    .-short .-asking .-sentence { display: none !important; }
    .-tall TourBar { border-top: solid $primary; }
    .-touring TourBar { display: block; }
    .-touring TourBar.-folded { display: none; }
    """
    SCOPED_CSS = False

    def show(self, lines: dict[str, str], folded: bool) -> None:
        """Labelled paragraphs, or nothing."""
        self.set_class(folded, "-folded")
        grid = Table.grid(padding=(0, 1, 0, 0))
        grid.add_column(width=8)
        grid.add_column(ratio=1)
        for label, text in lines.items():
            said = Text(text, style="" if label == "Look" else "bold")
            grid.add_row(Text(label, self.get_component_rich_style("tour--label")), said)
        self.update(grid)
