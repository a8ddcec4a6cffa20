"""Keys that the app presses by itself: those of a tour's stop, and those that a command line ends with.

Each is pressed when the one before has done all it does, so that a key which opens something is followed by one in it.
"""

import asyncio
import contextlib
import unicodedata
from collections.abc import Callable, Iterable, Sequence

from textual.app import App
from textual.events import Key
from textual.keys import KEY_NAME_REPLACEMENTS
from textual.message_pump import MessagePump

PATIENCE = 1.0
"""Seconds to wait for a widget that may have gone."""


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


async def called(soon: Callable[[Callable[[], None]], bool], patience: float = PATIENCE) -> None:
    """Wait until `soon` calls; a widget that is gone never does, and `patience` is how many seconds that may take."""
    done = asyncio.Event()
    if soon(done.set):
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), patience)
