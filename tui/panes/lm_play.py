"""Makes one update after another at a pace that keys do not suffer from, until it is told to stop."""

import time
from collections.abc import Callable

from textual.timer import Timer
from textual.widget import Widget

from core.numbers import count

STEPS_A_SECOND = 8.0
MOST_STEPS = 2000
NO_MORE = f"{count(MOST_STEPS)} updates are the most: r goes back to before the first"


class Player:
    """Calls `advance` on the owner's timers; advance says whether there is anything left to do.

    A long computation earns a long rest: the event loop is free three quarters of the time.
    """

    def __init__(self, owner: Widget, advance: Callable[[], bool]) -> None:
        self._owner = owner
        self._advance = advance
        self._timer: Timer | None = None

    @property
    def playing(self) -> bool:
        """Whether another call is due."""
        return self._timer is not None

    def start(self) -> None:
        """Begin."""
        self._timer = self._owner.set_timer(1 / STEPS_A_SECOND, self._go_on)

    def stop(self) -> None:
        """End at once."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _go_on(self) -> None:
        began = time.monotonic()
        more = self._advance()
        if self._timer is None:
            return
        rest = max(1 / STEPS_A_SECOND, 3 * (time.monotonic() - began))
        self._timer = self._owner.set_timer(rest, self._go_on) if more else None
