"""The memory pane: what it shows before, during and after the experiment, and that nothing runs unasked."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.pilot import Pilot

from core.cells.spec import CellKind
from core.memory import MemorySettings, final
from tests.tui.fixed import memory
from tests.tui.pressing import press
from tui.app import GatescopeApp
from tui.lessons import find
from tui.panes.memory import MemoryPane
from tui.panes.memory_tables import GROUPS, memory_table, statement_lines
from tui.shot import settle
from tui.widgets.status_line import StatusLine

SIZES = [(80, 24), (120, 40)]
SMALL = MemorySettings(lengths=(3.0, 6.0), early=4, late=10, starts=2)


@asynccontextmanager
async def opened(
    settings: MemorySettings | None = None, size: tuple[int, int] = (80, 24), still: bool = True, theme: str = ""
) -> AsyncIterator[tuple[Pilot[None], MemoryPane]]:
    app = GatescopeApp(find("memory"), settings or MemorySettings(), still=still, theme=theme or "gatescope-dark")
    async with app.run_test(size=size) as pilot:
        while not app.lesson:
            await pilot.pause(0.01)
        await pilot.pause()
        pane = app.pane
        assert isinstance(pane, MemoryPane)
        yield pilot, pane


async def test_nothing_runs_unasked_and_what_will_run_is_said() -> None:
    async with opened(still=False) as (pilot, pane):
        screen = await press(pilot)
        assert pane.live is None and pane.snapshot is None and pane.ready
        assert "Nothing has run yet. space trains 50 nets (RNN, GRU; lengths 10, 20, 30, 50, 80; 5 starts)" in screen
        assert "hidden 8, batches of 32, Adam at 0.01" in screen and "the same for every cell" in screen
        assert "r discard" not in screen
        for key in ("full_stop", "r"):
            await pilot.press(key)
            assert pane.live is None
            assert pane.query_one(StatusLine).state == ("nothing has run yet: space starts it", True)


async def test_it_runs_on_a_key_pauses_and_is_discarded() -> None:
    async with opened(still=False) as (pilot, pane):
        await pilot.press("space")
        while pane.snapshot is None:
            await pilot.pause(0.01)
        assert pane.live is not None and pane.live.playing
        assert re.search(r"length [1-8]0, step \d+ of 1000", pane.query_one(StatusLine).state[0]) and not pane.ready
        await pilot.press("space")
        assert not pane.live.playing
        assert "paused" in pane.query_one(StatusLine).state[0]
        await pilot.press("1", "8")
        assert not pane.live.playing
        assert "Nothing has run yet" in await press(pilot, "r")
        assert pane.live is None and pane.snapshot is None


async def test_a_small_experiment_has_the_numbers_of_the_core_live_and_still() -> None:
    end = final(SMALL)
    async with opened(SMALL) as (pilot, pane):
        await settle(pilot)
        assert pane.snapshot is not None and pane.snapshot.rows == end.rows
        assert pilot.app.focused is pane.front, "the arrows move through the open view"
    async with opened(SMALL, still=False) as (pilot, pane):
        await pilot.press("space")
        while not pane.finished:
            await pilot.pause(0.01)
        assert pane.snapshot is not None and pane.snapshot.rows == end.rows
        assert pane.shown is pane.snapshot and pane.ready


async def test_what_was_measured_waits_for_its_settings_to_come_back() -> None:
    async with opened() as (pilot, pane):
        pane.snapshot = memory()
        pane.apply(pane.now.change("cells", "rnn,gru,lstm"))
        screen = await press(pilot)
        assert pane.snapshot is None and "trains 75 nets" in screen and "LSTM" in screen
        assert "space starts it; the table of the settings before is kept: u brings it back" in screen
        await pilot.press("space")
        assert "too long for a still picture" in pane.query_one(StatusLine).state[0]
        assert "statements hold on starts 1 to 5" in await press(pilot, "u") and pane.snapshot is not None


async def test_rows_out_of_sight_are_counted_and_reached_and_help_has_one_line_for_that() -> None:
    lengths = tuple(map(float, range(10, 70, 10)))
    async with opened(MemorySettings(cells="rnn,gru,lstm", lengths=lengths)) as (pilot, pane):
        for view in "tg":
            screen = await press(pilot, view)
            assert "RNN 10" in screen and "LSTM 60" not in screen and "more" in screen
            front = pane.front
            for key in ("down", "j", "pagedown", "end"):
                before = front.scroll_y
                await press(pilot, key)
                assert front.scroll_y > before or front.scroll_y == front.max_scroll_y > 0, key
            screen = await press(pilot)
            assert "LSTM 60" in screen and f"↑ {front.max_scroll_y} more" in screen
        screen = await press(pilot, "question_mark")
        assert "One training step" in screen and "Scroll" not in screen, "the pane's own keys come first"
        await press(pilot, "pagedown", *("down",) * 4)
        await settle(pilot)
        assert "↑ ↓ Scroll what is longer than its panel" in await press(pilot)


def test_every_score_and_count_stands_in_its_row_and_is_never_rounded() -> None:
    shown = memory(MemorySettings(group=200))
    table = memory_table(shown.settings, shown)
    assert len(table.rows) == 10 and len(table.columns) == 4
    written = [[column.name for column in table.columns], *table.written()]
    assert 2 + sum(max(map(len, column)) for column in zip(*written, strict=True)) + 3 <= 75, "a row of 80 columns"
    for row in table.rows:
        for look, steps in zip(row[2:], (200, 1000), strict=True):
            kind: CellKind = "rnn" if row[0] == "RNN" else "gru"
            measured = shown.row(kind, row[1], steps)
            assert measured is not None and look.endswith(f" {measured.remembering} of 5")
            assert [round(float(cell) / 100, 3) for cell in look.split()[:5]] == [
                round(score, 3) for score in measured.scores
            ]


def test_every_statement_is_shown_with_its_mark_and_value_under_its_heading() -> None:
    shown = memory()
    lines = statement_lines(shown).plain.split("\n")
    assert len(lines) == 12 + len(GROUPS)
    text_of_all = "\n".join(lines)
    for statement in shown.statements:
        heading = next((start for start in GROUPS if statement.text.startswith(start)), "")
        mark = {True: "✓", False: "✗", None: "·"}[statement.met]
        assert f"{mark} {statement.text.removeprefix(heading).rstrip('.')}: {statement.value}" in text_of_all
