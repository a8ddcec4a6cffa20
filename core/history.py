"""Undo and redo without limit, as a value: what was, what is, and what was taken back.

It holds any immutable thing; panes keep their Settings in one.
"""

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class History(Generic[T]):
    """The present state between its past and its undone future."""

    present: T
    past: tuple[T, ...] = ()
    future: tuple[T, ...] = ()

    def push(self, state: T) -> "History[T]":
        """A new present; what had been undone is forgotten. Pushing the present again changes nothing."""
        return self if state == self.present else History(state, (*self.past, self.present))

    def undo(self) -> "History[T]":
        """The state before, if there is one."""
        if not self.past:
            return self
        return History(self.past[-1], self.past[:-1], (self.present, *self.future))

    def redo(self) -> "History[T]":
        """The state that was last undone, if there is one."""
        if not self.future:
            return self
        return History(self.future[0], (*self.past, self.present), self.future[1:])
