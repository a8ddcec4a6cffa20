"""`gatescope notes`: the speaker's own screen, which follows the first running tour from another terminal."""

from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.filter import LineFilter
from textual.reactive import reactive
from textual.widgets import Static

from tui.ascii import AsciiFilter
from tui.colors import ALL, filters
from tui.signals import leave_on_signals
from tui.terminal import tolerant
from tui.themes import THEMES
from tui.tour.now import Now, first_running
from tui.widgets.keys_line import KeysLine

EVERY = 0.25
"""Seconds between two looks."""
STATES = {"question": "waiting for predictions", "answer": "the answer is shown", "free": "free play"}
NOTHING = "no tour is running; start one in another terminal with `gatescope tour`, and its notes appear here"


class NotesApp(App[None]):
    """Notes, what the audience sees, and the next stop."""

    TITLE = "gatescope notes"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "scroll(1)", "down"),
        Binding("k", "scroll(-1)", "up"),
        Binding("q,escape", "quit", "quit", key_display="q"),
        Binding("ctrl+c", "quit", "quit", show=False, system=True, priority=True),
        Binding("ctrl+z", "suspend_process", "suspend", show=False, system=True, priority=True),
    ]
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #notes-head {
        height: 1; background: $panel; padding: 0 1; text-style: bold; text-wrap: nowrap; text-overflow: ellipsis;
    }
    #notes-room { height: 1fr; padding: 0 1; }
    #notes-room Static { height: auto; }
    .notes-panel {
        border: round $border-blurred; border-title-color: $foreground; border-title-style: bold; padding: 0 1;
    }
    #notes-text { border: round $primary; min-height: 5; }
    """

    now: reactive[Now | None] = reactive(None, init=False)

    def __init__(self, folder: Path, theme: str = "gatescope-dark", ascii: bool = False, colors: str = ALL) -> None:
        super().__init__()
        self.driver_class = tolerant(self.driver_class)
        self.folder = folder
        self._ascii: list[LineFilter] = [AsciiFilter()] if ascii else []
        self._colors = colors
        for known in THEMES:
            self.register_theme(known)
        self.theme = theme

    def compose(self) -> ComposeResult:
        """Where the tour is; the notes, largest; what is on screen; what comes."""
        yield Static("", id="notes-head", markup=False)
        with VerticalScroll(id="notes-room", can_focus=False):
            for id, title in (("text", "notes"), ("screen", "on screen"), ("coming", "next stop")):
                panel = Static("", id=f"notes-{id}", classes="notes-panel", markup=False)
                panel.border_title = title
                yield panel
        yield KeysLine()

    def on_mount(self) -> None:
        """Look now, and then a few times a second."""
        self.show(None)
        self.look()
        self.set_interval(EVERY, self.look)
        leave_on_signals(self)

    def look(self) -> None:
        """See which tour runs, and where it is."""
        self.now = first_running(self.folder)

    def watch_now(self, now: Now | None) -> None:
        """Something has changed."""
        self.show(now)

    def show(self, now: Now | None) -> None:
        """Write it."""
        head = f"NOTES {now.number}/{now.stops}  {now.pane}: {now.title}  ({now.tour})" if now else "NOTES"
        self.query_one("#notes-head", Static).update(Text(head))
        self.query_one("#notes-text", Static).update(_notes(now))
        for name, text in (("screen", _screen(now)), ("coming", _coming(now))):
            panel = self.query_one(f"#notes-{name}", Static)
            panel.display = now is not None
            panel.update(text)
        self.query_one("#notes-screen").border_subtitle = STATES.get(now.shown, "") if now and not now.left else ""

    def action_scroll(self, by: int) -> None:
        """Further down or up, where the notes are long."""
        self.query_one("#notes-room").scroll_relative(y=3 * by, animate=False)

    def get_line_filters(self) -> "list[LineFilter]":
        """The filters of every painted line."""
        return [*super().get_line_filters(), *filters(self._colors, self.current_theme.dark), *self._ascii]


def _notes(now: Now | None) -> Text:
    if now is None:
        return Text(NOTHING)
    return Text("\n".join(now.notes)) if any(now.notes) else Text("no notes for this stop", style="dim")


def _screen(now: Now | None) -> Text:
    if now is None:
        return Text()
    if now.left:
        return Text("the tour was left; G goes on with it")
    return Text.assemble((f"{now.text}\n", "dim"), (f"{now.question}\n", "bold"), f"answer: {now.answer}")


def _coming(now: Now | None) -> Text:
    return Text((now.coming or "this is the last stop") if now else "")
