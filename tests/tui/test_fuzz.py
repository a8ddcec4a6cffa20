"""Anything pressed, in any order, at any size: the app never raises, never hangs, and always quits.

`make fuzz` drives it for 20,000 events; here it is a few hundred. hypothesis prints the events of a failing case.
"""

import asyncio
import contextlib
import os
import tempfile

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from tui.app import GatescopeApp
from tui.lessons import LESSONS, Lesson

EVENTS = int(os.environ.get("GATESCOPE_FUZZ_EVENTS", "200"))
SEED = int(os.environ.get("GATESCOPE_FUZZ_SEED", "1"))
AT_ONCE = 40
KEYS = (
    *"abcdefghijklmnoprstuvwxyzBDINPSTUVY0123456789.,;:+-*/=<>!?%&()_'\"~^#@$|\\`",
    *("left_square_bracket", "right_square_bracket", "up", "down", "left", "right", "tab", "shift+tab", "enter"),
    *("escape", "space", "backspace", "delete", "home", "end", "pageup", "pagedown", "ctrl+p", "f1", "f7", "f10"),
)
SMALL = {"race": ["steps=20", "length=8", "hidden=4"], "generalise": ["seeds=1"]}

Event = str | tuple[int, int]
sizes = st.tuples(st.integers(1, 300), st.integers(1, 100))
some_events = st.lists(st.one_of(*[st.sampled_from(KEYS)] * 15, sizes), min_size=AT_ONCE, max_size=AT_ONCE)


async def play(lesson: Lesson, events: list[Event]) -> int | None:
    app = GatescopeApp(lesson, lesson.parsed(SMALL.get(lesson.name, [])))
    async with app.run_test(size=(80, 24)) as pilot:
        for event in events:
            if isinstance(event, tuple):
                await pilot.resize_terminal(*event)
            else:
                await pilot.press(event)
        app.exit()
    return app.return_code


@seed(SEED)
@settings(max_examples=max(EVENTS // AT_ONCE, 1), deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(LESSONS), some_events)
def test_random_keys_and_sizes(lesson: Lesson, events: list[Event]) -> None:
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):  # whatever is saved is saved here
        assert asyncio.run(play(lesson, events)) == 0
