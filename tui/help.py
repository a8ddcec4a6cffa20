"""The help screen, made from the bindings that are live when `?` is pressed, and from the lesson's own words."""

from collections.abc import Iterable

from rich.table import Table
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import ActiveBinding, Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from core.settings import Settings, specs
from tui.lesson import Lesson
from tui.widgets.keys_line import KeysLine
from tui.widgets.settings_line import SettingField

SCROLLING = {
    *(f"scroll_{way}" for way in ("up", "down", "left", "right", "home", "end")),
    *(f"page_{way}" for way in ("up", "down", "left", "right")),
}
"""What Textual lets every scrolling widget do: ten keys that are worth one line, where there is anything to scroll."""


def _can_scroll(active: ActiveBinding) -> bool:
    node, action = active.node, active.binding.action
    sideways = action.endswith(("left", "right"))
    return isinstance(node, Widget) and (node.max_scroll_x if sideways else node.max_scroll_y) > 0


def is_of_the_lesson(active: ActiveBinding) -> bool:
    """Whether a live binding belongs to the open pane, rather than to the app, the screen or any settings field."""
    return not isinstance(active.node, (App, Screen, SettingField, Input)) and bool(active.binding.description)


class HelpScreen(ModalScreen[None]):
    """What the lesson shows, the keys that work now, and its settings with their bounds."""

    BINDINGS = [
        Binding("escape,q,question_mark", "dismiss", "close", key_display="esc"),
    ]
    CSS = """
    HelpScreen { align: center middle; }
    HelpScreen > VerticalScroll {
        width: 92%; max-width: 96; height: 92%; border: round $primary; padding: 0 2; background: $surface;
        border-title-color: $primary;
    }
    HelpScreen Static { height: auto; }
    """

    def __init__(self, lesson: Lesson, settings: type[Settings], active: Iterable[ActiveBinding]) -> None:
        super().__init__()
        self.lesson = lesson
        self.settings_class = settings
        self.active = list(active)

    def compose(self) -> ComposeResult:
        """One scrolling column."""
        with VerticalScroll() as column:
            column.border_title = f"{self.lesson.title}: {self.lesson.question}"
            yield Static(Text(f"{self.lesson.about}\n", style="dim"), markup=False)
            yield Static(self._keys())
            yield Static(self._settings())
        yield KeysLine()

    def _keys(self) -> Table:
        table = Table("key", "does", box=None, padding=(0, 2, 0, 0), title="Keys that work now", title_justify="left")
        grouped: dict[str, list[str]] = {}
        scrolled: list[str] = []
        for active in self.active:
            if isinstance(active.node, Screen) or active.binding.action == "command_palette":
                continue
            if active.binding.action in SCROLLING:
                if active.enabled and _can_scroll(active):
                    scrolled.append(self.app.get_key_display(active.binding))
                continue
            words = active.binding.tooltip or active.binding.description
            if words and not active.binding.system:
                grouped.setdefault(words, []).append(self.app.get_key_display(active.binding))
        grouped["Type a value for the setting; esc keeps the old one"] = ["enter"]
        grouped["Reach the settings, one by one; the arrows change one"] = ["tab", "shift+tab"]
        grouped["Find any action or pane by name"] = ["ctrl+p"]
        if scrolled:
            also = f" (also {', '.join(dict.fromkeys(scrolled[2:]))})" if scrolled[2:] else ""
            grouped[f"Scroll what is longer than its panel{also}"] = scrolled[:2]
        for words, keys in grouped.items():
            table.add_row(Text(" ".join(dict.fromkeys(keys)), style="bold"), Text(words))
        return table

    def _settings(self) -> Table:
        table = Table(
            "setting", "is", "allowed", box=None, padding=(0, 2, 0, 0), title="\nSettings", title_justify="left"
        )
        for name, spec in specs(self.settings_class).items():
            table.add_row(Text(spec.label or name, style="bold"), Text(spec.help), Text(spec.allowed()))
        return table
