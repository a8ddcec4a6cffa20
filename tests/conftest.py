"""Screens are compared byte for byte, so nothing of the terminal that runs the tests may reach them."""

import os
import tempfile

from tui.environment import clean_environment

clean_environment()
for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(name, "1")
os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="gatescope-state-")  # nothing of the tester's own is touched
