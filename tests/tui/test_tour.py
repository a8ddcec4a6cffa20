"""The tour in the app: next, back, reveal, free play, leave and resume, by hand and by itself."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input

from tui.app import GatescopeApp
from tui.help import HelpScreen
from tui.lesson import Lesson
from tui.lessons import LESSONS, find
from tui.screen_text import text
from tui.shot import settle
from tui.state import Keeper
from tui.tour.bar import TourBar, TourLine
from tui.tour.guide import Guide
from tui.tour.keys import TOUR_KEYS
from tui.tour.model import Stop, Tour
from tui.tour.place import Place
from tui.tour.takes_tours import TakesTours
from tui.views import ViewsPane
from tui.widgets.settings_line import SettingField

TOUR = Tour(
    "test",
    "A test",
    (
        Stop(
            "bias",
            "look [/here]",
            "how much?",
            "{rows.0.f:number} after {before.rows.1.f:number}",
            "one",
            ("steps=10",),
        ),
        Stop("highway", "look there", "how far?", "far", "two", keys=("r",), answer_keys=("w",)),
        Stop("bias", "look again", "why?", "f is {rows.0.f}", "three", answer_settings=("biases=7",)),
    ),
)


def app(folder: Path | None = None, tour: Tour = TOUR, resume: bool = False, auto: float = 0.0) -> GatescopeApp:
    first = tour.stops[0]
    shell = GatescopeApp(first.lesson, first.before, still=True)
    shell.guide = Guide(shell, tour, folder, resume, auto)
    return shell


def view(shell: GatescopeApp) -> str:
    assert isinstance(shell.pane, ViewsPane)
    return shell.pane.view


def guide(shell: GatescopeApp) -> Guide:
    assert shell.guide is not None
    return shell.guide


async def press(pilot: Pilot[Any], *keys: str) -> str:
    await pilot.press(*keys)
    await settled(pilot)
    return text(pilot.app)


async def settled(pilot: Pilot[Any]) -> None:
    """What a stop presses comes after the next refresh."""
    await settle(pilot)
    await pilot.pause()
    await settle(pilot)


async def type_a_setting(pilot: Pilot[Any]) -> None:
    """Open the entry of the first setting."""
    pilot.app.query(SettingField).first().focus()
    await press(pilot, "enter")
    assert isinstance(pilot.app.focused, Input)


async def test_a_stop_asks_reveals_folds_away_and_asks_again() -> None:
    shell = app()
    async with shell.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        shown = text(shell)
        assert "TOUR 1/3" in shown and "look [/here]" in shown and "how much?" in shown
        assert "Answer" not in shown and "P back" not in shown
        assert shell.pane.now.words() == ["steps=10"]
        shown = await press(pilot, "A")
        assert "0.5000 after 0.7311" in shown and "how much?" in shown and "look [/here]" not in shown
        shown = await press(pilot, "A")
        assert "how much?" not in shown and "TOUR 1/3" in shown and "A question" in shown
        assert "look [/here]" in await press(pilot, "A")


async def test_forward_and_back_set_each_pane_and_press_its_keys() -> None:
    shell = app()
    async with shell.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "TOUR 2/3" in await press(pilot, "F")
        assert shell.lesson == "highway" and view(shell) == "real"
        await press(pilot, "A")
        assert view(shell) == "words"
        assert "TOUR 3/3" in await press(pilot, "F")
        assert shell.lesson == "bias" and shell.pane.now.words() == []
        await press(pilot, "A")
        assert shell.pane.now.words() == ["biases=7"]
        await press(pilot, "P", "P", "P")
        assert guide(shell).visit.number == 0 and shell.pane.now.words() == ["steps=10"]


async def test_free_play_has_all_keys_of_the_pane_and_of_the_app() -> None:
    shell = app()
    async with shell.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "A", "A", "p")
        assert view(shell) == "traps"
        await press(pilot, "1")
        assert shell.lesson == "highway" and "TOUR 1/3" in text(shell)
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(shell.screen, HelpScreen)
        await pilot.press("F")
        assert guide(shell).visit.number == 0, "the tour waits behind another screen"
        await pilot.press("escape")
        await press(pilot, "F")
        assert guide(shell).visit.number == 1


async def test_what_is_typed_is_not_taken_for_a_key_of_the_tour() -> None:
    shell = app()
    async with shell.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await type_a_setting(pilot)
        await press(pilot, *TOUR_KEYS)
        assert guide(shell).visit.number == 0 and guide(shell).touring


async def test_the_answer_shows_what_it_speaks_of_whatever_was_played_before() -> None:
    shell = app()
    async with shell.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        shell.pane.apply(shell.pane.now.typed("steps", "99"))
        await press(pilot, "A")
        assert shell.pane.now.words() == ["steps=10"]
        await press(pilot, "u")
        assert shell.pane.now.words() == ["steps=99"], "what was played can be had back"


async def test_leaving_keeps_the_place_for_this_run_and_the_next(tmp_path: Path) -> None:
    shell = app(tmp_path)
    async with shell.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        shown = await press(pilot, "F", "L")
        assert "TOUR" not in shown and "1 HIGHWAY" in shown and "G goes on" in shown
        assert not shell.query_one(TourBar).display
        assert "TOUR 2/3" in await press(pilot, "2", "G")
    resumed = app(tmp_path, resume=True)
    async with resumed.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "TOUR 2/3" in text(resumed) and resumed.lesson == "highway"
    anew = app(tmp_path)
    async with anew.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "TOUR 1/3" in text(anew) and "G to 2" in text(anew)
        shown = await press(pilot, "G")
        assert "TOUR 2/3" in shown and "G to" not in shown


@pytest.mark.parametrize(
    "kept", ["", "{}", "[]", '{"stop": 99, "title": "gone"}', '{"stop": -1, "title": "x"}', "\xff"]
)
def test_a_damaged_place_is_the_first_stop(tmp_path: Path, kept: str) -> None:
    place = Place(tmp_path, TOUR)
    place.path.write_text(kept, encoding="latin-1")
    assert place.kept() == 0


def test_a_place_is_found_by_its_title_when_the_file_was_changed(tmp_path: Path) -> None:
    Place(tmp_path, TOUR).keep(1)
    assert Place(tmp_path, Tour("test", "", (TOUR.stops[2], TOUR.stops[0], TOUR.stops[1]))).kept() == 2
    assert Place(tmp_path, Tour("another", "", TOUR.stops)).kept() == 0


async def test_the_tour_is_begun_from_the_app_by_a_key(tmp_path: Path) -> None:
    lesson = find("bias")
    shell = GatescopeApp(lesson, lesson.settings_class()(), still=True, keeper=Keeper(tmp_path))
    async with shell.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert not any(shell.check_action(action, (1,)) for action in ("tour_answer", "tour_move", "tour_leave"))
        await press(pilot, "F", "A", "L")
        assert "TOUR 1/" in await press(pilot, "G")


async def test_by_itself_it_reveals_half_way_goes_on_and_begins_again() -> None:
    shell = app(auto=0.4)
    async with shell.run_test(size=(80, 24)) as pilot:
        seen: list[tuple[int, str]] = []
        while len(seen) < 7 and shell.is_running:
            visit = guide(shell).visit
            if not seen or seen[-1] != (visit.number, visit.shown):
                seen.append((visit.number, visit.shown))
            await asyncio.sleep(0.01)
        await press(pilot, "L")
    assert seen == [(number, shown) for number in (0, 1, 2) for shown in ("question", "answer")] + [(0, "question")]


async def test_whoever_presses_a_key_is_waited_for() -> None:
    shell = app(auto=60.0)
    async with shell.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        timer = guide(shell)._timer
        await pilot.press("j")
        assert guide(shell)._timer is not timer, "the clock begins anew"
        await pilot.press("question_mark")
        await guide(shell)._go_on()
        assert guide(shell).visit.shown == "question", "nothing moves behind the help"
        await press(pilot, "escape")
        await type_a_setting(pilot)
        await guide(shell)._go_on()
        assert guide(shell).visit.shown == "question", "nothing moves under who types"
        await press(pilot, "escape")
        await guide(shell)._go_on()
        assert guide(shell).visit.shown == "answer"
        await press(pilot, "L")
        assert guide(shell)._timer is None


async def test_numbers_are_computed_off_the_event_loop_and_a_stale_answer_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shell = app()
    shell.still = False
    async with shell.run_test(size=(80, 24)) as pilot:
        while not guide(shell).visit.answer:
            await pilot.pause(0.01)
        assert "0.5000" in await press(pilot, "A")
        stale = guide(shell).visit
        await press(pilot, "F")
        guide(shell)._take_answer(stale, "stale")
        assert guide(shell).visit.answer == "far"
        await pilot.press("question_mark")
        guide(shell)._take_answer(guide(shell).visit, "behind the help")
        await pilot.press("escape")
        assert "behind the help" in await press(pilot, "A")


async def test_an_answer_that_cannot_be_computed_says_why() -> None:
    shell = app(tour=Tour("t", "t", (Stop("bias", "a", "b", "{rows.99.f} and more"),)))
    async with shell.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        shown = " ".join((await press(pilot, "A")).split())
        assert "cannot be computed: the result has no rows.99.f (at 99; there are 5: 0 to 4)" in shown


async def test_a_higher_screen_gives_the_bar_its_own_place() -> None:
    shell = app()
    async with shell.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        shown = await press(pilot, "A")
        assert "look [/here]" in shown and "0.5000 after" in shown
        assert shell.pane.region.bottom <= shell.query_one(TourBar).region.y
        await pilot.resize_terminal(80, 24)
        await settled(pilot)
        assert "look [/here]" not in text(shell)
        assert shell.pane.region.bottom == shell.query_one(TourBar).region.y, "nothing of the pane is covered"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
@pytest.mark.usefixtures("finished")
async def test_no_pane_uses_a_key_of_the_tour(lesson: Lesson) -> None:
    assert set(TOUR_KEYS) == {binding.key for binding in TakesTours.BINDINGS}  # type: ignore[union-attr]
    shell = GatescopeApp(lesson, lesson.settings_class()(), still=True)
    async with shell.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        for widget in shell.query(Widget):
            assert not set(TOUR_KEYS) & set(widget._bindings.key_to_bindings)


async def test_a_long_title_gives_way_to_the_keys() -> None:
    stop = Stop("bias", "a", "b", "c", "x" * 40)
    shell = app(tour=Tour("t", "t", (stop,) * 30))
    async with shell.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "F")
        row = text(shell).split("\n")[0]
        assert "…" in row and row.rstrip().endswith("L leave") and shell.query_one(TourLine).size.height == 1


async def test_the_palette_has_the_keys_of_the_tour_that_work_now_and_those_of_the_app() -> None:
    shell = app()
    async with shell.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        titles = [command.title for command in shell.get_system_commands(shell.screen)]
        assert len(titles) == len(set(titles))
        found = " ".join(titles)
        for words in ("forward to the next stop", "the answer, then free play", "Save this screen"):
            assert words in found
        assert "back to the previous stop" not in found, "this is the first stop"
