"""Completes the path of a file as it is typed: which entries it could become, and how far all of them agree.

Names on a disk may hold anything; an entry keeps its real path apart from what is fit for a screen.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from core.corpus import CorpusError, Limits, located, refusal
from core.language_model.faces import SOON_READ
from core.numbers import quoted, visible
from core.settings import SettingsError

MOST = 200


@dataclass(frozen=True)
class Entry:
    """A file or directory: `path` as it would be typed, with a slash behind a directory; `shown` safe for a screen."""

    path: str
    shown: str
    size: int | None

    @property
    def typeable(self) -> bool:
        """Whether the path can stand in an entry as it is."""
        return visible(self.path) == self.path


def entries(typed: str) -> list[Entry]:
    """At most MOST entries that begin with what was typed, directories first; hidden ones only if asked for."""
    folder, prefix = os.path.split(typed)
    try:
        with os.scandir(_real(folder)) as found:
            matching = [item for item in found if item.name.startswith(prefix) and _wanted(item.name, prefix)]
    except (OSError, ValueError):
        return []
    listed = sorted((not _is_folder(item), item.name) for item in matching)[:MOST]
    by_name = {item.name: item for item in matching}
    return [_entry(folder, by_name[name], is_file) for is_file, name in listed]


def completed(typed: str) -> str:
    """What was typed, continued as far as all entries that can be typed agree."""
    paths = [entry.path for entry in entries(typed) if entry.typeable]
    common = _common(paths)
    return common if len(common) > len(typed) else typed


def _common(texts: Sequence[str]) -> str:
    """The longest text that all begin with, letter by letter."""
    if not texts:
        return ""
    first, last = min(texts), max(texts)
    agree = next((i for i, letter in enumerate(first) if letter != last[i]), len(first))
    return first[:agree]


_LARGEST = Limits(most_bytes=32_000_000, remedy="use a part of it")


def problem(typed: str, limits: Limits = _LARGEST) -> str:
    """Why the path cannot be opened, in one line, or "" if it may be: by its kind and size, nothing is read."""
    try:
        if typed.strip() and _real(typed).is_dir():
            return "a directory; go on typing, or Tab to complete"
    except (OSError, ValueError):
        pass  # the refusal says why it cannot be looked at
    return refusal(typed, limits)


class TextRead(Protocol):
    """Settings that say which text is read, and how."""

    @property
    def limits(self) -> Limits:
        """How the file is read."""


S = TypeVar("S", bound=TextRead)


def gate(opening: Callable[[str], S], check: Callable[[S], object]) -> Callable[[str], str]:
    """What the dialog of a lesson refuses: by kind and size, and a file that is soon read by what `check` raises.

    `opening` gives the settings that open a path. A large file is looked into when it is open, while the app goes on.
    """

    def refused(path: str) -> str:
        try:
            settings = opening(path)
            wrong = problem(path, settings.limits)
            if not wrong and _real(path).stat().st_size <= SOON_READ:
                check(settings)
        except (CorpusError, SettingsError) as error:
            return _reason(str(error), path)
        except OSError as error:  # it has changed since it was looked at
            return f"cannot be read ({error.strerror}); a readable file is needed"
        return wrong

    return refused


def _reason(said: str, path: str) -> str:
    """What is wrong, without the name of the file, which stands in the entry."""
    for name in (path, Path(path).name):
        _, found, reason = said.partition(f"{quoted(name, 60)}: ")
        if found:
            return reason
    return said


def _real(path: str) -> Path:
    return located(path or ".")


def _wanted(name: str, prefix: str) -> bool:
    return not name.startswith(".") or prefix.startswith(".")


def _is_folder(item: "os.DirEntry[str]") -> bool:
    try:
        return item.is_dir()
    except OSError:
        return False


def _entry(folder: str, item: "os.DirEntry[str]", is_file: bool) -> Entry:
    lead = folder if not folder or folder.endswith(os.sep) else folder + os.sep
    path = lead + item.name + ("" if is_file else os.sep)
    return Entry(path, visible(item.name) + ("" if is_file else os.sep), _size(item) if is_file else None)


def _size(item: "os.DirEntry[str]") -> int | None:
    try:
        return item.stat().st_size
    except OSError:
        return None
