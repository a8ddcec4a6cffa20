"""A real pseudo-terminal with the app in it: keys go in as bytes, and what the app writes comes out as bytes."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType


class Terminal:
    """A command, `python -m tui` unless another is given, in a pseudo-terminal; leaves no process behind."""

    def __init__(
        self,
        *words: str,
        columns: int = 80,
        rows: int = 24,
        environment: Mapping[str, str] | None = None,
        command: Sequence[str] = (sys.executable, "-m", "tui"),
    ) -> None:
        self.master, self.slave = pty.openpty()
        self.resize(columns, rows)
        given = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONUNBUFFERED": "1", **(environment or {})}
        self.process = subprocess.Popen(
            [*command, *words],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env={**os.environ, **given},
            start_new_session=True,
        )
        self.output = b""
        self.closed = False

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        if not self.closed:
            os.close(self.master)
            os.close(self.slave)

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size, as dragging a window does."""
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        if hasattr(self, "process"):
            self.process.send_signal(signal.SIGWINCH)

    def hang_up(self) -> None:
        """Close the terminal, as a dropped connection does: SIGHUP, and nothing to write to any more."""
        os.close(self.master)
        os.close(self.slave)
        self.closed = True
        os.killpg(self.process.pid, signal.SIGHUP)

    def press(self, keys: str | bytes) -> None:
        """Type."""
        os.write(self.master, keys.encode() if isinstance(keys, str) else keys)

    def read(self, seconds: float = 0.0) -> bytes:
        """What has been written within the next `seconds`, or at once what is there."""
        came = b""
        deadline = time.monotonic() + seconds
        while select.select([self.master], [], [], max(deadline - time.monotonic(), 0))[0]:
            came += os.read(self.master, 65536)
            if seconds and time.monotonic() > deadline:
                break
        self.output += came
        return came

    def until(self, shown: Callable[[bytes], bool], seconds: float = 20.0) -> bytes:
        """Read until what came since the call satisfies `shown`; AssertionError with the tail if it never does."""
        came = b""
        deadline = time.monotonic() + seconds
        while not shown(came):
            assert time.monotonic() < deadline, f"not shown in {seconds} s; last: {came[-400:]!r}"
            select.select([self.master], [], [], 0.01)
            came += self.read()
            if self.process.poll() is not None:
                came += self.read()
                assert shown(came), f"ended with {self.process.returncode}; last: {came[-400:]!r}"
        return came

    def ended(self, seconds: float = 10.0) -> int:
        """The exit code, once the process has ended; AssertionError if it does not."""
        deadline = time.monotonic() + seconds
        while self.process.poll() is None:
            assert time.monotonic() < deadline, f"still running after {seconds} s"
            self.read(0.01)
        self.read()
        return int(self.process.returncode)
