"""Charts: every picture has its size, plotext gets nothing it cannot bear, only changed cells are painted."""

import math
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.app import App, ComposeResult

from tui.plots.draw import draw
from tui.plots.model import Axis, Plot, Rule, curve, decades, linear_ticks, log_ticks
from tui.plots.view import PlotView, _difference

ROOT = Path(__file__).parents[2]
values = st.lists(st.floats() | st.sampled_from([0.0, -0.0, math.nan, math.inf, -math.inf, 5e-324]), max_size=60)


def plot_of(y: list[float], log: bool) -> Plot:
    axis = Axis(1e-6, 1.0, log=True, floor="0") if log else Axis(-1.0, 1.0)
    lines = (curve("a", "rnn", range(len(y)), y), curve("b", "gru", range(len(y)), y[::-1]))
    return Plot(lines, Axis(0, max(len(y) - 1, 1)), axis, (Rule(0.5, "half"), Rule(math.nan, "none")))


@settings(deadline=None)
@given(values, st.booleans(), st.integers(1, 120), st.integers(1, 40))
def test_any_numbers_at_any_size_give_a_picture_of_that_size(
    y: list[float], log: bool, width: int, height: int
) -> None:
    picture = draw(plot_of(y, log), width, height)
    assert len(picture) == height
    assert {sum(len(text) for text, _ in row) for row in picture} == {width}


def characters(plot: Plot, width: int = 60, height: int = 16) -> str:
    return "\n".join("".join(text for text, _ in row) for row in draw(plot, width, height))


def test_what_underflows_is_a_mark_on_a_labelled_floor_and_not_an_absence() -> None:
    shown = characters(plot_of([1.0, 1e-3, 1e-9, 0.0], log=True))
    assert shown.count("▾") >= 2
    assert "    0┤" in shown


def test_curves_are_told_apart_without_colour() -> None:
    shown = characters(plot_of([0.1, 0.2, 0.5, 0.9], log=False))
    assert "●" in shown and "■" in shown and "half" in shown


def test_a_gap_is_left_where_there_is_no_number() -> None:
    whole = characters(plot_of([0.0] * 40, log=False))
    broken = characters(plot_of([0.0] * 15 + [math.nan] * 10 + [0.0] * 15, log=False))
    assert sum(map(broken.count, "⠒⠤⣀⠉")) < sum(map(whole.count, "⠒⠤⣀⠉"))


def test_ticks_are_round_inside_and_few() -> None:
    assert [label for _, label in linear_ticks(0.0, 1.0, 5)] == ["0", "0.2", "0.4", "0.6", "0.8", "1"]
    assert [label for _, label in log_ticks(1e-6, 1.0, 3)] == ["1e+00", "1e-03", "1e-06"]


@given(st.lists(st.floats(allow_nan=True), min_size=1))
def test_a_log_axis_always_has_positive_bounds_in_order(data: list[float]) -> None:
    axis = decades([value for value in data if not value > 1e300], least=1e-16)
    assert 0 < axis.low < axis.high


def test_only_the_cells_that_differ_are_painted_again() -> None:
    before, after = (("abcdef", "rnn"),), (("ab", "rnn"), ("X", "gru"), ("def", "rnn"))
    region = _difference(3, before, after)
    assert region is not None and (region.x, region.y, region.width) == (2, 3, 1)
    assert _difference(3, before, before) is None


async def test_the_view_shows_the_newest_of_many_plots() -> None:
    class Shell(App[None]):
        CSS = "PlotView { color: white; }"

        def get_css_variables(self) -> dict[str, str]:
            lanes = {f"lane-{name}": "white" for name in ("rnn", "gru", "lstm")}
            return super().get_css_variables() | lanes

        def compose(self) -> ComposeResult:
            yield PlotView()

    app = Shell()
    async with app.run_test(size=(40, 12)) as pilot:
        view = app.query_one(PlotView)
        for level in range(20):
            view.plot = plot_of([level / 20] * 10, log=False)
        for _ in range(200):
            await pilot.pause(0.01)
            if view.settled:
                break
        assert view.settled
        newest = draw(plot_of([19 / 20] * 10, log=False), 40, 12)
        assert view.render_line(5).text == "".join(text for text, _ in newest[5])


