"""The one way out for what a command prints, so that a full disk or a closed stdout is an error in every command.

A command that says nothing of text that went nowhere would let a script go on with an empty file.
"""

import os
import sys


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
        _drop_the_rest()
    except OSError as error:
        _drop_the_rest()
        raise OutputError(f"the output cannot be written: {error.strerror}") from None


def _drop_the_rest() -> None:
    """Python writes what is left once more when it ends, and would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
