"""What the race pane looks like: its widgets, and what each shows of the latest snapshot and the record.

The keys that change it are in race.py; nothing here asks for anything.
"""

from collections.abc import Mapping, Sequence
from textwrap import wrap

from textual.app import ComposeResult
from textual.containers import Container, Vertical

from core.race.goals import goals
from core.race.heard import kept_line, ratio_line
from core.race.record import Record
from core.race.settings import RaceSettings
from core.race.snapshot import Snapshot
from core.race.table import lane_table
from core.race.words import captions
from tui.panes.race_gates import GateView
from tui.panes.race_lengths import Lengths
from tui.panes.race_looks import Looks
from tui.panes.race_plots import ROLES, accuracy_plot, loss_plot, signal_plot
from tui.panes.race_words import goal_lines, legend, tight, titles, tried_line, why_lines
from tui.plots.model import Plot
from tui.plots.view import PlotView
from tui.views import ViewsPane
from tui.widgets.panel import Panel, fitting
from tui.widgets.settings_line import SettingsLine
from tui.widgets.status_line import StatusLine
from tui.widgets.table_view import TableView
from tui.widgets.tabs_line import WIDE
from tui.widgets.words import Words

CHARTS = ("accuracy", "loss", "signal")
FIRST_LINE = ("length", "start", "steps", "hidden", "rate", "bias")
MORE_LINES = (("lanes", "task", "starts", "budget"), ("batch", "clip", "forget"))
TALL = 32
"""The rows from which the screen counts as tall, as in the app's breakpoints."""
ROOMY = 40
"""Columns of a chart's caption from which it has room for a second sentence."""


