"""One heap for all threads, where the C library can be told so."""

import subprocess
import sys

HEAPS = """
import ctypes, threading
from tui.allocator import share_one_heap
share_one_heap()
library = ctypes.CDLL(None)
if hasattr(library, "malloc_info"):
    threads = [threading.Thread(target=lambda: [bytes(600) for _ in range(1000)]) for _ in range(3)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    library.fdopen.restype = ctypes.c_void_p
    out = ctypes.c_void_p(library.fdopen(1, b"w"))
    library.malloc_info(0, out)
    library.fflush(out)
"""


def test_threads_get_no_heaps_of_their_own() -> None:
    done = subprocess.run([sys.executable, "-c", HEAPS], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.count("<heap nr=") <= 1
