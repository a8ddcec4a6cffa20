"""Where a tour was left, kept between runs: one small file a tour, and one that names the tour that was taken last.

Each is always replaced whole; one that cannot be read, or is no file of ours, counts as none.
"""

import contextlib
import hashlib
import json
from pathlib import Path

from tui.small_files import read_small, write_whole
from tui.tour.model import Tour

DEFAULT = "default"
"""The source of the tour of all panes."""
LAST = "place-last.json"


class Place:
    """The stop at which a tour was left. What cannot be read or written counts as never left."""

    kept_at_all: bool = True
    """Whether the last one could be written."""

    def __init__(self, folder: Path, tour: Tour) -> None:
        self.folder = folder
        name = hashlib.sha256(tour.source.encode("utf-8", "surrogateescape")).hexdigest()[:12]
        self.path = folder / f"place-{name}.json"
        self.tour = tour

    def kept(self) -> int:
        """The number of the stop, from 0; a stop that was moved in the file is found by its title."""
        try:
            data = json.loads(read_small(self.path))
            number, title = int(data["stop"]), str(data["title"])
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            return 0
        titles = [stop.title for stop in self.tour.stops]
        if 0 <= number < len(titles) and (titles[number] == title or title not in titles):
            return number
        return titles.index(title) if title in titles else 0

    def keep(self, number: int) -> None:
        """Write it, and that this tour is the last one."""
        text = json.dumps({"stop": number, "title": self.tour.stops[number].title, "tour": self.tour.title})
        try:
            write_whole(self.path, text)
            write_whole(self.folder / LAST, json.dumps({"source": self.tour.source}))
            self.kept_at_all = True
        except OSError:  # a place that is not writable is let be
            self.kept_at_all = False

    def over(self) -> None:
        """The tour was taken to its end: nothing is left to go on with."""
        self.keep(0)
        forget_last(self.folder)


def last_source(folder: Path | None) -> str:
    """The source of the tour that was left last, DEFAULT where none is known."""
    try:
        source = json.loads(read_small(folder / LAST))["source"] if folder else DEFAULT
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return DEFAULT
    return source if isinstance(source, str) and Path(source).is_absolute() else DEFAULT


def forget_last(folder: Path) -> None:
    """Go on with the tour of all panes next time."""
    with contextlib.suppress(OSError):
        (folder / LAST).unlink(missing_ok=True)
