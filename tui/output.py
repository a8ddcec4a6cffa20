"""The one way out for what a command prints or refuses: a full disk or a closed stdout is an error in every command.

A command that says nothing of text that went nowhere would let a script go on with an empty file.
"""

import os
import sys
from typing import TextIO

from core.numbers import visible


class OutputError(Exception):
    """What was printed could not be written; the message is one line."""


def put(text: str) -> None:
    """Write the text and a line end to stdout, all the way. Raises OutputError; a reader that has gone is none."""
    if sys.stdout is None or sys.stdout.closed:
        raise OutputError("the output cannot be written: stdout is closed")
    try:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    except BrokenPipeError:  # as in `gatescope print race | head`
        _drop_the_rest(sys.stdout)
    except OSError as error:
        _drop_the_rest(sys.stdout)
        raise OutputError(f"the output cannot be written: {error.strerror}") from None


def complain(text: str) -> None:
    """Write what is wrong to stderr, as one line that acts on no terminal; if that fails, the exit code says it."""
    if sys.stderr is None or sys.stderr.closed:
        return
    try:
        sys.stderr.write(f"gatescope: {visible(text)}\n")
        sys.stderr.flush()
    except OSError:
        _drop_the_rest(sys.stderr)


def _drop_the_rest(stream: TextIO) -> None:
    """Python writes what is left once more when it ends, and would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
