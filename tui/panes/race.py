"""The race pane: three charts, a row of numbers a lane, and the keys that play, step, restart and change the race.

The worker thread makes snapshots; here one reactive holds the latest, and its watcher hands it to the widgets.
"""

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.message import Message
from textual.reactive import var
from textual.widgets import Static

from core.numbers import percent
from core.race.record import Record
from core.race.run import final, run
from core.race.settings import RaceSettings
from core.race.snapshot import Snapshot
from core.race.words import captions, lane_table, ratio_line
from tui.live import Run, wall_pacer
from tui.pane import Pane
from tui.panes.race_plots import ROLES, accuracy_plot, loss_plot, signal_plot
from tui.plots.model import MARKERS
from tui.plots.view import PlotView
from tui.widgets.settings_line import SettingsLine
from tui.widgets.status_line import StatusLine
from tui.widgets.table_view import TableView
from tui.widgets.tabs_line import WIDE

PACES = {"slow": 8.0, "steady": 40.0, "full speed": 0.0}
VIEWS = ("all", "accuracy", "loss", "signal")
TITLES = {"accuracy": "accuracy, 500 fresh", "loss": "training loss, nats", "signal": "signal, untrained"}
LONG_TITLES = {
    "accuracy": "accuracy on 500 fresh sequences",
    "loss": "training loss, nats",
    "signal": "signal |dL/dh_t| / |dL/dh_T| before training",
}


LEGEND = "  ".join(f"[$lane-{role}]{MARKERS[role]} {name}[/]" for name, role in ROLES.items() if role != "lstm")


