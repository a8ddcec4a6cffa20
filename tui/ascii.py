"""A screen in ASCII alone, for terminals and streams that can show no box, block or braille characters.

One filter over every finished line, so that no widget has to know of it; each character is replaced by one as wide.
"""

import os
import sys
import unicodedata
from collections.abc import Mapping
from functools import cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_PLAIN = {
    "●": "o", "■": "#", "▲": "^", "▴": "^", "▾": "v", "·": ".", "•": "*", "‹": "<", "›": ">", "◂": "[", "▸": "]",
    "←": "<", "→": ">", "↑": "^", "↓": "v", "▶": ">", "‖": "=", "…": "~", "×": "x", "≤": "<", "≥": ">", "−": "-",
    "–": "-", "—": "-", "✓": "+", "✗": "x", "σ": "s", "ł": "l", "Ł": "L", "°": "o", "│": "|", "─": "-",
    "▔": "-", "▁": "_", "▏": "|", "▕": "|", "▎": "|", "▊": "|", "▌": "|", "▐": "|", "█": "#", "▀": '"', "▄": "_",
    "░": ".", "▒": ":", "▓": "%", "┃": "|", "━": "-", "╸": "-", "╺": "-", "‘": "'", "’": "'", "“": '"', "”": '"',
    "▼": "v", "◆": "@", "◇": "&", "◦": ",", "○": "O", "□": "$", "△": "A", "▋": "|", "▍": "|",
    "Δ": "d", "∂": "d", "⊙": "*", "√": "v", "∞": "8", "≈": "~", "±": "+", "₁": "1", "₂": "2", "²": "2", "³": "3",
}  # fmt: skip
_LEFT = 0b01000111


class AsciiFilter(LineFilter):
    """Replaces every character beyond ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same cells in ASCII."""
        return [
            Segment(text, style, control) if control or text.isascii() else Segment(plain(text), style)
            for text, style, control in segments
        ]


def plain(text: str) -> str:
    """`text` in ASCII, cell for cell."""
    return "".join(character if character.isascii() else _plain(character) for character in text)


@cache
def _plain(character: str) -> str:
    code = ord(character)
    if character in _PLAIN:
        return _PLAIN[character]
    if 0x2800 <= code <= 0x28FF:
        return _braille(code - 0x2800)
    if 0x2500 <= code <= 0x257F:
        return "+"
    if 0x2580 <= code <= 0x259F:
        return "#"
    letters = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    width = cell_len(character)
    return letters if len(letters) == width and letters else "?" * width


def _braille(dots: int) -> str:
    """The character whose ink lies where the dots are: top, middle, bottom, a rise, a fall or a stroke."""
    rows = [bool(dots & mask) for mask in (0b1001, 0b10010, 0b100100, 0b11000000)]
    if not dots:
        return " "
    if sum(rows) >= 3:
        left, right = dots & _LEFT, dots & ~_LEFT
        return "|" if not (left and right) else ":"
    if rows[0]:
        return "'" if not rows[1] else '"'
    return "." if rows[3] else "-"


def cannot_show_more(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the locale, or the stream that the screen is written to, is of another kind than UTF-8.

    The first of LC_ALL, LC_CTYPE and LANG that is set counts: C, POSIX or a named character set such as ISO-8859-2 is
    believed, also where Python's UTF-8 mode writes UTF-8 all the same. Where none is set, or LANG=C alone (for which
    Python puts LC_CTYPE=C.UTF-8 itself), nobody has said what the terminal can show, and nearly all show UTF-8.
    """
    locale = next((environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), "")
    charset = locale.partition("@")[0].rpartition(".")[2]
    if locale in ("C", "POSIX") or ("." in locale and not _is_unicode(charset)):
        return True
    return not _is_unicode(getattr(sys.__stderr__, "encoding", None) or "ascii")


def _is_unicode(encoding: str) -> bool:
    return encoding.lower().replace("-", "") in ("utf8", "utf16", "utf32", "cp65001")
