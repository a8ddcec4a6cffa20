"""Keys that the app presses by itself: those of a tour's stop, and those that a command line ends with.

Each is pressed when the one before has done all it does, so that a key which opens something is followed by one in it.
"""

import asyncio
import contextlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from textual.app import App
from textual.events import Key
from textual.keys import KEY_NAME_REPLACEMENTS
from textual.message_pump import MessagePump

from core.numbers import quoted

NAMED = ("enter", "tab", "escape", "space", "up", "down", "left", "right", "home", "end", "backspace", "comma")
PATIENCE = 1.0
"""Seconds to wait for a widget that may have gone."""


def is_key(key: str) -> bool:
    """Whether this is a key as a person writes it: one character, or the name of one that prints nothing."""
    return key in NAMED or (len(key) == 1 and key.isascii() and key.isprintable() and key != " ")


def keys_of(text: str) -> tuple[str, ...]:
    """The keys in words such as "n:3,right,enter". Raises ValueError, one line, for what is no key."""
    found: list[str] = []
    for word in text.split(",") if text else ():
        key, _, times = word.rpartition(":") if word[1:] else ("", "", "")
        key, count = (key, times) if key and times else (word, "1")
        if not is_key(key) or not re.fullmatch(r"[1-9]\d{0,2}", count, re.ASCII):
            raise ValueError(f"{quoted(word)} is no key; keys are characters or {', '.join(NAMED)}, as in n:3,right")
        if key == "q":
            raise ValueError("q leaves the app")
        found += [key] * int(count)
    return tuple(found)


def written(keys: Iterable[str]) -> str:
    """Those words for these keys, which are none that commas or colons would confuse."""
    runs = ((key, len(list(same))) for key, same in groupby(keys))
    return ",".join(key if times == 1 else f"{key}:{times}" for key, times in runs)


def pressed(key: str) -> Key:
    """The event of pressing it."""
    if key == "comma":
        return Key(key, ",")
    if len(key) > 1:
        return Key(key, " " if key == "space" else None)
    if key.isalnum():
        return Key(key, key)
    name = unicodedata.name(key).lower().replace("-", "_").replace(" ", "_")
    return Key(KEY_NAME_REPLACEMENTS.get(name, name), key)


class PressesKeys(App[None]):
    """An app that can press keys by itself."""

    opening_keys: Sequence[str] = ()
    """Pressed when the first pane is open."""
    pressing: bool = False
    """Whether keys are still to be pressed."""

    def press_soon(self, keys: Sequence[str], then: Callable[[], None] = lambda: None) -> None:
        """Press them from now on, and call `then`; what an earlier call had left to do is dropped."""
        self.pressing = True
        self.run_worker(self._press(keys, then), group="keys", exclusive=True)

    async def _press(self, keys: Sequence[str], then: Callable[[], None]) -> None:
        for key in keys:
            await self._all_done()
            if self.screen_stack:  # none are left while the app closes
                await self.on_event(pressed(key))
        await self._all_done()
        self.pressing = False
        if self.screen_stack:
            then()

    async def _all_done(self) -> None:
        """Wait until every widget has done what was asked of it, and what followed from that is on screen."""
        for _ in range(2):
            if self.screen_stack:
                await emptied([self, *self.screen.walk_children(with_self=True)])
                await called(self.call_after_refresh)


async def emptied(nodes: Iterable[MessagePump]) -> None:
    """Wait until each of these has dealt with the messages that it has now."""
    await asyncio.gather(*(called(node.call_later) for node in nodes))


async def called(soon: Callable[[Callable[[], None]], bool]) -> None:
    """Wait until `soon` calls; a widget that is gone never does."""
    done = asyncio.Event()
    if soon(done.set):
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), PATIENCE)
