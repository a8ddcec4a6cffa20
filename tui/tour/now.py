"""What a running tour shows now, in a file of its own that the speaker's notes on another terminal read."""

import contextlib
import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from core.numbers import visible
from tui.small_files import read_small, write_whole
from tui.tour.visit import COMPUTING, Visit

VERSION = 1


@dataclass(frozen=True)
class Now:
    """The stop on screen. `shown` is "question", "answer" or "free" (the bar is folded), `left` says that the tour was
    left; `coming` is the next stop in a few words, "" at the last."""

    pid: int
    began: int
    tour: str
    number: int
    stops: int
    pane: str
    title: str
    text: str
    question: str
    answer: str
    shown: str
    notes: tuple[str, ...]
    coming: str
    left: bool = False


class Board:
    """The file of one running tour; taken away when it ends."""

    def __init__(self, folder: Path) -> None:
        self.began = time.time_ns()
        self.path = folder / f"tour-{self.began}-{os.getpid()}.json"

    def show(self, visit: Visit, left: bool = False) -> None:
        """Write what is on screen now."""
        stop = visit.stop
        after = visit.moved(1).stop if visit.reaches(1) else None
        now = Now(
            pid=os.getpid(),
            began=self.began,
            tour=visit.tour.title,
            number=visit.number + 1,
            stops=len(visit.tour.stops),
            pane=stop.lesson.title,
            title=stop.title,
            text=stop.text,
            question=stop.question,
            answer=visit.answer or COMPUTING,
            shown=visit.shown,
            notes=stop.notes,
            coming=f"{after.lesson.title}: {after.title}. {after.question}" if after else "",
            left=left,
        )
        with contextlib.suppress(OSError):  # a place that is not writable stops no tour
            write_whole(self.path, json.dumps({"version": VERSION, **asdict(now)}))

    def take_away(self) -> None:
        """The tour has ended."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)


def first_running(folder: Path) -> Now | None:
    """The tour that began first of those that are taken and whose process lives; one that was left only where no other
    runs. Files of dead ones are passed over."""
    return min(_running(folder), key=lambda now: (now.left, now.began), default=None)


def _running(folder: Path) -> Iterator[Now]:
    for path in folder.glob("tour-*.json") if folder.is_dir() else ():
        now = _read(path)
        if now is not None and _lives(now.pid):
            yield now


def _read(path: Path) -> Now | None:
    try:
        data: Any = json.loads(read_small(path))
        if data.pop("version") != VERSION or not isinstance(data["notes"], list):
            return None
        return _safe(Now(**{**data, "notes": tuple(data["notes"])}))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None


def _safe(now: Now) -> Now:
    """Raises TypeError for a field of the wrong kind; text is made fit for a screen, whoever wrote the file."""
    values = {name: _safe_value(value, type(getattr(_LIKE, name))) for name, value in vars(now).items()}
    return Now(**values)


def _safe_value(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise TypeError(kind)
    if isinstance(value, tuple):
        return tuple(_safe_value(line, str) for line in value)
    return visible(value) if isinstance(value, str) else value


_LIKE = Now(0, 0, "", 0, 0, "", "", "", "", "", "", (), "")


def _lives(pid: int) -> bool:
    if pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return not isinstance(pid, bool) and pid < 2**31
    return not _has_ended(pid)


def _has_ended(pid: int) -> bool:
    """Whether a process was killed and nobody has asked how it ended, where /proc says so; it has its number until
    then."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[:1] == ["Z"]
