"""Training behind the own-text half: one run at a time in its thread, and one desk where its models are asked.

Only the newest is kept: snapshots of an older or cancelled run are dropped, and answers lead to the next question.
"""

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
from tui.panes.lm_models import Models, better, same_training, with_questions

if TYPE_CHECKING:
    from tui.panes.lm import LmPane


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
        """The training that is shown: the newest, and while it has made nothing yet the one before on the same file."""
        self.before: TrainSnapshot | None = None
        """While a run goes on, the model trained before on the same file: it answers until the new one is better."""
        self.said: Answers | None = None
        self.desk = Desk(lambda asked, said: self.post_message(self.Answered(asked, said)))
        self.waiting = False
        """Whether a run has begun that has no result yet."""
        self.failure = ""
        self.cancelled = False
        self.kept = False
        """Whether the last run came to nothing, and the model before it was kept."""
        self.resume = False
        self._reading = Event()
        self._offered: tuple[object, ...] = ()

    def show(self) -> None:
        """Hook: there is another snapshot, or none yet."""

    def show_answers(self) -> None:
        """Hook: there is another answer."""

    def show_failure(self) -> None:
        """Hook: the text cannot be used, or can again."""

    def on_unmount(self) -> None:
        """Let the thread end; what it has trained is kept."""
        self.give_up()
        self._keep()

    @property
    def shown(self) -> TrainSnapshot | None:
        """The training as far as it is shown, asked what is asked now."""
        return None if self.snapshot is None else with_questions(self.snapshot, self.settings)

    @property
    def asked(self) -> TrainSnapshot | None:
        """The model that answers, asked what is asked now."""
        model = self.before if self._held_back else self.snapshot
        return None if model is None else with_questions(model, self.settings)

    @property
    def _held_back(self) -> bool:
        """Whether the model trained before is still the better one to ask."""
        now, before = self.snapshot, self.before
        return before is not None and (self.waiting or now is None or not (now.ended or better(now, before)))

    @property
    def ready(self) -> bool:
        """Whether training has ended and the answers to what is asked now are shown."""
        return self.over and (self.snapshot is None or self.desk.answered == question(self.asked))

    def settings_changed(self, old: TextSettings, new: TextSettings) -> None:
        """Another question is asked of the same model; any other change is another training, or one made before."""
        self.settings = new
        if same_training(old, new):
            self.desk.ask(self.asked)
            if old.prompt != new.prompt:
                self.focus()
            return
        self.train_or_bring_back()

    def train_or_bring_back(self) -> None:
        """Show the model that was trained with these settings; if there is none, train it."""
        self._keep()
        made = self.models.made_with(self.settings)
        if made is None:
            self.start_training()
        else:
            self._bring_back(made)

    @property
    def models(self) -> Models:
        """The models that are kept, whichever half is on screen."""
        return self.pane.models

    def _keep(self) -> None:
        """Keep what was trained before it goes from the screen."""
        self.models.keep(self.before)
        self.models.keep(self.snapshot)

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
        """Read the file and train on it; the model of the same file answers until there is a better one."""
        after = self.give_up()
        self._keep()
        self.before = self.before if self._held_back else self.snapshot
        if self.before is not None and not self.before.best_step:
            self.before = None  # it never learnt anything
        if self.snapshot is not None and self.snapshot.settings.corpus != self.settings.corpus:
            self.snapshot, self.before, self.said = None, None, None
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
        training.start(failed, after=after)
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
            self.models.keep(snapshot)
            self.before = None
        self.show()

    def cancel(self) -> None:
        """End the run; its model stays if it is the better or the only one, else the one before is back."""
        self.give_up()
        if self._held_back:
            self.snapshot = self.before
        self.before, self.cancelled, self.waiting = None, True, False
        self._keep()
        self.show()

    def _bring_back(self, snapshot: TrainSnapshot) -> None:
        """Show a model that has been trained with these settings before, as far as it was."""
        self.give_up()
        self.snapshot, self.before, self.waiting, self.failure = snapshot, None, False, ""
        self.cancelled, self.kept = not snapshot.ended, False
        self.show_failure()
        self.show()

    def _fail(self, reason: str) -> None:
        """Say why in full, in place of everything; or, if there is a model of this file, in a line."""
        self.waiting = False
        self.snapshot, self.before = self.before or self.snapshot, None
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
        self.desk.ask(self.asked)

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
        if self.cancelled and self.snapshot is not None:
            which = "the model trained before" if self.snapshot.ended else "the best model so far"
            back = "" if same_training(self.snapshot.settings, self.settings) else ", u brings its settings back"
            return f"cancelled; {which} answers{back}, r trains anew"
        until = "; until it is better the model before answers" if self._held_back else ""
        if self.waiting or self.snapshot is None:
            return f"▶ reading the file{until}"
        if self.snapshot.ended:
            return f"{self.snapshot.ended}; r trains anew"
        return f"{'▶ training, x ends it' if self.playing else '‖ paused'}{until}"


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, CorpusError) else f"the training stopped: {error}"
