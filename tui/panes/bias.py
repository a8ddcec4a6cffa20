"""The forget-bias pane: a table of biases that is edited in place, and beside it the way back, the traps and the code.

A small screen shows one of the four at a time, a tall and wide one all but the code at once.
"""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.reactive import var
from textual.widget import Widget
from textual.widgets import Static

from core.forget_bias import BiasResult, BiasSettings, compute
from core.numbers import NumberError, parse_number
from core.settings import SettingsError, write_value
from tui.panes.bias_tables import (
    answer_table,
    chrono_table,
    left_plot,
    marks,
    row_table,
    shown_code,
    trap_table,
)
from tui.plots.view import PlotView
from tui.views import ViewsPane
from tui.widgets.long_panel import LongRows
from tui.widgets.row_table import EditableRows
from tui.widgets.scroll_panel import ScrollPanel
from tui.widgets.settings_line import SettingsLine
from tui.widgets.status_line import StatusLine
from tui.widgets.table_view import TableView
from tui.widgets.tabs_line import WIDE

FORMULA = "f = sigma(b_f) = 1 / (1 + exp(-b_f)), and f^N is left after N steps"
WAY_BACK = "f = share^(1/N), b_f = log(f/(1-f))"
STATES = {
    "table": FORMULA,
    "inverse": "which b_f? space takes the first answer over into the traps and the code",
    "traps": "none of these raises an error in any framework",
    "code": "y copies this code",
}


LEAST_CHART = 6
"""Rows that the chart keeps below the rows, however many there are of those."""


class RowsOverChart(Container):
    """The rows and their chart; where they stand one above the other, the rows leave the chart its least height."""

    def on_resize(self) -> None:
        """As many rows as there is room for."""
        beside = self.app.size.width >= WIDE
        self.query_one(LongRows).styles.max_height = (
            None if beside else max(self.size.height - LEAST_CHART, LEAST_CHART)
        )


