"""Numbers as text, both ways: the one formatter for everything shown, the one parser for everything typed.

Screens are compared byte for byte, so displayed digits are few enough that no machine can change them; what a
person types is either a plain finite decimal or refused with the reason.
"""

import math
import re
from collections.abc import Sequence

_DECIMAL = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_GROUPED = re.compile(r"[+-]?\d{1,3}(?:([,_ \u00a0\u202f])\d{3})(?:\1\d{3})*", re.ASCII)


class NumberError(ValueError):
    """A text that is not a number this project accepts; the message is one line for the person who typed it."""


def parse_number(text: str) -> float:
    """The finite float64 that `text` writes as a plain decimal, such as 0.5, -3 or 1e-4.

    Raises NumberError, saying why, for anything else: nothing, words, nan, inf, an overflow, a decimal comma,
    another base, digits grouped or not ASCII.
    """
    word = text.strip()
    if not word:
        raise NumberError("nothing typed; a number such as 0.5 is needed")
    if word.lower().lstrip("+-") in {"nan", "inf", "infinity"}:
        raise NumberError(f"{cut(word)} is not finite; a finite number such as 0.5 is needed")
    if re.fullmatch(r"[+-]?\d+,\d+", word, re.ASCII):
        raise NumberError(f"{cut(word)} has a comma; write a decimal point, as in {cut(word.replace(',', '.'))}")
    if not _DECIMAL.fullmatch(word):
        raise NumberError(f"{quoted(word)} is not a decimal number; write it as 0.5, -3 or 1e-4")
    value = float(word)
    if math.isinf(value):
        raise NumberError(f"{cut(word)} is too large for a float64; the largest is about 1.8e308")
    return value


def parse_integer(text: str) -> int:
    """The whole number that `text` writes; raises NumberError for anything else, fractions included."""
    value = parse_number(text)
    if value != int(value):
        raise NumberError(f"{cut(text.strip())} is not a whole number")
    return int(value)


def parse_row(text: str, where: str = "") -> tuple[float, ...]:
    """The numbers that `text` writes with commas between. Raises NumberError, which names the place of what is none
    after `where`, unless it is the only one of a text that is nowhere."""
    words, row = text.split(","), []
    for place, word in enumerate(words, start=1):
        try:
            row.append(parse_number(word))
        except NumberError as error:
            at = f"{where}number {place}: " if where or len(words) > 1 else ""
            raise NumberError(f"{at}{error}") from None
    return tuple(row)


def parse_count(text: str) -> int:
    """The whole number that `text` writes as a framework prints it: thousands may be grouped, as 1,202,000.

    Groups are threes with one separator throughout: a comma, a space or an underscore. Raises NumberError for
    anything else, 1,5 and 12,34 included.
    """
    word = text.strip()
    if _GROUPED.fullmatch(word):
        return parse_integer(re.sub(r"[^\d+-]", "", word))
    if "," in word and re.fullmatch(r"[\d,]+", word, re.ASCII):
        raise NumberError(f"{quoted(word)} is not grouped in threes, as 9,600 or 1,202,000 are")
    return parse_integer(word)


def quoted(text: str, limit: int = 24) -> str:
    """`text` in quotes, control characters visible, cut to `limit` characters: safe inside a message."""
    return repr(cut(text, limit)).replace("\\\\", "\\")


def cut(text: str, limit: int = 24) -> str:
    """`text` without the quotes of `quoted`, as suits a number."""
    short = visible(text)
    return short if len(short) <= limit else short[: limit - 3] + "..."


def ending(text: str, limit: int) -> str:
    """`text`, control characters visible, and of a long one the end: of a path that is its file."""
    whole = visible(text)
    return whole if len(whole) <= limit else f"...{whole[3 - limit :]}"


def visible(text: str) -> str:
    """`text` with every character that could act on a terminal replaced by a visible escape such as \\x1b.

    Control characters (C0, DEL, C1), line and paragraph separators, bidirectional overrides and lone surrogates
    never reach a screen; tabs and newlines are escaped too, since every caller shows one line. So are joiners,
    variation selectors, flag letters and skin tones, whose width terminals do not agree on.
    """
    return "".join(_visible_character(character) for character in text)


_ESCAPE = re.compile(r"\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\U[0-9a-f]{8}")


def unescaped(text: str) -> str:
    """`text` with every escape that `visible` writes read back as the character it stands for, all else as it is."""
    return _ESCAPE.sub(_meant, text)


