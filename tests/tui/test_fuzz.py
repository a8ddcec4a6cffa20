"""Anything pressed, in any order, at any speed and any size: the app never raises, never hangs, and always quits.

`make fuzz` drives it for 20,000 events; here it is a few hundred. hypothesis prints the events of a failing case.
"""

import asyncio
import contextlib
import faulthandler
import os
import string
import sys
import tempfile
import threading
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from textual.pilot import Pilot

from tui.app import GatescopeApp
from tui.lesson import Lesson
from tui.lessons import LESSONS
from tui.press import pressed

EVENTS = int(os.environ.get("GATESCOPE_FUZZ_EVENTS", "200"))
SEED = int(os.environ.get("GATESCOPE_FUZZ_SEED", "1"))
EACH = max(EVENTS // len(LESSONS), 1)
AT_ONCE = 100
HANGS_AFTER = 300.0
"""Seconds for one app and its AT_ONCE events; then the process ends and says what was pressed and where it hangs."""
LEAVES_WITHIN = 30.0
LATEST_THREAD = 60.0
"""Seconds until no thread of the app is left: one may be in the middle of a long step when the app quits."""
KEYS = (
    *(set(string.ascii_letters) - {"q"}),
    *(string.digits + string.punctuation),
    *("up", "down", "left", "right", "tab", "shift+tab", "enter", "escape", "space", "backspace", "delete", "home"),
    *("end", "pageup", "pagedown", "ctrl+p", "f1", "f5", "f7", "f10"),
)
SMALL = {"race": ["steps=20", "length=8", "hidden=4"], "generalise": ["seeds=1"]}

Event = str | float | tuple[int, int]
sizes = st.tuples(st.integers(1, 300), st.integers(1, 100))
waits = st.sampled_from([0.0, 0.02, 0.1])
"""What threads do in the meantime comes in between keys."""
events = st.one_of(*[st.sampled_from(sorted(KEYS))] * 15, sizes, waits)


async def do(pilot: Pilot[Any], event: Event) -> None:
    if isinstance(event, tuple):
        await pilot.resize_terminal(*event)
    elif isinstance(event, float):
        await pilot.pause(event)
    else:
        pilot.app.post_message(pressed(event))
        await pilot.pause(0)


async def play(lesson: Lesson, some: list[Event]) -> int | None:
    """Do all of it, and leave by ctrl+c; the exit code."""
    unheard: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context))
    app = GatescopeApp(lesson, lesson.parsed(SMALL.get(lesson.name, [])))
    async with app.run_test(size=(80, 24)) as pilot:
        for event in some:
            if app.return_code is not None:  # the palette can quit as well
                break
            await do(pilot, event)
        asked = time.monotonic()
        app.post_message(pressed("ctrl+c"))
        while app.return_code is None:
            assert time.monotonic() - asked < LEAVES_WITHIN, f"ctrl+c did not quit in {LEAVES_WITHIN} s"
            await asyncio.sleep(0.001)
    assert not unheard
    return app.return_code


def give_up(lesson: Lesson, some: list[Event]) -> None:
    """Nothing in a hanging process can be waited for."""
    print(f"{lesson.name} hangs after some of {some}", file=sys.__stderr__)
    faulthandler.dump_traceback(sys.__stderr__ or 2)
    os._exit(1)


def assert_no_thread_is_left(before: set[threading.Thread]) -> None:
    deadline = time.monotonic() + LATEST_THREAD
    while left := [thread.name for thread in set(threading.enumerate()) - before if thread.daemon]:
        assert time.monotonic() < deadline, f"still at work {LATEST_THREAD} s after the app has ended: {left}"
        time.sleep(0.001)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_random_keys_and_sizes(lesson: Lesson) -> None:
    """A share for every pane, as hypothesis by itself favours some; one more, for it begins with one key all over."""
    at_once = min(EACH, AT_ONCE)

    @seed(SEED + LESSONS.index(lesson))
    @settings(max_examples=EACH // at_once + 1, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(events, min_size=at_once, max_size=at_once))
    def play_and_leave(some: list[Event]) -> None:
        before = set(threading.enumerate())
        watch = threading.Timer(HANGS_AFTER, give_up, [lesson, some])
        watch.start()
        try:
            with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):  # whatever is saved is saved here
                assert asyncio.run(play(lesson, some)) == 0
            assert_no_thread_is_left(before)
        finally:
            watch.cancel()

    play_and_leave()
