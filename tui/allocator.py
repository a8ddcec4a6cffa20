"""Memory that is given back. glibc lets every thread keep a heap of its own, and what one frees no other can use.

Live lessons, charts and closer looks have threads; their heaps came to a quarter of what the app held after 1,800 keys.
"""

import ctypes

_ARENA_MAX = -8
"""M_ARENA_MAX in glibc's malloc.h."""


def share_one_heap() -> None:
    """Have all threads that start from now on share the heap of the first; without glibc nothing happens."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError, TypeError):
        return
    mallopt(_ARENA_MAX, 1)