def _meant(escape: re.Match[str]) -> str:
    code = int(escape[0][2:], 16)
    return chr(code) if code < 0x110000 and _visible_character(chr(code)) == escape[0] else escape[0]


def _visible_character(character: str) -> str:
    code = ord(character)
    if code < 0x20 or 0x7F <= code < 0xA0:
        return f"\\x{code:02x}"
    if code in (0x61C, 0x200E, 0x200F, 0xFEFF) or 0x2028 <= code <= 0x202E or 0x2066 <= code <= 0x2069:
        return f"\\u{code:04x}"
    if 0xD800 <= code <= 0xDFFF:
        return f"\\u{code:04x}"
    if code >= 0xAD and _width_is_disputed(code):
        return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
    return character


def _width_is_disputed(code: int) -> bool:
    """Whether terminals disagree on how wide the character is: joiners, variation selectors, flags, skin tones."""
    if code in (0xAD, 0x200B, 0x200D, 0xFFF9, 0xFFFA, 0xFFFB) or 0x2060 <= code <= 0x2064:
        return True
    return 0xFE00 <= code <= 0xFE0F or 0x1F1E6 <= code <= 0x1F1FF or 0x1F3FB <= code <= 0x1F3FF or code >= 0xE0000


def number(value: float, signed: bool = False) -> str:
    """`value` for a screen: 4 decimals from 0.01 to 100, one decimal to 100,000, else 3 significant digits.

    An exact zero is 0; a non-finite value is written out as nan, inf or -inf. `signed` shows a plus.
    """
    if not math.isfinite(value):
        return str(float(value))
    size = abs(value)
    sign = "+" if signed else ""
    if size == 0:
        return "0"
    if 0.01 <= size < 99.99995:
        return f"{value:{sign}.4f}"
    if 0.01 <= size < 99_999.95:
        return f"{value:{sign},.1f}"
    return f"{value:{sign}.2e}"


def alike(values: Sequence[float], signed: bool = False) -> tuple[str, ...]:
    """Values of one quantity that stand beside each other, written in one way: as `number` does where it has one way
    for all, with 4 decimals where it differs in the decimals alone, else all with 3 significant digits.

    An exact zero is 0 and a non-finite value a word, whatever the others are.
    """
    written = tuple(number(value, signed) for value in values)
    digits = [text.partition(".")[2] for text, value in zip(written, values, strict=True) if value != 0]
    if len({"e" if "e" in part else len(part) for part in digits if part}) <= 1:
        return written
    style = f"{'+' if signed else ''}{'.2e' if any('e' in part for part in digits) else ',.4f'}"
    return tuple(
        f"{value:{style}}" if math.isfinite(value) and value != 0 else text
        for text, value in zip(written, values, strict=True)
    )


def scientific(value: float, digits: int = 3) -> str:
    """`value` with `digits` significant digits and an exponent; zero is 0, non-finite values are words."""
    if not math.isfinite(value):
        return str(float(value))
    return "0" if value == 0 else f"{value:.{digits - 1}e}"


def percent(fraction: float) -> str:
    """`fraction` (0 to 1) as a percentage: one decimal from 1 % up, else 2 significant digits (0.66 %)."""
    if not math.isfinite(fraction):
        return str(float(fraction))
    share = 100 * fraction
    if share == 0 or abs(share) >= 0.995:
        return f"{share:.1f} %"
    return f"{share:.2g} %" if abs(share) >= 1e-3 else f"{share:.1e} %"


def count(value: float) -> str:
    """A whole number with its thousands grouped, as 1,202,000."""
    return f"{round(value):,}" if math.isfinite(value) else str(float(value))


def tick(value: float) -> str:
    """A round position on an axis, such as 0.5 or 2,000, its thousands grouped as those of `count`."""
    return f"{value:,.10g}"


def plural(number_of: float, noun: str) -> str:
    """A count and its noun, in the plural unless there is one of it: 1 step, 47 steps."""
    return f"{count(number_of)} {noun}{'' if number_of == 1 else 's'}"


def factor(value: float) -> str:
    """How many times: 2,490 x, 1.46 x or 3.61e+11 x."""
    if not math.isfinite(value):
        return f"{float(value)} x"
    if 100 <= value < 99_999.5:
        return f"{value:,.0f} x"
    return f"{value:.2f} x" if 0.01 <= value < 100 else f"{value:.2e} x"