def test_plotext_is_imported_by_one_module_and_not_before_a_chart_is_drawn() -> None:
    importers = [
        path.name
        for path in (ROOT / "tui").rglob("*.py")
        if any(line.startswith(("import plotext", "from plotext")) for line in path.read_text().splitlines())
    ]
    assert importers == ["draw.py"]
    code = "import tui.app, tui.panes.race, sys; print('plotext' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("size", [(14, 4), (13, 4), (14, 3)])
def test_below_the_smallest_size_a_chart_is_blank(size: tuple[int, int]) -> None:
    shown = characters(plot_of([0.1, 0.9], log=False), *size)
    assert bool(shown.strip()) == (size == (14, 4))


@pytest.mark.parametrize("rows", range(5, 17))
@pytest.mark.parametrize("level", [0.1, 0.29, 0.5, 0.74])
def test_the_label_of_a_rule_is_in_its_line(level: float, rows: int) -> None:
    flat = (curve("a", "rnn", range(40), [0.95] * 40),)
    shown = characters(Plot(flat, Axis(0, 39), Axis(0, 1), (Rule(level, "guess 0.3"),)), height=rows)
    assert shown.count("──── guess 0.3 ") == 1 and "├" not in shown


@pytest.mark.parametrize(("level", "arrow"), [(0.5, "↑"), (0.02, "↓")])
def test_a_label_beside_a_hidden_line_points_at_it_lest_it_reads_as_a_value_of_the_axis(
    level: float, arrow: str
) -> None:
    hiding = (curve("a", "rnn", range(40), [level] * 40),)
    bare = characters(Plot(hiding, Axis(0, 39), Axis(0, 1)))
    shown = characters(Plot(hiding, Axis(0, 39), Axis(0, 1), (Rule(level, "guess 0.3"),)))
    rows = shown.splitlines()
    at = next(index for index, row in enumerate(rows) if f"guess 0.3 {arrow}" in row)
    assert "●" in rows[at + (-1 if arrow == "↑" else 1)]
    line = set("─├┼│┤ \n")
    assert all(now == before for now, before in zip(shown, bare, strict=True) if before not in line), (
        "no curve is hidden"
    )


@pytest.mark.parametrize("lanes", [1, 2, 3])
def test_equal_curves_still_show_all_markers_and_a_quiet_one_only_its_end(lanes: int) -> None:
    roles = ("rnn", "gru", "lstm")[:lanes]
    curves = tuple(curve(role, role, range(40), [0.5] * 40) for role in roles)  # type: ignore[arg-type]
    shown = characters(Plot(curves, Axis(0, 39), Axis(0, 1)))
    assert all(symbol in shown for symbol in "●■▲"[:lanes])
    quiet = curve("quiet", "lstm", range(40), [0.9] * 40, quiet=True)
    assert characters(Plot((*curves, quiet), Axis(0, 39), Axis(0, 1))).count("▲") == shown.count("▲") + 1


def test_the_largest_numbers_have_an_axis() -> None:
    axis = decades([1.7e308, 1e-16], 1e-16)
    assert axis.high == 1.7e308 and axis.low == 1e-16
    assert "1e+" in characters(Plot((curve("a", "lstm", (0, 1), (1e-16, 1.7e308)),), Axis(0, 1), axis))


async def test_a_chart_that_cannot_be_drawn_says_so_and_the_next_one_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    class One(App[None]):
        def compose(self) -> ComposeResult:
            yield PlotView()

        def get_theme_variable_defaults(self) -> dict[str, str]:
            return {f"lane-{kind}": "#ffffff" for kind in ("rnn", "gru", "lstm")}

    def fail(plot: Plot, width: int, height: int) -> None:
        raise ValueError("no ink")

    app = One()
    async with app.run_test(size=(60, 16)) as pilot:
        view = app.query_one(PlotView)
        for drawing, said in ((fail, "no chart: no ink"), (draw, "half")):
            monkeypatch.setattr("tui.plots.draw.draw", drawing)
            view.plot = plot_of([0.1, 0.2 if drawing is draw else 0.3], log=False)
            while not view.settled:
                await pilot.pause(0.02)
            assert said in "\n".join(view.render_line(y).text for y in range(16))
