"""The memory pane: the lesson's own experiment, how far back each cell remembers, and the twelve statements about it.

It takes long, so nothing runs before space is pressed; until then the pane says what will be run.
"""

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from core.memory.report import setup, verdict
from core.memory.run import run
from core.memory.settings import MemorySettings
from core.memory.snapshot import MemorySnapshot
from core.numbers import percent
from core.race.settings import REMEMBERS
from tui.lesson import Lesson
from tui.live import Run
from tui.live_pane import LivePane, play_keys
from tui.panes.memory_tables import LEGEND, Scores, memory_table, plan, signals, statement_lines
from tui.panes.race_plots import ROLES
from tui.views import ViewsPane
from tui.widgets.long_panel import LongPanel
from tui.widgets.settings_line import SettingsLine
from tui.widgets.status_line import StatusLine
from tui.widgets.table_view import TableView

STILL_WORK = 50_000
"""Time steps to train on (lengths x steps x nets), up to which a still picture shows the finished experiment."""
BAR = 20
PUT_BY = 8
"""Tables of other settings that are kept, at most."""


class MemoryPane(LivePane[MemorySettings, MemorySnapshot], ViewsPane[MemorySettings], sheet="memory.tcss"):
    """How far back does each cell remember?"""

    HOME_INSIDE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        *play_keys("memory.play", play="run"),
        Binding("r", "reset", "discard", tooltip="Stop and discard what was measured"),
        Binding("r", "unstarted", "discard", show=False, tooltip="Stop and discard what was measured"),
        Binding("t", "view('table')", "table", tooltip="The accuracy of every start at every length"),
        Binding("s", "view('statements')", "statements", tooltip="The lesson's twelve statements, judged"),
        Binding("g", "view('signal')", "signal", tooltip="How much of the error reaches step 1 before training"),
        Binding("full_stop", "step", "step", show=False, key_display=".", tooltip="One training step, then pause"),
    ]
    PACES: ClassVar[dict[str, float]] = {"full speed": 0.0}
    VIEWS = ("table", "statements", "signal")

    def __init__(self, lesson: Lesson, settings: MemorySettings) -> None:
        super().__init__(lesson, settings)
        self.put_by: dict[MemorySettings, tuple[Run[MemorySnapshot] | None, MemorySnapshot]] = {}

    def compose(self) -> ComposeResult:
        """Settings, a panel a view, what is to be said, status."""
        yield SettingsLine(self.now, ("cells", "lengths", "early", "late"))
        yield SettingsLine(self.now, ("starts", "group"))
        with Vertical(id="memory-body"):
            with LongPanel(id="memory-table", classes="panel") as panel:
                panel.border_title = f"accuracy in % of every start; remember: {percent(REMEMBERS)} or more"
                yield Scores(ROLES)
            with LongPanel(LEGEND, id="memory-statements", classes="panel") as panel:
                panel.border_title = "what the lesson states, and what was measured"
                yield Static("", markup=False)
            with LongPanel(id="memory-signal", classes="panel") as panel:
                panel.border_title = "of the error at step T, what step 1 hears before training"
                yield TableView(ROLES, gap=2)
        yield Static("", id="memory-setup", classes="caption", markup=False)
        yield Static("", id="memory-answer", classes="answer", markup=False)
        yield StatusLine()

    def snapshots(self, settings: MemorySettings) -> Iterator[MemorySnapshot]:
        """The experiment, a training step at a time."""
        return run(settings)

    def ending(self, snapshot: MemorySnapshot) -> str:
        """How far it went."""
        return f"finished: {snapshot.held} of {snapshot.measured} measured statements are met"

    @property
    def starts_at_once(self) -> bool:
        """Only where a still picture of a small experiment is wanted."""
        return bool(self.app.still) and self._small  # type: ignore[attr-defined]

    @property
    def _small(self) -> bool:
        races = self.now.races()
        nets = len(races[0].kinds) * len(races[0].numbers)
        return sum(race.length for race in races) * self.now.late * nets <= STILL_WORK

    @property
    def ready(self) -> bool:
        """Whether the experiment is finished, or none was asked for."""
        return self.live is None or self.finished

    @property
    def front(self) -> Widget:
        """The panel of the open view, so that the arrows move through it."""
        return self.query_one(f"#memory-{self.view}")

    def opened(self) -> None:
        """Say what will be run, or go on."""
        super().opened()
        self._show()

    def settings_changed(self, old: MemorySettings, new: MemorySettings) -> None:
        """What was measured belongs to the old settings: it is put by, and comes back with them."""
        if self.snapshot is not None:
            if self.live is not None:
                self.live.play(False)
            self.put_by[old] = (self.live, self.snapshot)
            if len(self.put_by) > PUT_BY:
                _end(self.put_by.pop(next(iter(self.put_by)))[0])
        else:
            _end(self.live)
        self._waiting = False
        self.live, self.snapshot = self.put_by.pop(new, (None, None))
        self._begin()

    def on_unmount(self) -> None:
        """Let all threads end."""
        super().on_unmount()
        for live, _ in self.put_by.values():
            _end(live)

    # keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What was measured can be discarded once something was."""
        if action in ("reset", "unstarted"):
            return (self.live is not None or (self.is_mounted and self.snapshot is not None)) == (action == "reset")
        return super().check_action(action, parameters)

    def action_unstarted(self) -> None:
        """There is nothing yet."""
        self.say("nothing has run yet: space starts it", refusal=True)

    def action_play(self) -> None:
        """Run, or pause; in a still picture only what is small."""
        if self.app.still and not self._small:  # type: ignore[attr-defined]
            self.say("it takes too long for a still picture", refusal=True)
            return
        super().action_play()

    def action_step(self) -> None:
        """A step of an experiment that has begun."""
        if self.live is None:
            self.action_unstarted()
            return
        super().action_step()

    def action_reset(self) -> None:
        """Stop, and forget what was measured."""
        _end(self.live)
        self.live, self.snapshot = None, None
        self._begin()

    def _begin(self) -> None:
        if self.snapshot is None and self.starts_at_once:
            self.restart()
        self._show()
        self.say_state()

    # what is on screen

    def watch_snapshot(self, before: MemorySnapshot | None, snapshot: MemorySnapshot | None) -> None:
        """Show the latest."""
        if (before is None) != (snapshot is None):
            self.app.refresh_bindings()
        self._show()
        self.say_state()

    def say_state(self) -> None:
        """Say how far it is."""
        self.offer_keys()
        now = self.snapshot
        if now is None or now.finished:
            back = "; the table of the settings before is kept: u brings it back" if self.put_by else ""
            self.say(f"space starts it{back}" if now is None else self.ending(now))
            return
        state = "▶" if self.live is not None and self.live.playing else "‖ paused"
        bar = ("▓" * round(BAR * now.progress)).ljust(BAR, "░")
        self.say(f"{state} {bar} {now.progress:.0%}, length {now.length}, step {now.step} of {now.settings.late}")

    def _show(self) -> None:
        now, settings = self.snapshot, self.now
        self.set_class(now is not None, "-begun")
        self.query_one("#memory-table TableView", TableView).table = memory_table(settings, now)
        self.query_one("#memory-signal TableView", TableView).table = signals(settings, now)
        self.query_one("#memory-statements Static", Static).update(statement_lines(now))
        self.query_one("#memory-setup", Static).update(" ".join(setup(settings)))
        self.query_one("#memory-answer", Static).update(plan(settings) if now is None else verdict(now))


def _end(live: Run[MemorySnapshot] | None) -> None:
    """Let the thread of a run end, if there is one."""
    if live is not None:
        live.cancel()
