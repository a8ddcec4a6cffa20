"""The own-text half: the model trains on a file while its perplexity is drawn, and answers as well as it can by now.

Training runs in a thread of its own, answers are worked out on another, and only what is newest reaches the screen.
"""

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from core.language_model.text_training import TrainSnapshot
from core.numbers import quoted
from tui.live_pane import WAITED
from tui.panes.lm_answers import neighbour_lines, next_lines, sampled_text
from tui.panes.lm_models import ASKING
from tui.panes.lm_plots import BEST, perplexity_plot
from tui.panes.lm_text_run import TextRun
from tui.panes.lm_words import file_lines, progress_line
from tui.plots.model import MARKERS
from tui.plots.view import PlotView
from tui.widgets.classes import wear
from tui.widgets.focus import FocusedAlone
from tui.widgets.scroll_panel import ScrollPanel
from tui.widgets.settings_line import SettingField, SettingsLine

READING = ("cap", "least", "sentences", "lower", "megabytes")
TRAINING = ("length", "d", "hidden", "rate", "batch", "epochs")
MORE = ("optimiser", "dev", "look_every", "patience", "seed")
VIEWS = ("next", "alike", "file")
ANEW = "Train again from the start; the old model answers until the new one is better or has ended, and is back after x"
LEGEND = f"[$lane-rnn]{MARKERS['first']}[/] train  [$lane-gru]{MARKERS['second']}[/] dev  [$lane-lstm]{BEST}[/] best"


