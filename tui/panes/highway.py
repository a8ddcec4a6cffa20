"""The highway pane: how much of an error comes back over a distance, first by one factor a step, then in real cells.

The idealised view answers at once; the real cells and their central differences are worked out in a thread.
"""

from typing import ClassVar

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.reactive import var
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from core.highway.idealised import idealised
from core.highway.lesson import FORMULAS, HighwayResult, HighwaySettings, compute
from core.highway.real import KINDS
from tui.panes.highway_plots import (
    ROLES,
    ideal_legend,
    ideal_numbers,
    ideal_plot,
    real_axis,
    real_legend,
    real_numbers,
    real_plot,
)
from tui.plots.view import PlotView
from tui.views import ViewsPane
from tui.widgets.panel import fitting
from tui.widgets.scroll_panel import ScrollPanel
from tui.widgets.settings_line import SettingsLine
from tui.widgets.status_line import StatusLine
from tui.widgets.table_view import TableView
from tui.widgets.tabs_line import WIDE

IDEAL_SETTINGS = ("distances", "rnn", "lstm")
CELLS = ("lstm", "gru", "rnn")
REAL_SETTINGS = ("steps", "hidden", "scale", "forget_bias", "seed")
STATES = {
    "ideal": "idealised: the same factor at every step",
    "real": "the real thing: random weights and inputs, loss v . h_T",
    "words": "formulas and everything there is to see, in words",
}
TITLES = ("How far do errors reach?", "How far back?", "How far?")
MOST_NUMBERS, LEAST_CHART = 62, 18
"""Columns of the idealised table and its chart, as the style sheet limits them."""
GOOD_CHART = 26
"""Columns below which the chart gets some of the table's gaps."""


