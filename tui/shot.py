"""A screen as a file: the app run without a terminal at a given size, as SVG or as the text that is on it.

The same settings give the same bytes every time: nothing of the environment, the clock or a thread is in it.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot

from core.settings import Settings
from tui.app import GatescopeApp
from tui.colors import ALL
from tui.files import FileTaken, FileTrouble, check, shown, target, write
from tui.lesson import Lesson
from tui.plots.view import PlotView
from tui.progress import ProgressLine
from tui.screen_text import svg, text

__all__ = ["Look", "ShotError", "drawn", "settle", "shoot", "svg", "text"]


class ShotError(ValueError):
    """A screen shot that cannot be made; the message is one line."""


@dataclass(frozen=True)
class Look:
    """How a screen is shown: columns and rows, a theme, ASCII alone or not, with how many of tui.colors.COLORS, and
    after which keys."""

    size: tuple[int, int] = (80, 24)
    theme: str = "gatescope-dark"
    ascii: bool = False
    colors: str = ALL
    keys: tuple[str, ...] = ()


def shoot(lesson: Lesson, settings: Settings, path: Path, look: Look | None = None, replace: bool = False) -> None:
    """Write the screen to `path`, as SVG or plain text by its ending.

    Raises ShotError for any other ending, and for a file that is there already unless it may be replaced.
    """
    look = look or Look()
    writers = {".svg": svg, ".txt": text}
    try:
        path = target(str(path), writers)
        check(path, replace)
        write(path, _content(lesson, settings, writers[path.suffix.lower()], look), replace)
    except FileTaken as taken:
        raise ShotError(f"{shown(path)}: {taken}; --force replaces it") from None
    except FileTrouble as trouble:
        raise ShotError(f"{shown(path)}: {trouble}") from None


def _content(lesson: Lesson, settings: Settings, writer: Callable[[GatescopeApp], str], look: Look) -> str:
    app = GatescopeApp(lesson, settings, theme=look.theme, still=True, ascii=look.ascii, colors=look.colors)
    app.opening_keys = look.keys
    result = None
    if lesson.run:
        with ProgressLine(lesson.name) as progress:
            result = lesson.result(settings, progress)
    return asyncio.run(_shoot(app, look.size, writer, result))


async def _shoot(app: GatescopeApp, size: tuple[int, int], write: Any, result: Any) -> str:
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        if result is not None:
            app.pane.take_result(result)
            await settle(pilot)
        return str(write(app))


async def settle(pilot: Pilot[Any]) -> None:
    """Wait until everything that was asked for is on screen: messages, layout, results and charts.

    An app that is not gatescope's may have charts of gatescope's.
    """
    app = pilot.app
    await pilot.pause()
    while app.is_running and not (_idle(app) and _drawn(app)):
        await asyncio.sleep(0.005)
        await pilot.pause()
    app.refresh_bindings()  # the footer may have been made before the pane, whose keys it shows
    await pilot.pause()
    await pilot.pause()


async def drawn(pilot: Pilot[Any]) -> None:
    """Wait for the charts alone, of a lesson that may be on its way."""
    await pilot.pause()
    while not _drawn(pilot.app):
        await asyncio.sleep(0.005)
        await pilot.pause()


def _idle(app: App[Any]) -> bool:
    return not isinstance(app, GatescopeApp) or bool(not app.pressing and app.lesson and app.pane.ready)


def _drawn(app: App[Any]) -> bool:
    views = (view for view in app.query(PlotView) if all(node.display for node in view.ancestors_with_self))
    return all(view.settled for view in views)
