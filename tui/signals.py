"""Leaving in order when told to from outside: a terminal that was closed, a kill, a logout.

Without a handler the process would end with the terminal still in the alternate screen and the keys unechoed.
"""

import asyncio
import signal
from collections.abc import Callable

LEAVING = (signal.SIGTERM, signal.SIGHUP)


def leave_on_signals(leave: Callable[[int], None]) -> None:
    """Call `leave` with the exit code that a shell expects, 128 + the signal's number, in the running event loop."""
    loop = asyncio.get_running_loop()
    for number in LEAVING:
        loop.add_signal_handler(number, leave, 128 + number)
