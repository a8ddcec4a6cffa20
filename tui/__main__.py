"""The command line. Nothing heavy is imported before it must be: an error message should not wait for a user interface.

gatescope [PANE] [key=value ...]          open a pane
gatescope print PANE [key=value ...]      its numbers as text, or with --json all of them
gatescope shot PANE [key=value ...] -o F  its screen as .svg or .txt
"""

import io
import os
import sys

for _variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_variable, "1")  # small matrices: a second thread only adds waiting

from tui.command_line import UsageError, run  # noqa: E402  # numpy reads the variables when it loads
from tui.output import OutputError, complain  # noqa: E402


def main() -> None:
    """Run the command; a mistake is one line on stderr and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not stream.isatty():
            stream.reconfigure(encoding="utf-8")  # the same bytes in a file or a pipe whatever the locale
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = run(sys.argv[1:])
    except (UsageError, OutputError, OSError) as error:
        complain(str(error))
        code = 2
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


if __name__ == "__main__":
    main()
