"""Training behind the own-text half: one run at a time in its thread, and one desk where its models are asked.

Only the newest is kept: snapshots of an older or cancelled run are dropped, and answers lead to the next question.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from textual.containers import Vertical
from textual.message import Message

from core.corpus import CorpusError
from core.language_model.text_report import Answers
from core.language_model.text_settings import TextSettings
from core.language_model.text_training import TrainSnapshot, final, run
from tui.live import Run, wall_pacer
from tui.panes.lm_desk import Desk, Question, question

if TYPE_CHECKING:
    from tui.panes.lm import LmPane

ASKING = ("prompt", "top", "temperature", "sample_seed")
"""The settings that ask a model; all others make another."""


class TextRun(Vertical):
    """A container that trains; what is shown of it a subclass says in `show`, `show_answers` and `show_failure`."""

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
        self._offered = (False, False)

    def show(self) -> None:
        """Hook: there is another snapshot, or none yet."""

    def show_answers(self) -> None:
        """Hook: there is another answer."""

    def show_failure(self) -> None:
        """Hook: the text cannot be used, or can again."""

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
            self.start_training()

    @property
    def over(self) -> bool:
        """Whether nothing is being trained any more."""
        return self.cancelled or bool(self.failure) or (self.snapshot is not None and bool(self.snapshot.ended))

    def start_training(self) -> None:
        """Read the file and train on it, whatever went before."""
        if self.training is not None:
            self.training.cancel()
        self.snapshot, self.failure, self.cancelled, self.said = None, "", False, None
        self.show_failure()
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
        self.show()

    def _finish_now(self) -> None:
        self.show()
        try:
            self.snapshot = final(self.settings)
        except CorpusError as error:
            self.failure = str(error)
            self.show_failure()
            return
        self.show()

    def on_text_run_trained(self, event: Trained) -> None:
        """Take a snapshot of the present run; one of an older run, or of a cancelled one, is dropped."""
        if event.run is self.training and not self.cancelled:
            self.snapshot = event.snapshot
            self.show()

    def on_text_run_failed(self, event: Failed) -> None:
        """Say why, in full."""
        if event.run is self.training:
            self.failure = event.reason
            self.show_failure()

    def on_text_run_answered(self, event: Answered) -> None:
        """Show what was said, and go on to what is wanted by now."""
        self.desk.take(event.asked)
        if self.snapshot is not None:
            self.said = event.said
            self.show_answers()
        self.desk.ask(self.shown)

    def say_state(self) -> None:
        """Say how far it is, and offer the keys that make sense now."""
        offered = (self.over, bool(self.failure))
        if offered != self._offered:
            self._offered = offered
            self.app.refresh_bindings()  # the footer is made anew, which is too much for every snapshot
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
