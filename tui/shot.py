"""A screen as a file: the app run without a terminal at a given size, as SVG or as the text that is on it.

The same settings give the same bytes every time: nothing of the environment, the clock or a thread is in it.
"""

import asyncio
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from core.settings import Settings
from tui.app import GatescopeApp
from tui.lessons import Lesson
from tui.plots.view import PlotView
from tui.screen_text import svg, text

__all__ = ["ShotError", "settle", "shoot", "svg", "text"]


class ShotError(ValueError):
    """A screen shot that cannot be made; the message is one line."""


def shoot(
    lesson: Lesson,
    settings: Settings,
    size: tuple[int, int],
    path: Path,
    theme: str = "gatescope-dark",
    ascii: bool = False,
) -> None:
    """Write the screen to `path`, as SVG or plain text by its ending. Raises ShotError for any other ending."""
    writers = {".svg": svg, ".txt": text}
    if path.suffix not in writers:
        raise ShotError(f"{path}: a shot is written as .svg or .txt")
    app = GatescopeApp(lesson, settings, theme=theme, still=True, ascii=ascii)
    content = asyncio.run(_shoot(app, size, writers[path.suffix]))
    try:
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise ShotError(f"{path}: cannot be written ({error.strerror})") from None


async def _shoot(app: GatescopeApp, size: tuple[int, int], write: Any) -> str:
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        return str(write(app))


async def settle(pilot: Pilot[Any]) -> None:
    """Wait until everything that was asked for is on screen: messages, layout, results and charts."""
    app = pilot.app
    assert isinstance(app, GatescopeApp)
    await pilot.pause()
    while not (app.lesson and app.pane.ready and all(view.settled for view in app.query(PlotView) if _on_screen(view))):
        await asyncio.sleep(0.005)
        await pilot.pause()
    app.refresh_bindings()  # the footer may have been made before the pane, whose keys it shows
    await pilot.pause()
    await pilot.pause()


def _on_screen(view: PlotView) -> bool:
    return all(node.display for node in view.ancestors_with_self)
