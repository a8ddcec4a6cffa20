"""The one-step half: the whole step on a page, its stages one by one, the weights, the loss curve, the size.

It holds the result of the present settings and which page is open; keys that change settings go through the pane.
"""

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.widgets import Static

from core.language_model.explain import explain
from core.language_model.lesson import LanguageModelResult, compute
from core.language_model.settings import LanguageModelSettings
from core.language_model.stages import stages
from core.language_model.weights import Weights
from tui.panes.lm_edited import EditedWeights
from tui.panes.lm_matrices import matrices
from tui.panes.lm_number_sheet import NumberSheet
from tui.panes.lm_pages import overview
from tui.panes.lm_play import MOST_STEPS, NO_MORE, Player
from tui.panes.lm_plots import BEST, loss_plot
from tui.panes.lm_says import ordinal, size_table, size_words, state_words, what_to_see
from tui.panes.lm_stage_page import contents_page, first_number, stage_page
from tui.panes.lm_terms import TermsScreen, two_lines
from tui.panes.lm_weights import WeightsView
from tui.plots.view import PlotView
from tui.widgets.classes import wear
from tui.widgets.focus import FocusedAlone
from tui.widgets.settings_line import SettingsLine
from tui.widgets.table_view import TableView

if TYPE_CHECKING:
    from tui.panes.lm import LmPane

VIEWS = ("step", "weights", "curve", "size")
EXAMPLE = ("context", "target", "vocabulary")
TRAINING = ("eta", "steps", "length", "d", "hidden", "seed", "curve")


