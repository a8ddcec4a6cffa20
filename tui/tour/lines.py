"""Where in a tour's text a thing stands: the parser gives values without lines, and a refusal must name the line."""

import re
from dataclasses import dataclass, field

_PIECES = re.compile(r"\"\"\"|'''|\"(?:\\.|[^\"\\])*\"|'[^']*'|#.*")
_TABLE = re.compile(r"\s*\[\[\s*(\w+)\s*\]\]")
_KEY = re.compile(r"\s*(?:\"(?P<a>[\w-]+)\"|'(?P<b>[\w-]+)'|(?P<c>[\w-]+))\s*=")


@dataclass
class Lines:
    """The line numbers, from 1, of tables and keys. Stops are counted from 0; -1 is what stands before the first."""

    text: list[str]
    stops: list[int] = field(default_factory=list)
    keys: dict[tuple[int, str], int] = field(default_factory=dict)

    def of(self, stop: int, key: str = "", value: str = "") -> int:
        """The line of a key of a stop, or of a value below it; that of the stop where there is no such key."""
        line = self.keys.get((stop, key))
        if line is None:
            return self.stops[stop] if 0 <= stop < len(self.stops) else self.keys.get((-1, "stop"), 1)
        end = min((other for other in [*self.keys.values(), *self.stops] if other > line), default=len(self.text) + 1)
        for number in range(line, end) if value else ():
            if value in self.text[number - 1]:
                return number
        return line


def lines_of(text: str) -> Lines:
    """Where the tables and keys of a TOML text stand; what is inside strings of several lines is passed over."""
    found = Lines(text.split("\n"))
    quote = ""
    for number, line in enumerate(found.text, 1):
        if not quote:
            _note(found, number, line)
        quote = _open_quote(line, quote)
    return found


def _note(found: Lines, number: int, line: str) -> None:
    if table := _TABLE.match(line):
        if table.group(1) == "stop":
            found.stops.append(number)
    elif key := _KEY.match(line):
        found.keys.setdefault((len(found.stops) - 1, key[key.lastgroup or 0]), number)


def _open_quote(line: str, quote: str) -> str:
    """The triple quote that is open at the end of a line, given the one open at its start; "" if none is."""
    position = 0
    while True:
        if quote:
            end = line.find(quote, position)
            if end < 0:
                return quote
            position, quote = end + 3, ""
        piece = _PIECES.search(line, position)
        if piece is None:
            return ""
        position = piece.end()
        if piece.group() in ('"""', "'''"):
            quote = piece.group()
