"""What a person had open and had changed, kept between runs: pane, settings of every pane, theme.

Written as it changes, each time to a new file that then takes the old one's place, so that a crash leaves the one or
the other. Every running app writes a file of its own, so two cannot spoil each other's; the newest is offered.
"""

import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from tui.small_files import read_small, write_whole

VERSION = 1
KEPT = 8
"""So many files of earlier runs are kept."""


@dataclass(frozen=True)
class State:
    """The open pane, the key=value words of every pane that differs from its defaults, and the theme."""

    pane: str
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    theme: str = ""

    def command(self) -> str:
        """The words after `gatescope` that open its pane again."""
        return " ".join([self.pane, *self.words.get(self.pane, ())])


def directory() -> Path:
    """$XDG_STATE_HOME/gatescope, by default ~/.local/state/gatescope."""
    base = os.environ.get("XDG_STATE_HOME", "")
    home = Path(base) if base.startswith("/") else Path.home() / ".local" / "state"
    return home / "gatescope"


class Keeper:
    """Writes the state of this run, and knows that of the last one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / f"run-{time.time_ns()}-{os.getpid()}.json"
        self.trouble = ""
        self._written: State | None = None

    def last(self) -> State | None:
        """The newest state that an earlier run left. A damaged file is set aside, and `trouble` says so in one line."""
        for path in sorted(self._files(), key=_modified, reverse=True):
            if path == self.path:
                continue
            try:
                return _read(path)
            except OSError:
                continue  # taken away by another run in the meantime
            except ValueError as error:
                self._set_aside(path, error)
        return None

    def keep(self, state: State) -> None:
        """Write the state if it has changed. What cannot be written is said once in `trouble`, and is no error."""
        if state == self._written:
            return
        self._written = state
        text = json.dumps({"version": VERSION, "pane": state.pane, "words": dict(state.words), "theme": state.theme})
        try:
            write_whole(self.path, text)
            self._forget_old()
        except OSError as error:
            self.trouble = f"your settings cannot be kept: {self.folder}: {error.strerror}"

    def _files(self) -> list[Path]:
        return list(self.folder.glob("run-*.json")) if self.folder.is_dir() else []

    def _forget_old(self) -> None:
        for path in sorted(self._files(), key=_modified, reverse=True)[KEPT:]:
            path.unlink(missing_ok=True)

    def _set_aside(self, path: Path, error: ValueError) -> None:
        asides = (path.with_suffix(f".damaged{number or ''}") for number in count())
        aside = next(aside for aside in asides if not aside.exists())
        try:
            path.replace(aside)
        except OSError:
            return
        self.trouble = f"{path.name} could not be read ({error}); it is set aside as {aside.name}"


def _modified(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _read(path: Path) -> State:
    """The state in a file; ValueError, in a few words, if it is not one of ours."""
    content = read_small(path)
    try:
        data: Any = json.loads(content)
    except (ValueError, RecursionError):
        raise ValueError("not JSON") from None
    if not isinstance(data, dict) or data.get("version") != VERSION:
        raise ValueError(f"not a state of version {VERSION}")
    pane, words, theme = data.get("pane"), data.get("words"), data.get("theme")
    if not (isinstance(pane, str) and isinstance(theme, str) and isinstance(words, dict)):
        raise ValueError("fields of the wrong kind")
    if not all(isinstance(x, list) and all(isinstance(word, str) for word in x) for x in words.values()):
        raise ValueError("settings of the wrong kind")
    return State(pane, {name: tuple(found) for name, found in words.items()}, theme)
