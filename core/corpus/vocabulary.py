"""Words as numbers, with three numbers that no text can produce: begin, end and unknown.
A word of the text spelt like one of them stays a word, and is shown with a backslash in front.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from core.corpus.words import normal, words_of
from core.numbers import unescaped, visible

BEGIN, END, UNKNOWN = 0, 1, 2
SPECIAL = ("<s>", "</s>", "<unk>")
_LOOKS_SPECIAL = re.compile(r"\\*<(s|/s|unk)>")
_SHOWN_LETTERS = 24


@dataclass(frozen=True)
class Vocabulary:
    """The words that have a number of their own, most frequent first; word i has the number i + 3.

    Numbers 0, 1 and 2 are BEGIN, END and UNKNOWN. `lower` says that words are looked up in lower case.
    """

    words: tuple[str, ...]
    lower: bool = True

    @property
    def size(self) -> int:
        """V: the words and the three special tokens."""
        return len(self.words) + len(SPECIAL)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.words, start=len(SPECIAL))}

    def number(self, word: str) -> int:
        """The number of a normalised word of the text, UNKNOWN if it has none; "<s>" here is a plain word."""
        return self._numbers.get(word, UNKNOWN)

    def typed(self, text: str) -> list[int]:
        r"""The numbers of what a person types: special tokens by name, `\<s>` for a word spelt like one.

        A word in the visible form of one that a screen cannot show (`\u200d` for a joiner) is that word too.
        """
        found: list[int] = []
        for chunk in words_of(normal(text, lower=False)):
            meant = unescaped(chunk)
            as_typed = [self._typed_word(chunk)]
            if meant == chunk or as_typed != [UNKNOWN]:
                found += as_typed
            else:
                found += [self._typed_word(word) for word in words_of(normal(meant, lower=False))]
        return found

    def _typed_word(self, typed: str) -> int:
        word = normal(typed, self.lower)
        if word in SPECIAL:
            return SPECIAL.index(word)
        return self.number(word[1:] if _LOOKS_SPECIAL.fullmatch(word) else word)

    def shown(self, number: int) -> str:
        """The word of a number as it may be put on a screen: no control character, at most 24 letters."""
        if number < len(SPECIAL):
            return SPECIAL[number]
        return shown_word(self.words[number - len(SPECIAL)])


def shown_word(word: str) -> str:
    r"""A word of the text for a screen: controls escaped, cut to 24 characters, special look-alikes as `\<s>`."""
    if _LOOKS_SPECIAL.fullmatch(word):
        return "\\" + word
    short = visible(word[: _SHOWN_LETTERS + 1])
    return short if len(short) <= _SHOWN_LETTERS else short[: _SHOWN_LETTERS - 3] + "..."


def most_frequent(counts: Iterable[tuple[str, int]], cap: int, least: int) -> tuple[str, ...]:
    """At most `cap` words counted at least `least` times, by falling count, equal counts alphabetically."""
    kept = [(-count, word) for word, count in counts if count >= least]
    return tuple(word for _, word in sorted(kept)[:cap])
