"""The thread of a live lesson: order, pace, pause, single steps, cancel; and that the app quits while it trains."""

import threading
import time
from collections.abc import Iterator

from core.race.settings import RaceSettings
from tui.app import GatescopeApp
from tui.lessons import find
from tui.live import Pacer, Run
from tui.panes.race import RacePane


def count_up(upto: int, made: list[int]) -> Iterator[int]:
    for value in range(upto):
        made.append(value)
        yield value


def start(run: "Run[int]") -> threading.Thread:
    thread = threading.Thread(target=run.drive)
    thread.start()
    return thread


def until(condition: object, seconds: float = 5.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < deadline
        time.sleep(0.002)


def test_pacer_lets_through_at_most_its_frames_and_keeps_its_rate() -> None:
    now = 0.0
    pacer = Pacer(lambda: now, frames=10, rate=40)
    posted = 0
    for _ in range(400):
        now += pacer.wait()
        posted += pacer.worth_posting()
    assert abs(now - 399 / 40) < 1e-9
    assert 75 <= posted <= 101


def test_everything_is_made_in_order_and_the_last_is_always_posted() -> None:
    made: list[int] = []
    seen: list[int] = []
    frozen_clock = Pacer(lambda: 0.0)
    start(Run(count_up(50, made), seen.append, frozen_clock, playing=True)).join(5)
    assert made == list(range(50))
    assert seen == sorted(seen) and seen[0] == 0 and seen[-1] == 49


def test_pause_freezes_and_steps_go_one_by_one() -> None:
    made: list[int] = []
    seen: list[int] = []
    run = Run(count_up(1000, made), seen.append, Pacer(lambda: 0.0), playing=False)
    thread = start(run)
    until(lambda: seen == [0])
    run.step()
    until(lambda: seen == [0, 1])
    time.sleep(0.02)
    assert made == [0, 1]
    run.play(True)
    until(lambda: len(made) > 20)
    run.play(False)
    time.sleep(0.02)
    count = len(made)
    time.sleep(0.02)
    assert len(made) == count and seen[-1] == made[-1]
    run.cancel()
    thread.join(5)
    assert not thread.is_alive()


async def test_a_race_in_the_app_runs_in_order_pauses_and_finishes() -> None:
    app = GatescopeApp(find("race"), RaceSettings(length=10, steps=60, hidden=4))
    async with app.run_test(size=(80, 24)) as pilot:
        while not app.lesson:
            await pilot.pause(0.01)
        pane = app.pane
        assert isinstance(pane, RacePane)
        seen: list[int] = []
        pane.watch(pane, "snapshot", lambda snapshot: seen.extend([snapshot.step] if snapshot else []), init=False)
        await pilot.press("space")
        for _ in range(20):
            await pilot.pause(0.01)
        paused_at = seen[-1] if seen else 0
        await pilot.pause(0.1)
        assert (seen[-1] if seen else 0) == paused_at
        await pilot.press("f", "space")
        while not pane.ready:
            await pilot.pause(0.01)
        assert seen == sorted(seen) and seen[-1] == 60
