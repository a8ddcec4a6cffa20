"""Sentences that change while a lesson runs: painted when they are others, laid out when they need more or fewer rows.

A Static paints and lays out at every update, and a new layout repaints the whole screen; over a slow line that is felt.
"""

from typing import Any

from rich.console import Console
from rich.text import Text
from textual.content import Content
from textual.widgets import Static

_RULER = Console(width=1000, file=None, color_system=None)

Phrase = str | Text | Content


def rows_of(plain: str, width: int) -> int:
    """The rows that a text takes at a width; where there is no width, none."""
    return len(Text(plain).wrap(_RULER, width)) if width > 0 and plain else 0


class Words(Static):
    """Plain text, or text with styles of its own, shown by `say`."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__("", markup=False, id=id, classes=classes)
        self._said: Phrase = ""

    def say(self, words: Phrase) -> None:
        """Show these words; nothing happens if they are there already."""
        before, self._said = self._said, words
        if _parts(words) != _parts(before):
            self.update(words, layout=self._rows(words) != self._rows(before))

    @property
    def rows(self) -> int:
        """The rows that the words take at the present width, 0 before there is one."""
        return self._rows(self._said)

    def _rows(self, words: Phrase) -> int:
        return rows_of(_parts(words)[0], self.content_size.width)


def _parts(words: Phrase) -> tuple[str, Any]:
    return (words, None) if isinstance(words, str) else (words.plain, words.spans)