class RacePane(Pane[RaceSettings], sheet="race.tcss"):
    """Who still knows the first symbol?"""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "play", "play", key_display="space", tooltip="Train on, or pause", id="race.play"),
        Binding("full_stop", "step", "step", key_display=".", tooltip="One training step, then pause", id="race.step"),
        Binding("r", "reset", "reset", tooltip="Back to the start weights", id="race.reset"),
        Binding("n", "next_start", "start", tooltip="The next of the five numbered starts", id="race.start"),
        Binding("v", "view", "zoom", tooltip="One chart large, then the next, then all again", id="race.view"),
        Binding(
            "f", "pace", "pace", show=False, tooltip="Training steps a second: slow, steady, full speed", id="race.pace"
        ),
    ]
    snapshot: var[Snapshot | None] = var(None)

    class RaceAdvanced(Message):
        """The run called `run` has a new snapshot."""

        bubble = False

        def __init__(self, run: Run[Snapshot], snapshot: Snapshot) -> None:
            super().__init__()
            self.run = run
            self.snapshot = snapshot

    class RaceFailed(Message):
        """The present run raised an error."""

        bubble = False

        def __init__(self, reason: str) -> None:
            super().__init__()
            self.reason = reason

    def compose(self) -> ComposeResult:
        """Settings, charts, numbers, status."""
        yield SettingsLine(self.now, ("length", "start", "steps", "hidden", "rate", "bias"))
        with Container(id="race-grid"):
            for name in VIEWS[1:]:
                with Vertical(id=f"race-{name}", classes="panel") as panel:
                    panel.border_subtitle = LEGEND
                    yield PlotView()
                    yield Static("", classes="caption", markup=False)
            with Vertical(id="race-numbers"):
                yield TableView(ROLES, id="race-lanes")
                yield Static("", id="race-ratio", classes="answer", markup=False)
                yield Static("", id="race-tried", classes="caption", markup=False)
        yield StatusLine()

    def on_mount(self) -> None:
        """Nothing runs before the pane is opened."""
        self.race: Run[Snapshot] | None = None
        self.record = Record()
        self.pace = "steady"
        self.view = "all"

    @property
    def ready(self) -> bool:
        """Whether the race that was asked for has ended and is shown."""
        return self.snapshot is not None and self.snapshot.finished and self.snapshot.settings == self.now

    def opened(self) -> None:
        """Race at once: a first screen that moves."""
        if self.race is None:
            self._start(playing=True)
        self._say_state()

    def hidden(self) -> None:
        """Nothing trains behind another pane."""
        if self.race is not None:
            self.race.play(False)

    def settings_changed(self, old: RaceSettings, new: RaceSettings) -> None:
        """Any change is another race."""
        self._restart()

    def on_resize(self, event: events.Resize) -> None:
        """Longer titles where there is room."""
        titles = LONG_TITLES if event.size.width >= WIDE else TITLES
        for name, title in titles.items():
            self.query_one(f"#race-{name}").border_title = title

    def on_unmount(self) -> None:
        """Let the thread end."""
        if self.race is not None:
            self.race.cancel()

    # keys

    def action_play(self) -> None:
        """Train on or pause; a finished race starts again."""
        if self.race is None or self._finished:
            self._start(playing=True)
        else:
            self.race.play(not self.race.playing)
        self._say_state()

    def action_step(self) -> None:
        """One training step."""
        if self.race is not None and not self._finished:
            self.race.step()
        self._say_state()

    def action_reset(self) -> None:
        """Start weights again."""
        self._restart()

    def action_next_start(self) -> None:
        """The next numbered start, after the last the first."""
        self.apply(self.now.change("start", self.now.start % 5 + 1))

    def action_view(self) -> None:
        """Enlarge the next chart."""
        self.view = VIEWS[(VIEWS.index(self.view) + 1) % len(VIEWS)]
        for name in VIEWS[1:]:
            self.set_class(self.view == name, f"-only-{name}")

    def action_pace(self) -> None:
        """The next pace."""
        names = list(PACES)
        self.pace = names[(names.index(self.pace) + 1) % len(names)]
        if self.race is not None:
            self.race.pacer.rate = PACES[self.pace]
        self._say_state()

    # the run

    @property
    def _finished(self) -> bool:
        return self.snapshot is not None and self.snapshot.finished

    def _restart(self) -> None:
        playing = self.race is None or self.race.playing or self._finished
        self._start(playing)
        self._say_state()

    def _start(self, playing: bool) -> None:
        if self.race is not None:
            self.race.cancel()
        if self.app.still:  # type: ignore[attr-defined]  # a screen shot shows the end, made here and now
            self.snapshot = final(self.now)
            return
        race: Run[Snapshot]

        def post(snapshot: Snapshot) -> None:
            self.post_message(self.RaceAdvanced(race, snapshot))

        def failed(error: Exception) -> None:
            self.post_message(self.RaceFailed(str(error)))

        self.race = race = Run(run(self.now), post, wall_pacer(PACES[self.pace]), playing)
        race.start(failed)

    def on_race_pane_race_failed(self, event: RaceFailed) -> None:
        """A run that could not go on says why."""
        self.say(f"the race stopped: {event.reason}", refusal=True)

    def on_race_pane_race_advanced(self, event: RaceAdvanced) -> None:
        """Take a snapshot of the present race; one of an older race is dropped."""
        if event.run is self.race:
            self.snapshot = event.snapshot

    # what is on screen

    def watch_snapshot(self, snapshot: Snapshot | None) -> None:
        """Hand the latest snapshot to the widgets."""
        if snapshot is None:
            return
        self.record = self.record.with_snapshot(snapshot)
        plots = {"accuracy": accuracy_plot, "loss": loss_plot, "signal": signal_plot}
        for (name, plot), caption in zip(plots.items(), captions(snapshot).all(), strict=True):
            panel = self.query_one(f"#race-{name}", Vertical)
            panel.query_one(PlotView).plot = plot(snapshot)
            panel.query_one(Static).update(caption)
        self.query_one("#race-lanes", TableView).table = lane_table(snapshot)
        self.query_one("#race-ratio", Static).update(ratio_line(snapshot))
        self.query_one("#race-tried", Static).update(self._tried())
        if snapshot.finished or snapshot.step <= 1:
            self._say_state()

    def _tried(self) -> Text:
        line = Text("lengths tried: ", no_wrap=True)
        for outcome in self.record.outcomes:
            line.append(f"{outcome.settings.length} ", "bold")
            for lane, share in outcome.accuracy.items():
                line.append(f"{MARKERS[lane]} {percent(share)} ")
            line.append(" ")
        return line if self.record.outcomes else line.append("none yet")

    def _say_state(self) -> None:
        if self._finished and self.snapshot is not None:
            state = f"finished after {self.snapshot.step} steps"
        else:
            state = "running" if self.race is not None and self.race.playing else "paused"
        self.say(f"{'■' if self._finished else '▶' if state == 'running' else '‖'} {state}, {self.pace}")
