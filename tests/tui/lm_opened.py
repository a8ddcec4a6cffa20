"""Opens the language model pane for a test, on the lesson or on a text, and waits until it is all there."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.pilot import Pilot

from core.language_model.settings import LanguageModelSettings
from core.language_model.text_settings import TextSettings
from core.settings import Settings
from tests.tui.pressing import until
from tui.app import GatescopeApp
from tui.lessons import find
from tui.panes.lm import LmPane
from tui.panes.lm_lesson import LessonHalf
from tui.panes.lm_text import TextHalf
from tui.shot import settle, text


@asynccontextmanager
async def pane_opened(
    settings: Settings, still: bool = True, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[None], LmPane]]:
    app = GatescopeApp(find("lm"), settings, still=still)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: bool(app.lesson and app.pane.is_mounted))
        if still or not isinstance(app.pane.now, TextSettings):
            await settle(pilot)
        pane = app.pane
        assert isinstance(pane, LmPane)
        yield pilot, pane


def lesson_half(pane: LmPane) -> LessonHalf:
    assert isinstance(pane.half, LessonHalf)
    return pane.half


def text_half(pane: LmPane) -> TextHalf:
    assert isinstance(pane.half, TextHalf)
    return pane.half


def screen(pilot: Pilot[None]) -> str:
    return text(pilot.app)


@asynccontextmanager
async def lesson_opened(
    size: tuple[int, int] = (80, 24), settings: LanguageModelSettings | None = None, still: bool = True
) -> AsyncIterator[tuple[Pilot[None], LmPane, LessonHalf]]:
    async with pane_opened(settings or LanguageModelSettings(), still, size) as (pilot, pane):
        yield pilot, pane, lesson_half(pane)
