"""Worker of the engine benchmark: a fresh process that imports one engine and takes 200 training steps."""

import sys
from typing import cast

from core.cells.spec import CellKind
from tests.benchmarks.engine_nets import ENGINES, Net

if __name__ == "__main__":
    name, kind, dtype = sys.argv[1:]
    ENGINES[name](Net(cast(CellKind, kind), 8, 32, 30, dtype))(200)
