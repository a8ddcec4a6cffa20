"""Screens are compared byte for byte, so nothing of the terminal that runs the tests may reach them."""

import os
import tempfile

for name in [name for name in os.environ if name.startswith("TEXTUAL")]:
    del os.environ[name]
for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
    os.environ.pop(name, None)
os.environ["TERM"] = "xterm-256color"
os.environ["COLORTERM"] = "truecolor"
for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(name, "1")
os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="gatescope-state-")  # nothing of the tester's own is touched
