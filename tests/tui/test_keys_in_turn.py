"""Keys faster than a hand: each goes where the one before leads, a flood ends in the right place, leaving overtakes."""

import random
import time

import pytest
from textual import events

from tests.terminal import Terminal
from tui.app import GatescopeApp
from tui.lessons import LESSONS, find
from tui.shot import settle
from tui.widgets.classes import wear
from tui.widgets.keys_line import KeysLine

NAMES = {"⏎": "enter", "→": "right", "⇥": "tab", "⎋": "escape", "[": "left_square_bracket", "]": "right_square_bracket"}


def burst(app: GatescopeApp, typed: str) -> None:
    """Type all at once, before any of it can be answered."""
    for character in typed:
        app.post_message(events.Key(NAMES.get(character, character), None if character in NAMES else character))


@pytest.mark.parametrize(
    ("name", "typed", "ends_in", "words"),
    [
        ("step", "l7⏎", "step", "U=7,-0.2/0.1,0.4/-0.2,0.3/0.5,-0.1/0.4,0.1/-0.3,0.2/0.2,0.5/0.4,-0.2"),
        ("highway", "⇥⏎5⏎", "highway", "distances=5"),
        ("highway", "⇥⏎5⇥→", "highway", "distances=5 rnn=0.55"),
        ("bias", "a4⏎", "bias", "biases=0,1,2,3,5,4"),
        ("params", "n72⏎", "params", "printed=72"),
        ("embeddings", "eking⏎", "embeddings", "a=king"),
        ("attention", "eola ma⏎→", "attention", "sentence=ola ma row=2"),
        ("highway", "]⇥⏎9⏎", "bias", "distances=9"),
        ("highway", "3l7⏎⎋2", "bias", ""),
    ],
)
async def test_a_key_goes_where_the_one_before_it_leads(name: str, typed: str, ends_in: str, words: str) -> None:
    app = GatescopeApp(find(name), None, still=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        burst(app, typed)
        await settle(pilot)
        assert app.lesson == ends_in
        assert " ".join(app.pane.now.words()) == words, app.focused


async def test_brackets_in_line_open_only_the_pane_they_lead_to() -> None:
    app = GatescopeApp(find("highway"), None, still=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        burst(app, "]" * 9 + "[" * 8)
        await settle(pilot)
        assert app.lesson == LESSONS[1].name
        assert len(app.panes) == 2


async def test_the_last_row_has_the_keys_of_what_a_flood_ends_in() -> None:
    typist = random.Random(1)
    app = GatescopeApp(find("highway"), None, still=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        for end in "⎋2", "⎋1w", "⎋3l":
            burst(app, "".join(typist.choice("[]12389→⇥⎋ljuv") for _ in range(60)) + end)
            await pilot.pause()
            while app.keys_wait:
                await pilot.pause(0.05)
            await pilot.pause()
            line = app.query_one(KeysLine)
            assert line.keys == line.working_keys()


async def test_a_widget_that_never_rests_keeps_no_key_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    app = GatescopeApp(find("highway"), None, still=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        monkeypatch.setattr("tui.keys_in_turn.TURN", 0.01)
        monkeypatch.setattr("tui.keys_in_turn._has_mail", lambda widget: True)
        burst(app, "]]")
        await pilot.pause(0.1)
        monkeypatch.undo()
        await settle(pilot)
        assert app.lesson == LESSONS[2].name


async def test_focus_restyles_what_has_it_alone_and_classes_go_together(monkeypatch: pytest.MonkeyPatch) -> None:
    app = GatescopeApp(find("highway"), None, still=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        restyled: list[int] = []
        monkeypatch.setattr(app.stylesheet, "update_nodes", lambda nodes, **_: restyled.append(len(list(nodes))))
        await pilot.press("tab", "shift+tab", "tab")
        assert app.focused is not app.pane and set(restyled) == {1}
        restyled.clear()
        wear(app.pane, {"-one": True, "-two": True, "-three": False})
        wear(app.pane, {"-one": True})
        assert len(restyled) == 1 and app.pane.has_class("-one", "-two")


def test_leaving_goes_ahead_of_a_flood() -> None:
    with Terminal() as terminal:
        terminal.until(lambda shown: b"quit" in shown)
        terminal.press("1234567890[]" * 50)
        terminal.read(0.2)
        terminal.press("q")
        pressed = time.monotonic()
        assert terminal.ended() == 0
        assert time.monotonic() - pressed < 2.0
