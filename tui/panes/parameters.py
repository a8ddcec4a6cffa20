"""The parameter pane: what a cell's count is made of, whose convention printed your number, and the language model's.

A small screen opens on all three answers; a key each opens what lies behind them.
"""

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, ScrollableContainer, Vertical
from textual.geometry import Size
from textual.reactive import var
from textual.widget import Widget
from textual.widgets import Static

from core.parameters import ParametersResult, ParametersSettings, compute
from tui.key_words import walk
from tui.panes.highway_plots import ROLES
from tui.panes.parameters_tables import (
    best,
    cell_table,
    convention_table,
    detail,
    gate_sum,
    gate_table,
    lm_table,
    sums,
    totals_height,
)
from tui.views import ViewsPane
from tui.widgets.row_table import RowTable
from tui.widgets.scroll_panel import ScrollPanel
from tui.widgets.settings_line import SettingField, SettingsLine
from tui.widgets.status_line import StatusLine
from tui.widgets.table_view import TableView
from tui.widgets.tabs_line import WIDE

SHAPE = ("inputs", "hidden", "layers", "directions", "projection")
LANGUAGE_MODEL = ("vocabulary", "embedding", "context", "lm_hidden")
STATES = {
    "totals": "n types the number that your framework printed",
    "gates": "one bias vector a gate, as in this lesson",
    "number": "the arrows walk through the conventions; the sum of one is below",
    "model": "a table of word triples against a model of the same words",
}


class ParametersPane(ViewsPane[ParametersSettings], sheet="parameters.tcss"):
    """How many numbers does a cell learn?"""

    HOME_INSIDE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "type_number", "number", tooltip="Type the number your framework printed", id="params.type"),
        Binding("t", "view('totals')", "all", tooltip="Cells, language model, your number", id="params.totals"),
        Binding("g", "view('gates')", "gates", tooltip="What each gate is, and the sums", id="params.gates"),
        Binding("c", "view('number')", "conventions", tooltip="Totals by every convention", id="params.number"),
        Binding("m", "view('model')", "LM", tooltip="The feed-forward LM's table", id="params.model"),
    ]
    VIEWS = tuple(STATES)
    result: var[ParametersResult | None] = var(None, init=False)

    def compose(self) -> ComposeResult:
        """Settings, a panel a question, status."""
        yield SettingsLine(self.now, SHAPE)
        with ScrollPanel(id="params-room"):
            with Container(id="params-top"):
                with Vertical(id="params-cells", classes="panel") as panel:
                    panel.border_title = "How many numbers does a cell learn?"
                    yield TableView(ROLES, gap=2, id="params-cell-table")
                    yield Static("", classes="answer", id="params-sentence", markup=False)
                with Vertical(id="params-model", classes="panel") as panel:
                    panel.border_title = "The feed-forward language model"
                    yield SettingsLine(self.now, LANGUAGE_MODEL)
                    yield TableView(gap=2, id="params-model-table")
                    yield Static("", classes="answer", id="params-model-sentence", markup=False)
            with Vertical(id="params-gates", classes="panel") as panel:
                panel.border_title = "What each gate of layer 1 is"
                yield TableView(ROLES, gap=2, id="params-gate-table")
                yield Static("", classes="answer", id="params-gate-sum", markup=False)
                yield Static("", classes="caption", id="params-sums", markup=False)
            with Vertical(id="params-number", classes="panel") as panel:
                panel.border_title = "Which convention gives your number?"
                yield SettingsLine(self.now, ("printed", "cell"))
                yield Static("", classes="answer", id="params-reconciled", markup=False)
                with ScrollableContainer(can_focus=False):
                    yield RowTable(gap=2)
                yield Static("", classes="caption", id="params-detail", markup=False)
        yield StatusLine()

    @property
    def keys_inside(self) -> tuple[str, ...]:
        """To the convention under the cursor, from the one that gives the number."""
        if self.view != "number" or self.result is None:
            return ()
        return walk((best(self.result.reconciliation), 0), (self.query_one(RowTable).cursor, 0))

    @property
    def shown(self) -> ParametersResult | None:
        """What is on screen."""
        return self.result

    @property
    def front(self) -> Widget:
        """The conventions are walked through with the arrows; the rest scrolls."""
        return self.query_one("RowTable" if self.view == "number" else "#params-room")

    def view_opened(self) -> None:
        """Count the first time."""
        if self.result is None:
            self.result = compute(self.now)
        self.query_one("#params-room").scroll_home(animate=False)
        self.say(STATES[self.view])

    def settings_changed(self, old: ParametersSettings, new: ParametersSettings) -> None:
        """Count again."""
        self.result = compute(new)
        self.say(STATES[self.view])
        if (old.printed, old.cell) != (new.printed, new.cell):
            self.call_after_refresh(self.query_one("#params-number").scroll_visible, animate=False)

    def action_type_number(self) -> None:
        """An entry for the number that a framework printed, wherever it can be seen."""
        if self.view not in ("totals", "number"):
            self.view = "number"
        field = self.query_one("#set-printed", SettingField)
        self.call_after_refresh(field.scroll_visible, animate=False)
        field.focus()
        field.action_edit()

    @on(RowTable.Moved)
    def show_detail(self, event: RowTable.Moved) -> None:
        """Another convention is under the cursor."""
        event.stop()
        self._show_detail()

    def watch_result(self, result: ParametersResult | None) -> None:
        """Hand the counts to the widgets."""
        if result is None:
            return
        tables = {"cell": cell_table(result), "gate": gate_table(result), "model": lm_table(result)}
        for name, table in tables.items():
            self.query_one(f"#params-{name}-table", TableView).table = table
        words = {
            "sentence": result.sentence,
            "gate-sum": gate_sum(result),
            "sums": sums(result),
            "reconciled": result.reconciliation.sentence,
            "model-sentence": result.lm_sentence,
        }
        for name, text in words.items():
            self.query_one(f"#params-{name}", Static).update(text)
        rows = self.query_one(RowTable)
        rows.table = convention_table(result.reconciliation, self.size.width >= WIDE)
        rows.cursor = best(result.reconciliation)
        self.query_one("#params-number").set_class(result.settings.projection > 0, "-long")
        self._show_detail()
        self._fit(self.size)

    def on_resize(self, event: events.Resize) -> None:
        """A wide screen has room for a column more."""
        if self.result is not None:
            self.query_one(RowTable).table = convention_table(self.result.reconciliation, event.size.width >= WIDE)
        self._fit(event.size)

    def _fit(self, size: Size) -> None:
        """Where all three answers do not fit, the cells' table stands without its sentence; g has that too."""
        if self.result is not None and size.height:
            needed = totals_height(self.result, size.width - 6)  # as narrow as beside a scroll bar
            self.query_one("#params-cells").set_class(needed > size.height - 2, "-tight")

    def _show_detail(self) -> None:
        if self.result is not None:
            found = self.result.reconciliation
            match = found.candidates[self.query_one(RowTable).cursor]
            self.query_one("#params-detail", Static).update(detail(match, found))
