"""Keys as a person writes them, in a tour and after --keys: the words for them, and what is no key.

Nothing here needs an app, so the command line can tell them apart before one is loaded.
"""

import re
from collections.abc import Iterable
from itertools import groupby

from core.numbers import quoted

MOST_TIMES = 999
NAMED = ("enter", "tab", "escape", "space", "up", "down", "left", "right", "home", "end", "backspace", "comma")


def is_key(key: str) -> bool:
    """Whether this is a key as a person writes it: one character, or the name of one that prints nothing."""
    return key in NAMED or (len(key) == 1 and key.isascii() and key.isprintable() and key != " ")


def keys_of(text: str) -> tuple[str, ...]:
    """The keys in words such as "n:3,right,enter". Raises ValueError, one line, for what is no key."""
    found: list[str] = []
    for word in text.split(",") if text else ():
        key, _, times = word.rpartition(":") if word[1:] else ("", "", "")
        key, count = (key, times) if key and times else (word, "1")
        if not word:
            raise ValueError("a key is missing beside a comma; keys are as in n:3,right, and the comma itself is comma")
        if not is_key(key):
            raise ValueError(f"{quoted(word)} is no key; keys are characters or {', '.join(NAMED)}, as in n:3,right")
        if not re.fullmatch(r"[1-9]\d{0,2}", count, re.ASCII):
            raise ValueError(f"{quoted(word)}: a key is repeated 1 to {MOST_TIMES} times, as in n:3")
        if key == "q":
            raise ValueError("q leaves the app")
        found += [key] * int(count)
    return tuple(found)


def written(keys: Iterable[str]) -> str:
    """Those words for these keys, which are none that commas or colons would confuse."""
    runs = ((key, len(list(same))) for key, same in groupby(keys))
    parts = ((key, min(MOST_TIMES, times - at)) for key, times in runs for at in range(0, times, MOST_TIMES))
    return ",".join(key if times == 1 else f"{key}:{times}" for key, times in parts)


def walk(start: tuple[int, int], end: tuple[int, int]) -> tuple[str, ...]:
    """The arrows from one (row, column) to another, rows first."""
    down, right = end[0] - start[0], end[1] - start[1]
    return (*(("down" if down > 0 else "up",) * abs(down)), *(("right" if right > 0 else "left",) * abs(right)))
