"""The command line. Nothing heavy is imported before it must be: an error message should not wait for a user interface.

gatescope [PANE] [key=value ...]          open a pane
gatescope print PANE [key=value ...]      its numbers as text, or with --json all of them
gatescope shot PANE [key=value ...] -o F  its screen as .svg or .txt
"""

import io
import os
import signal
import sys
from typing import NoReturn

INTERRUPTED = 130
"""128 + SIGINT, the exit code that a shell expects."""


def main() -> None:
    """Run the command; a mistake is one line on stderr and exit code 2, an interrupt at any time is silent."""
    signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))  # nothing has begun that would have to be ended
    for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(variable, "1")  # small matrices: a second thread only adds waiting
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not stream.isatty():
            stream.reconfigure(encoding="utf-8")  # the same bytes in a file or a pipe whatever the locale
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = _carried_out()
    except KeyboardInterrupt:
        code = INTERRUPTED
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done, but Python takes a while to end
    sys.exit(code)


def _carried_out() -> int:
    from tui.command_line import UsageError, run  # numpy reads the variables when it loads
    from tui.output import OutputError, complain

    signal.signal(signal.SIGINT, _interrupt)
    try:
        return run(sys.argv[1:])
    except (UsageError, OutputError, OSError) as error:
        complain(str(error))
        return 2


def _interrupt(*_: object) -> NoReturn:
    """Once is enough: what is done on the way out is not interrupted again."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


if __name__ == "__main__":
    main()
