"""A pane's own source: the functions of the core that computed what is on screen, as they are in the files."""

import inspect
from importlib import import_module

from rich.syntax import Syntax
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from tui.lesson import Lesson
from tui.widgets.keys_line import KeysLine


def source_of(lesson: Lesson) -> str:
    """The source of every function that the lesson names, each under where it stands."""
    parts = []
    for reference in lesson.source or (lesson.final,):
        module, _, name = reference.partition(":")
        found = getattr(import_module(module), name)
        path = module.replace(".", "/") + ".py"
        parts.append(f"# {path}\n{inspect.getsource(found)}")
    return "\n\n".join(parts)


class SourceScreen(ModalScreen[None]):
    """Scrolls through the source."""

    BINDINGS = [
        Binding("escape,q,I", "dismiss", "close", key_display="esc", tooltip="Close"),
        Binding("j", "scroll(1)", "scroll", key_display="↑↓", tooltip="Down, as the arrow does"),
        Binding("k", "scroll(-1)", "up", show=False, tooltip="Up, as the arrow does"),
    ]
    CSS = """
    SourceScreen { align: center middle; }
    SourceScreen > VerticalScroll {
        width: 96%; max-width: 128; height: 92%; border: round $primary; background: $surface;
    }
    SourceScreen Static { height: auto; width: 1fr; padding: 0 1; }
    """

    def __init__(self, lesson: Lesson) -> None:
        super().__init__()
        self.lesson = lesson

    def compose(self) -> ComposeResult:
        """The code, highlighted without a background of its own."""
        with VerticalScroll() as column:
            column.border_title = f"the source of {self.lesson.title}"
            code = source_of(self.lesson)
            dark = self.app.current_theme.dark
            theme = "ansi_dark" if dark else "ansi_light"
            yield Static(Syntax(code, "python", theme=theme, background_color="default", word_wrap=True))
        yield KeysLine()

    def action_scroll(self, lines: int) -> None:
        """Scroll by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)
