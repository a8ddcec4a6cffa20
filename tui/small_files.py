"""Files written whole or not at all; and the small ones that the app keeps for itself, read only if they can be ones.

Whatever else lies at their place (a device without an end, a pipe that nobody writes to) must not hold up a start.
"""

import os
import shutil
import stat
from pathlib import Path

LARGEST = 1_000_000
"""Bytes; none of ours has a hundredth of that."""


class Unfit(ValueError):
    """What is there cannot be a file of ours; the message says why in a few words."""


def read_small(path: Path) -> bytes:
    """The content. Raises Unfit for all but a regular file of at most LARGEST bytes, and OSError."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise Unfit("not a regular file")
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise Unfit(f"larger than {LARGEST // 1_000_000} MB")
    return content


def write_whole(path: Path, text: str) -> None:
    """Put a text there so that a reader sees the old one or the new one, with the mode of the old. Raises OSError, and
    leaves nothing then."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".gatescope-{os.getpid()}.new")  # whose length is no matter of the other's
    try:
        fresh.write_text(text, encoding="utf-8")
        if path.exists():
            shutil.copymode(path, fresh)
        fresh.replace(path)
    except BaseException:  # a full disk, or an interrupt
        fresh.unlink(missing_ok=True)
        raise
