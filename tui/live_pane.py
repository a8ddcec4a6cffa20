"""A pane whose lesson has time in it: it starts, pauses, steps and ends the run behind what it shows.

The worker thread makes snapshots; here one reactive holds the latest, which the subclass shows.
"""

from abc import ABCMeta, abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Generic, Protocol, TypeVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.message_pump import _MessagePumpMeta
from textual.reactive import var

from core.settings import Settings
from tui.live import Run, wall_pacer
from tui.pane import Pane

WAITED = "it waited while another pane was open, and goes on now"


class LiveSnapshot(Protocol):
    """What every snapshot of a live lesson says of itself."""

    @property
    def settings(self) -> Settings:
        """What it was made with."""

    @property
    def finished(self) -> bool:
        """Whether nothing comes after it."""


def play_keys(id: str, play: str = "play", again: str = "again") -> list[BindingType]:
    """Space, named by what it does now: play (or whatever the lesson calls it), pause, or once more from the start.

    All three have the one `id`, so that a key map moves them together.
    """
    names = (("pause", "pause", "Pause"), ("again", again, "It has ended: once more, from the start"),
             ("play", play, "Go on"))  # fmt: skip
    return [
        Binding("space", action, words, key_display="space", tooltip=tooltip, id=id) for action, words, tooltip in names
    ]


S = TypeVar("S", bound=Settings)
T = TypeVar("T", bound=LiveSnapshot)


class AbstractWidget(_MessagePumpMeta, ABCMeta):
    """The class of widgets with abstract methods: one that lacks any cannot be made."""


