"""The attention pane: who looks at whom, every matrix behind it, and the way from word 1 to word T against an RNN's.

The map, the weights, what is computed from them and the path are a view each; a large screen shows several at once.
"""

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.reactive import var
from textual.widget import Widget
from textual.widgets import Static

from core.attention import MATRICES, AttentionResult, AttentionSettings, compute
from core.history import History
from core.settings import SettingsError
from tui.key_words import walk
from tui.panes import attention_edits as edits
from tui.panes.attention_map import AttentionMap
from tui.panes.attention_show import STATES, show, show_cell
from tui.panes.attention_terms import Listing, Page, TermsPanel
from tui.panes.hints import HintedPane
from tui.plots.view import PlotView
from tui.widgets.long_panel import LongPanel
from tui.widgets.matrix_grid import MatrixGrid
from tui.widgets.settings_line import SettingField, SettingsLine
from tui.widgets.status_line import StatusLine
from tui.widgets.table_view import TableView

WORDS = ("sentence", "vectors", "seed")
NUMBERS = ("temperature", "mask", "d", "d_k", "d_v")
PATH = ("steps", "width", "seed")

SCORES = edits.COMPUTED.index("scores")
"""The matrix that is open at first."""


class AttentionPane(HintedPane[AttentionSettings], sheet="attention.tcss"):
    """Who looks at whom?"""

    HOME_INSIDE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "view('map')", "map", tooltip="Who looks at whom: the whole map", id="attention.map"),
        Binding("w", "view('weights')", "weights", tooltip="Edit E, W_Q, W_K and W_V", id="attention.weights"),
        Binding("c", "view('computed')", "computed", tooltip="Every matrix, any cell open", id="attention.computed"),
        Binding("p", "view('path')", "path", tooltip="From word 1 to word T, against an RNN", id="attention.path"),
        Binding("n", "next(1)", "next", tooltip="The next matrix", id="attention.next"),
        Binding("b", "next(-1)", "back", show=False, tooltip="The matrix before", id="attention.back"),
        Binding(
            "m", "mask", "mask", show=False, tooltip="The causal mask: no word sees one after it", id="attention.mask"
        ),
        Binding("space,pagedown", "turn", "more", key_display="space", tooltip="The next terms of a long list"),
        Binding("e", "type_words", "words", tooltip="Type a sentence of your own", id="attention.type"),
        Binding(
            "escape",
            "front",
            "arrows",
            show=False,
            key_display="esc",
            tooltip="Back to the arrows",
            id="attention.front",
        ),
    ]
    VIEWS, STATES = tuple(STATES), STATES
    PLACES = {"map": "the map", "weights": "the matrix", "computed": "the matrix", "path": "the views"}
    result: var[AttentionResult | None] = var(None, init=False)
    column: var[int] = var(0, init=False)
    weight: var[str] = var("E", init=False)
    matrix: var[str] = var("scores", init=False)
    offered = False
    """Whether the footer offers to turn a list's page."""
    _walk: History[AttentionSettings] | None = None
    """Where a walk over the rows began: all of it is one change."""

    def compose(self) -> ComposeResult:
        """Settings, the views, the answer, status."""
        yield SettingsLine(self.now, WORDS, id="attention-words")
        yield SettingsLine(self.now, NUMBERS, id="attention-numbers")
        yield SettingsLine(self.now, PATH, id="attention-path-settings")
        with Horizontal(id="attention-top"):
            with Vertical(id="attention-map", classes="panel"):
                yield AttentionMap()
            with LongPanel(id="attention-see", classes="panel") as panel:
                panel.border_title = "what to see"
                yield Static("", markup=False)
        with Container(id="attention-weights"):
            for name in ("E", "W_Q", "W_V", "W_K"):  # in two columns those of a width are below each other
                with Vertical(id=f"attention-{name}", classes="panel"):
                    yield MatrixGrid(id=f"attention-grid-{name}")
        with Container(id="attention-bottom"):
            with Vertical(id="attention-computed", classes="panel"):
                yield MatrixGrid(id="attention-grid")
            yield TermsPanel(id="attention-open")
            with Vertical(id="attention-path", classes="panel"):
                yield PlotView()
            with LongPanel(id="attention-path-numbers", classes="panel") as panel:
                panel.border_title = "from word 1 to word T"
                yield TableView(gap=1)
        formulas = Static("", id="attention-formulas", classes="caption", markup=False)
        yield Page(Horizontal(TableView(gap=1), formulas), id="attention-row")
        yield Static("", id="attention-short", classes="caption", markup=False)
        yield Static("", id="attention-answer", classes="answer", markup=False)
        yield StatusLine()

    @property
    def keys_inside(self) -> tuple[str, ...]:
        """To the column of the map, or to the matrix and the cell of it that is open."""
        if self.view == "map":
            return ("right",) * self.column
        places = {"weights": MATRICES.index(self.weight), "computed": edits.COMPUTED.index(self.matrix) - SCORES}
        if self.view not in places or not isinstance(grid := self.front, MatrixGrid):
            return ()
        further = "n" if places[self.view] > 0 else "b"
        start = (0, 0) if self.view == "weights" else (self.now.looked_at, 0)
        return (*((further,) * abs(places[self.view])), *walk(start, grid.cursor))

    def on_mount(self) -> None:
        """Say what an empty sentence stands for."""
        self.query_one("#set-sentence", SettingField).blank = "the lesson's"

    @property
    def shown(self) -> AttentionResult | None:
        """What is on screen."""
        return self.result

    @property
    def front(self) -> Widget:
        """What the arrows move in."""
        grids = {"weights": f"#attention-grid-{self.weight}", "computed": "#attention-grid", "map": "AttentionMap"}
        return self.query_one(grids[self.view]) if self.view in grids else self

    def view_opened(self) -> None:
        """Compute the first time."""
        if self.result is None:
            self.result = compute(self.now)
        show(self)
        self.dim_idle()
        if self.view in ("weights", "computed"):
            self.query_one("#attention-grid", MatrixGrid).cursor = (self.now.looked_at, self.column)
        self.say_hint()

    @property
    def idle(self) -> dict[str, str]:
        """What is for a sentence of one's own; the seed is of the path too, where that is shown."""
        path = self.view == "path" or (self.view == "map" and {"-wide", "-tall"} <= self.screen.classes)
        names = () if self.now.own else ("vectors",) if path else ("vectors", "seed")
        return dict.fromkeys(names, "it is for words of your own, which e types")

    def settings_changed(self, old: AttentionSettings, new: AttentionSettings) -> None:
        """Compute again."""
        self._walk = None
        self.result = compute(new)
        self.say_hint()
        self.dim_idle()
        self.tell_idle(old, new)
        if old.sentence != new.sentence:
            self.front.focus()

    def on_resize(self, event: events.Resize) -> None:
        """Lines of text know how wide they are, and panels how much there is to share."""
        self.call_after_refresh(show, self)
        self.call_after_refresh(self.dim_idle)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what applies now is offered."""
        if action == "turn":
            return bool(self.turning)
        if action == "next":
            return self.view in ("weights", "computed")
        if action in ("mask", "type_words"):
            return self.view == "map"
        return super().check_action(action, parameters)

    # keys

    def action_front(self) -> None:
        """Out of the settings."""
        self.front.focus()

    def action_next(self, by: int) -> None:
        """Another matrix."""
        if self.view == "weights":
            self.weight = MATRICES[(MATRICES.index(self.weight) + by) % len(MATRICES)]
        else:
            names = edits.COMPUTED
            self.matrix = names[(names.index(self.matrix) + by) % len(names)]
        show(self)
        self.front.focus()

    @property
    def turning(self) -> list[Listing]:
        """The lists in sight that are longer than their place."""
        return [one for one in self.query(Listing) if one.is_on_screen and one.rest]

    def action_turn(self) -> None:
        """On in every list that has more."""
        for listing in self.turning:
            listing.turn()

    @on(Listing.Turned)
    def offer_more(self) -> None:
        """The key is offered only where there is more."""
        if self.offered != bool(self.turning):
            self.offered = not self.offered
            self.app.refresh_bindings()

    def action_mask(self) -> None:
        """With or without looking ahead."""
        self.apply(self.now.nudged("mask", 1))

    def action_type_words(self) -> None:
        """Type a sentence where it is shown."""
        field = self.query_one("#set-sentence", SettingField)
        field.focus()
        field.action_edit()

    # the map

    @on(AttentionMap.Moved)
    def look_at(self, event: AttentionMap.Moved) -> None:
        """Another row is a setting, another column is not; one walk over rows is one change."""
        event.stop()
        self.column = event.column
        if event.row != self.now.looked_at:
            began = self._walk or self.history
            self.apply(self.now.change("row", event.row + 1))
            self.history = began.push(self.now)
            self._walk = began
        show_cell(self)

    @on(AttentionMap.Opened)
    def open_cell(self, event: AttentionMap.Opened) -> None:
        """The dot product behind a weight, in the matrix of scores."""
        event.stop()
        self.matrix = "scores"
        self.action_view("computed")

    # the grids

    @on(MatrixGrid.CursorMoved)
    def follow_cursor(self, event: MatrixGrid.CursorMoved) -> None:
        """Another cell is open, or another matrix has the keys."""
        event.stop()
        if event.grid.id == "attention-grid":
            show_cell(self)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The matrix that has the keys is the one that is meant."""
        if isinstance(event.widget, MatrixGrid) and event.widget.matrix.name in MATRICES:
            self.weight = event.widget.matrix.name

    @on(MatrixGrid.CellEdited)
    def take_number(self, event: MatrixGrid.CellEdited) -> None:
        """A number was typed."""
        self._edit(event, lambda: edits.typed(self.now, event.name, event.row, event.column, event.text))

    @on(MatrixGrid.Pasted)
    def take_paste(self, event: MatrixGrid.Pasted) -> None:
        """Numbers were pasted."""
        self._edit(event, lambda: edits.pasted(self.now, event.name, event.row, event.column, event.text))

    @on(MatrixGrid.CellNudged)
    def nudge_number(self, event: MatrixGrid.CellNudged) -> None:
        """A number was moved a little."""
        self._edit(event, lambda: edits.nudged(self.now, event.name, event.row, event.column, event.direction))

    @on(MatrixGrid.CellReset)
    def reset_number(self, event: MatrixGrid.CellReset) -> None:
        """A number is to be its default again."""
        self._edit(event, lambda: edits.reset(self.now, event.name, event.row, event.column))

    @on(MatrixGrid.EditRefused)
    def refuse_edit(self, event: MatrixGrid.EditRefused) -> None:
        """Somebody typed where everything is computed."""
        event.stop()
        self.say("this is computed, not typed: w opens the weights; after esc, digits open panes", refusal=True)

    def _edit(self, event: MatrixGrid.Place, change: Callable[[], AttentionSettings]) -> None:
        event.stop()
        try:
            settings = change()
        except SettingsError as error:
            self.say(str(error), refusal=True)
            return
        self.apply(settings)

    def watch_result(self) -> None:
        """Show it."""
        show(self)

    def title(self, selector: str, text: str) -> None:
        """Head a panel with a text that is no markup."""
        self.query_one(selector).border_title = Text(text)
