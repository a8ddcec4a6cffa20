"""Keeps freed memory in the process between training steps, because asking the system for it again costs more.

A step allocates its trace anew; handed back and fetched page by page, that is a sixth of a small net's step.
"""

import numpy as np

_BLOCK = 31 << 20
"""Just below the 32 MB up to which glibc adapts: it then keeps up to twice this block instead of giving it back."""


def keep_freed_memory() -> None:
    """Allocate one block and free it, untouched: glibc's malloc raises its thresholds to it (mallopt(3), dynamic).

    It costs no memory by itself, changes no number, and does nothing where malloc has no such rule.
    """
    np.empty(_BLOCK, np.uint8)
