"""The generalise pane: a neural model's curves as it trains, seed after seed, against a trigram counter.

The row of the table that the cursor is on says which seed's curve, points and split are shown.
"""

from collections.abc import Iterator
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.reactive import var
from textual.widget import Widget
from textual.widgets import Static

from core.generalise.report import likeness, overall, overfit, untrained, wins
from core.generalise.settings import FAMILIES, GeneraliseSettings
from core.generalise.study import GeneraliseSnapshot, run
from core.numbers import plural
from tui.live_pane import LivePane, play_keys
from tui.panes.generalise_parts import (
    LEGEND,
    at_work,
    cosine_table,
    cosine_title,
    curve_plot,
    note_lines,
    points_legend,
    points_table,
    seed_table,
    seeds_legend,
    split_words,
    stop_words,
)
from tui.panes.generalise_strip import cosine_lines, point_lines
from tui.plots.view import PlotView
from tui.views import ViewsPane
from tui.widgets.row_table import RowTable
from tui.widgets.scroll_panel import ScrollPanel
from tui.widgets.settings_line import SettingsLine
from tui.widgets.status_line import StatusLine
from tui.widgets.table_view import TableView
from tui.widgets.words import Words

MODEL_SETTINGS = ("held_out", "dev", "hidden", "eta", "alpha", "seeds")
MORE_SETTINGS = ("d", "steps", "first")
POINT_ROWS = {False: 12, True: 24}
"""How many rows of points there is room for on a short and on a tall screen."""
TALL = 28


