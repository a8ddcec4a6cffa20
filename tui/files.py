"""Files that the user names for writing: each question about them and each write passes here, and trouble is one line.

A file comes whole or not at all, and nothing but a regular file is ever replaced.
"""

import contextlib
import os
import stat
import unicodedata
from collections.abc import Collection, Iterator
from pathlib import Path

from core.corpus import located
from core.numbers import ending, visible
from tui.small_files import write_whole

LONGEST_SHOWN = 120


class FileTrouble(ValueError):
    """A file that cannot be written; the message is one line, without its name."""


class FileTaken(FileTrouble):
    """A file that is there already, and may be replaced by those who say so."""


def shown(path: Path) -> str:
    """A path as it stands in a message: of a very long one the end."""
    return ending(str(path), LONGEST_SHOWN)


def target(typed: str, endings: Collection[str]) -> Path:
    """The path that was typed; `endings` are in small letters, and any will do. Raises FileTrouble."""
    control = next((letter for letter in typed if unicodedata.category(letter) == "Cc"), "")
    if control:
        raise FileTrouble(f"a name has no control characters, but here is {visible(control)}")
    path = located(typed)
    if path.name.lower() in endings:
        raise FileTrouble(f"a name is missing before {path.name}, as in screen{path.name}")
    if path.suffix.lower() not in endings:
        raise FileTrouble(f"the name must end in {' or '.join(endings)}")
    return path


def check(path: Path, replace: bool = False) -> None:
    """Raises FileTrouble where no file can come to be, FileTaken for one that is there unless it may be replaced."""
    with _one_line():
        try:
            mode = path.stat().st_mode
        except FileNotFoundError:
            if not path.parent.is_dir():
                raise FileTrouble(f"cannot be written (there is no folder {shown(path.parent)})") from None
            return
        if stat.S_ISDIR(mode):
            raise FileTrouble("is a folder; the name of a file is needed")
        if not stat.S_ISREG(mode):
            raise FileTrouble("is a pipe or a device; only a file is replaced")
        if not replace:
            raise FileTaken("is there already")


def write(path: Path, content: str, replace: bool = False) -> None:
    """Write the file in UTF-8, or leave everything as it was. Raises FileTrouble and FileTaken, as `check` does."""
    check(path, replace)
    with _one_line():
        if not replace:
            try:
                _write_new(path, content)
            except FileExistsError:  # made by another since it was looked at
                raise FileTaken("is there already") from None
            return
        write_whole(Path(os.path.realpath(path)), content)  # behind a link, the file that it leads to


def _write_new(path: Path, content: str) -> None:
    file = path.open("x", encoding="utf-8")
    try:
        with file:
            file.write(content)
    except BaseException:  # a full disk, or an interrupt: half a file would pass for a whole one
        path.unlink(missing_ok=True)
        raise


@contextlib.contextmanager
def _one_line() -> Iterator[None]:
    try:
        yield
    except FileTrouble:
        raise
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise FileTrouble(f"cannot be written ({visible(reason[:1].lower() + reason[1:])})") from None