class RaceScreen(Looks, ViewsPane[RaceSettings]):
    """The race on screen: `record` holds every length tried, `gate` says whose gates are looked at."""

    VIEWS = ("charts", *CHARTS, "lengths", "gates")
    record: Record = Record()
    gate: str = ""
    signal_now: bool = False

    grid_rows: str = ""
    """The heights of the rows of charts and numbers that were last asked for."""

    def compose(self) -> ComposeResult:
        """Settings, charts, numbers, the other views, status."""
        yield SettingsLine(self.now, FIRST_LINE, id="race-first")
        with Vertical(id="race-more"):
            for names in MORE_LINES:
                yield SettingsLine(self.now, names)
        with Container(id="race-grid"):
            for name in CHARTS:
                with Panel(id=f"race-{name}"):
                    yield PlotView()
                    yield Words(classes="caption")
            with Vertical(id="race-numbers"):
                yield TableView(ROLES, id="race-lanes")
                yield Words(id="race-ratio", classes="answer")
                yield Words(id="race-why", classes="answer")
                yield Words(id="race-tried", classes="caption")
                yield Words(id="race-aims", classes="answer")
        yield Lengths()
        yield GateView(classes="panel")
        yield StatusLine()

    @property
    def wants_look(self) -> bool:
        """The gates, the signal now and the reasons are details."""
        return self.view == "gates" or self.signal_now or self.has_class("-why")

    def show(self) -> None:
        """Hand the latest to the widgets of the open view."""
        snapshot = self.snapshot
        if snapshot is None:
            self._show_titles(titles(self.now, None, by_time=False), self.now)
        elif self.view == "lengths":
            plot, names = self._signal(snapshot)
            self.query_one(Lengths).show(self.record, self.now, plot, names)
        elif self.view == "gates":
            self._show_gates()
        else:
            self._show_charts(snapshot)
            self._show_numbers(snapshot)

    @property
    def heard(self) -> Snapshot | None:
        """The closer look whose signal is shown; None for the signal before training."""
        return self.looked if self.signal_now else None

    def _signal(self, snapshot: Snapshot) -> tuple[Plot, tuple[str, ...]]:
        """The signal's chart and its titles, before training or as it is now."""
        looked = self.heard
        names = titles(snapshot.settings, looked.step if looked else None, by_time=False)
        return signal_plot(looked or snapshot, now=looked is not None), names["signal"]

    def _show_charts(self, snapshot: Snapshot) -> None:
        seconds = self.seconds if self.by_time else None
        signal, signal_names = self._signal(snapshot)
        plots = {
            "accuracy": accuracy_plot(snapshot, seconds),
            "loss": loss_plot(snapshot, seconds),
            "signal": signal,
        }
        self.set_class(len(snapshot.lanes) > 2, "-many")
        names = titles(snapshot.settings, None, seconds is not None) | {"signal": signal_names}
        for name in CHARTS:
            self._panel(name).query_one(PlotView).plot = plots[name]
        self._show_titles(names, snapshot.settings)
        self._show_captions(snapshot)

    def _show_titles(self, names: Mapping[str, Sequence[str]], settings: RaceSettings) -> None:
        for name in CHARTS:
            panel = self._panel(name)
            panel.entitle(fitting(names[name], panel.outer_size.width), legend(settings))

    def _panel(self, name: str) -> Panel:
        return self.query_one(f"#race-{name}", Panel)

    def _show_captions(self, snapshot: Snapshot) -> None:
        """The sentences under the charts; charts side by side have as many rows for them, so that they end level."""
        said = captions(snapshot, self.heard)
        rows: dict[str, int] = {}
        for name, caption in zip(CHARTS, said.all(), strict=True):
            panel = self._panel(name)
            roomy = panel.size.width >= ROOMY
            if name == "signal" and not roomy:  # the table has the signal at step 1 as well
                caption = kept_line(snapshot, self.heard)
            many = len(snapshot.lanes) > 2 and not roomy
            words = panel.query_one(Words)
            words.say(tight(caption) if many else caption)
            rows[name] = words.rows if panel.display else 0
        for row in self._side_by_side():
            for name in row:
                self._panel(name).query_one(Words).styles.min_height = max(rows[other] for other in row)

    def _side_by_side(self) -> tuple[tuple[str, ...], ...]:
        """The charts in rows, as the style sheet lays them out."""
        if self.view in CHARTS:
            return tuple((name,) for name in CHARTS)
        return (CHARTS[:2], CHARTS[2:]) if self._large else (CHARTS,)

    @property
    def _large(self) -> bool:
        return self.size.width >= WIDE and self.app.size.height >= TALL

    def _make_room(self, snapshot: Snapshot) -> None:
        """Give the numbers below the charts the rows they need; on a large screen they are beside the third chart."""
        rows = "1fr 1fr" if self._large and self.view == "charts" else f"1fr {self._rows_below(snapshot)}"
        if rows != self.grid_rows:
            self.grid_rows = rows
            self.query_one("#race-grid").styles.grid_rows = rows
            self.query_one("#race-numbers").refresh(layout=True)  # a grid keeps its places until something in it moves

    def _rows_below(self, snapshot: Snapshot) -> int:
        shown = [words for words in self.query("#race-numbers Words") if words.display]
        said = len(shown) + (self.query_one("#race-aims") in shown)  # two goals; a tour that asks shows nothing
        if shown and self.has_class("-why"):
            lines = self._why().split("\n")
            width = max(self.size.width - 2, 1)  # hidden or squeezed, a pane may have no width at all
            said += sum(len(wrap(line, width)) or 1 for line in lines) - 1
        return 1 + len(snapshot.lanes) + said

    def _show_numbers(self, snapshot: Snapshot) -> None:
        self._make_room(snapshot)
        brief = self.size.width < WIDE
        self.query_one("#race-lanes", TableView).table = lane_table(snapshot, self.heard, brief)
        self.query_one("#race-ratio", Words).say(ratio_line(snapshot, self.heard))
        self.query_one("#race-why", Words).say(self._why())
        room = self.query_one("#race-numbers").content_size.width - 2  # a line that was hidden has no width yet
        self.query_one("#race-tried", Words).say(tried_line(self.record, self.now, max(room, 30)))
        self.query_one("#race-aims", Words).say(goal_lines(goals(self.record, self.now)))

    def _why(self) -> str:
        return why_lines(self.looked) if self.looked else "looking closer"

    def _show_gates(self) -> None:
        view = self.query_one(GateView)
        if self.looked is not None:
            view.step = self.looked.step
            view.detail = next((one for one in self.looked.details if one.kind == self.gate), None)
