"""Where a tour was left, kept between runs: one small file a tour, always replaced whole."""

import contextlib
import hashlib
import json
from pathlib import Path

from tui.small_files import read_small, write_whole
from tui.tour.model import Tour


class Place:
    """The stop at which a tour was left. What cannot be read or written counts as never left."""

    def __init__(self, folder: Path, tour: Tour) -> None:
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
        """Write it."""
        text = json.dumps({"stop": number, "title": self.tour.stops[number].title, "tour": self.tour.title})
        with contextlib.suppress(OSError):  # a place that is not writable is let be
            write_whole(self.path, text)
