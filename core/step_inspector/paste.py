"""Reads a row or a matrix that was copied from anywhere: spaces, tabs, commas, semicolons, lines and brackets.

A text that is not plain numbers is refused with the place and the reason, so that a paste is all or nothing.
"""

import re

from core.numbers import NumberError, parse_number
from core.settings import SettingsError

LONGEST_TEXT = 200_000
_WRAPPERS = re.compile(r"\b(?:(?:np|numpy|torch|jnp)\.)?(?:[aA]rray|asarray|[tT]ensor)(?=\s*\()")
_ROW_ENDS = re.compile(r"[\])}]\s*,?\s*[\[({]|[;\n\r/]")
_TAIL = re.compile(
    r",\s*(?:dtype|device|requires_grad|grad_fn|weak_type|size|shape|layout)\s*=\s*(?:[^\s(),]|\([^()]*\))+"
)
"""What a repr writes behind its numbers: dtype=torch.float64, requires_grad=True, grad_fn=<AddBackward0>."""
_BRACKETS = re.compile(r"[\[\](){}]")
_BETWEEN = re.compile(r"\s*,\s*|\s+")
_ONE_OR_TWO = re.compile(r"[+-]?\d+(,\d+)?", re.ASCII)
_SEPARATORS = re.compile(r"[\s;]+")


def read_matrix(name: str, text: str) -> tuple[tuple[float, ...], ...]:
    """The rows that a text writes, equally long, such as "1 2; 3 4", "[[1, 2], [3, 4]]" or tab-separated lines.

    Raises SettingsError, in one line that starts with name, for anything else.
    """
    if len(text) > LONGEST_TEXT:
        raise SettingsError(f"{name}: {len(text):,} characters pasted (allowed: up to {LONGEST_TEXT:,})")
    _refuse_decimal_commas(name, text)
    bare = _TAIL.sub("", _WRAPPERS.sub("", text))
    lines = [_BRACKETS.sub(" ", line).strip() for line in _ROW_ENDS.split(bare)]
    written = [line.removesuffix(",").rstrip() for line in lines if line.strip(" ,")]
    if not written:
        raise SettingsError(f"{name}: no number in what was pasted; rows of numbers such as 0.1 0.2 are needed")
    rows = tuple(_row(name, number, line) for number, line in enumerate(written, start=1))
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise SettingsError(
                f"{name}: row {number} pasted has {len(row)} numbers, row 1 {len(rows[0])}; all must be equally long"
            )
    return rows


def _refuse_decimal_commas(name: str, text: str) -> None:
    """1,5 is one number to some and two to others, so where nothing else tells, nobody guesses."""
    words = [word for word in _SEPARATORS.split(text) if word]
    doubtful = [word for word in words if "," in word]
    if doubtful and all(_ONE_OR_TWO.fullmatch(word) for word in words):
        word = doubtful[0]
        raise SettingsError(
            f"{name}: {word} pasted may be one number or two; write {word.replace(',', '.')} for one, "
            f'"{word.replace(",", " ")}" for two'
        )


def _row(name: str, number: int, line: str) -> tuple[float, ...]:
    row = []
    for place, word in enumerate(_BETWEEN.split(line), start=1):
        try:
            row.append(parse_number(word))
        except NumberError as error:
            raise SettingsError(f"{name}: row {number}, number {place} pasted: {error}") from None
    return tuple(row)
