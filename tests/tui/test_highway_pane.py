"""The highway pane: the lesson's numbers on its first screen, the real cells beside them, and a floor that is said."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from rich.cells import cell_len
from textual.content import Content
from textual.pilot import Pilot

from core.highway import HighwaySettings, compute, report
from core.highway.idealised import idealised
from tests.tui.pressing import press
from tui.app import GatescopeApp
from tui.lessons import find
from tui.panes.highway import TITLES, HighwayPane
from tui.panes.highway_plots import ideal_legend, ideal_plot, real_axis, real_plot
from tui.plain import as_text
from tui.plots.underflow import decay_axis
from tui.shot import settle
from tui.widgets.panel import fitting
from tui.widgets.status_line import StatusLine

SIZES = [(80, 24), (120, 40)]
SHORT = HighwaySettings(steps=12, hidden=3)


@asynccontextmanager
async def highway(
    settings: HighwaySettings | None = None, size: tuple[int, int] = (80, 24), still: bool = True
) -> AsyncIterator[tuple[Pilot[None], HighwayPane]]:
    app = GatescopeApp(find("highway"), settings or SHORT, still=still)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        pane = app.pane
        assert isinstance(pane, HighwayPane)
        yield pilot, pane


@pytest.mark.parametrize("size", SIZES)
async def test_first_screen_has_the_lessons_numbers(size: tuple[int, int]) -> None:
    async with highway(HighwaySettings(), size) as (pilot, _):
        screen = await press(pilot)
    for words in ("7.11e-15", "0.71 %", "62.4 %", "7.89e-31", "36.6 %", "3.05e-151", "1.32e-23", "0.66 %", "34.9 %"):
        assert words in screen
    assert "half-life 1.0000 6.5788 68.9676" in screen
    assert "<1 % from 7 44 459" in screen
    assert "No entry underflows: the smallest is 3.05e-151" in screen


async def test_underflow_is_marked_and_said() -> None:
    async with highway(HighwaySettings(distances=(1, 500, 1100))) as (pilot, _):
        screen = await press(pilot)
    assert "▾ 7.36e-332" in screen
    assert "▾ 0┤" in screen
    assert "0.5^1100 is 7.36e-332, below 5e-324" in screen


async def test_five_routes_and_an_overflow_fit() -> None:
    settings = HighwaySettings(rnn=2.0, lstm=(0.9, 0.99, 0.999, 1.0), distances=(1, 2000))
    async with highway(settings) as (pilot, _):
        screen = await press(pilot)
    assert "1.15e+602" in screen
    assert "◇ f 1" in screen


@pytest.mark.parametrize("size", SIZES)
async def test_real_cells_say_what_the_gates_explain(size: tuple[int, int]) -> None:
    result = compute(SHORT)
    async with highway(size=size) as (pilot, _):
        screen = await press(pilot, "r")
        assert " ".join(result.explained.split()) in screen
        assert result.cells[1].sentence in screen
        assert result.cells[2].sentence in await press(pilot, "c")
        assert result.cells[0].sentence in await press(pilot, "c")
        assert "|dL/dh_0|" in await press(pilot, "w")


async def test_a_bias_of_zero_is_seen_to_vanish() -> None:
    settings = HighwaySettings(forget_bias=0, steps=100)
    async with highway(settings) as (pilot, _):
        screen = await press(pilot, "r")
    assert "vanished (less than a millionth is left)" in screen


async def test_the_real_cells_follow_the_settings_from_a_thread() -> None:
    async with highway(still=False) as (pilot, pane):
        await press(pilot, "r", "tab")
        await press(pilot, *["right"] * 5)
        assert pane.now.steps == 60
        assert pane.result is not None
        assert pane.result.settings == pane.now
        await press(pilot, "u")
        assert pane.result.settings.steps == 50


async def test_a_stale_result_is_dropped() -> None:
    async with highway(still=False) as (pilot, pane):
        await press(pilot, "r")
        pane.on_highway_pane_measured(pane.Measured(compute(SHORT.change("seed", 7))))
        assert pane.result is not None
        assert pane.result.settings == pane.now


async def test_nothing_is_measured_before_the_real_view_is_opened() -> None:
    async with highway(still=False) as (pilot, pane):
        await asyncio.sleep(0.05)
        await pilot.pause()
        assert pane.result is None
        assert pane.ready
        assert pane.shown.settings == pane.now


async def test_a_refusal_is_said() -> None:
    async with highway() as (pilot, pane):
        await press(pilot, "tab", "enter", *"1.5", "enter")
        assert pane.now == SHORT
        assert "distances: 1.5 is not a whole number" in pane.query_one(StatusLine).state[0]


@pytest.mark.parametrize("lstm", [(0.9, 0.99), (0.9, 0.99, 0.5, 1.0)])
def test_titles_and_legends_are_whole_in_any_panel(lstm: tuple[float, ...]) -> None:
    ideal = idealised((1, 500), 1.0, lstm)
    for width in range(18, 100, 3):
        shown = Content.from_markup(ideal_legend(ideal, width)).plain
        assert cell_len(shown) <= width - 6 and len(fitting(TITLES, width)) <= width - 6
        assert width < 24 or all(symbol in shown for symbol in ("●", *"▲△◆◇"[: len(lstm)]))


def test_the_axis_holds_everything_that_float64_can() -> None:
    assert decay_axis([1.0, 0.0]).low == 5e-324
    assert decay_axis([1.0, 0.0]).floor
    assert decay_axis([1.7e308, float("inf")]).high < float("inf")
    assert decay_axis([]).low < decay_axis([]).high


@pytest.mark.parametrize("settings", [HighwaySettings(scale=0, steps=1), HighwaySettings(forget_bias=-50, seed=3)])
def test_extreme_cells_have_plots(settings: HighwaySettings) -> None:
    result = compute(settings)
    cells = [cell.measured for cell in result.cells]
    assert ideal_plot(result.ideal).curves
    assert all(real_plot(cell, real_axis(cells)).curves for cell in cells)


@pytest.mark.parametrize("forget_bias", [-50, 0, 1, 50])
async def test_the_real_cells_leave_room_for_their_chart(forget_bias: float) -> None:
    async with highway(HighwaySettings(forget_bias=forget_bias)) as (pilot, pane):
        screen = await press(pilot, "r")
        assert "● RNN 3.02e-21 no path" in screen, "a row a cell"
        assert pane.query_one("#highway-lstm PlotView").size.height >= 5
        assert "Along the full gradient's direction at step 0" in screen and "? help q quit" in screen


async def test_distances_given_twice_are_shown_once_and_a_factor_of_one_never_halves() -> None:
    async with highway(SHORT.change("distances", (10, 1, 1, 10)).change("rnn", 1.0)) as (pilot, _):
        screen = await press(pilot)
    assert "1 100.0 %" in screen and screen.count("100.0 %") == 3
    assert "half-life never" in screen and "inf" not in screen


def test_what_is_printed_has_no_nan() -> None:
    result = compute(HighwaySettings())
    printed = as_text(find("highway"), result.settings, report(result))
    assert "nan" not in printed and "not resolved" in printed