class GeneralisePane(LivePane[GeneraliseSettings, GeneraliseSnapshot], ViewsPane[GeneraliseSettings],
                     sheet="generalise.tcss"):  # fmt: skip
    """Who does better on sentences never shown?"""

    BINDINGS: ClassVar[list[BindingType]] = [
        *play_keys("generalise.play"),
        Binding("full_stop", "step", "step", show=False, tooltip="100 training steps, then pause", key_display="."),
        Binding("r", "reset", "restart", tooltip="All seeds again, from the first", id="generalise.reset"),
        Binding("c", "view('curve')", "curve", tooltip="The curve of a seed and the table by seed"),
        Binding("n", "view('numbers')", "points", tooltip="The points of the curve and the cosines"),
        Binding("t", "view('data')", "text", tooltip="The families, the sentence and how a seed splits them"),
        Binding("up,k", "seed(-1)", "seed", show=False, tooltip="The curve of the seed before"),
        Binding("down,j", "seed(1)", "seed", show=False, tooltip="The curve of the next seed"),
        Binding("f", "pace", "pace", show=False, tooltip="How fast: steady, full speed, slow", id="generalise.pace"),
    ]
    PACES: ClassVar[dict[str, float]] = {"steady": 10.0, "full speed": 0.0, "slow": 3.0}
    VIEWS = ("curve", "numbers", "data")
    row: var[int] = var(0, init=False)

    def compose(self) -> ComposeResult:
        """Settings, the panels of all views, sentences, status."""
        yield SettingsLine(self.now, MODEL_SETTINGS)
        with Vertical(classes="settings-more"):
            for name in (*FAMILIES, "template"):
                yield SettingsLine(self.now, (name,))
            yield SettingsLine(self.now, MORE_SETTINGS)
        with Horizontal(id="general-body"):
            with Vertical(id="general-curve", classes="panel") as panel:
                panel.border_subtitle = LEGEND
                yield Static("", classes="caption", id="general-stop", markup=False)
                yield PlotView()
            with ScrollPanel(id="general-points", classes="panel") as panel:
                yield TableView(gap=2)
            with Vertical(id="general-side"):
                with Vertical(id="general-by-seed", classes="panel") as panel:
                    panel.border_title = "held-out perplexity (words)"
                    with VerticalScroll(can_focus=False):
                        yield RowTable(gap=2, id="general-seeds")
                    yield Static("", classes="caption", id="general-notes", markup=False)
                with ScrollPanel(id="general-cosines", classes="panel"):
                    yield TableView(gap=2)
            with ScrollPanel(id="general-data", classes="panel"):
                yield Static("", markup=False)
        with Vertical(id="general-strip", classes="panel"):
            yield Static("", markup=False)
        yield Words(classes="answer", id="general-answer")
        yield Words(classes="answer", id="general-more")
        yield StatusLine()

    @property
    def keys_inside(self) -> tuple[str, ...]:
        """To the seed whose curve is drawn."""
        return ("down",) * self.row

    def snapshots(self, settings: GeneraliseSettings) -> Iterator[GeneraliseSnapshot]:
        """The study, 100 steps at a time."""
        return run(settings)

    def ending(self, snapshot: GeneraliseSnapshot) -> str:
        """How far it went."""
        seeds, steps = len(snapshot.rows), plural(snapshot.settings.steps, "step")
        return f"finished: {plural(seeds, 'seed')}, {steps}{' each' if seeds > 1 else ''}"

    @property
    def front(self) -> Widget:
        """The pane itself; the families are typed in their lines, which tab reaches."""
        return self

    def settings_changed(self, old: GeneraliseSettings, new: GeneraliseSettings) -> None:
        """Another study, looked at from its first seed."""
        self.row = 0
        super().settings_changed(old, new)

    def on_resize(self, event: events.Resize) -> None:
        """More points where there is room."""
        self._show()

    def action_seed(self, by: int) -> None:
        """Draw another seed's curve."""
        self.row = min(max((self.row if by > 0 else self.drawn) + by, 0), self.now.seeds - 1)
        if self.row > self.drawn:
            self.remark(f"seed {self.now.first + self.row} is drawn as soon as it has begun")

    @on(RowTable.Moved)
    def draw_seed(self, event: RowTable.Moved) -> None:
        """The cursor is on another seed; one that is waited for is kept, though the cursor cannot follow yet."""
        event.stop()
        if event.row != self.drawn:
            self.row = min(event.row, self.now.seeds - 1)

    @property
    def drawn(self) -> int:
        """The row whose curve is on screen: the one that was asked for, or the last one until that has begun."""
        if self.snapshot is None:
            return 0
        return min(self.row, len(self.snapshot.rows) - (not at_work(self.snapshot)))

    # what is on screen

    def watch_snapshot(self, snapshot: GeneraliseSnapshot | None) -> None:
        """Show the latest."""
        self._show()

    def watch_row(self) -> None:
        """Show another seed."""
        self._show()

    def _show(self) -> None:
        snapshot = self.snapshot
        if snapshot is None:
            return
        self._show_seed(snapshot, self.drawn)
        self._show_strip(snapshot)
        self.query_one("#general-by-seed", Vertical).border_subtitle = seeds_legend(snapshot)
        seeds = self.query_one("#general-seeds", RowTable)
        seeds.table = seed_table(snapshot, self.drawn)
        seeds.cursor = self.drawn
        notes = self.query_one("#general-notes", Static)
        notes.update(note_lines(snapshot, self.drawn))
        notes.display = any(row.note for row in snapshot.rows)
        cosines = self.query_one("#general-cosines", VerticalScroll)
        cosines.border_title = cosine_title(snapshot, self.drawn)
        cosines.query_one(TableView).table = cosine_table(snapshot, self.drawn)
        found = [overfit(snapshot, self.drawn)]
        if snapshot.rows:
            found.append(" ".join([wins(snapshot.rows), overall(snapshot), *untrained(snapshot.rows)]))
        self.query_one("#general-answer", Words).say("\n".join(found))
        self.query_one("#general-more", Words).say("\n".join(likeness(snapshot, self.drawn)))

    def _show_strip(self, snapshot: GeneraliseSnapshot) -> None:
        """Below the curve, across: the cosines where there is no room for them beside it, else its points."""
        strip, seed, width = self.query_one("#general-strip"), snapshot.settings.first, self.size.width - 4
        if self.size.height < TALL:
            strip.border_title = f"{cosine_title(snapshot, self.drawn)}: of one family, in E, in W_o"
            strip.query_one(Static).update(cosine_lines(snapshot, self.drawn, width))
        else:
            strip.border_title = f"seed {seed + self.drawn}: perplexity (words)"
            strip.query_one(Static).update(point_lines(snapshot, self.drawn, width))

    def _show_seed(self, snapshot: GeneraliseSnapshot, row: int) -> None:
        seed, tall = snapshot.settings.first + row, self.size.height >= TALL
        chart = self.query_one("#general-curve", Vertical)
        chart.border_title = f"seed {seed}: perplexity by steps"
        chart.query_one("#general-stop", Static).update(stop_words(snapshot, row))
        chart.query_one(PlotView).plot = curve_plot(snapshot, row, tall)
        panel = self.query_one("#general-points", VerticalScroll)
        panel.border_title = f"seed {seed}: perplexity (words)"
        panel.border_subtitle = points_legend(snapshot, POINT_ROWS[tall])
        panel.query_one(TableView).table = points_table(snapshot, row, POINT_ROWS[tall])
        panel = self.query_one("#general-data", VerticalScroll)
        panel.border_title = f"seed {seed}: how the {snapshot.settings.sentences} sentences are split"
        panel.query_one(Static).update(split_words(snapshot.settings, seed))
