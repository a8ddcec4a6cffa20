"""The app shell: the tabs, one lazily made pane a lesson, the keys that work everywhere. It knows no lesson by name."""

from collections.abc import Iterable
from typing import Any

from textual import events, on
from textual.app import App, ComposeResult, SystemCommand
from textual.binding import Binding
from textual.containers import Vertical
from textual.reactive import reactive
from textual.screen import Screen
from textual.widgets import ContentSwitcher, Footer, Static

from core.settings import Settings
from tui.help import HelpScreen, is_of_the_lesson
from tui.lessons import LESSONS, Lesson, find
from tui.palette import Palette
from tui.pane import Pane
from tui.themes import THEMES
from tui.widgets.tabs_line import TabsLine

SMALLEST = (80, 24)


class GatescopeApp(App[None]):
    """Opens a lesson with given settings; the others with their defaults when they are first looked at."""

    TITLE = "gatescope"
    CSS_PATH = "theme.tcss"
    ENABLE_COMMAND_PALETTE = True
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (32, "-tall")]
    BINDINGS = [
        Binding("u", "undo", "undo", tooltip="Take back the last change of a setting or weight"),
        Binding("U", "redo", "redo", show=False, tooltip="Bring back what was undone"),
        Binding("question_mark", "help", "help", tooltip="Keys and settings of this pane"),
        Binding("q", "quit", "quit", tooltip="Leave"),
        Binding("ctrl+c", "quit", "quit", show=False, system=True, priority=True),
        Binding("ctrl+q", "quit", "quit", show=False, system=True),
        Binding("left_square_bracket", "turn(-1)", "pane before", show=False, key_display="["),
        Binding("right_square_bracket", "turn(1)", "next pane", show=False, key_display="]"),
        *(
            Binding(f"{x.key},f{x.key if x.key != '0' else '10'}", f"open('{x.name}')", f"open {x.title}", show=False)
            for x in LESSONS
        ),
    ]

    lesson: reactive[str] = reactive("", init=False)

    def __init__(self, lesson: Lesson, settings: Settings, theme: str = "gatescope-dark", still: bool = False) -> None:
        """`still` shows the finished result of a live lesson instead of running it, for screen shots."""
        super().__init__()
        self.still = still
        for known in THEMES:
            self.register_theme(known)
        self.theme = theme
        self._first = lesson
        self._given: dict[str, Settings] = {lesson.name: settings}

    def compose(self) -> ComposeResult:
        """Tabs, the open pane, the keys that work now; or one line where there is no room."""
        with Vertical(id="room"):
            yield TabsLine()
            yield ContentSwitcher(id="panes")
            yield Footer(compact=True, show_command_palette=False)
        yield Static("", id="too-small", markup=False)

    async def on_mount(self) -> None:
        """Open the first lesson."""
        await self.action_open(self._first.name)

    def on_resize(self, event: events.Resize) -> None:
        """Say so, in one line, where the terminal is too small."""
        small = event.size.width < SMALLEST[0] or event.size.height < SMALLEST[1]
        self.set_class(small, "-too-small")
        words = f"{event.size.width}x{event.size.height} is too small; gatescope needs 80x24"
        self.query_one("#too-small", Static).update(words)

    @property
    def pane(self) -> Pane[Any]:
        """The pane in front."""
        return self.query_one(f"#{self.lesson}", Pane)

    async def action_open(self, name: str) -> None:
        """Bring a lesson to the front, making its pane if this is the first time."""
        if name == self.lesson:
            return
        switcher = self.query_one("#panes", ContentSwitcher)
        if not self.query(f"#panes > #{name}"):
            lesson = find(name)
            settings = self._given.get(name) or lesson.settings_class()()
            await switcher.mount(lesson.pane_class()(lesson, settings))
        if self.lesson:
            self.pane.hidden()
        switcher.current = name
        self.lesson = name
        self.query_one(TabsLine).open = name
        self.pane.focus()
        self.pane.opened()

    async def action_turn(self, by: int) -> None:
        """Open the next lesson, or the one before."""
        names = [lesson.name for lesson in LESSONS]
        await self.action_open(names[(names.index(self.lesson) + by) % len(names)])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Undo and redo are offered while there is something to take back or to bring back."""
        if action in ("undo", "redo"):
            history = self.pane.history if self.lesson else None
            return bool(history and (history.past if action == "undo" else history.future))
        return True

    def action_undo(self) -> None:
        """Back to the settings before."""
        self.pane.undo()

    def action_redo(self) -> None:
        """Forward to the settings last undone."""
        self.pane.redo()

    @on(TabsLine.Picked)
    async def open_picked(self, event: TabsLine.Picked) -> None:
        """A tab was clicked."""
        await self.action_open(event.name)

    def action_help(self) -> None:
        """Show what works here and now."""
        active = self.screen.active_bindings.values()
        self.push_screen(HelpScreen(find(self.lesson), type(self.pane.now), active))

    def action_command_palette(self) -> None:
        """Find anything by name."""
        if not isinstance(self.screen, Palette):
            self.push_screen(Palette())

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Every pane, every action that works now, the themes and the way out."""
        if isinstance(screen, Palette):
            return
        for lesson in LESSONS:
            yield SystemCommand(f"Open {lesson.title}", lesson.question, self._opener(lesson.name))
        for active in screen.active_bindings.values():
            if active.enabled and is_of_the_lesson(active):
                binding = active.binding
                yield SystemCommand(binding.tooltip or binding.description, binding.description, self._runner(active))
        yield SystemCommand("Theme", "Choose dark or light", self.action_change_theme)
        yield SystemCommand("Help", "Keys and settings of this pane", self.action_help)
        yield SystemCommand("Quit", "Leave gatescope", self.action_quit)

    def _opener(self, name: str) -> Any:
        return lambda: self.run_worker(self.action_open(name))

    def _runner(self, active: Any) -> Any:
        return lambda: self.run_worker(self.run_action(active.binding.action, active.node))
