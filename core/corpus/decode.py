"""Bytes to text, whatever wrote them: byte order marks, UTF-16 without one, old single-byte encodings.
A guess is never silent: the encoding and every replaced byte come back as notes.
"""

import codecs
from dataclasses import dataclass

from core.numbers import count, plural

_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "UTF-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32 LE"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32 BE"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16 LE"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16 BE"),
)
_CONTROLS = bytes(sorted(set(range(32)) - set(b"\a\b\t\n\v\f\r\x1b")))
_MOST_CONTROLS = 0.05
_FEW_CONTROLS = 4
_REPLACEMENT = "\ufffd"


class CorpusError(ValueError):
    """A text that cannot be used; the message is one line: what is wrong, where, and what is needed."""


@dataclass(frozen=True)
class Decoded:
    """The text of a file, the name of its encoding and notes on what was decided, a sentence each."""

    text: str
    encoding: str
    notes: tuple[str, ...]


def decode(data: bytes) -> Decoded:
    """The text that `data` holds, by its byte order mark, else UTF-16, UTF-8 or cp1252, whichever it can be.

    Raises CorpusError where the bytes are not text: more than 4, and than 5 %, are control bytes other than
    7 to 13 and escape.
    """
    for mark, codec, name in _MARKS:
        if data.startswith(mark):
            return _lenient(data[len(mark) :], codec, name, f"{name}, by its byte order mark", len(mark))
    wide = _utf16_without_mark(data)
    if wide is not None:
        return wide
    _refuse_binary(data)
    try:
        return Decoded(data.decode("utf-8"), "UTF-8", ())
    except UnicodeDecodeError as error:
        return _not_quite_utf8(data, error.start)


def _lenient(data: bytes, codec: str, name: str, note: str, skipped: int = 0) -> Decoded:
    """`data` decoded, with what is invalid replaced by U+FFFD and counted in a note."""
    notes = [f"read as {note}"]
    try:
        text = data.decode(codec)
    except UnicodeDecodeError as error:
        text = data.decode(codec, errors="replace")
        own = 0 if codec == "cp1252" else data.count(_REPLACEMENT.encode(codec))
        number = max(text.count(_REPLACEMENT) - own, 1)
        notes.append(
            f"{plural(number, 'invalid byte sequence')} replaced, the first at byte {count(error.start + skipped)}"
        )
    return Decoded(text, name, tuple(notes))


def _utf16_without_mark(data: bytes) -> Decoded | None:
    """`data` as UTF-16 if nearly every zero byte is in the same half of the pairs, and it decodes; else None."""
    if len(data) < 4 or len(data) % 2:
        return None
    pairs = len(data) // 2
    zeros_first, zeros_second = data[::2].count(0), data[1::2].count(0)
    if max(zeros_first, zeros_second) < 0.4 * pairs or min(zeros_first, zeros_second) > 0.02 * pairs:
        return None
    codec, name = ("utf-16-be", "UTF-16 BE") if zeros_first > zeros_second else ("utf-16-le", "UTF-16 LE")
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        return None
    return Decoded(text, name, (f"read as {name}: there is no byte order mark, but every other byte is zero",))


def _refuse_binary(data: bytes) -> None:
    text_bytes = data.translate(None, delete=_CONTROLS)
    controls = len(data) - len(text_bytes)
    if controls > max(_FEW_CONTROLS, _MOST_CONTROLS * len(data)):
        first = next(offset for offset, byte in enumerate(data) if byte in _CONTROLS)
        raise CorpusError(
            f"not text: {count(controls)} of {count(len(data))} bytes are control bytes, the first "
            f"(0x{data[first]:02x}) at byte {count(first)}; a plain text file is needed"
        )


def _not_quite_utf8(data: bytes, first: int) -> Decoded:
    """UTF-8 with damage if most of what is not ASCII is valid UTF-8, else the Windows and Latin-1 encoding."""
    text = data.decode("utf-8", errors="replace")
    invalid = text.count(_REPLACEMENT)
    valid = sum(not character.isascii() for character in text) - invalid
    if valid > invalid:
        return _lenient(data, "utf-8", "UTF-8", "UTF-8")
    note = f"cp1252 (Latin-1): byte {count(first)} (0x{data[first]:02x}) is not valid UTF-8"
    return _lenient(data, "cp1252", "cp1252", note)
