"""Leaving between two things, not within one: half a pane can neither be finished nor taken away without an error."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from rich.console import RenderableType
from textual.app import App


class LeavesWhole(App[None]):
    """An app that finishes what it is opening before it leaves, and opens nothing once it does."""

    _unfinished = 0
    _leave_then: Callable[[], None] | None = None

    @property
    def leaving(self) -> bool:
        """Whether the app has begun to end."""
        return self.return_code is not None or not self.is_running

    @contextmanager
    def finishing(self) -> Iterator[None]:
        """What is done in here is finished before the app leaves."""
        self._unfinished += 1
        try:
            yield
        finally:
            self._unfinished -= 1
            if self._leave_then is not None and not self._unfinished:
                self._leave_then()

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Leave, at once or as soon as what has begun is finished."""
        leave = partial(super().exit, result, return_code, message)
        if self._unfinished:
            self._leave_then = leave
        else:
            leave()
