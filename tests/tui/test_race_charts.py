"""The charts and lines of the race as values: their curves, axes, ticks and titles, without any app."""

import numpy as np
import pytest

from core.race.settings import RaceSettings
from tests.tui.fixed import record, snapshot
from tests.tui.race_opened import THREE
from tui.panes.race_plots import accuracy_plot, loss_plot, signal_plot
from tui.panes.race_words import titles, tried_line
from tui.plots.draw import draw
from tui.plots.even import even
from tui.plots.model import Axis, Plot
from tui.widgets.panel import fitting


def test_by_time_the_faster_lane_is_ahead_and_seconds_are_round() -> None:
    plot = accuracy_plot(snapshot(200), {"rnn": 0.001, "gru": 0.0031})
    assert [curve.x[-1] for curve in plot.curves] == pytest.approx([0.2, 0.62])
    assert plot.x.high == pytest.approx(0.62) and [label for _, label in plot.x.ticks] == ["0", "0.5 s"]


def test_every_start_has_a_curve_and_the_start_shown_lies_on_top() -> None:
    plot = accuracy_plot(snapshot(200, THREE))
    assert [curve.quiet for curve in plot.curves] == [True] * 6 + [False] * 3


@pytest.mark.parametrize(("length", "ticks"), [(2, [1, 2]), (10, [1, 4, 7, 10]), (5, [1, 3, 5]), (20, [1, 20]),
                                                (30, [1, 15, 30])])  # fmt: skip
def test_time_steps_are_marked_evenly(length: int, ticks: list[int]) -> None:
    assert [at for at, _ in signal_plot(snapshot(0, RaceSettings(length=length))).x.ticks] == ticks


AXES = [
    Axis(0.4, 1.0, anchor="high", percent=True),
    Axis(0.0, 1.0, anchor="high", percent=True),
    *(Axis(0.0, high, anchor="low") for high in (0.5, 1.0, 2.0, 5.0, 37.3)),
    *(Axis(10.0**low, 10.0**high, log=True, anchor="high") for low, high in ((-1, 0), (-3, 1), (-9, 0), (-16, 0))),
    Axis(1e-16, 1.0, log=True, floor="≤1e-16", anchor="high"),
]


@pytest.mark.parametrize("axis", AXES)
def test_ticks_are_whole_rows_apart_and_the_anchor_stays(axis: Axis) -> None:
    for rows in range(3, 40):
        grown = even(axis, rows)
        assert grown.low <= axis.low * (1 + 1e-9) and grown.high >= axis.high * (1 - 1e-9)
        assert grown.high == pytest.approx(axis.high) if axis.anchor == "high" else grown.low == axis.low
        low, high, *places = (
            np.log10(value) if axis.log else value for value in (grown.low, grown.high, *(at for at, _ in grown.ticks))
        )
        at = (np.array(places) - low) / (high - low) * (rows - 1)
        assert np.allclose(at, np.round(at), atol=1e-6) and 2 <= len(at) <= rows
        assert len(set(np.round(np.diff(at)))) == 1
        assert grown.floor == (f"≤{grown.low:.0e}" if axis.floor else "")


def test_an_axis_without_an_anchor_is_left_alone() -> None:
    assert even(Axis(0.0, 1.0), 20) == Axis(0.0, 1.0)


@pytest.mark.parametrize("plot", [accuracy_plot(snapshot(200)), loss_plot(snapshot(200)), signal_plot(snapshot(200))])
@pytest.mark.parametrize("height", [8, 11, 14])
def test_every_tick_of_a_drawn_chart_has_its_label(plot: Plot, height: int) -> None:
    rows = ["".join(text for text, _ in row) for row in draw(plot, 40, height)]
    ticked = [index for index, row in enumerate(rows) if "┤" in row or "┼" in row]
    assert len(ticked) >= 2 and len(set(np.diff(ticked))) == 1
    assert all(rows[index].split("┤")[0].split("┼")[0].strip() for index in ticked)
    assert not any("├" in row for row in rows)


@pytest.mark.parametrize("width", [40, 60, 78, 200])
@pytest.mark.parametrize("length", [5, 30, 80])
def test_the_lengths_tried_fit_their_line_and_keep_the_present_one(width: int, length: int) -> None:
    settings = RaceSettings(length=length)
    line = tried_line(record(settings), settings, width).plain
    assert len(line) <= width
    assert f" {length} " in line
    assert ("…" in line) == (width < 100)
    assert len(line) == width or not line.endswith((",", " "))


@pytest.mark.parametrize("width", range(26, 120, 7))
def test_titles_fit_their_panel(width: int) -> None:
    for task in ("first", "adding", "copy"):
        for candidates in titles(RaceSettings(task=task), 120, by_time=True).values():
            assert len(fitting(candidates, width)) <= width - 6
