"""Every pane at its defaults, at both sizes and in every look, as somebody saw it last: a picture and the characters.

All lessons of the registry are here by themselves. Those that train show results made by formula (tests/tui/fixed.py),
since the last digits of a training depend on the machine. Starting the app is what costs: one start serves all looks.
"""

import re
from typing import Any

import pytest
from rich.color import Color
from textual.app import App
from textual.pilot import Pilot

from tests.tui.conftest import ScreenCheck
from tui.app import GatescopeApp
from tui.colors import ALL, NONE
from tui.lesson import Lesson
from tui.lessons import LESSONS
from tui.testing import open_lesson, settle, svg, text
from tui.themes import DARK, LIGHT

KEPT_IN_ASCII = {"highway", "params", "race"}
KEPT_IN_16_COLORS = {"race", "step", "attention"}
"""Charts, tables, a grid of numbers and a heat map: one of each is kept in the looks that all panes are tested in."""

SIXTEEN = {Color.from_ansi(number).get_truecolor().hex for number in range(16)}
DARK_ALONE = set(DARK.variables.values()) - set(LIGHT.variables.values())
DIM = {"#868887"}
"""What a picture makes of dim words on its own ground."""
FRAME = {"#28c840", "#292929", "#c5c8c6", "#febc2e", "#ff5f57"}
"""What is drawn around a picture of any screen: a window with its three buttons and its title."""

pytestmark = pytest.mark.usefixtures("finished")
every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)


def colors(app: App[Any]) -> set[str]:
    """Every colour of the picture."""
    return set(re.findall(r"#[0-9a-f]{6}\b", svg(app)))


async def look(pilot: Pilot[Any], theme: str = "dark", palette: str = ALL, ascii: bool = False) -> str:
    """Show the same screen otherwise, and return its characters."""
    app = pilot.app
    assert isinstance(app, GatescopeApp)
    app.look = palette, ascii
    app.theme = f"gatescope-{theme}"
    for widget in app.screen.walk_children(with_self=True):
        widget.refresh()
    await settle(pilot)
    return text(app)


@every_lesson
async def test_screen_80x24(lesson: Lesson, same_screen: ScreenCheck) -> None:
    async with open_lesson(lesson.name) as pilot:
        app, characters = pilot.app, text(pilot.app)
        rows = characters.rstrip("\n").split("\n")
        assert len(rows) == 24
        assert "? help" in rows[-1] and "q quit" in rows[-1], f"the footer is cut off: {rows[-1]!r}"
        same_screen(app)
        assert await look(pilot, theme="light") == characters
        assert not colors(app) & DARK_ALONE, "a part kept the colours of the theme before"
        same_screen(app, "light")
        assert await look(pilot, palette="16") == characters
        assert colors(app) <= SIXTEEN | FRAME
        if lesson.name in KEPT_IN_16_COLORS:
            same_screen(app, "16-colors")
        assert await look(pilot, palette=NONE) == characters
        assert colors(app) <= FRAME | DIM
        assert (await look(pilot, ascii=True)).isascii()
        if lesson.name in KEPT_IN_ASCII:
            same_screen(app, "ascii")


@every_lesson
async def test_screen_120x40(lesson: Lesson, same_screen: ScreenCheck) -> None:
    async with open_lesson(lesson.name, size=(120, 40)) as pilot:
        same_screen(pilot.app)
