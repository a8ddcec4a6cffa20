"""A live lesson in a thread of its own: it drives the generator, waits while paused, and posts what is fit to be seen.

The generator knows no clock; the pacer here does, and it is handed one, so that a test can hand it another.
"""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")

FRAMES_A_SECOND = 10.0


@dataclass
class Pacer:
    """Says how long to wait before the next snapshot and whether a snapshot is worth posting.

    rate is snapshots a second to make (0 is as many as possible), frames the posts a second at most.
    """

    clock: Callable[[], float]
    frames: float = FRAMES_A_SECOND
    rate: float = 0.0
    _posted: float = field(default=float("-inf"), repr=False)
    _due: float = field(default=float("-inf"), repr=False)

    def wait(self) -> float:
        """Seconds until the next snapshot is due at the present rate."""
        if not self.rate:
            return 0.0
        now = self.clock()
        self._due = max(self._due + 1.0 / self.rate, now)
        return self._due - now

    def worth_posting(self) -> bool:
        """True at most `frames` times a second; asking counts as posting."""
        now = self.clock()
        if now - self._posted < 1.0 / self.frames:
            return False
        self._posted = now
        return True


class Run(Generic[T]):
    """One run of a live lesson: play, pause, single steps and an end, all callable from the event loop.

    `drive` is the body of the thread. It posts every snapshot that the pacer lets through, always the one on which it
    pauses and always the last, and looks for a cancel between any two.
    """

    def __init__(self, snapshots: Iterator[T], post: Callable[[T], None], pacer: Pacer, playing: bool) -> None:
        self.pacer = pacer
        self._snapshots = snapshots
        self._post = post
        self._cancelled = threading.Event()
        self._wake = threading.Condition()
        self._playing = playing
        self._thread: threading.Thread | None = None
        self._steps = 1  # the first snapshot is always made and shown

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._playing

    def play(self, on: bool) -> None:
        """Go on by itself, or wait."""
        with self._wake:
            self._playing = on
            self._wake.notify()

    def step(self) -> None:
        """Make one more snapshot, and wait after it."""
        with self._wake:
            self._playing = False
            self._steps += 1
            self._wake.notify()

    def cancel(self) -> None:
        """End soon, posting nothing more."""
        self._cancelled.set()
        with self._wake:
            self._wake.notify()

    def start(self, failed: Callable[[Exception], None], after: "Run[T] | None" = None) -> None:
        """Drive it in a thread of its own; what the generator raises is handed to `failed`.

        It begins when the run `after` has ended, so that however often a race is restarted, one at a time computes; a
        run that was cancelled while it waited makes nothing at all.

        The thread is a daemon, so that leaving the app never waits for the training step that is being computed:
        at the largest settings one step takes seconds, and a cancel is only seen between two.
        """

        def body() -> None:
            if after is not None and after._thread is not None:
                after._thread.join()
            try:
                if not self._cancelled.is_set():
                    self.drive()
            except Exception as error:
                failed(error)

        self._thread = threading.Thread(target=body, name="live lesson", daemon=True)
        self._thread.start()

    def drive(self) -> None:
        """Make snapshots until the generator ends or the run is cancelled."""
        unposted: T | None = None
        for snapshot in self._snapshots:
            if self._cancelled.is_set():
                return
            unposted = snapshot
            if self._take_step() or self.pacer.worth_posting():
                self._post(snapshot)
                unposted = None
            if self._playing:
                self._cancelled.wait(self.pacer.wait())
            if not self._await_turn(unposted):
                return
        if unposted is not None:
            self._post(unposted)

    def _take_step(self) -> bool:
        with self._wake:
            stepped = self._steps > 0
            self._steps = max(self._steps - 1, 0)
            return stepped

    def _await_turn(self, unposted: T | None) -> bool:
        with self._wake:
            if unposted is not None and not self._may_go():
                self._post(unposted)  # what the eye rests on while paused is the latest there is
            self._wake.wait_for(self._may_go)
        return not self._cancelled.is_set()

    def _may_go(self) -> bool:
        return self._cancelled.is_set() or self._playing or self._steps > 0


def wall_pacer(rate: float, frames: float = FRAMES_A_SECOND) -> Pacer:
    """A pacer on the real clock."""
    return Pacer(time.monotonic, frames=frames, rate=rate)
