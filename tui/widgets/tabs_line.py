"""The first row: every lesson with its digit, the open one marked; names and gaps as long as the width allows."""

from rich.text import Text
from textual import events
from textual.app import RenderResult
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from tui.lessons import LESSONS

WIDE = 100
"""From this many columns a screen is wide, and full titles are shown where they fit."""


class TabsLine(Widget):
    """Digits and names of the lessons; a click opens one, so does its digit anywhere in the app."""

    COMPONENT_CLASSES = {"tabs--digit", "tabs--name", "tabs--open"}
    DEFAULT_CSS = """
    TabsLine { height: 1; background: $panel; }
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
        """The tabs as one line; the open one takes the blanks beside it with it."""
        base, open_style = self.get_component_rich_style("tabs--name"), self.get_component_rich_style("tabs--open")
        names, gap, opened = self._names(), " " * self._gap, (0, 0)
        line = Text(" ", base, no_wrap=True, end="")
        for index, (lesson, name) in enumerate(zip(LESSONS, names, strict=True)):
            line.append(gap if index else "", base)
            at = len(line)
            line.append(f"{lesson.key} ", self.get_component_rich_style("tabs--digit")).append(name, base)
            if lesson.name == self.open:
                opened = (at - 1, len(line) + 1)
        line.append(" ", base)
        line.stylize(open_style, *opened)
        return line

    def _names(self) -> list[str]:
        names = [lesson.title if self._form[0] else lesson.short for lesson in LESSONS]
        return [name.upper() if x.name == self.open else name for x, name in zip(LESSONS, names, strict=True)]

    @property
    def _gap(self) -> int:
        return self._form[1]

    @property
    def _form(self) -> tuple[bool, int]:
        """Whether full titles are shown, and the columns between two tabs: the roomiest form that fits."""
        forms = [(title, gap) for title in (True, False) for gap in (2, 1) if self.size.width >= WIDE or not title]
        return next((form for form in forms if _width(*form) <= self.size.width), forms[-1])

    def on_click(self, event: events.Click) -> None:
        """Open the tab under the mouse."""
        left = 0
        for lesson, name in zip(LESSONS, self._names(), strict=True):
            width = len(name) + 2 + self._gap
            if left <= event.x < left + width:
                self.post_message(self.Picked(lesson.name))
            left += width


def _width(title: bool, gap: int) -> int:
    names = [lesson.title if title else lesson.short for lesson in LESSONS]
    return sum(len(name) + 2 for name in names) + gap * (len(names) - 1) + 2
