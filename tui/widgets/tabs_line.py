"""The first row: every lesson with its digit, the open one marked; short names where the screen is narrow."""

from rich.text import Text
from textual import events
from textual.app import RenderResult
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from tui.lessons import LESSONS, Lesson

WIDE = 100
"""From this many columns the full titles are shown."""


class TabsLine(Widget):
    """Digits and names of the lessons; a click opens one, so does its digit anywhere in the app."""

    COMPONENT_CLASSES = {"tabs--digit", "tabs--name", "tabs--open"}
    DEFAULT_CSS = """
    TabsLine { height: 1; padding: 0 1; background: $panel; }
    TabsLine > .tabs--digit { color: $footer-key-foreground; background: $panel; text-style: bold; }
    TabsLine > .tabs--name { color: $text-muted; background: $panel; }
    TabsLine > .tabs--open { color: $background; background: $primary; text-style: bold; }
    """

    open: reactive[str] = reactive("")

    class Picked(Message):
        """A tab was clicked."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def render(self) -> RenderResult:
        """The tabs as one line."""
        line = Text(no_wrap=True, end="")
        for lesson in LESSONS:
            line.append_text(self._tab(lesson)).append(" ", self.get_component_rich_style("tabs--name"))
        return line

    def _tab(self, lesson: Lesson) -> Text:
        name = lesson.title if self.size.width >= WIDE else lesson.short
        if lesson.name == self.open:
            return Text(f" {lesson.key} {name.upper()} ", self.get_component_rich_style("tabs--open"))
        digit = Text(f" {lesson.key}", self.get_component_rich_style("tabs--digit"))
        return digit.append(f" {name}", self.get_component_rich_style("tabs--name"))

    def on_click(self, event: events.Click) -> None:
        """Open the tab under the mouse."""
        left = 1
        for lesson in LESSONS:
            width = self._tab(lesson).cell_len + 1
            if left <= event.x < left + width:
                self.post_message(self.Picked(lesson.name))
            left += width
