"""The app shell: the tabs and one lazily made pane a lesson. It knows no lesson by name; actions.py has the keys."""

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.filter import LineFilter
from textual.widgets import ContentSwitcher

from core.settings import Settings
from tui.actions import LessonActions
from tui.ascii import AsciiFilter
from tui.colors import ALL, filters
from tui.lesson import Lesson
from tui.lessons import LESSONS
from tui.live import FRAMES_A_SECOND
from tui.remember import RemembersState
from tui.signals import leave_on_signals
from tui.state import Keeper
from tui.terminal import tolerant
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
        self.driver_class = tolerant(self.driver_class)
        self.still = still
        self.frames = frames
        self.look = colors, ascii
        for known in THEMES:
            self.register_theme(known)
        self.theme = theme or "gatescope-dark"
        self.first = lesson
        self.given_settings: dict[str, Settings] = {lesson.name: settings} if settings else {}
        if keeper is not None:
            plain = settings is None or not settings.words()
            self.begin_remembering(keeper, announce=plain, take_theme=theme is None)

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
        leave_on_signals(self)

    async def _open_first(self) -> None:
        if not self.is_headless:
            from tui.allocator import share_one_heap  # once the shell is painted, and before anything computes

            share_one_heap()
        if not self.lesson:
            await self.action_open(self.first.name)
        self.answer_keys()
        if self.lesson and (words := self.opening_words()):
            self.pane.announce(words)

    def on_resize(self, event: events.Resize) -> None:
        """Cover the room where it is too small."""
        self.set_class(self.query_one(TooSmall).too_small(event.size), "-too-small")

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The lane colours, for a theme that does not know them."""
        return DARK.variables

    def get_line_filters(self) -> Sequence[LineFilter]:
        """The filters of every painted line."""
        colors, ascii = self.look
        lesser = filters(colors, self.current_theme.dark)
        return [*super().get_line_filters(), *lesser, *([AsciiFilter()] if ascii else [])]
