"""What is being typed into a cell, as a value: each key makes the next one.

It takes any character, so that a wrong one is refused with a reason when it is entered, not swallowed in silence.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class CellEntry:
    """A text and a caret. While `fresh`, the old text is there to be replaced by the first character typed."""

    text: str = ""
    caret: int = 0
    fresh: bool = False

    def typed(self, text: str) -> "CellEntry":
        """Insert text at the caret. A minus behind a number turns its sign, as on a calculator, except in 1e-3."""
        if self.fresh:
            return CellEntry(text, len(text))
        before, after = self.text[: self.caret], self.text[self.caret :]
        if text == "-" and before and not before.lower().endswith("e"):
            return self._turned()
        return CellEntry(before + text + after, self.caret + len(text))

    def _turned(self) -> "CellEntry":
        if self.text.startswith("-"):
            return CellEntry(self.text[1:], max(self.caret - 1, 0))
        return CellEntry("-" + self.text, self.caret + 1)

    def pressed(self, key: str) -> "CellEntry | None":
        """The entry after an editing key; None if the key is not one."""
        if key == "backspace":
            return CellEntry() if self.fresh else self._without(self.caret - 1)
        if key == "delete":
            return CellEntry() if self.fresh else self._without(self.caret)
        carets = {"left": max(self.caret - 1, 0), "right": min(self.caret + 1, len(self.text))}
        carets |= {"home": 0, "end": len(self.text), "up": self.caret, "down": self.caret}
        return CellEntry(self.text, carets[key]) if key in carets else None

    def _without(self, index: int) -> "CellEntry":
        if not 0 <= index < len(self.text):
            return self
        return CellEntry(self.text[:index] + self.text[index + 1 :], index)

    def window(self, width: int) -> tuple[str, int]:
        """The part of the text that is seen in `width` columns, padded, and the caret in it."""
        first = max(self.caret - width + 1, 0)
        return self.text[first : first + width].ljust(width), self.caret - first
