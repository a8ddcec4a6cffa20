"""The embeddings pane: a map of words, the nearest of one, analogies right and wrong, and the matrices behind them.

A text is read and counted in a thread; asking about its words answers at once. What cannot be had changes nothing.
"""

import threading
from dataclasses import replace
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.message import Message
from textual.reactive import var
from textual.widget import Widget
from textual.widgets import Static

from core.embeddings import EmbeddingsResult, EmbeddingsSettings, answer, space_of
from core.history import History
from core.settings import SettingsError
from tui.panes.embeddings_legend import beside
from tui.panes.embeddings_map import WordMap
from tui.panes.embeddings_room import MATRICES, Room, key_of, made
from tui.panes.embeddings_show import EMPTY, LINES, STATES, idle_settings, keys_to, show, show_around, show_matrix
from tui.panes.hints import HintedPane
from tui.panes.lm_open import OpenScreen
from tui.panes.lm_paths import gate
from tui.widgets.long_panel import LongPanel
from tui.widgets.matrix_grid import MatrixGrid
from tui.widgets.row_table import RowTable
from tui.widgets.settings_line import SettingField, SettingsLine
from tui.widgets.status_line import StatusLine
from tui.widgets.table_view import TableView


class EmbeddingsPane(HintedPane[EmbeddingsSettings], sheet="embeddings.tcss"):
    """Which words are used alike?"""

    HOME_INSIDE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "view('map')", "map", tooltip="The map, the nearest words, the analogy", id="embeddings.map"),
        Binding("a", "view('list')", "analogies", tooltip="The listed ones, right and wrong", id="embeddings.list"),
        Binding("x", "view('matrices')", "matrices", tooltip="Counts, PPMI and vectors", id="embeddings.matrices"),
        Binding("w", "view('words')", "words", show=False, tooltip="All to see, in words", id="embeddings.words"),
        Binding("n", "next(1)", "next", tooltip="The next matrix", id="embeddings.next"),
        Binding("b", "next(-1)", "back", show=False, tooltip="The matrix before", id="embeddings.back"),
        Binding("e", "ask", "ask", tooltip="Type an analogy, as in uncle - man + woman", id="embeddings.ask"),
        Binding("v", "turn_map", "axes", tooltip="Draw the next two dimensions", id="embeddings.axes"),
        Binding("o", "open_text", "file", tooltip="Read a text file of your own", id="embeddings.open"),
        Binding("enter", "take_row", "ask this", key_display="enter", tooltip="Ask the listed question"),
        Binding(
            "escape", "front", "arrows", show=False, key_display="esc", tooltip="To the arrows", id="embeddings.front"
        ),
    ]
    VIEWS, STATES = tuple(STATES), STATES
    PLACES = {"map": "the map", "list": "the list", "matrices": "the matrix", "words": "the words"}
    result: var[EmbeddingsResult | None] = var(None, init=False)
    matrix: var[str] = var("counts", init=False)
    room: Room | None = None
    failure = ""
    """Why there is nothing to show; where there was something before, that stays instead."""
    _asked: EmbeddingsSettings | None = None
    """What is being worked out now."""
    _walk: History[EmbeddingsSettings] | None = None
    """Where a walk over the map began: all of it is one change."""

    class Made(Message):
        """The space of some settings has been worked out, or cannot be."""

        bubble = False

        def __init__(self, settings: EmbeddingsSettings, room: Room | str) -> None:
            super().__init__()
            self.settings = settings
            self.room = room

    def compose(self) -> ComposeResult:
        """Settings, the views, the answer, where it comes from, status."""
        for name, settings in LINES.items():
            yield SettingsLine(self.now, settings, id=f"embeddings-{name}")
        yield Static("", id="embeddings-failure", markup=False)
        with Horizontal(id="embeddings-top"):
            with Vertical(id="embeddings-map", classes="panel"):
                yield WordMap()
            with LongPanel(id="embeddings-near", classes="panel") as panel:
                panel.border_title = "nearest by cosine"
                yield TableView(id="embeddings-nearest")
                yield TableView(id="embeddings-analogy")
        with Horizontal(id="embeddings-bottom"):
            with Vertical(id="embeddings-list", classes="panel") as panel:
                panel.border_title = "Does a - b + c lead to the word expected?"
                with ScrollableContainer(can_focus=False):
                    yield RowTable(gap=2)
            with LongPanel(id="embeddings-see", classes="panel") as panel:
                panel.border_title = "what to see"
                yield Static("", markup=False)
        with Vertical(id="embeddings-matrix", classes="panel"):
            yield MatrixGrid(typed=False)
        with LongPanel(id="embeddings-words", classes="panel") as panel:
            panel.border_title = "In words"
            yield Static("", markup=False)
            yield TableView(id="embeddings-components")
        yield Static("", id="embeddings-cell", classes="answer", markup=False)
        yield Static("", id="embeddings-score", classes="answer", markup=False)
        yield Static("", id="embeddings-answer", classes="answer", markup=False)
        yield Static("", id="embeddings-origin", classes="caption", markup=False)
        yield StatusLine()

    @property
    def keys_inside(self) -> tuple[str, ...]:
        """As close as the map is; to the row of the list, or to the matrix and the cell of it that is open."""
        if self.view == "map":
            return ("+",) * self.query_one(WordMap).zoom
        return keys_to(self)

    @property
    def shown(self) -> EmbeddingsResult | None:
        """What is on screen."""
        return self.result

    @property
    def ready(self) -> bool:
        """Whether what is on screen is of the present settings, or they cannot be used."""
        return bool(self.failure) or (self.result is not None and self.result.settings == self.now)

    @property
    def front(self) -> Widget:
        """What the arrows move in."""
        fronts = {"map": "WordMap", "list": "RowTable", "matrices": "MatrixGrid", "words": "#embeddings-words"}
        return self.query_one(fronts[self.view])

    def view_opened(self) -> None:
        """Work it out the first time."""
        self.say_hint()
        if not self.ready:
            self._ask()
        if self.view == "matrices" and self.result is not None:
            self.query_one(MatrixGrid).cursor = (self.result.space.words.index(self.result.word), 0)

    def settings_changed(self, old: EmbeddingsSettings, new: EmbeddingsSettings) -> None:
        """Answer, or read and count first."""
        self._walk = None
        self.say_hint()
        self._ask()
        self.tell_idle(old, new)

    def on_resize(self, event: events.Resize) -> None:
        """A wide screen has more room for long words."""
        self.call_after_refresh(show, self)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what applies now is offered."""
        views = {"next": "matrices", "take_row": "list", "turn_map": "map"}
        if action in views:
            return self.view == views[action] and (action != "take_row" or bool(self.result and self.result.analogies))
        return super().check_action(action, parameters)

    # working out

    def _ask(self) -> None:
        """The answer, from the space there is or from one that is worked out, one at a time and always the latest."""
        if self.room is not None and self.room.key == key_of(self.now):
            self._answer(self.room)
        elif self.app.still:  # type: ignore[attr-defined]  # a screen shot is made here and now
            self._take(self.now, made(self.now))
        elif self._asked is None:
            self._asked = self.now
            threading.Thread(target=self._make, args=(self.now,), name="embeddings", daemon=True).start()

    def _make(self, settings: EmbeddingsSettings) -> None:
        self.post_message(self.Made(settings, made(settings)))

    def on_embeddings_pane_made(self, event: Made) -> None:
        """Take it if it is still wanted, and go on to what is."""
        self._asked = None
        self._take(event.settings, event.room)

    def _take(self, settings: EmbeddingsSettings, room: Room | str) -> None:
        if key_of(settings) != key_of(self.now):
            if not self.ready:
                self._ask()
        elif isinstance(room, str):
            self._refuse(room)
        else:
            self._answer(room)

    def _answer(self, room: Room) -> None:
        try:
            result = answer(self.now, room.space)
        except SettingsError as error:
            self._refuse(str(error))
            return
        self.room, self.failure = room, ""
        self.result = result
        self.say_hint()

    def _refuse(self, reason: str) -> None:
        """Back to the settings before, whose result is still there; where there is none, the reason takes its place."""
        if self.result is not None and self.history.past:
            self.undo()
        else:
            self.failure = reason
        self.query_one("#embeddings-failure", Static).update(self.failure)
        self.set_class(bool(self.failure), "-failed")
        self.say(reason, refusal=True)

    def say_hint(self) -> None:
        """Say what the keys do, or what is waited for; why there is nothing stays."""
        if not self.failure:
            self.say(self.hint if self.ready else "reading and counting the words")

    @property
    def hint(self) -> str:
        """Another one where the list is empty."""
        return EMPTY if self.view == "list" and self.result and not self.result.analogies else super().hint

    @property
    def idle(self) -> dict[str, str]:
        """A cap that leaves no word out."""
        return idle_settings(self.result)

    # keys

    def action_front(self) -> None:
        """Out of the settings."""
        self.front.focus()

    def action_next(self, by: int) -> None:
        """Another matrix."""
        self.matrix = MATRICES[(MATRICES.index(self.matrix) + by) % len(MATRICES)]
        show_matrix(self)

    def action_ask(self) -> None:
        """Type a, or all three, where it is shown."""
        if self.view in ("matrices", "words"):
            self.view = "map"
        field = self.query_one("#set-a", SettingField)
        field.focus()
        field.action_edit()

    def action_turn_map(self) -> None:
        """The map from another side."""
        self.apply(self.now.nudged("axes", 1))

    def action_open_text(self) -> None:
        """Ask for a text file."""
        refusal = gate(lambda path: self.now.change("corpus", path), space_of)
        self.app.push_screen(OpenScreen(self.now.corpus, "read a text file of your own", refusal), self._take_file)

    def _take_file(self, path: str | None) -> None:
        if path:
            self.apply(self.now.change("corpus", path))

    def action_take_row(self) -> None:
        """The listed question under the cursor becomes the one that is asked."""
        row = self.query_one(RowTable).cursor
        if self.result is not None and row < len(self.result.analogies):
            listed = self.result.analogies[row]
            self.apply(replace(self.now, a=listed.a, b=listed.b, c=listed.c))
            self.action_view("map")

    # what is on screen

    @on(WordMap.Picked)
    def select_word(self, event: WordMap.Picked) -> None:
        """Another word is selected; one walk over the map is one change."""
        event.stop()
        if self.result is not None and self.ready and event.word != self.result.word:
            began = self._walk or self.history
            self.apply(self.now.change("word", event.word))
            self.history = began.push(self.now)
            self._walk = began

    @on(WordMap.Placed)
    def say_where(self, event: WordMap.Placed) -> None:
        """What is drawn, which words have no label, and which stand beside the selected one."""
        event.stop()
        show_around(self, event.scatter)
        if self.view == "map" and self.ready and (self._walk is not None or event.scatter.zoom):
            self.say(beside(event.scatter, self.size.width - 2))

    @on(MatrixGrid.CursorMoved)
    def open_cell(self, event: MatrixGrid.CursorMoved) -> None:
        """Another number is under the cursor."""
        event.stop()
        show_matrix(self)

    @on(MatrixGrid.EditRefused)
    def refuse_edit(self, event: MatrixGrid.EditRefused) -> None:
        """Somebody pasted where everything is counted."""
        event.stop()
        self.say("this is counted, not pasted: the settings decide how, o opens another text", refusal=True)

    def watch_result(self) -> None:
        """Show it."""
        self.set_class(False, "-failed")
        show(self)
        self.dim_idle()
