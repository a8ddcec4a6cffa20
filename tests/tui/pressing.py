"""What the tests of all panes do alike: press keys and read the screen, wait for something, read the last line."""

from collections.abc import Callable

from textual.pilot import Pilot
from textual.widget import Widget

from tui.shot import settle, text
from tui.widgets.status_line import StatusLine


async def press(pilot: Pilot[None], *keys: str) -> str:
    """Press keys and return what is on screen then, runs of spaces and borders as one space."""
    await pilot.press(*keys)
    await settle(pilot)
    return " ".join(text(pilot.app).replace("│", " ").split())


async def until(pilot: Pilot[None], reached: Callable[[], bool]) -> None:
    """Wait for it; AssertionError if it never comes."""
    for _ in range(1000):
        if reached():
            return
        await pilot.pause(0.01)
    raise AssertionError("never reached")


def said(pane: Widget) -> tuple[str, bool]:
    """What the last line says, and whether it is a refusal."""
    state: tuple[str, bool] = pane.query_one(StatusLine).state
    return state
