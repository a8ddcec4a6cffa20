"""The app's panes: one for each lesson, made when it is first opened, with what digits and brackets do."""

import gc
from typing import Any

from textual import on
from textual.reactive import reactive
from textual.widgets import ContentSwitcher

from core.settings import Settings
from tui.keys_in_turn import KeysInTurn
from tui.leaves import LeavesWhole
from tui.lesson import Lesson
from tui.lessons import LESSONS, find
from tui.pane import Pane
from tui.widgets.tabs_line import TabsLine

TURNS = {"left_square_bracket": -1, "right_square_bracket": 1}
"""The keys that turn to another pane, and how far."""


class OpensPanes(KeysInTurn, LeavesWhole):
    """Opens panes in the shell that inherits it, which holds a TabsLine and the switcher of the panes, and keeps what
    changes."""

    lesson: reactive[str] = reactive("", init=False)

    first: Lesson
    """The lesson that the app was made with, whose pane may be another's than that of the registry."""

    given_settings: dict[str, Settings]
    """Settings for panes that are not made yet."""

    def keep_soon(self) -> None:
        """Hook: something that outlives the run has changed."""

    @property
    def panes(self) -> list[Pane[Any]]:
        """The panes that have been made."""
        return [pane for pane in self.query_one("#panes").children if isinstance(pane, Pane)]

    @property
    def pane(self) -> Pane[Any]:
        """The pane in front."""
        return self.query_one(f"#{self.lesson}", Pane)

    def lesson_named(self, name: str) -> Lesson:
        """The lesson of this name, as this app shows it."""
        return self.first if name == self.first.name else find(name)

    async def action_open(self, name: str) -> None:
        """Bring a lesson to the front, making its pane if this is the first time."""
        if name != self.lesson and not self.leaving:
            with self.finishing():
                await self._bring(name)

    async def _bring(self, name: str) -> None:
        switcher = self.query_one("#panes", ContentSwitcher)
        if name not in {pane.id for pane in self.panes}:
            lesson = self.lesson_named(name)
            settings = self.given_settings.pop(name, None) or lesson.settings_class()()
            await switcher.mount(lesson.pane_class()(lesson, settings))
            if self.leaving:  # a test that ends asks nobody
                return
            gc.collect()  # what is gone by now must not be kept by what follows
            gc.freeze()  # what stands from now on need not be looked through at every eighth key
            gc.enable()
        if self.lesson:
            self.pane.hidden()
        switcher.current = name
        self.lesson = name
        self.query_one(TabsLine).open = name
        self.pane.focus()
        self.pane.opened()
        self.screen.refresh_bindings()  # that of the app does nothing before the app is mounted, as in a still picture
        self.keep_soon()

    async def action_turn(self, by: int) -> None:
        """Open the next lesson, or the one before; of many such keys in line only where they lead to."""
        names = [lesson.name for lesson in LESSONS]
        by += self.take_following(TURNS)
        await self.action_open(names[(names.index(self.lesson) + by) % len(names)])

    @on(TabsLine.Picked)
    async def open_picked(self, event: TabsLine.Picked) -> None:
        """A tab was clicked."""
        await self.action_open(event.name)
