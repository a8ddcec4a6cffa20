"""How far a long computation of the command line has come: one line on stderr, for eyes only.

It is wiped at the end, and a log or a pipe never sees it.
"""

import sys
import time
from types import TracebackType
from typing import Self, TextIO

EVERY, BAR = 0.2, 30


class ProgressLine:
    """Called with a share from 0 to 1, it shows that on a terminal, five times a second at most; used with `with`."""

    def __init__(self, name: str, stream: TextIO | None = None) -> None:
        self._name = name
        self._stream = stream or sys.stderr
        self._shown = float("-inf")
        self._visible = self._stream is not None and not self._stream.closed and self._stream.isatty()

    def __enter__(self) -> Self:
        return self

    def __call__(self, share: float) -> None:
        """Show how far it is."""
        if self._visible and time.monotonic() - self._shown >= EVERY:
            self._shown = time.monotonic()
            bar = ("#" * round(BAR * share)).ljust(BAR, ".")
            self._write(f"\rgatescope: {self._name} {bar} {share:4.0%}")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._shown > float("-inf"):
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()
