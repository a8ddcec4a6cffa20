"""The closer looks of the race pane, off the event loop: details of a snapshot, and the time of a training step.

Each is asked for only while something shows it, one at a time; a newer snapshot waits until the last look is done.
"""

import threading
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace

from textual.message import Message

from core.cells.spec import CellKind
from core.race.detail import details
from core.race.settings import RaceSettings
from core.race.snapshot import Snapshot
from tui.live_pane import LivePane
from tui.panes.race_clock import seconds_a_step


class Looks(LivePane[RaceSettings, Snapshot]):
    """A live race with closer looks; a subclass says with `wants_look` whether details are on screen."""

    looked: Snapshot | None = None
    """The latest snapshot that has its details."""
    by_time: bool = False
    seconds: dict[CellKind, float] | None = None
    _looking: bool = False

    class Looked(Message):
        """A snapshot, now with its details."""

        bubble = False

        def __init__(self, snapshot: Snapshot) -> None:
            super().__init__()
            self.snapshot = snapshot

    class Timed(Message):
        """How long a training step of each lane takes, in seconds."""

        bubble = False

        def __init__(self, settings: RaceSettings, seconds: dict[CellKind, float]) -> None:
            super().__init__()
            self.settings = settings
            self.seconds = seconds

    @property
    @abstractmethod
    def wants_look(self) -> bool:
        """Whether details are on screen."""

    def forget_looks(self) -> None:
        """Another race begins; its steps take another time."""
        self.looked, self.seconds, self.by_time = None, None, False

    def look(self) -> None:
        """Have the details of the present snapshot made, unless they are there or nobody looks."""
        snapshot = self.snapshot
        if snapshot is None:
            return
        if snapshot.details:
            self.looked = snapshot
        elif self.wants_look and not self._looking and (self.looked is None or self.looked.lanes is not snapshot.lanes):
            self._looking = True
            self._aside(lambda: self.Looked(replace(snapshot, details=details(snapshot))))

    def take_look(self, event: Looked) -> bool:
        """Keep the details if they are of the present race; say whether they are."""
        self._looking = False
        if event.snapshot.settings != self.now:
            return False
        self.looked = event.snapshot
        return True

    def measure(self) -> None:
        """Have the training steps of the present settings timed."""
        settings = self.now
        self._aside(lambda: self.Timed(settings, seconds_a_step(settings)))

    def _aside(self, work: Callable[[], Message]) -> None:
        """Post what a thread makes, or why it could not; a daemon, so that leaving the app never waits for it."""
        live = self.live

        def body() -> None:
            try:
                self.post_message(work())
            except Exception as error:
                self.post_message(self.Failed(live, str(error)))

        threading.Thread(target=body, name="race look", daemon=True).start()
