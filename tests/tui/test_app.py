"""The shell: opening panes, the help made from the live keys, the palette, and nothing loaded before its time."""

import asyncio
import gc
import subprocess
import sys
from pathlib import Path

import pytest
from textual.command import CommandInput
from textual.geometry import Region
from textual.widget import Widget

from tui.app import GatescopeApp
from tui.help import HelpScreen
from tui.lesson import Lesson
from tui.lessons import LESSONS, UnknownLesson, find
from tui.palette import Palette
from tui.shot import settle, text
from tui.widgets.settings_line import SettingField

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.usefixtures("finished")


def app(name: str = "race") -> GatescopeApp:
    lesson = find(name)
    words = {"race": {"length": 5, "steps": 2, "hidden": 2}}.get(name, {})
    return GatescopeApp(lesson, lesson.settings_class()(**words), still=True)


def test_digits_and_names_are_unique() -> None:
    assert len({lesson.key for lesson in LESSONS}) == len({lesson.name for lesson in LESSONS}) == len(LESSONS)


def test_an_unknown_pane_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownLesson, match="did you mean race"):
        find("rce")


async def test_brackets_turn_through_every_pane_and_back_again() -> None:
    shell = app()
    async with shell.run_test(size=(80, 24)) as pilot:
        seen = []
        for _ in LESSONS:
            await settle(pilot)
            seen.append(shell.lesson)
            await pilot.press("right_square_bracket")
        assert sorted(seen) == sorted(lesson.name for lesson in LESSONS)
        assert shell.lesson == "race"
        await pilot.press("left_square_bracket")
        assert shell.lesson == seen[-1]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
async def test_its_digit_opens_a_pane(lesson: Lesson) -> None:
    shell = app("race")
    async with shell.run_test(size=(80, 24)) as pilot:
        await pilot.press(lesson.key)
        await settle(pilot)
        assert shell.lesson == lesson.name
        assert lesson.short.upper() in text(shell).split("\n")[0]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
async def test_help_lists_every_live_key_of_the_pane_and_every_setting(lesson: Lesson) -> None:
    shell = app(lesson.name)
    async with shell.run_test(size=(120, 80)) as pilot:
        await settle(pilot)
        own = [x.binding for x in shell.screen.active_bindings.values() if x.node is shell.pane]
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(shell.screen, HelpScreen)
        shown = " ".join(text(shell).split())
        for binding in own:
            assert " ".join((binding.tooltip or binding.description).split()[:3]) in shown
        assert all(binding.tooltip for binding in own), "every key has a full phrase for the help"
        await pilot.press("escape")
        assert not isinstance(shell.screen, HelpScreen)


async def test_garbage_is_looked_for_from_the_first_pane_on() -> None:
    gc.disable()  # as the command line does until then
    try:
        async with app().run_test() as pilot:
            await settle(pilot)
            assert gc.isenabled()
    finally:
        gc.enable()


async def test_the_palette_finds_an_action_of_the_pane() -> None:
    shell = app()
    async with shell.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("ctrl+p")
        await pilot.pause()
        assert isinstance(shell.screen, Palette)
        shell.screen.query_one(CommandInput).value = "next of the five"
        await pilot.pause(0.3)
        await pilot.press("enter")
        await pilot.pause(0.3)
        assert shell.pane.now.start == 2


@pytest.mark.parametrize(
    ("name", "size"),
    [*((name, (80, 24)) for name in ("lm", "attention", "embeddings", "bias", "params")), ("lm", (120, 40))],
)
async def test_tab_leads_from_where_the_keys_are_to_the_first_setting_and_back_there(
    name: str, size: tuple[int, int]
) -> None:
    shell = GatescopeApp(find(name), None, still=True)
    async with shell.run_test(size=size) as pilot:
        await settle(pilot)
        if name == "params":  # all of it is on screen: nothing to scroll, the pane itself is the place
            shell.screen.set_focus(shell.pane)
        home = shell.focused
        assert home is not None and not isinstance(home, SettingField)
        await pilot.press("tab")
        assert isinstance(shell.focused, SettingField)
        stops = [one for one in shell.screen.focus_chain if not isinstance(one, SettingField)]
        assert stops == [home]


async def test_q_quits_from_a_field_and_is_typed_in_an_entry() -> None:
    shell = app()
    async with shell.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("tab", "enter", "q")
        assert shell.is_running and shell.return_code is None
        await pilot.press("escape", "q")
        await pilot.pause()
        assert shell.return_code == 0


def test_opening_one_pane_imports_no_other() -> None:
    code = (
        "import asyncio, sys\n"
        "from tui.app import GatescopeApp\n"
        "from tui.lessons import find\n"
        "lesson = find('race')\n"
        "app = GatescopeApp(lesson, lesson.settings_class()(length=5, steps=2), still=True)\n"
        "async def main():\n"
        "    async with app.run_test(size=(80, 24)):\n"
        "        pass\n"
        "asyncio.run(main())\n"
        "print(*sorted(name for name in sys.modules if name.startswith('tui.panes.')))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert {name.split(".")[2].split("_")[0] for name in done.stdout.split()} == {"race"}


async def test_the_pane_opened_last_has_the_keys_however_fast_panes_are_opened() -> None:
    shell = app()
    async with shell.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("5", "0", "5", "2")
        await settle(pilot)
        assert shell.lesson == "bias"
        assert shell.focused is not None and shell.pane in shell.focused.ancestors_with_self


async def test_moving_the_focus_paints_what_lost_and_what_got_it_and_not_the_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shell = app()
    async with shell.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("tab")
        painted: list[str] = []
        paint = Widget.refresh

        def refresh(self: Widget, *regions: Region, **more: bool) -> Widget:
            painted.append(self.id or "")
            return paint(self, *regions, **more)

        monkeypatch.setattr(Widget, "refresh", refresh)
        await pilot.press("tab")
        assert "_default" not in painted
        assert {"set-length", "set-start"} <= set(painted)


async def test_a_pane_that_is_being_opened_is_finished_before_leaving_and_none_is_opened_after() -> None:
    app = GatescopeApp(find("bias"), None)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        opening = asyncio.create_task(app.action_open("attention"))
        await asyncio.sleep(0)
        app.exit(return_code=3)
        assert not app.leaving
        await opening
        assert app.leaving and app.lesson == "attention"
        await app.action_open("step")
        assert app.lesson == "attention"
    assert app.return_code == 3
