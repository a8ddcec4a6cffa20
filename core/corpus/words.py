"""Text to sentences of words, in one documented way for files and for what is typed as a context.
Two spellings of one word in Unicode (composed, decomposed) become one word here and nowhere else.
"""

import re
import unicodedata
from collections.abc import Iterator

_SCRIPT_WITHOUT_SPACES = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_OPENERS = "\"'([{“‘«「『（"
_CLOSERS = ".,;:!?…\"')]}”’»。、！？，；：」』）"
_ALONE = _SCRIPT_WITHOUT_SPACES + "。、！？，；：「」『』（）"
_PIECE = re.compile(f"[{_ALONE}]|[^{_ALONE}]+")
_HAS_SCRIPT = re.compile(f"[{_ALONE}]")
_BLOCK = 100_000
_STOPS = frozenset(".!?…。！？")


def normal(text: str, lower: bool) -> str:
    """`text` composed (NFC), in lower case if wanted; NUL is a space, the only character that is not kept."""
    if text.isascii():
        plain = text.replace("\0", " ")
        return plain.lower() if lower else plain
    composed = unicodedata.normalize("NFC", text.replace("\0", " "))
    return unicodedata.normalize("NFC", composed.lower()) if lower else composed


def words_of(line: str) -> list[str]:
    """The words of a normalised line: parted by white space, punctuation at either end a word of its own.

    A Han or kana character is a word by itself, since those scripts write no spaces.
    """
    found: list[str] = []
    for chunk in line.split():
        if _HAS_SCRIPT.search(chunk):
            for piece in _PIECE.findall(chunk):
                found.extend(_peeled(piece))
        else:
            found.extend(_peeled(chunk))
    return found


def _peeled(chunk: str) -> list[str]:
    start, end = 0, len(chunk)
    while start < end and chunk[start] in _OPENERS:
        start += 1
    while end > start and chunk[end - 1] in _CLOSERS:
        end -= 1
    middle = [chunk[start:end]] if end > start else []
    return [*chunk[:start], *middle, *chunk[end:]]


def sentences_of(text: str, lower: bool, stops: bool) -> Iterator[list[str]]:
    """The sentences of `text` with at least one word each.

    A sentence is a line; with `stops` it ends at . ! ? or at an empty line instead, and line ends are spaces.
    """
    pending: list[str] = []
    for line in _lines(text):
        words = words_of(normal(line, lower))
        if not stops:
            pending = words
        for word in words if stops else ():
            pending.append(word)
            if word in _STOPS:
                yield pending
                pending = []
        if pending and (not stops or not words):
            yield pending
            pending = []
    if pending:
        yield pending


def _lines(text: str) -> Iterator[str]:
    """The lines of `text`, ended in any way Unicode knows, without a list of all of them."""
    start = 0
    while start < len(text):
        newline = text.find("\n", start + _BLOCK)
        end = len(text) if newline < 0 else newline + 1
        yield from text[start:end].splitlines()
        start = end
