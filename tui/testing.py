"""Snapshots of screens for a test suite, this project's own and any other's; needs pytest and syrupy.

In a conftest.py, before anything imports textual:

    from tui.environment import clean_environment
    clean_environment()
    from tui.testing import same_screen

and in a test, with pytest-asyncio or any other way to await:

    from tui.testing import open_lesson

    async def test_the_race(same_screen):
        async with open_lesson("race", "length=10", "steps=50", size=(100, 30)) as pilot:
            same_screen(pilot.app)

A screen is kept as a picture (.svg) and as its characters (.txt); `pytest --snapshot-update` writes both anew. Starting
an app is what costs: one test may go on and compare more screens, each under a name, as same_screen(pilot.app, "zoom").
It works for any Textual app; one that uses widgets of tui gives their colours, tui.themes.DARK.variables, by its
get_theme_variable_defaults. A pane of another project that builds on one of these is shown in its place, with all the
keys of the app, by open_lesson("bias", pane=TheirPane).
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from difflib import unified_diff
from typing import Any, Protocol

import pytest
from syrupy.assertion import AssertionResult, SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from textual.app import App
from textual.pilot import Pilot

from tui.app import GatescopeApp
from tui.key_words import keys_of
from tui.lessons import find
from tui.pane import Pane
from tui.screen_text import svg, text
from tui.shot import drawn, settle


class ScreenCheck(Protocol):
    """What the fixture gives: compare what the app shows now; every further screen of one test needs a name."""

    def __call__(self, app: App[Any], name: str = "") -> None:
        """Raises AssertionError where the app shows anything else than what is kept, ValueError for a name again."""


__all__ = ["ScreenCheck", "drawn", "open_lesson", "same_screen", "settle", "svg", "text"]


class _SvgFile(SingleFileSnapshotExtension):
    file_extension = "svg"
    _write_mode = WriteMode.TEXT


class _TextFile(SingleFileSnapshotExtension):
    file_extension = "txt"
    _write_mode = WriteMode.TEXT


@pytest.fixture
def same_screen(snapshot: SnapshotAssertion) -> ScreenCheck:
    """A function that compares what an app shows with the kept snapshots."""
    compared: set[str] = set()

    def check(app: App[Any], name: str = "") -> None:
        __tracebackhide__ = True
        if name in compared:
            raise ValueError(f"a further screen of one test needs a name of its own, and not {name!r} again")
        compared.add(name)
        characters, colors = text(app), svg(app)
        kept, picture = snapshot.use_extension(_TextFile), snapshot.use_extension(_SvgFile)
        same = _named(kept, name) == characters, _named(picture, name) == colors  # both, as both may be written anew
        if not all(same):  # no assert statement, which python -O leaves out
            raise AssertionError(_difference(_of(kept), characters, _of(picture)))

    return check


def _named(kept: SnapshotAssertion, name: str) -> SnapshotAssertion:
    return kept(name=name) if name else kept


def _of(kept: SnapshotAssertion) -> AssertionResult:
    """What the one comparison with it found."""
    (done,) = kept.executions.values()
    return done


def _difference(kept: AssertionResult, characters: str, picture: AssertionResult) -> str:
    """The lines that differ; where none does, the file of the picture, whose own lines say little."""
    if kept.recalled_data is None or picture.recalled_data is None:
        lines = [f"no such screen is kept: {(kept if kept.recalled_data is None else picture).snapshot_location}"]
    elif kept.success:
        lines = [f"the characters are those that are kept, but not their colours: {picture.snapshot_location}"]
    else:
        before, after = str(kept.recalled_data).split("\n"), characters.split("\n")
        lines = list(unified_diff(before, after, "kept", "shown", n=1, lineterm=""))
    return "\n".join([*lines, "pytest --snapshot-update keeps what is shown now"])


@asynccontextmanager
async def open_lesson(
    name: str,
    *words: str,
    size: tuple[int, int] = (80, 24),
    keys: str = "",
    pane: type[Pane[Any]] | None = None,
    **options: Any,
) -> AsyncIterator[Pilot[None]]:
    """The app with a lesson open at these key=value words, everything computed and drawn, live lessons at their end.

    keys are pressed then, as in "g,right:3"; pane, a class at the top of a module, is shown instead of the lesson's
    own; options are those of GatescopeApp, such as theme="gatescope-light" or ascii=True. Raises what the lesson raises
    for an unknown name (UnknownLesson) or setting (SettingsError).
    """
    lesson = find(name)
    if pane is not None:
        lesson = replace(lesson, pane=f"{pane.__module__}:{pane.__name__}")
    app = GatescopeApp(lesson, lesson.parsed(words), still=True, **options)
    app.opening_keys = keys_of(keys)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        yield pilot
