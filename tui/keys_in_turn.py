"""One key at a time: the next is looked at when all that the one before it set off has come to rest.

Textual hands a key to the widget that has the focus when it arrives, and looks for its meaning once it has come up from
there through every parent; of two keys in one burst, the second would go where the first is about to leave. Here keys
wait in line. Where they come faster than a screen can follow, only what they lead to is painted, some times a second,
and leaving goes ahead of the line.
"""

import asyncio
import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from textual import events
from textual.app import App
from textual.widget import Widget

from tui.press import called

TYPED_AHEAD = 8
"""More keys than this in line are a flood, not a hand that knows what comes next; then `q` need not wait its turn."""
FRAME = 0.5
"""Seconds between two paints while keys are waiting."""
TURN = 1.0
"""Seconds after which the next key is answered whatever is still on its way: no key may be kept by a busy widget."""
LEAVING = ("q", "ctrl+c", "ctrl+q")


class KeysInTurn(App[None]):
    """Keeps keys and pastes in line."""

    def __init__(self) -> None:
        super().__init__()
        self._line: deque[events.Key | events.Paste] = deque()
        self._come = asyncio.Event()
        self._answering = True  # until there is something to answer them
        self._before: Widget | None = None
        self._paint = 0.0

    async def on_mount(self) -> None:
        """Get ready to answer keys."""
        self.run_worker(self._answer_all())

    def answer_keys(self) -> None:
        """Begin to answer keys: there is a pane that they can be meant for."""
        self._come.set()

    async def on_event(self, event: events.Event) -> None:
        """Put what is typed in line; a wish to leave may overtake."""
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded:
            await super().on_event(event)
        elif isinstance(event, events.Key) and self._overtakes(event):
            self.forget_keys()
            await self.run_action("quit")
        elif self._answering:
            self._line.append(event)
        else:  # a hand that types: nothing is under way, so nothing need be waited for
            self._answering, self._before = True, self.focused
            try:
                await super().on_event(event)
            finally:
                self._come.set()

    @property
    def keys_wait(self) -> bool:
        """Whether any key is not answered yet."""
        return bool(self._line)

    def forget_keys(self) -> None:
        """What is in line is of no interest any more."""
        self._line.clear()

    def take_following(self, steps: Mapping[str, int]) -> int:
        """Take the next keys out of line as long as they are among `steps`; the sum of what they stand for."""
        taken = 0
        while self._line and isinstance(key := self._line[0], events.Key) and key.key in steps:
            taken += steps[key.key]
            self._line.popleft()
        return taken

    def _overtakes(self, event: events.Key) -> bool:
        """Whether a key leaves the app whatever is before it; `q` does so only where it would not be typed."""
        if event.key not in LEAVING or (event.is_printable and len(self._line) <= TYPED_AHEAD):
            return False
        active = self.screen.active_bindings.get(event.key)
        typed = self.focused is not None and self.focused.check_consume_key(event.key, event.character)
        return active is not None and active.binding.action == "quit" and not typed

    async def _answer_all(self) -> None:
        while True:
            await self._come.wait()
            self._come.clear()
            await self._rest(self._before)
            while self._line:
                await (self._answer() if len(self._line) == 1 else self._answer_many())
            self._answering = False
            self.call_after_refresh(self.refresh_bindings)

    async def _answer_many(self) -> None:
        """Answer what is in line without a paint between, and then paint; at most a fifth of the time goes into it."""
        until = time.monotonic() + max(FRAME, 4 * self._paint)
        with self.batch_update():
            while self._line and time.monotonic() < until:
                await self._answer()
        began = time.monotonic()
        await called(self.call_after_refresh, FRAME)
        self._paint = time.monotonic() - began

    async def _answer(self) -> None:
        """Hand the next one to the focused widget, and wait for what it sets off."""
        before = self.focused
        await super().on_event(self._line.popleft())
        await self._rest(before)

    async def _rest(self, before: Widget | None) -> None:
        """Wait until nothing of a key is on its way to what had the focus, up from there or in the app, nor where the
        focus is now."""
        with suppress(TimeoutError):
            async with asyncio.timeout(TURN):
                while True:
                    while _has_mail(before) or _has_mail(self.focused):
                        await asyncio.sleep(0)
                    await called(self.call_later, TURN)  # the app has done what it is doing
                    if not (_has_mail(before) or _has_mail(self.focused)):
                        return


def _has_mail(widget: Widget | None) -> bool:
    """Whether a widget or anything it stands in has messages that it has not looked at."""
    nodes: list[Any] = widget.ancestors_with_self if widget is not None else []
    return any(node.message_queue_size for node in nodes if node.is_running and not node.is_dom_root)