class BiasPane(ViewsPane[BiasSettings], sheet="bias.tcss"):
    """How much is left, for which forget bias?"""

    HOME_INSIDE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "view('table')", "table", tooltip="The table of biases and its plot", id="bias.table"),
        Binding(
            "i", "view('inverse')", "which bias", tooltip="Which b_f keeps a share; chrono rule", id="bias.inverse"
        ),
        Binding("p", "view('traps')", "traps", tooltip="The ways to set a bias and not get it", id="bias.traps"),
        Binding("c", "view('code')", "code", tooltip="Code that sets b_f, to copy", id="bias.code"),
        Binding("f", "framework", "framework", tooltip="The code of the next framework", id="bias.framework"),
        Binding("y", "copy", "copy", tooltip="Copy the code to the clipboard", id="bias.copy"),
        Binding(
            "space",
            "choose",
            "choose",
            show=False,
            tooltip="Take the b_f under the cursor, or the answer, for the traps and the code",
            id="bias.choose",
        ),
    ]
    VIEWS = tuple(STATES)
    result: var[BiasResult | None] = var(None, init=False)
    framework: var[int] = var(0, init=False)

    def compose(self) -> ComposeResult:
        """The four views, and the status."""
        with Vertical(id="bias-table"):
            yield SettingsLine(self.now, ("distances", "better", "baseline", "steps"))
            with RowsOverChart(id="bias-main"):
                with LongRows(id="bias-rows", classes="panel") as panel:
                    panel.border_title = "What is left? (half-life and 1 % in steps)"
                    yield EditableRows(gap=2)
                with Vertical(id="bias-chart", classes="panel") as chart:
                    chart.border_title = "left against distance in steps"
                    yield PlotView()
            yield Static("", classes="answer", id="bias-gain", markup=False)
            yield Static("", classes="caption", id="bias-sentence", markup=False)
        with ScrollPanel(id="bias-inverse", classes="panel") as panel:
            panel.border_title = "Which b_f keeps enough?"
            yield SettingsLine(self.now, ("share", "steps", "horizon"))
            yield Static(WAY_BACK, classes="caption", markup=False)
            yield TableView(id="bias-answers")
            yield Static("", classes="answer", id="bias-answer", markup=False)
            yield TableView(id="bias-chrono")
            yield Static("", classes="answer", id="bias-rule", markup=False)
        with ScrollPanel(id="bias-traps", classes="panel") as panel:
            panel.border_title = "The traps: what was meant, and what came of it"
            yield SettingsLine(self.now, ("chosen", "steps"))
            yield TableView(gap=2, id="bias-trap-table")
            yield Static("", classes="caption", id="bias-trap-words", markup=False)
        with Vertical(id="bias-code", classes="panel"):
            yield SettingsLine(self.now, ("chosen",))
            with ScrollPanel():
                yield Static("", markup=False)
        yield StatusLine()

    @property
    def keys_inside(self) -> tuple[str, ...]:
        """To the row under the cursor, or the framework whose code is open."""
        rows = {"table": ("down",) * self.query_one(EditableRows).cursor, "code": ("f",) * self.framework}
        return rows.get(self.view, ())

    @property
    def shown(self) -> BiasResult | None:
        """What is on screen."""
        return self.result

    @property
    def front(self) -> Widget:
        """The rows take the keys in the table, what scrolls elsewhere."""
        selectors = {"traps": "#bias-traps", "code": "#bias-code ScrollPanel", "inverse": "#bias-inverse"}
        return self.query_one(selectors.get(self.view, "EditableRows"))

    def view_opened(self) -> None:
        """Compute the first time."""
        if self.result is None:
            self.result = compute(self.now)
        self.say(STATES[self.view])

    def settings_changed(self, old: BiasSettings, new: BiasSettings) -> None:
        """Compute again; it takes a millisecond."""
        self.result = compute(new)
        self.say(STATES[self.view])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys of the code work where the code is."""
        if action in ("framework", "copy"):
            return self.view == "code"
        return super().check_action(action, parameters)

    # rows

    @on(EditableRows.Typed)
    def take_row(self, event: EditableRows.Typed) -> None:
        """A b_f was typed for a new row or an old one."""
        event.stop()
        try:
            b_f = parse_number(event.text)
            new = self.now.with_row(b_f) if event.row is None else self.now.edited_row(event.row, b_f)
        except (NumberError, SettingsError) as error:
            self.say(f"b_f: {error}" if isinstance(error, NumberError) else str(error), refusal=True)
            event.again()
            return
        self.apply(new)
        if event.row is None:
            self.query_one(EditableRows).cursor = len(new.biases) - 1

    @on(EditableRows.RemoveAsked)
    def remove_row(self, event: EditableRows.RemoveAsked) -> None:
        """A row is to go; one has to stay."""
        event.stop()
        if len(self.now.biases) == 1:
            self.say("the last row stays; press enter to type another b_f in it", refusal=True)
            return
        self.apply(self.now.without_row(event.row))

    def action_choose(self) -> None:
        """The b_f under the cursor, or the first answer, for the traps and the code."""
        assert self.result is not None
        row = self.query_one(EditableRows).cursor
        b_f = round(self.result.answers[0].b_f, 4) if self.view == "inverse" else self.now.biases[row]
        self.apply(self.now.change("chosen", b_f))
        self.say(f"b_f = {write_value(b_f)} is chosen for the traps (p) and the code (c)")

    # code

    def action_framework(self) -> None:
        """The next framework's code."""
        assert self.result is not None
        self.framework = (self.framework + 1) % len(self.result.snippets)

    def action_copy(self) -> None:
        """Hand the code to the terminal's clipboard."""
        assert self.result is not None
        snippet = self.result.snippets[self.framework]
        self.app.copy_to_clipboard(snippet.code)
        lines = snippet.code.count("\n")
        self.say(f"copied {lines} lines for {snippet.framework} (OSC 52; tmux needs: set -g set-clipboard on)")

    # what is on screen

    def watch_framework(self) -> None:
        """Show its code."""
        self._show_code()

    def watch_result(self, result: BiasResult | None) -> None:
        """Hand the numbers to the widgets."""
        if result is None:
            return
        rows = self.query_one(EditableRows)
        rows.marks, rows.table = marks(result), row_table(result)
        self.query_one(PlotView).plot = left_plot(result)
        self.query_one("#bias-answers", TableView).table = answer_table(result)
        self.query_one("#bias-chrono", TableView).table = chrono_table(result)
        self.query_one("#bias-trap-table", TableView).table = trap_table(result)
        words = {
            "gain": result.gain_sentence,
            "sentence": result.rows_sentence,
            "answer": result.answer_sentence,
            "rule": result.chrono_sentence,
            "trap-words": "\n".join(trap.sentence for trap in result.traps),
        }
        for name, text in words.items():
            self.query_one(f"#bias-{name}", Static).update(text)
        self._show_code()

    def _show_code(self) -> None:
        if self.result is None:
            return
        snippet = self.result.snippets[self.framework]
        panel = self.query_one("#bias-code", Vertical)
        panel.border_title = f"{snippet.framework}: set the forget bias (f for the next of {len(self.result.snippets)})"
        panel.query_one("ScrollPanel Static", Static).update(shown_code(snippet))