class LivePane(Pane[S], Generic[S, T], metaclass=AbstractWidget):
    """Base of live panes. A subclass gives `snapshots` and `ending`, watches `snapshot` (and says the state at the
    end), and binds keys to play, step, reset and pace. PACES are snapshots a second by name (0 is as many as there
    can be); the first one is taken."""

    PACES: ClassVar[dict[str, float]] = {}
    snapshot: var[T | None] = var(None)
    live: Run[T] | None = None
    """The run whose snapshots are shown; nothing runs before the pane is opened."""
    pace: str = ""
    _offered: str = ""
    """What space was last said to do."""
    _resumes: bool = False
    """Whether it was running when another pane came to the front."""
    _waiting: bool = False
    """Whether a run has begun whose first snapshot is still to come: the one on screen is of the run before."""

    class Advanced(Message):
        """The run called `run` has a new snapshot."""

        bubble = False

        def __init__(self, run: object, snapshot: LiveSnapshot) -> None:
            super().__init__()
            self.run = run
            self.snapshot = snapshot

    class Failed(Message):
        """The run called `run` raised an error."""

        bubble = False

        def __init__(self, run: object, reason: str) -> None:
            super().__init__()
            self.run = run
            self.reason = reason

    @abstractmethod
    def snapshots(self, settings: S) -> Iterator[T]:
        """The lesson's generator."""

    @abstractmethod
    def ending(self, snapshot: T) -> str:
        """What is said of a finished run."""

    @property
    def starts_at_once(self) -> bool:
        """Whether opening the pane starts its run."""
        return True

    @property
    def shown(self) -> T | None:
        """The snapshot on screen."""
        return self.snapshot

    @property
    def ready(self) -> bool:
        """Whether the run that was asked for has ended and is shown."""
        return self.finished and self.snapshot is not None and self.snapshot.settings == self.now

    def opened(self) -> None:
        """Run at once: a first screen that moves; or go on, if it was running when the pane was left, and say so."""
        super().opened()
        if self.live is None and self.snapshot is None and self.starts_at_once:
            self._start(playing=True)
        goes_on = self.live is not None and self._resumes and not self.finished
        if self.live is not None and goes_on:
            self.live.play(True)
        self.say_state()
        if goes_on:
            self._resumes = False
            self.remark(WAITED)

    def hidden(self) -> None:
        """Nothing trains behind another pane."""
        if self.live is not None:
            self._resumes = self.live.playing
            self.live.play(False)

    def settings_changed(self, old: S, new: S) -> None:
        """Any change is another run."""
        self.restart()

    def on_unmount(self) -> None:
        """Let the thread end."""
        if self.live is not None:
            self.live.cancel()

    def take_result(self, result: T) -> None:
        """The end of a run that was made elsewhere."""
        self.snapshot = result

    # keys

    def action_play(self) -> None:
        """Go on or pause; a finished run starts again."""
        if self.live is None or self.finished:
            self._start(playing=True)
        else:
            self.live.play(not self.live.playing)
        self.say_state()

    def go_to_end(self) -> None:
        """Begin, or go on; what has ended or runs is let be."""
        if self.live is None and not self.finished:
            self.action_play()
        elif self.live is not None and not self.finished:
            self.live.play(True)
            self.say_state()

    def action_pause(self) -> None:
        """Wait."""
        self.action_play()

    def action_again(self) -> None:
        """Once more."""
        self.action_play()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Of what space may do, what it does now."""
        if action in ("play", "pause", "again"):
            return action == self._space
        return super().check_action(action, parameters)

    @property
    def _space(self) -> str:
        if not self.is_mounted:  # the last row may ask before there is anything to watch a snapshot
            return "play"
        if self.finished:
            return "again"
        return "pause" if self.live is not None and self.live.playing else "play"

    def action_step(self) -> None:
        """One more snapshot, and pause."""
        if self.finished:
            self.say("it has ended, so there is no step left: r or space starts it again", refusal=True)
            return
        if self.live is not None:
            self.live.step()
        self.say_state()

    def action_reset(self) -> None:
        """From the start again."""
        self.restart()

    def action_pace(self) -> None:
        """The next pace."""
        names = list(self.PACES)
        self.pace = names[(names.index(self._pace) + 1) % len(names)]
        if self.live is not None:
            self.live.pacer.rate = self.PACES[self.pace]
        self.say_state()

    # the run

    @property
    def finished(self) -> bool:
        """Whether the present run has ended, and its end is shown."""
        return self.snapshot is not None and self.snapshot.finished and not self._waiting

    @property
    def _pace(self) -> str:
        return self.pace or next(iter(self.PACES))

    def restart(self) -> None:
        """A new run with the present settings, paused if the old one was."""
        self._start(playing=self.live is None or self.live.playing or self.finished)
        self.say_state()

    def _start(self, playing: bool) -> None:
        if self.live is not None:
            self.live.cancel()
        if self.app.still:  # type: ignore[attr-defined]  # a screen shot shows the end, made here and now
            *_, self.snapshot = self.snapshots(self.now)
            return
        live: Run[T]

        def post(snapshot: T) -> None:
            self.post_message(self.Advanced(live, snapshot))

        def failed(error: Exception) -> None:
            self.post_message(self.Failed(live, str(error)))

        frames = self.app.frames  # type: ignore[attr-defined]  # as many as the line to the terminal carries
        before = self.live
        self.live = live = Run(self.snapshots(self.now), post, wall_pacer(self.PACES[self._pace], frames), playing)
        self._waiting = True
        live.start(failed, after=before)

    def on_live_pane_failed(self, event: Failed) -> None:
        """A run that could not go on says why; there is none then, so that space begins one."""
        if event.run is self.live:
            self.live, self._waiting = None, False
            self.say_state()
            self.say(f"the run stopped: {event.reason}", refusal=True)

    def on_live_pane_advanced(self, event: Advanced) -> None:
        """Take a snapshot of the present run; one of an older run is dropped."""
        if event.run is self.live:
            began, self._waiting = self._waiting, False
            self.snapshot = event.snapshot  # type: ignore[assignment]  # a run of this pane makes its snapshots
            if began or self.finished:
                self.say_state()

    def offer_keys(self) -> None:
        """Name space anew if it does something else by now; the last row is not made again for every snapshot."""
        if self._space != self._offered:
            self._offered = self._space
            self.app.refresh_bindings()

    def say_state(self) -> None:
        """Say whether it runs, and how fast."""
        self.offer_keys()
        if self.snapshot is not None and self.finished:
            state = self.ending(self.snapshot)
        else:
            state = "▶ running" if self.live is not None and self.live.playing else "‖ paused"
        self.say(f"{state}, {self._pace}")
