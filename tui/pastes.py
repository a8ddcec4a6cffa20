"""What is pasted stays a paste: an escape in it would end the paste for Textual's parser and press keys from there on.

Terminals put a paste between two marks; between them control characters are written out, as `visible` does.
"""

import re

from core.numbers import visible

START, END = "\x1b[200~", "\x1b[201~"
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


class PasteGate:
    """Passes on what a terminal sends, in pieces cut anywhere; tabs and line ends stay, for they part numbers."""

    def __init__(self) -> None:
        self._inside = False
        self._kept = ""
        """Inside a paste: what may begin its end, held back. Outside: what may begin a start, passed on already."""

    def passed(self, came: str) -> str:
        """What a parser is to see of this piece now; may be nothing."""
        out = ""
        while came:
            text, kept = self._kept + came, self._kept
            before, mark, came = text.partition(END if self._inside else START)
            if self._inside:
                self._kept = "" if mark else _beginning(before, END)
                out += _CONTROL.sub(_written, before[: len(before) - len(self._kept)]) + mark
            else:
                self._kept = "" if mark else _beginning(before, START)
                out += (before + mark)[len(kept) :]
            self._inside ^= bool(mark)
        return out


def _beginning(text: str, mark: str) -> str:
    """The end of a text that may be the beginning of a mark."""
    return next((mark[:size] for size in range(len(mark) - 1, 0, -1) if text.endswith(mark[:size])), "")


def _written(found: re.Match[str]) -> str:
    return visible(found[0])
