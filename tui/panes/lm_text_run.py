"""Training behind the own-text half: one run at a time in its thread, and one desk where its models are asked.

Only the newest is kept: snapshots of an older or cancelled run are dropped, and answers lead to the next question.
"""

from dataclasses import replace
from threading import Event
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
_UNASKED = {name: getattr(TextSettings(), name) for name in ASKING}
MODELS = 4
"""So many trained models are kept, so that undo brings one back and need not train it again."""


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
        """The newest model there is; while a run has none yet, that of the run before it on the same file."""
        self.said: Answers | None = None
        self.desk = Desk(lambda asked, said: self.post_message(self.Answered(asked, said)))
        self.waiting = False
        """Whether a run has begun that has no result yet."""
        self.failure = ""
        self.cancelled = False
        self.kept = False
        """Whether the last run came to nothing, and the model before it was kept."""
        self.resume = False
        self._models: list[TrainSnapshot] = []
        self._reading = Event()
        self._offered: tuple[object, ...] = ()

    def show(self) -> None:
        """Hook: there is another snapshot, or none yet."""

    def show_answers(self) -> None:
        """Hook: there is another answer."""

    def show_failure(self) -> None:
        """Hook: the text cannot be used, or can again."""

    def on_unmount(self) -> None:
        """Let the thread end."""
        self.give_up()

    @property
    def shown(self) -> TrainSnapshot | None:
        """The training as far as it is shown, asked what is asked now."""
        if self.snapshot is None:
            return None
        asking = {name: getattr(self.settings, name) for name in ASKING}
        return replace(self.snapshot, settings=replace(self.snapshot.settings, **asking))

    @property
    def ready(self) -> bool:
        """Whether training has ended and the answers to what is asked now are shown."""
        return self.over and (self.snapshot is None or self.desk.answered == question(self.shown))

    def settings_changed(self, old: TextSettings, new: TextSettings) -> None:
        """Another question is asked of the same model; any other change is another training, or one made before."""
        self.settings = new
        if _training(old) == _training(new):
            self.desk.ask(self.shown)
            if old.prompt != new.prompt:
                self.focus()
            return
        made = next((model for model in self._models if _training(model.settings) == _training(new)), None)
        if made is None:
            self.start_training()
        else:
            self._bring_back(made)

    @property
    def over(self) -> bool:
        """Whether nothing is being trained any more."""
        ended = self.snapshot is not None and bool(self.snapshot.ended)
        return self.cancelled or self.kept or bool(self.failure) or (ended and not self.waiting)

    @property
    def playing(self) -> bool:
        """Whether something is being trained, and not paused."""
        return not self.over and self.training is not None and self.training.playing

    def start_training(self) -> None:
        """Read the file and train on it; the model of the same file stays until there is another."""
        before = self.give_up()
        if self.snapshot is not None and self.snapshot.settings.corpus != self.settings.corpus:
            self.snapshot, self.said = None, None
            self.desk.answered = None
            self.show_answers()
        self.waiting, self.failure, self.cancelled, self.kept = True, "", False, False
        self.show_failure()
        if self.app.still:  # type: ignore[attr-defined]  # a screen shot shows the end, made here and now
            self._finish_now()
            return
        training: Run[TrainSnapshot]
        reading = self._reading = Event()

        def post(snapshot: TrainSnapshot) -> None:
            self.post_message(self.Trained(training, snapshot))

        def failed(error: Exception) -> None:
            if not reading.is_set():
                self.post_message(self.Failed(training, _reason(error)))

        def watch() -> None:
            if reading.is_set():
                raise InterruptedError

        self.training = training = Run(run(self.settings, watch), post, wall_pacer(0.0), playing=True)
        training.start(failed, after=before)
        self.show()

    def give_up(self) -> Run[TrainSnapshot] | None:
        """End the run, even while it reads; nothing more is taken of it."""
        if self.training is not None:
            self._reading.set()
            self.training.cancel()
        return self.training

    def _finish_now(self) -> None:
        self.show()
        try:
            self._take(final(self.settings))
        except CorpusError as error:
            self._fail(str(error))

    def _take(self, snapshot: TrainSnapshot) -> None:
        self.snapshot, self.waiting = snapshot, False
        if snapshot.ended:
            self._models = [snapshot, *self._models][:MODELS]
        self.show()

    def _bring_back(self, snapshot: TrainSnapshot) -> None:
        """Show a model that has been trained with these settings before."""
        self.give_up()
        self.snapshot, self.waiting, self.failure, self.cancelled, self.kept = snapshot, False, "", False, False
        self.show_failure()
        self.show()

    def _fail(self, reason: str) -> None:
        """Say why in full, in place of everything; or, if there is a model of this file, in a line."""
        self.waiting = False
        if self.snapshot is None:
            self.failure = reason
        else:
            self.kept = True
        self.show_failure()
        self.show()
        if self.snapshot is not None:
            self.pane.say(f"{reason}; the model trained before is kept", refusal=True)

    def on_text_run_trained(self, event: Trained) -> None:
        """Take a snapshot of the present run; one of an older run, or of a cancelled one, is dropped."""
        if event.run is self.training and not self.cancelled:
            self._take(event.snapshot)

    def on_text_run_failed(self, event: Failed) -> None:
        """Say why."""
        if event.run is self.training and not self.cancelled:
            self._fail(event.reason)

    def on_text_run_answered(self, event: Answered) -> None:
        """Show what was said, and go on to what is wanted by now."""
        self.desk.take(event.asked)
        if self.snapshot is None or event.asked[1].corpus != self.snapshot.settings.corpus:
            self.desk.answered = None  # of a text that is no longer shown
        else:
            self.said = event.said
            self.show_answers()
        self.desk.ask(self.shown)

    def say_state(self) -> None:
        """Say how far it is, and offer the keys that make sense now."""
        offered = (self.over, self.playing, bool(self.failure), self.snapshot is None)
        if offered != self._offered:
            self._offered = offered
            self.app.refresh_bindings()  # the footer is made anew, which is too much for every snapshot
        self.pane.say(self._state(), refusal=bool(self.failure))

    def _state(self) -> str:
        if self.failure:
            return "nothing to train on"
        if self.cancelled and self.snapshot is None:
            return "cancelled before a model was trained; space starts"
        if self.kept:
            return "the model trained before answers; r tries again"
        if self.cancelled:
            return "cancelled; the best model so far answers, r trains anew"
        if self.waiting or self.snapshot is None:
            until = "; until then the model before answers" if self.snapshot is not None else ""
            return f"▶ reading the file{until}"
        if self.snapshot.ended:
            return f"{self.snapshot.ended}; r trains anew"
        return "▶ training, x ends it" if self.playing else "‖ paused"


def _training(settings: TextSettings) -> TextSettings:
    """The settings without what is asked: two that agree in these train the same model."""
    return replace(settings, **_UNASKED)


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, CorpusError) else f"the training stopped: {error}"