class HighwayPane(ViewsPane[HighwaySettings], sheet="highway.tcss"):
    """How far back does the error reach?"""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("i", "view('ideal')", "idealised", tooltip="One factor a step, idealised", id="highway.ideal"),
        Binding("r", "view('real')", "real cells", tooltip="A real RNN, LSTM and GRU", id="highway.real"),
        Binding("w", "view('words')", "words", tooltip="Formulas and findings in words", id="highway.words"),
        Binding("c", "cell", "next cell", tooltip="The next of the real cells: LSTM, GRU, RNN", id="highway.cell"),
    ]
    VIEWS = tuple(STATES)
    result: var[HighwayResult | None] = var(None, init=False)
    cell: var[str] = var("lstm")
    _asked: HighwaySettings | None = None
    """What is being worked out now; nothing is before the pane is opened."""

    class Measured(Message):
        """The real cells of some settings have been worked out."""

        bubble = False

        def __init__(self, result: HighwayResult) -> None:
            super().__init__()
            self.result = result

    def compose(self) -> ComposeResult:
        """Settings, the view that is open, status."""
        with Horizontal(classes="settings"):
            yield SettingsLine(self.now, IDEAL_SETTINGS, id="highway-ideal-settings")
            yield SettingsLine(self.now, REAL_SETTINGS, id="highway-real-settings")
        with Vertical(id="highway-ideal"):
            with Horizontal():
                with Vertical(classes="panel", id="highway-ideal-chart"):
                    yield PlotView()
                with ScrollPanel(classes="panel", id="highway-ideal-numbers") as panel:
                    panel.border_title = "left after a distance in steps"
                    yield TableView(gap=2)
                    yield Static("\n\n".join(FORMULAS), classes="caption", id="highway-formulas", markup=False)
            yield Static("", classes="answer", id="highway-ideal-answer", markup=False)
            yield Static("", classes="caption", id="highway-ideal-caption", markup=False)
        with Vertical(id="highway-real"):
            with Horizontal():
                for kind in KINDS:
                    with Vertical(classes="panel", id=f"highway-{kind}") as panel:
                        panel.border_title = f"{kind.upper()}: gradient |dL/ds_t| at step t"
                        yield PlotView()
            yield TableView(ROLES, gap=2, id="highway-real-numbers")
            yield Static("", classes="answer", id="highway-explained", markup=False)
            yield Static("", classes="caption", id="highway-real-caption", markup=False)
            yield Static("", classes="caption", id="highway-checked", markup=False)
        with ScrollPanel(classes="panel", id="highway-words") as panel:
            panel.border_title = "In words"
            yield Static("", markup=False)
        yield StatusLine()

    @property
    def keys_inside(self) -> tuple[str, ...]:
        """To the cell whose chart is open."""
        return ("c",) * CELLS.index(self.cell) if self.view == "real" else ()

    @property
    def ready(self) -> bool:
        """Whether what the open view shows is of the present settings."""
        return self.view == "ideal" or (self.result is not None and self.result.settings == self.now)

    @property
    def shown(self) -> HighwayResult:
        """What is on screen, and the real cells, worked out now if their view has not been opened."""
        result = self.result
        return result if result is not None and result.settings == self.now else compute(self.now)

    @property
    def front(self) -> Widget:
        """The words scroll with the arrows."""
        return self.query_one("#highway-words") if self.view == "words" else self

    def view_opened(self) -> None:
        """Work out what it shows."""
        self._show()

    def settings_changed(self, old: HighwaySettings, new: HighwaySettings) -> None:
        """Work out what is on screen."""
        self._show()

    def on_resize(self, event: events.Resize) -> None:
        """One chart on a narrow screen has an axis of its own; side by side they share one."""
        self._show_ideal()
        self._show_real()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A cell is chosen only where the real ones are shown."""
        return self.view == "real" if action == "cell" else super().check_action(action, parameters)

    def action_cell(self) -> None:
        """The next cell."""
        self.cell = CELLS[(CELLS.index(self.cell) + 1) % len(CELLS)]
        self._show_real()

    # working out

    def _ask(self) -> None:
        """Have the real cells worked out, one set of settings at a time and always the latest."""
        if self.ready or self._asked is not None:
            return
        if self.app.still:  # type: ignore[attr-defined]  # a screen shot is made here and now
            self.result = compute(self.now)
            return
        self._asked = self.now
        self._measure(self.now)

    @work(thread=True, exit_on_error=False)
    def _measure(self, settings: HighwaySettings) -> None:
        self.post_message(self.Measured(compute(settings)))

    def on_highway_pane_measured(self, event: Measured) -> None:
        """Take the result if it is still wanted, and go on to what is."""
        self._asked = None
        if event.result.settings == self.now:
            self.result = event.result
        self._ask()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Say why nothing came."""
        if event.state is WorkerState.ERROR:
            self.say(f"the real cells cannot be worked out: {event.worker.error}", refusal=True)

    # what is on screen

    def _show(self) -> None:
        self._show_ideal()
        self._ask()
        self.say(STATES[self.view] if self.ready else "working out the real cells and their central differences")

    def watch_result(self) -> None:
        """Show the real cells."""
        self._show_real()
        self.say(STATES[self.view])

    def _show_ideal(self) -> None:
        settings = self.now
        ideal = idealised(tuple(map(int, settings.distances)), settings.rnn, settings.lstm)
        chart = self.query_one("#highway-ideal-chart", Vertical)
        chart.query_one(PlotView).plot = ideal_plot(ideal)
        numbers = self.query_one("#highway-ideal-numbers TableView", TableView)
        numbers.table, numbers.gap = ideal_numbers(ideal), 2
        if self.size.width - numbers.natural_width - 2 < GOOD_CHART:
            numbers.gap = 1
        taken = min(numbers.natural_width + 2, MOST_NUMBERS)
        self.query_one("#highway-ideal-numbers").styles.width = taken
        room = max(self.size.width - taken, LEAST_CHART)
        chart.border_title, chart.border_subtitle = fitting(TITLES, room), ideal_legend(ideal, room)
        self.query_one("#highway-ideal-answer", Static).update(ideal.sentence)
        self.query_one("#highway-ideal-caption", Static).update(ideal.underflow_sentence)

    def _show_real(self) -> None:
        result = self.result
        if result is None:
            return
        wide = self.size.width >= WIDE
        for cell in result.cells:
            panel = self.query_one(f"#highway-{cell.kind}", Vertical)
            panel.set_class(cell.kind == self.cell, "-chosen")
            axis = real_axis([shown.measured for shown in (result.cells if wide else (cell,))])
            panel.query_one(PlotView).plot = real_plot(cell.measured, axis)
            panel.border_subtitle = real_legend(cell.measured)
        chosen = next(cell for cell in result.cells if cell.kind == self.cell)
        self.query_one("#highway-real-numbers", TableView).table = real_numbers(result)
        self.query_one("#highway-explained", Static).update(result.explained)
        self.query_one("#highway-real-caption", Static).update(chosen.sentence)
        self.query_one("#highway-checked", Static).update(result.checked)
        self.query_one("#highway-words Static", Static).update(_words(result))


def _words(result: HighwayResult) -> Text:
    """Formulas and sentences, a paragraph each under its heading."""
    sections: dict[str, tuple[str, ...]] = {
        "Formulas": FORMULAS,
        "Idealised": (result.ideal.sentence, result.ideal.underflow_sentence),
        "The real cells": tuple(cell.sentence for cell in result.cells),
        "How much the gates explain": (result.explained,),
        "How well it is checked": (result.checked,),
    }
    text = Text()
    for heading, lines in sections.items():
        text.append(f"{heading}\n", "bold")
        text.append("\n".join(lines) + "\n\n")
    return text
