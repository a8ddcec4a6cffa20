"""Leaving when told to from outside: a terminal that was closed, a kill, a logout; in order if that can be, but surely.

Without a handler the process would end with the terminal still in the alternate screen and the keys unechoed; with one
alone it would wait for ever for a terminal that takes nothing any more.
"""

import asyncio
import contextlib
import os
import signal
import threading
from typing import Any

from textual.app import App

LEAVING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
PATIENCE = 2.0
"""Seconds in which the app can end in order."""
LAST_DEEDS = 0.8
"""Seconds after that to save what is unsaved and to restore the terminal."""


class Leaver:
    """Has `app` leave on a signal, with the exit code that a shell expects, 128 + the signal's number."""

    def __init__(self, app: App[Any]) -> None:
        self.app = app
        self.code: int | None = None
        self._loop = asyncio.get_running_loop()

    def listen(self) -> None:
        """From now on. Handlers of signal are called even while the event loop waits for the terminal."""
        for number in LEAVING:
            signal.signal(number, self.leave)

    def leave(self, number: int, *_: object) -> None:
        """Leave soon; who has been told once need not be told again."""
        if self.code is not None:
            return
        self.code = 128 + number
        with contextlib.suppress(RuntimeError):  # the loop, or all of Python, may be at its end
            threading.Thread(target=self._insist, daemon=True).start()
            self._loop.call_soon_threadsafe(self._exit)

    def _exit(self) -> None:
        if self.app.return_code is None:
            self.app.exit(return_code=self.code or 0)

    def _insist(self) -> None:
        """The process ends, whatever it waits for."""
        threading.Event().wait(PATIENCE)
        last = threading.Thread(target=self._last_deeds, daemon=True)
        last.start()
        last.join(LAST_DEEDS)
        os._exit(self.code or 0)

    def _last_deeds(self) -> None:
        for deed in (getattr(self.app, "keep_pending", None), getattr(self.app._driver, "restore_at_once", None)):
            with contextlib.suppress(Exception):
                if deed is not None:
                    deed()


def leave_on_signals(app: App[Any]) -> None:
    """Have the running `app` leave on the signals of LEAVING."""
    if not app.is_headless:
        Leaver(app).listen()
