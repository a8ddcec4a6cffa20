"""Snapshots of screens for a test suite, this project's own and any other's; needs pytest and syrupy.

In a conftest.py, before anything imports textual:

    from tui.environment import clean_environment
    clean_environment()
    from tui.testing import same_screen

and in a test, with pytest-asyncio or any other way to await:

    async def test_the_race(same_screen):
        async with open_lesson("race", "length=10", "steps=50", size=(100, 30)) as pilot:
            same_screen(pilot.app)

A screen is kept as a picture (.svg) and as its characters (.txt); `pytest --snapshot-update` writes both anew. Starting
an app is what costs: one test may go on and compare more screens, each under a name, as same_screen(pilot.app, "zoom").
It works for any Textual app, so also for panes of another project in an app of its own.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Protocol

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from textual.app import App
from textual.pilot import Pilot

from tui.app import GatescopeApp
from tui.key_words import keys_of
from tui.lessons import find
from tui.screen_text import svg, text
from tui.shot import drawn, settle


class ScreenCheck(Protocol):
    """What the fixture gives: compare what the app shows now; every further screen of one test needs a name."""

    def __call__(self, app: App[Any], name: str = "") -> None:
        """Raises AssertionError where the app shows anything else than what is kept."""


__all__ = ["ScreenCheck", "drawn", "open_lesson", "same_screen", "settle", "svg", "text"]


class _SvgFile(SingleFileSnapshotExtension):
    file_extension = "svg"
    _write_mode = WriteMode.TEXT


class _TextFile(SingleFileSnapshotExtension):
    file_extension = "txt"
    _write_mode = WriteMode.TEXT


@pytest.fixture
def same_screen(snapshot: SnapshotAssertion) -> ScreenCheck:
    """A function that compares what an app shows with the kept snapshots; the text one reads well in a diff."""

    def check(app: App[Any], name: str = "") -> None:
        for shown, extension in ((text(app), _TextFile), (svg(app), _SvgFile)):
            kept = snapshot.use_extension(extension)
            assert shown == (kept(name=name) if name else kept)

    return check


@asynccontextmanager
async def open_lesson(
    name: str, *words: str, size: tuple[int, int] = (80, 24), keys: str = "", **options: Any
) -> AsyncIterator[Pilot[None]]:
    """The app with a lesson open at these key=value words, everything computed and drawn, live lessons at their end.

    keys are pressed then, as in "g,right:3".
    options are those of GatescopeApp, such as theme="gatescope-light" or ascii=True. Raises what the lesson raises for
    an unknown name (UnknownLesson) or setting (SettingsError).
    """
    lesson = find(name)
    app = GatescopeApp(lesson, lesson.parsed(words), still=True, **options)
    app.opening_keys = keys_of(keys)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        yield pilot