class LessonHalf(EditedWeights, FocusedAlone, can_focus=True):
    """One step of the model, walked."""

    HOME_INSIDE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "stage(1)", "stage", tooltip="The next stage of the step, forward and then back"),
        Binding("b", "stage(-1)", "back", show=False, tooltip="The stage before"),
        Binding("enter", "open_number", "terms", tooltip="The sum that the number came from"),
        Binding("full_stop", "train(1)", "step", key_display=".", tooltip="Make this update and show the next"),
        Binding("t", "train(10)", "ten", show=False, tooltip="Make ten updates"),
        Binding("space", "pause", "pause", key_display="space", tooltip="Update after update, or pause"),
        Binding("space", "play", "play", key_display="space", tooltip="Update after update, or pause"),
        Binding("r", "restart", "reset", show=False, tooltip="Back to before the first update"),
        Binding("w", "view('weights')", "weights", tooltip="All weights, to be edited"),
        Binding("c", "view('curve')", "curve", show=False, tooltip="The loss after so many updates"),
        Binding("z", "view('size')", "size", show=False, tooltip="The numbers that a full-sized model needs"),
        Binding("escape", "view('step')", "step", show=False, key_display="esc", tooltip="Back to the step"),
    ]

    def __init__(self, pane: "LmPane", settings: LanguageModelSettings) -> None:
        super().__init__(id="lm-lesson")
        self.pane = pane
        self.result: LanguageModelResult = compute(settings)
        self.before: Weights | None = None
        self.stage = 0
        self.view = "step"
        self.player = Player(self, self._play_on)
        self._from = pane.history
        self._offered_pause = False

    def compose(self) -> ComposeResult:
        """Settings, the views of which one is seen, what to see, and where a number came from."""
        settings = self.result.settings
        yield SettingsLine(settings, EXAMPLE, id="lm-example")
        yield SettingsLine(settings, TRAINING, id="lm-training")
        with Container(id="lm-views"):
            with Vertical(id="lm-whole", classes="panel"):
                yield NumberSheet(to_the_end=True, id="lm-overview")
            with Vertical(id="lm-stage", classes="panel"):
                yield NumberSheet(id="lm-page")
            with Vertical(id="lm-given", classes="panel") as panel:
                panel.border_title = "the weights it starts from"
                yield NumberSheet(id="lm-matrices").without_cursor()
            with Vertical(id="lm-curve", classes="panel") as panel:
                panel.border_title = "loss (nats) by updates"
                panel.border_subtitle = f"[$lane-lstm]{BEST}[/] the step shown"
                yield PlotView(id="lm-loss")
            with Vertical(id="lm-weights", classes="panel") as panel:
                panel.border_title = "all weights, to be edited"
                yield WeightsView()
            with Vertical(id="lm-size", classes="panel") as panel:
                panel.border_title = "a model of full size against a trigram table"
                yield SettingsLine(settings, ("table_V", "table_d", "table_n", "table_H"), id="lm-size-settings")
                yield TableView(id="lm-size-table")
        yield Static("", id="lm-see", classes="caption", markup=False)
        yield Static("", id="lm-size-words", classes="answer", markup=False)
        yield Static("", id="lm-terms", classes="answer", markup=False)

    def on_mount(self) -> None:
        """Show the first result."""
        self._show_view()
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        """More is seen at once on a taller screen."""
        self.call_after_refresh(self._show_seen)

    @property
    def shown(self) -> LanguageModelResult:
        """What is on screen."""
        return self.result

    @property
    def ready(self) -> bool:
        """Whether nothing is left to be done."""
        return True

    def settings_changed(self, old: LanguageModelSettings, new: LanguageModelSettings) -> None:
        """Compute the step anew; what moved since the last result is marked."""
        self.before = self.result.weights
        self.result = compute(new)
        self.show()

    def opened(self) -> None:
        """Take the keys."""
        self._focus_view()
        self._say_state()

    def hidden(self) -> None:
        """Nothing moves behind another pane."""
        self.player.stop()

    # keys

    def action_stage(self, by: int) -> None:
        """Walk the stages; before the first and after the last is the whole step."""
        self.stage = (self.stage + by) % (len(stages(self.result)) + 1)
        self.view = "step"
        home = first_number(self.result, stages(self.result)[self.stage - 1]) if self.stage else None
        self.query_one("#lm-page", NumberSheet).go_home(home)
        self._show_view()
        self._show_pages()
        self._focus_view()
        self._show_terms()
        self._say_state()

    def action_train(self, updates: int) -> None:
        """Make updates."""
        self.player.stop()
        if not self._refused_more():
            self._advance(updates)

    def action_restart(self) -> None:
        """To before the first update."""
        self.player.stop()
        self.pane.apply(self.result.settings.change("steps", 0))

    def action_play(self) -> None:
        """Update after update until told to stop; undo takes all of it back at once."""
        if self._refused_more():
            return
        if self.player.playing:
            self.player.stop()
        elif not self.app.still:  # type: ignore[attr-defined]  # nothing moves in a screen shot
            self._from = self.pane.history
            self.player.start()
        self._say_state()

    def _refused_more(self) -> bool:
        """Whether there are as many updates as there may be, which is then said."""
        if self.result.settings.steps < MOST_STEPS:
            return False
        self.pane.say(NO_MORE, refusal=True)
        return True

    def action_pause(self) -> None:
        """Stop making updates."""
        self.player.stop()
        self._say_state()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What space does now: play, or pause; of a full-sized model there is nothing to train."""
        trains = self.view != "size"
        offered = {"pause": self.player.playing, "play": trains and not self.player.playing, "train": trains}
        return offered.get(action, True)

    def action_view(self, name: str) -> None:
        """Open a view, or go back to the step if it is open."""
        self.view = "step" if name == self.view else name
        self._show_view()
        self._focus_view()
        self._say_state()

    def action_open_number(self) -> None:
        """All terms of the number under the cursor."""
        sheet = self.app.focused
        if isinstance(sheet, NumberSheet) and sheet.ref is not None:
            self.app.push_screen(TermsScreen(explain(self.result, *sheet.ref)))

    # playing

    def _play_on(self) -> bool:
        """One update; those of one play are one change. Whether there is another to be made."""
        self._advance(1)
        self.pane.merge_history(self._from)
        more = self.result.settings.steps < MOST_STEPS
        if not more:
            self.player.stop()
            self._say_state()
        return more

    def _advance(self, updates: int) -> None:
        settings = self.result.settings
        self.pane.apply(settings.change("steps", min(settings.steps + updates, MOST_STEPS)))

    # what is on screen

    def show(self) -> None:
        """Hand the result to every view."""
        self._show_pages()
        self.query_one(WeightsView).show(self.result, self.before)
        self.query_one("#lm-loss", PlotView).plot = loss_plot(self.result)
        self.query_one("#lm-size-table", TableView).table = size_table(self.result)
        self.query_one("#lm-size-words", Static).update(size_words(self.result))
        self.query_one("#lm-matrices", NumberSheet).page = partial(matrices, self.result)
        self._show_seen()
        self._show_terms()
        if self.is_mounted:
            self._say_state()

    @property
    def _update_name(self) -> str:
        return f"{ordinal(self.result.settings.steps + 1)} update"

    def _show_pages(self) -> None:
        result, all_stages = self.result, stages(self.result)
        whole, panel = self.query_one("#lm-whole"), self.query_one("#lm-stage")
        whole.border_title = Text(f"{' '.join(result.context)} -> {result.target}?")
        whole.border_subtitle = self._update_name
        sheet = self.query_one("#lm-overview", NumberSheet)
        sheet.home = ("z", (result.target_number,))
        sheet.page = partial(overview, result)
        page = self.query_one("#lm-page", NumberSheet)
        if self.stage == 0:
            panel.border_title = f"the {len(all_stages)} stages"
            page.page = partial(contents_page, all_stages)
        else:
            stage = all_stages[self.stage - 1]
            panel.border_title = f"{self.stage} of {len(all_stages)}: {stage.name}"
            page.page = partial(stage_page, result, stage)

    def _show_seen(self) -> None:
        """What to see: on the page of a stage what the stage does, elsewhere what the step did."""
        tall = self.screen.has_class("-tall")
        self.query_one("#lm-see", Static).update(what_to_see(self.result, self.view, self.stage, tall))

    def _show_view(self) -> None:
        wear(self, {f"-{name}": self.view == name for name in VIEWS} | {"-at-stage": self.stage > 0})
        self._show_seen()

    def _focus_view(self) -> None:
        """The keys go to what is seen."""
        sheet = "#lm-page" if self.stage else "#lm-overview"
        target = {"step": sheet, "weights": "#lm-grid-E", "size": "#set-table-V"}.get(self.view)
        (self.query_one(target) if target else self).focus()

    @on(NumberSheet.Visited)
    def show_terms(self, event: NumberSheet.Visited) -> None:
        """The cursor has gone to another number."""
        event.stop()
        self._show_terms()

    @on(NumberSheet.Rolled)
    def show_rolled(self, event: NumberSheet.Rolled) -> None:
        """Say how much of a page is out of sight."""
        event.stop()
        panel, lines = event.sheet.parent, [f"{n} {way}" for n, way in ((event.above, "↑"), (event.below, "↓")) if n]
        more = [f"more lines: {', '.join(lines)}"] if lines else []
        if isinstance(panel, Vertical):
            phase = stages(self.result)[self.stage - 1].phase if self.stage else ""
            always = {"lm-overview": self._update_name, "lm-page": phase, "lm-matrices": "w edits them"}
            panel.border_subtitle = "   ".join([*more, *filter(None, [always[event.sheet.id or ""]])])

    def _show_terms(self) -> None:
        focused = self.app.focused
        sheet = focused if isinstance(focused, NumberSheet) else self.query_one("#lm-overview", NumberSheet)
        explained = sheet.ref is not None and self.view == "step"
        text: Text | str = two_lines(explain(self.result, *sheet.ref), self.size.width - 2) if explained else ""  # type: ignore[misc]  # explained says that there is one
        self.query_one("#lm-terms", Static).update(text)

    def _say_state(self) -> None:
        if self.player.playing != self._offered_pause:
            self._offered_pause = self.player.playing
            self.app.refresh_bindings()
        self.pane.say(state_words(self.result, self.player.playing, self.stage))