class TextHalf(TextRun, FocusedAlone, can_focus=True):
    """Trains on `settings.corpus` and asks the best model so far."""

    HOME_INSIDE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pause", "pause", key_display="space", tooltip="Pause the training, or go on with it"),
        Binding("space", "play", "train", key_display="space", tooltip="Pause the training, or go on with it"),
        Binding("space", "ended", "train", show=False, system=True, tooltip="Pause the training, or go on with it"),
        Binding("x", "cancel", "cancel", tooltip="End the training; the better of the models goes on answering"),
        Binding("r", "anew", "train anew", tooltip=ANEW),
        Binding("r", "restart", "reset", show=False, tooltip=ANEW),
        Binding("e", "ask", "ask", tooltip="Type the words to continue"),
        Binding("g", "sample", "sample", tooltip="Another sampled sentence: the next seed"),
        Binding("v", "view", "view", tooltip="Next words, then words alike, then what was decided about the file"),
        Binding("s", "more", "more", tooltip="More settings: optimiser, dev, look every, patience, seed"),
        Binding("b", "lesson", "lesson", tooltip="Back to the one-step lesson"),
    ]

    view = "next"

    def compose(self) -> ComposeResult:
        """Settings, the curves beside the answers, progress, what is asked, and a sampled sentence."""
        yield SettingsLine(self.settings, READING, id="lm-reading")
        yield SettingsLine(self.settings, TRAINING, id="lm-text-training")
        yield SettingsLine(self.settings, MORE, id="lm-text-more")
        yield Static("", id="lm-failure", markup=False)
        with Horizontal(id="lm-text-views"):
            with Vertical(id="lm-perplexity", classes="panel") as panel:
                panel.border_subtitle = LEGEND
                yield PlotView()
            for name in VIEWS:
                with ScrollPanel(id=f"lm-{name}", classes="panel lm-answers"):
                    yield Static("", markup=False)
        yield Static("", id="lm-progress", classes="answer", markup=False)
        yield SettingsLine(self.settings, ASKING, id="lm-asking")
        yield Static("", id="lm-sampled", classes="answer", markup=False)

    def on_mount(self) -> None:
        """Choose what is seen."""
        self._show_view()

    def on_resize(self, event: events.Resize) -> None:
        """Lay the answers out for the width there is."""
        self.call_after_refresh(self.show_answers)

    def opened(self) -> None:
        """Train at once, or go on."""
        self.focus()
        if self.training is None and self.snapshot is None and not self.failure:
            self.train_or_bring_back()
        goes_on = self.resume and self.training is not None
        if goes_on and self.training is not None:
            self.training.play(True)
        self.say_state()
        if goes_on:
            self.resume = False
            self.pane.remark(WAITED)

    def hidden(self) -> None:
        """Nothing trains behind another pane."""
        if self.training is not None:
            self.resume = self.playing
            self.training.play(False)

    # keys

    def action_play(self) -> None:
        """Train on; or start, if that was cancelled before there was a model."""
        if self.training is None or self.over:
            self.start_training()
        else:
            self.training.play(not self.training.playing)
        self.say_state()

    def go_to_end(self) -> None:
        """Train on, or begin again what was cancelled; a training that has ended or failed is let be."""
        if self.cancelled or not (self.over or self.playing):
            self.action_play()

    def action_pause(self) -> None:
        """Wait."""
        self.action_play()

    def action_ended(self) -> None:
        """There is nothing left to go on with, and the model is not thrown away for the asking."""
        self.pane.say("the training has ended: r trains anew", refusal=True)

    def action_cancel(self) -> None:
        """End the training and keep the best."""
        if self.training is not None and not self.over:
            self.cancel()

    def action_restart(self) -> None:
        """Train again."""
        self.start_training()

    def action_anew(self) -> None:
        """Train again."""
        self.start_training()

    def action_ask(self) -> None:
        """Type a context where it is shown."""
        self.query_one("#set-prompt", SettingField).action_edit()

    def action_sample(self) -> None:
        """Another sentence."""
        self.pane.apply(self.settings.nudged("sample_seed", 1))

    def action_view(self) -> None:
        """The next answers."""
        self.view = VIEWS[(VIEWS.index(self.view) + 1) % len(VIEWS)]
        self._show_view()

    def action_more(self) -> None:
        """Show the other settings and go there, or put them away where they would not be seen anyway."""
        self.toggle_class("-more")
        field = self.query_one("#lm-text-more SettingField", SettingField)
        (field if self.has_class("-more") else self).focus()

    def action_lesson(self) -> None:
        """Back to the lesson."""
        self.pane.action_lesson()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what applies now is offered."""
        startable = not self.failure and (not self.over or self.snapshot is None)
        offered = {
            "cancel": not self.over,
            "pause": self.playing,
            "play": startable and not self.playing,
            "ended": not self.failure and not startable,
            "anew": self.over and (bool(self.failure) or self.snapshot is not None),
            "restart": not self.over,
        }
        return offered.get(action, not (self.failure and action in ("ask", "sample", "view")))

    # what is on screen

    def show(self) -> None:
        """The curves and how far it is; what is asked is asked of the newest."""
        corpus = (self.settings if self.snapshot is None else self.snapshot.settings).corpus
        name = quoted(corpus.rpartition("/")[2], 24)[1:-1]
        self.query_one("#lm-perplexity").border_title = Text(f"perplexity (words), {name}")
        if self.snapshot is None:
            self.query_one("#lm-perplexity PlotView", PlotView).plot = None
            self.query_one("#lm-file Static", Static).update("")
        else:
            self._show_look(self.snapshot)
        self.query_one("#lm-progress", Static).update(progress_line(self.snapshot, not self.over), layout=False)
        self.say_state()
        self.desk.ask(self.asked)

    def _show_look(self, snapshot: TrainSnapshot) -> None:
        """What changes with a look at dev only: to lay it out for every snapshot would send the whole screen."""
        view = self.query_one("#lm-perplexity PlotView", PlotView)
        plot = perplexity_plot(snapshot)
        if plot != view.plot or snapshot.ended:
            view.plot = plot
            self.query_one("#lm-file Static", Static).update(file_lines(snapshot))

    def show_answers(self) -> None:
        """What was said, laid out for the width there is."""
        if self.said is None:
            for static in self.query("#lm-next Static, #lm-alike Static, #lm-sampled").results(Static):
                static.update("")
            return
        said, near = self.said, self.said.neighbours
        following, alike = (self.query_one(f"#lm-{name}") for name in ("next", "alike"))
        following.border_title = Text(f"next after: {' '.join(said.context.shown)}")
        following.query_one(Static).update(next_lines(said, max(following.content_size.width, 20)))
        alike.border_title = Text(f"nearest to: {near.word}" if near else "nearest words")
        alike.query_one(Static).update(neighbour_lines(near, max(alike.content_size.width, 20)))
        line = Content.assemble(("sampled: ", "dim"), sampled_text(said.sampled))
        self.query_one("#lm-sampled", Static).update(line)

    def _show_view(self) -> None:
        wear(self, {f"-{name}": self.view == name for name in VIEWS})
        self.query_one("#lm-file").border_title = "the file"
        self.call_after_refresh(self.show_answers)

    def show_failure(self) -> None:
        """Why the text cannot be used, in full, in place of everything else."""
        self.set_class(bool(self.failure), "-failed")
        hint = "\n\nr tries again, o opens another file, b goes back to the lesson, u takes the last change back."
        self.query_one("#lm-failure", Static).update(f"! {self.failure}{hint}")
        self.say_state()
