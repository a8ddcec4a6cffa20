"""The app shell: the tabs and one lazily made pane a lesson. It knows no lesson by name; actions.py has the keys."""

import gc
from collections.abc import Sequence
from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.filter import LineFilter
from textual.reactive import reactive
from textual.widgets import ContentSwitcher

from core.settings import Settings
from tui.actions import LessonActions
from tui.ascii import AsciiFilter
from tui.colors import ALL, COLORS
from tui.lessons import LESSONS, Lesson, find
from tui.live import FRAMES_A_SECOND
from tui.pane import Pane
from tui.remember import RemembersState
from tui.signals import leave_on_signals
from tui.state import Keeper
from tui.themes import DARK, THEMES
from tui.tour.takes_tours import TakesTours
from tui.widgets.keys_line import KeysLine
from tui.widgets.tabs_line import TabsLine
from tui.widgets.too_small import TooSmall


class GatescopeApp(LessonActions, RemembersState, TakesTours):
    """Opens a lesson with given settings; the others with their defaults when they are first looked at."""

    TITLE = "gatescope"
    CSS_PATH = "theme.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (32, "-tall")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "left_square_bracket", "turn(-1)", "pane before", show=False, key_display="[", tooltip="The pane before"
        ),
        Binding("right_square_bracket", "turn(1)", "next pane", show=False, key_display="]", tooltip="The next pane"),
        *(
            Binding(x.keys, f"open('{x.name}')", f"open {x.title}", show=False, tooltip=f"Open {x.title}")
            for x in LESSONS
        ),
    ]

    lesson: reactive[str] = reactive("", init=False)

    def __init__(
        self,
        lesson: Lesson,
        settings: Settings | None,
        *,
        theme: str | None = None,
        still: bool = False,
        ascii: bool = False,
        colors: str = ALL,
        frames: float = FRAMES_A_SECOND,
        keeper: Keeper | None = None,
    ) -> None:
        """`still` shows the finished result of a live lesson instead of running it, for screen shots; `ascii` shows
        no character beyond ASCII, `colors` those of COLORS alone; `frames` is how often a second a running lesson is
        painted at most; `keeper` remembers between runs."""
        super().__init__()
        self.still = still
        self.frames = frames
        self.lesser = [*COLORS[colors], *([AsciiFilter()] if ascii else [])]
        for known in THEMES:
            self.register_theme(known)
        self.theme = theme or "gatescope-dark"
        self._first = lesson
        self.given_settings: dict[str, Settings] = {lesson.name: settings} if settings else {}
        if keeper is not None:
            plain = settings is None or not settings.words()
            self.begin_remembering(keeper, offer=plain, take_theme=theme is None)

    def compose(self) -> ComposeResult:
        """Tabs, the open pane, the keys that work now; or one line where there is no room."""
        with Vertical(id="room"):
            yield TabsLine()
            yield ContentSwitcher(id="panes")
            yield KeysLine()
        yield TooSmall()

    async def on_mount(self) -> None:
        """Open the first lesson; before eyes, once the shell is painted: numpy and the pane are imported after that."""
        if self.still:
            await self._open_first()
        else:
            self.call_after_refresh(self._open_first)
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))  # fg finds an empty screen
        if not self.is_headless:
            leave_on_signals(lambda code: self.exit(return_code=code))

    async def _open_first(self) -> None:
        if not self.lesson:
            await self.action_open(self._first.name)
        if words := self.opening_words():
            self.call_after_refresh(self.pane.say, words)

    def on_resize(self, event: events.Resize) -> None:
        """Cover the room where it is too small."""
        self.set_class(self.query_one(TooSmall).too_small(event.size), "-too-small")

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
            settings = self.given_settings.pop(name, None) or lesson.settings_class()()
            await switcher.mount(lesson.pane_class()(lesson, settings))
            gc.freeze()  # what stands from now on need not be looked through at every eighth key
        if self.lesson:
            self.pane.hidden()
        switcher.current = name
        self.lesson = name
        self.query_one(TabsLine).open = name
        self.pane.focus()
        self.pane.opened()
        self.screen.refresh_bindings()  # that of the app does nothing before the app is mounted, as in a still picture
        self.keep_soon()

    async def action_turn(self, by: int) -> None:
        """Open the next lesson, or the one before."""
        names = [lesson.name for lesson in LESSONS]
        await self.action_open(names[(names.index(self.lesson) + by) % len(names)])

    @on(TabsLine.Picked)
    async def open_picked(self, event: TabsLine.Picked) -> None:
        """A tab was clicked."""
        await self.action_open(event.name)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The lane colours, for a theme that does not know them."""
        return DARK.variables

    def get_line_filters(self) -> Sequence[LineFilter]:
        """The filters of every painted line."""
        return [*super().get_line_filters(), *self.lesser]
