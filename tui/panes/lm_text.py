"""The own-text half: the model trains on a file while its perplexity is drawn, and answers as well as it can by now.

Training runs in a thread of its own, answers are worked out on another, and only what is newest reaches the screen.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from core.corpus import CorpusError
from core.language_model.text_report import Answers
from core.language_model.text_settings import TextSettings
from core.language_model.text_training import TrainSnapshot, final, run
from core.numbers import quoted
from tui.live import Run, wall_pacer
from tui.panes.lm_answers import neighbour_lines, next_lines, sampled_text
from tui.panes.lm_desk import Desk, Question, question
from tui.panes.lm_plots import BEST, perplexity_plot
from tui.panes.lm_words import file_lines, progress_line
from tui.plots.model import MARKERS
from tui.plots.view import PlotView
from tui.widgets.settings_line import SettingField, SettingsLine

if TYPE_CHECKING:
    from tui.panes.lm import LmPane

READING = ("cap", "least", "sentences", "lower", "megabytes")
TRAINING = ("length", "d", "hidden", "rate", "batch", "epochs")
ASKING = ("prompt", "top", "temperature", "sample_seed")
VIEWS = ("next", "alike", "file")
LEGEND = f"[$lane-rnn]{MARKERS['first']}[/] train  [$lane-gru]{MARKERS['second']}[/] dev  [$lane-lstm]{BEST}[/] best"


class TextHalf(Vertical, can_focus=True):
    """Trains on `settings.corpus` and asks the best model so far."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "play", "play", key_display="space", tooltip="Train on, or pause; after the end, train again"),
        Binding("x", "cancel", "cancel", tooltip="End the training; the best model so far goes on answering"),
        Binding("r", "restart", "reset", show=False, tooltip="Train again from the start"),
        Binding("e", "ask", "ask", tooltip="Type the words to continue"),
        Binding("g", "sample", "sample", tooltip="Another sampled sentence: the next seed"),
        Binding("v", "view", "view", tooltip="Next words, then words alike, then what was decided about the file"),
        Binding("b", "lesson", "lesson", tooltip="Back to the one-step lesson"),
    ]

    class Trained(Message):
        """The run has a new snapshot."""

        bubble = False

        def __init__(self, run: Run[TrainSnapshot], snapshot: TrainSnapshot) -> None:
            super().__init__()
            self.run = run
            self.snapshot = snapshot

    class Failed(Message):
        """The run could not go on."""

        bubble = False

        def __init__(self, run: Run[TrainSnapshot], reason: str) -> None:
            super().__init__()
            self.run = run
            self.reason = reason

    class Answered(Message):
        """A model was asked, and this is what it said."""

        bubble = False

        def __init__(self, asked: Question, said: Answers) -> None:
            super().__init__()
            self.asked = asked
            self.said = said

    def __init__(self, pane: "LmPane", settings: TextSettings) -> None:
        super().__init__(id="lm-text")
        self.pane = pane
        self.settings = settings
        self.training: Run[TrainSnapshot] | None = None
        self.snapshot: TrainSnapshot | None = None
        self.said: Answers | None = None
        self.desk = Desk(lambda asked, said: self.post_message(self.Answered(asked, said)))
        self.failure = ""
        self.cancelled = False
        self.resume = False
        self.view = "next"

    def compose(self) -> ComposeResult:
        """Settings, the curves beside the answers, progress, what is asked, and a sampled sentence."""
        yield SettingsLine(self.settings, READING, id="lm-reading")
        yield SettingsLine(self.settings, TRAINING, id="lm-text-training")
        yield Static("", id="lm-failure", markup=False)
        with Horizontal(id="lm-text-views"):
            with Vertical(id="lm-perplexity", classes="panel") as panel:
                panel.border_subtitle = LEGEND
                yield PlotView()
            for name in VIEWS:
                with Vertical(id=f"lm-{name}", classes="panel lm-answers"):
                    yield Static("", markup=False)
        yield Static("", id="lm-progress", classes="answer", markup=False)
        yield SettingsLine(self.settings, ASKING, id="lm-asking")
        yield Static("", id="lm-sampled", classes="answer", markup=False)

    def on_mount(self) -> None:
        """Choose what is seen."""
        self._show_view()

    def on_resize(self, event: events.Resize) -> None:
        """Lay the answers out for the width there is."""
        self.call_after_refresh(self._show_answers)

    def on_unmount(self) -> None:
        """Let the thread end."""
        if self.training is not None:
            self.training.cancel()

    @property
    def shown(self) -> TrainSnapshot | None:
        """The training as far as it is shown, asked what is asked now."""
        return None if self.snapshot is None else replace(self.snapshot, settings=self.settings)

    @property
    def ready(self) -> bool:
        """Whether training has ended and the answers to what is asked now are shown."""
        over = self.snapshot is not None and bool(self.snapshot.ended or self.cancelled)
        return bool(self.failure) or (over and self.desk.answered == question(self.shown))

    def settings_changed(self, old: TextSettings, new: TextSettings) -> None:
        """Another question is asked of the same model; any other change is another training."""
        self.settings = new
        if replace(old, **{name: getattr(new, name) for name in ASKING}) == new:
            self.desk.ask(self.shown)
            if old.prompt != new.prompt:
                self.call_after_refresh(self.focus)
        else:
            self._start()

    def opened(self) -> None:
        """Train at once, or go on."""
        self.focus()
        if self.training is None and self.snapshot is None and not self.failure:
            self._start()
        elif self.resume and self.training is not None:
            self.training.play(True)
        self._say_state()

    def hidden(self) -> None:
        """Nothing trains behind another pane."""
        if self.training is not None:
            self.resume = self.training.playing
            self.training.play(False)

    # keys

    def action_play(self) -> None:
        """Train on or pause; after the end train again."""
        if self.training is None or self._over:
            self._start()
        else:
            self.training.play(not self.training.playing)
        self._say_state()

    def action_cancel(self) -> None:
        """End the training and keep the best."""
        if self.training is not None and not self._over:
            self.training.cancel()
            self.cancelled = True
            self._say_state()

    def action_restart(self) -> None:
        """Train again."""
        self._start()

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

    def action_lesson(self) -> None:
        """Back to the lesson."""
        self.pane.action_lesson()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what applies now is offered."""
        if action == "cancel":
            return not self._over
        return not self.failure if action in ("play", "restart", "ask", "sample", "view") else True

    # training

    @property
    def _over(self) -> bool:
        return self.cancelled or bool(self.failure) or (self.snapshot is not None and bool(self.snapshot.ended))

    def _start(self) -> None:
        if self.training is not None:
            self.training.cancel()
        self.snapshot, self.failure, self.cancelled, self.said = None, "", False, None
        self._show_failure()
        if self.app.still:  # type: ignore[attr-defined]  # a screen shot shows the end, made here and now
            self._finish_now()
            return
        training: Run[TrainSnapshot]

        def post(snapshot: TrainSnapshot) -> None:
            self.post_message(self.Trained(training, snapshot))

        def failed(error: Exception) -> None:
            reason = str(error) if isinstance(error, CorpusError) else f"the training stopped: {error}"
            self.post_message(self.Failed(training, reason))

        self.training = training = Run(run(self.settings), post, wall_pacer(0.0), playing=True)
        training.start(failed)
        self._show()

    def _finish_now(self) -> None:
        try:
            self.snapshot = final(self.settings)
        except CorpusError as error:
            self.failure = str(error)
            self._show_failure()
            return
        self._show()

    def on_text_half_trained(self, event: Trained) -> None:
        """Take a snapshot of the present run; one of an older run, or of a cancelled one, is dropped."""
        if event.run is self.training and not self.cancelled:
            self.snapshot = event.snapshot
            self._show()

    def on_text_half_failed(self, event: Failed) -> None:
        """Say why, in full."""
        if event.run is self.training:
            self.failure = event.reason
            self._show_failure()

    # asking

    def on_text_half_answered(self, event: Answered) -> None:
        """Show what was said, and go on to what is wanted by now."""
        self.desk.take(event.asked)
        if self.snapshot is not None:
            self.said = event.said
            self._show_answers()
        self.desk.ask(self.shown)

    # what is on screen

    def _show(self) -> None:
        panel, name = self.query_one("#lm-perplexity", Vertical), quoted(self.settings.corpus.rpartition("/")[2], 24)
        panel.border_title = Text(f"perplexity (words), {name[1:-1]}")
        if self.snapshot is not None:
            panel.query_one(PlotView).plot = perplexity_plot(self.snapshot)
            self.query_one("#lm-file Static", Static).update(file_lines(self.snapshot))
        self.query_one("#lm-progress", Static).update(progress_line(self.snapshot))
        self._say_state()
        self.desk.ask(self.shown)

    def _show_answers(self) -> None:
        if self.said is None:
            return
        said, near = self.said, self.said.neighbours
        following, alike = (self.query_one(f"#lm-{name}", Vertical) for name in ("next", "alike"))
        following.border_title = Text(f"after {' '.join(said.context.shown)}")
        following.query_one(Static).update(next_lines(said, max(following.content_size.width, 20)))
        alike.border_title = Text(f"nearest to {near.word} by cosine" if near else "nearest words")
        alike.query_one(Static).update(neighbour_lines(near, max(alike.content_size.width, 20)))
        line = Content.assemble(("sampled: ", "$text-muted"), sampled_text(said.sampled))
        self.query_one("#lm-sampled", Static).update(line)

    def _show_view(self) -> None:
        for name in VIEWS:
            self.set_class(self.view == name, f"-{name}")
        self.query_one("#lm-file", Vertical).border_title = "the file"
        self.call_after_refresh(self._show_answers)

    def _show_failure(self) -> None:
        self.set_class(bool(self.failure), "-failed")
        hint = "\n\no opens another file, b goes back to the lesson, u takes the last change back."
        self.query_one("#lm-failure", Static).update(f"! {self.failure}{hint}")
        self._say_state()

    def _say_state(self) -> None:
        self.app.refresh_bindings()
        if self.failure:
            self.pane.say("nothing to train on", refusal=True)
        elif self.cancelled:
            self.pane.say("■ cancelled; the best model so far answers")
        elif self.snapshot is None:
            self.pane.say("▶ reading the file")
        elif self.snapshot.ended:
            self.pane.say(f"■ {self.snapshot.ended}")
        else:
            playing = self.training is not None and self.training.playing
            self.pane.say("▶ training, x ends it" if playing else "‖ paused")
