"""The race pane: three charts, a row of numbers a lane, and the keys that play, step, restart and change the race.

The worker thread makes snapshots; here one reactive holds the latest, and its watcher hands it to the widgets.
"""

from collections.abc import Iterator
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.widgets import Static

from core.numbers import percent
from core.race.record import Record
from core.race.run import run
from core.race.settings import RaceSettings
from core.race.snapshot import Snapshot
from core.race.words import captions, lane_table, ratio_line
from tui.live_pane import LivePane
from tui.panes.race_plots import ROLES, accuracy_plot, loss_plot, signal_plot
from tui.plots.model import MARKERS
from tui.plots.view import PlotView
from tui.widgets.settings_line import SettingsLine
from tui.widgets.status_line import StatusLine
from tui.widgets.table_view import TableView
from tui.widgets.tabs_line import WIDE

VIEWS = ("all", "accuracy", "loss", "signal")
TITLES = {"accuracy": "accuracy, 500 fresh", "loss": "training loss, nats", "signal": "signal, untrained"}
LONG_TITLES = {
    "accuracy": "accuracy on 500 fresh sequences",
    "loss": "training loss, nats",
    "signal": "signal |dL/dh_t| / |dL/dh_T| before training",
}


LEGEND = "  ".join(f"[$lane-{role}]{MARKERS[role]} {name}[/]" for name, role in ROLES.items() if role != "lstm")


class RacePane(LivePane[RaceSettings, Snapshot], sheet="race.tcss"):
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
    PACES: ClassVar[dict[str, float]] = {"steady": 40.0, "full speed": 0.0, "slow": 8.0}

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
        self.record = Record()
        self.view = "all"

    def snapshots(self, settings: RaceSettings) -> Iterator[Snapshot]:
        """The race, step by step."""
        return run(settings)

    def ending(self, snapshot: Snapshot) -> str:
        """How far it went."""
        return f"finished after {snapshot.step} steps"

    def on_resize(self, event: events.Resize) -> None:
        """Longer titles where there is room."""
        titles = LONG_TITLES if event.size.width >= WIDE else TITLES
        for name, title in titles.items():
            self.query_one(f"#race-{name}").border_title = title

    # keys

    def action_next_start(self) -> None:
        """The next numbered start, after the last the first."""
        self.apply(self.now.change("start", self.now.start % 5 + 1))

    def action_view(self) -> None:
        """Enlarge the next chart."""
        self.view = VIEWS[(VIEWS.index(self.view) + 1) % len(VIEWS)]
        for name in VIEWS[1:]:
            self.set_class(self.view == name, f"-only-{name}")

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
            self.say_state()

    def _tried(self) -> Text:
        line = Text("lengths tried: ", no_wrap=True)
        for outcome in self.record.outcomes:
            line.append(f"{outcome.settings.length} ", "bold")
            for lane, share in outcome.accuracy.items():
                line.append(f"{MARKERS[lane]} {percent(share)} ")
            line.append(" ")
        return line if self.record.outcomes else line.append("none yet")
