"""Every pane at its defaults, at both sizes, as the picture and the characters it had when somebody looked at it last.

Lessons that train show results whose last digits depend on the machine; their screens are tested from fixed snapshots
in their own test modules, and here only for what must be there.
"""

import pytest

from tests.tui.conftest import ScreenCheck
from tui.lessons import LESSONS
from tui.testing import open_lesson, text

TRAINED = {"race", "generalise", "memory"}
NAMES = [lesson.name for lesson in LESSONS if lesson.name not in TRAINED]
SIZES = [(80, 24), (120, 40)]


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("name", NAMES)
async def test_default_screen(name: str, size: tuple[int, int], same_screen: ScreenCheck) -> None:
    async with open_lesson(name, size=size) as pilot:
        same_screen(pilot.app)


@pytest.mark.parametrize("name", NAMES)
async def test_default_screen_in_the_light_theme(name: str, same_screen: ScreenCheck) -> None:
    async with open_lesson(name, theme="gatescope-light") as pilot:
        same_screen(pilot.app)


@pytest.mark.parametrize("name", [lesson.name for lesson in LESSONS if lesson.name != "memory"])
async def test_nothing_is_wider_than_the_screen_and_the_way_out_is_shown(name: str) -> None:
    async with open_lesson(name) as pilot:
        rows = text(pilot.app).rstrip("\n").split("\n")
        assert len(rows) == 24
        assert "? help" in rows[-1] and "q quit" in rows[-1], f"the footer is cut off: {rows[-1]!r}"
