"""Textual's driver, made to take whatever a terminal sends or is: it may close, stop reading, or send what is no text.

Textual's own ends in a traceback over one byte that is not UTF-8, and waits for ever for a terminal that has gone.
"""

import contextlib
import os
import selectors
import signal
import sys
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Iterable
from typing import IO, Any, cast

from textual import events
from textual._xterm_parser import XTermParser
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.keys import Keys
from textual.message import Message

from tui.pastes import PasteGate

LARGEST = 1000
"""Columns and rows that are believed; no terminal has more, and every cell costs."""
RESTORED = "".join(
    f"\x1b[{code}"
    for code in ("?2004l", "?7h", "?1000l", "?1003l", "?1006l", "?1016l", "?2048l", "<u", "?1049l", "?25h", "?1004l")
)
"""No bracketed paste, lines wrap, no mouse, no size reports, the usual keys, the usual screen, a cursor, no focus."""


class Output:
    """The stream to the terminal. What can no longer be written is dropped, so nobody ever waits for it."""

    def __init__(self, file: IO[str]) -> None:
        self.file = file
        self.gone = False

    def write(self, text: str) -> None:
        """Write it, if there is still somewhere to write to."""
        self._attempt(lambda: self.file.write(text))

    def flush(self) -> None:
        """Have it arrive."""
        self._attempt(self.file.flush)

    def fileno(self) -> int:
        """The number of the file."""
        return self.file.fileno()

    def _attempt(self, write: Any) -> None:
        if not self.gone:
            try:
                write()
            except (OSError, ValueError):
                self.gone = True


class Parser(XTermParser):
    """Textual's, for terminals that report a size of no pixels, or keys that there are not, too."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._pastes = PasteGate()

    def feed(self, data: str) -> Iterable[Message]:
        """The events of what came; nothing may be passed on of it yet, which for Textual would be the end."""
        passed = self._pastes.passed(data)
        return super().feed(passed) if passed or not data else ()

    def parse_mouse_code(self, code: str) -> Message | None:
        """A click or a move; with sizes that are 0 its place is taken as cells."""
        if not all([*(self.terminal_pixel_size or (0,)), *(self.terminal_size or (0,))]):
            self.terminal_pixel_size = None
        return super().parse_mouse_code(code)

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:
        try:
            return list(super()._sequence_to_key_events(sequence, alt))
        except (ValueError, OverflowError):  # the number of no character
            return [events.Key(Keys.Ignore, sequence)]


class TerminalDriver(LinuxDriver):
    """Reads and draws as Textual's does."""

    def __init__(self, *words: Any, **named: Any) -> None:
        super().__init__(*words, **named)
        self.output = Output(sys.__stderr__)  # type: ignore[arg-type]  # check_terminal has seen that it is there
        self._file = cast(Any, self.output)

    def _get_terminal_size(self) -> tuple[int, int]:
        """What the terminal itself says, whatever the environment does."""
        try:
            columns, rows = os.get_terminal_size(self.fileno)
        except OSError:
            return super()._get_terminal_size()
        return min(columns, LARGEST) or 80, min(rows, LARGEST) or 24

    def run_input_thread(self) -> None:
        """Read keys until the app ends; a terminal that is gone counts as SIGHUP, which not everybody is sent."""
        parser, decode = Parser(self._debug), getincrementaldecoder("utf-8")("ignore").decode
        with selectors.SelectSelector() as ready:
            ready.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if ready.select(0.1):
                    came = self._read()
                    if not came:
                        os.kill(os.getpid(), signal.SIGHUP)
                        return
                    if typed := decode(came):
                        self._take(parser.feed(typed))
                self._take(parser.tick())

    def process_message(self, message: Message) -> None:
        """Hand a message on, unless it is a size that cannot be."""
        if not isinstance(message, events.Resize) or all(0 < side <= LARGEST for side in message.size):
            super().process_message(message)

    def restore_at_once(self, patience: float = 0.3) -> None:
        """Leave the terminal as it was without waiting for it: what it has not taken yet is thrown away."""
        self.output.gone = True
        with contextlib.suppress(OSError, ValueError, termios.error):
            termios.tcflush(self.fileno, termios.TCOFLUSH)
            if self.attrs_before is not None:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            _write_if_taken(self.output.fileno(), RESTORED.encode(), patience)

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, 4096)
        except OSError:
            return b""

    def _take(self, found: Any) -> None:
        for message in found:
            self.process_message(message)


def _write_if_taken(number: int, data: bytes, patience: float) -> None:
    """Write to a terminal that may take nothing; the file is shared with the shell and stays as it is."""
    blocking, deadline = os.get_blocking(number), time.monotonic() + patience
    os.set_blocking(number, False)
    try:
        while time.monotonic() < deadline:
            try:
                os.write(number, data)
                return
            except BlockingIOError:
                time.sleep(0.02)
    finally:
        os.set_blocking(number, blocking)


def tolerant(usual: type[Driver]) -> type[Driver]:
    """The driver to take for the usual one; that of a browser or of no terminal is let be."""
    return TerminalDriver if usual is LinuxDriver else usual
