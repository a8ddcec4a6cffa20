"""The step pane: every number of the lesson is on screen, an edit moves what it must, a refusal loses nothing."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Static

from core.settings import SettingsError
from core.step_inspector.edits import with_value
from core.step_inspector.lesson import compute
from core.step_inspector.settings import StepSettings
from tui.app import GatescopeApp
from tui.lessons import find
from tui.panes import step as step_module
from tui.panes.step import StepPane
from tui.panes.step_edits import paste
from tui.panes.step_matrices import input_matrix, input_target, value_matrix, weight_matrix, weight_target
from tui.panes.step_state import StepState
from tui.panes.step_words import pre_line
from tui.shot import settle, text
from tui.widgets.heat_map import HeatMap
from tui.widgets.matrix_grid import MatrixGrid
from tui.widgets.status_line import StatusLine

CELLS = [
    StepSettings(),
    StepSettings(cell="gru"),
    StepSettings(cell="rnn"),
    StepSettings(cell="gru", convention="pytorch", inputs=3, hidden=5, seed=2),
    StepSettings(cell="gru", convention="flax", hidden=3, seed=2, sequence="random", t=4),
    StepSettings(convention="tf1", inputs=16, hidden=16, seed=2),
]


@asynccontextmanager
async def opened(
    settings: StepSettings | None = None, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[None], StepPane]]:
    app = GatescopeApp(find("step"), settings or StepSettings(), still=True)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        assert isinstance(app.pane, StepPane)
        yield pilot, app.pane


def screen(pilot: Pilot[None]) -> str:
    assert isinstance(pilot.app, GatescopeApp)
    return text(pilot.app)


def status(pane: StepPane) -> tuple[str, bool]:
    return pane.query_one(StatusLine).state


def matrix(pane: StepPane, name: str) -> MatrixGrid:
    return pane.query_one(f"#step-{name}", MatrixGrid)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize(
    ("settings", "numbers"),
    [
        (
            StepSettings(),
            "0.8038 0.6964 0.5300 0.5769 0.0997 0.2449 0.4651 0.5842 0.4019 0.2089 0.0528 0.1413 "
            "0.4547 0.3502 0.1980 0.1966",
        ),
        (StepSettings(cell="gru"), "0.6011 0.4576 0.5300 0.5769 0.0894 0.2739 0.0936 0.0168"),
    ],
    ids=["lstm", "gru"],
)
async def test_every_number_of_the_lesson_is_on_the_first_screen(
    size: tuple[int, int], settings: StepSettings, numbers: str
) -> None:
    async with opened(settings, size) as (pilot, _):
        shown = screen(pilot)
        assert [number for number in numbers.split() if f"+{number}" not in shown] == []


async def test_an_edit_moves_what_it_must_and_says_what_the_gradient_said() -> None:
    async with opened() as (pilot, pane):
        await pilot.press("right", "end", "left", "left", "0", "full_stop", "6", "enter")
        await settle(pilot)
        assert pane.now == with_value(StepSettings(), "W_f", 0, 0, 0.6)
        shown = screen(pilot)
        assert "+0.6000▴" in shown and "+0.8131▴+9.29e-03" in shown
        assert "5 moved, h1 +1.77e-03 (gradient said" in shown and "+1.80e-03" in shown
        await pilot.press("m")
        await settle(pilot)
        assert "predicted" in screen(pilot)


async def test_what_is_no_number_is_refused_with_the_reason_and_the_old_value_stays() -> None:
    async with opened() as (pilot, pane):
        await pilot.press("right")
        for word in ("nan", "inf", "1e999", "1,5", "0x10", ""):
            pane.say("")
            typed = [{",": "comma"}.get(character, character) for character in word]
            await pilot.press("enter", *(typed or ["backspace"]), "enter")
            reason, refused = status(pane)
            assert refused and reason.startswith("U_f[1,1]: "), word
            assert pane.now == StepSettings() and matrix(pane, "weights").entry is None


async def test_nudge_reset_undo_and_redo() -> None:
    async with opened() as (pilot, pane):
        await pilot.press("right", "plus")
        nudged = with_value(StepSettings(), "U_f", 0, 0, 0.4)
        assert pane.now == nudged
        await pilot.press("d")
        assert pane.now == StepSettings()
        await pilot.press("u")
        assert pane.now == nudged
        await pilot.press("u", "U")
        assert pane.now == nudged
        await pilot.press("less_than_sign", "minus")
        assert compute(pane.now).values["U_f"][0, 0] == pytest.approx(0.39)


async def test_gradients_have_the_shape_of_the_weights_are_checked_and_cannot_be_typed() -> None:
    async with opened() as (pilot, pane):
        weights = matrix(pane, "weights").matrix
        await pilot.press("right", "g")
        await settle(pilot)
        gradient = matrix(pane, "weights").matrix
        assert gradient.read_only and list(map(len, gradient.rows)) == list(map(len, weights.rows))
        found = compute(StepSettings()).gradients
        assert gradient.rows[0] == (*found["U_f"][0], *found["W_f"][0], *found["b_f"][0])
        assert "gradient check" in screen(pilot) and "46 nudged numbers" in screen(pilot)
        await pilot.press("5")
        assert status(pane)[1] and pilot.app.pane is pane  # type: ignore[attr-defined]
        await pilot.press("y")
        await settle(pilot)
        assert pane.now.output == "h1" and "d(h1) / d weights" in screen(pilot)


async def test_another_convention_changes_the_formula_with_the_number() -> None:
    async with opened(StepSettings(cell="gru")) as (pilot, pane):
        await pilot.press("f")
        await settle(pilot)
        assert "h = (1 - z) * h_prev + z * n" in screen(pilot)
        await pilot.press("c")
        await settle(pilot)
        shown = screen(pilot)
        assert pane.now.convention == "pytorch"
        assert "h = z * h_prev + (1 - z) * n" in shown and "+0.0962" in shown
        assert "z of ‹past›" in shown and "biases ‹2›" in shown


async def test_each_key_of_a_part_comes_back() -> None:
    async with opened() as (pilot, _):
        before = screen(pilot).splitlines()
        for key, more in (("v", 3), ("e", 1), ("m", 1), ("f", 1), ("s", 1), ("w", 1)):
            await pilot.press(key)
            await settle(pilot)
            assert screen(pilot).splitlines()[:22] != before[:22], key
            await pilot.press(*[key] * more)
            await settle(pilot)
            assert screen(pilot).splitlines()[:22] == before[:22], key


async def test_products_are_those_of_the_unit_under_the_cursor() -> None:
    async with opened() as (pilot, pane):
        await pilot.press("right", "down", "n", "e")
        await settle(pilot)
        grid = matrix(pane, "products").matrix
        assert grid.labels[0] == "U_i[2,1] * h_prev[1]"
        step = compute(StepSettings()).step
        assert [row[-1] for row in grid.rows[-2:]] == [step.gates[1].pre[1], step.gates[1].value[1]]


async def test_over_time_scrubs_and_shows_the_one_neuron() -> None:
    async with opened() as (pilot, pane):
        await pilot.press("p", "p", "p", "p", "o")
        await settle(pilot)
        shown = screen(pilot)
        assert "0.0242" in shown and "0.3165" in shown
        heat = pane.query_one(HeatMap)
        assert heat.heat is not None and len(heat.heat.times) == 10 and heat.cursor == 9
        await pilot.press("left", "left")
        await settle(pilot)
        assert pane.now.t == 8 and heat.cursor == 7
        await pilot.press("escape")
        await settle(pilot)
        assert "what it makes" in screen(pilot)


@pytest.mark.parametrize(("cell", "huge"), [("lstm", 1e308), ("gru", -1e308), ("rnn", 1e308), ("lstm", 5e-324)])
async def test_the_largest_and_smallest_numbers_are_shown_everywhere(cell: str, huge: float) -> None:
    settings = StepSettings(cell=cell, sequence="ten", t=10)
    for place in (("x", 0, 0), ("x", 9, 1), *((name, 0, 0) for name in compute(settings).values if name[0] in "WU")):
        settings = with_value(settings, *place, huge)
    async with opened(settings, (120, 40)) as (pilot, _):
        await pilot.press("right", "plus", "g", "o", "g")
        await settle(pilot)
        assert "gradient check" in screen(pilot).lower()


async def test_random_weights_and_all_back() -> None:
    async with opened() as (pilot, pane):
        await pilot.press("r")
        assert pane.now.seed == 1
        await pilot.press("right", "plus", "R")
        assert pane.now == StepSettings()
        assert status(pane)[0] == "every number is the lesson's again; u brings yours back"
        await pilot.press("R")
        assert status(pane)[0] == "every number is the lesson's already"
        await pilot.press("u")
        assert pane.now.seed == 1 and pane.now.U


async def test_digits_open_panes_until_a_grid_has_the_keys() -> None:
    async with opened() as (pilot, pane):
        app = pilot.app
        assert isinstance(app, GatescopeApp)
        await pilot.press("right", "7", "escape")
        assert app.pane is pane
        await pilot.press("escape", "2")
        await settle(pilot)
        assert app.lesson == "bias"


async def test_the_keys_stay_with_the_pane_when_the_grid_that_had_them_is_hidden() -> None:
    async with opened() as (pilot, pane):
        for key in ("w", "o", "m"):
            matrix(pane, "values").focus()
            await pilot.press(key)
            await settle(pilot)
            assert pane.has_focus, key
            await pilot.press("escape")


async def test_nothing_is_computed_before_the_pane_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(settings: StepSettings) -> None:
        raise AssertionError("computed too early")

    monkeypatch.setattr(step_module, "compute", fail)
    app = GatescopeApp(find("bias"), find("bias").settings_class()(), still=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert not app.query("#step")


async def test_a_pasted_row_reaches_from_u_into_w_and_the_bias() -> None:
    async with opened() as (pilot, pane):
        await pilot.press("right", "left", "left")
        pilot.app.post_message(events.Paste("1\t2\t3\t4\t5"))
        await settle(pilot)
        assert matrix(pane, "weights").matrix.rows[0] == (1, 2, 3, 4, 5)
        pilot.app.post_message(events.Paste("1 2 3 4 5 6"))
        await settle(pilot)
        assert status(pane)[1] and matrix(pane, "weights").matrix.rows[0] == (1, 2, 3, 4, 5)


def test_a_pasted_matrix_that_does_not_fit_is_refused() -> None:
    result = compute(StepSettings())
    with pytest.raises(SettingsError, match="row 3"):
        paste(result, result.step.gates[0], "step-weights", 1, 0, "1 2\n3 4")
    rows = paste(result, result.step.gates[0], "step-inputs", 2, 0, "1 2\n3 4")
    assert rows.x == ((1.0, 2.0), (3.0, 4.0))


@pytest.mark.parametrize("settings", CELLS, ids=lambda s: f"{s.cell}-{s.convention}-{s.hidden}")
def test_each_place_of_a_grid_is_the_number_that_it_shows(settings: StepSettings) -> None:
    result = compute(settings)
    for gate in result.step.gates:
        for gradients, source in ((False, result.values), (True, result.gradients)):
            shown = weight_matrix(result, gate, None, gradients)
            for row, cells in enumerate(shown.rows):
                for column, value in enumerate(cells):
                    to = weight_target(result, gate, row, column)
                    assert value == source[to.name][to.row, to.column]
        with pytest.raises(IndexError):
            weight_target(result, gate, 0, len(shown.columns))
    inputs = input_matrix(result, None, False)
    last = input_target(result, len(inputs.rows) - 1, 0)
    assert inputs.rows[-1][0] == result.values[last.name][last.row, last.column]
    assert value_matrix(result, None).rows[-1] == tuple(result.step.hidden)


@pytest.mark.parametrize("settings", CELLS, ids=lambda s: f"{s.cell}-{s.convention}-{s.hidden}")
def test_the_terms_in_words_add_up(settings: StepSettings) -> None:
    state = StepState(compute(settings))
    sum_of, _, rest = pre_line(state).plain.partition(" = ")[2].partition(" = ")
    terms = [float(part.split()[-1].replace(",", "")) for part in sum_of.split(" + ")]
    assert sum(terms) == pytest.approx(float(rest.split(",")[0]), abs=3e-4)


async def test_sizes_take_the_screen_along() -> None:
    async with opened() as (pilot, pane):
        for settings in CELLS[3::2]:
            pane.apply(settings)
            await pilot.press("v", "v", "o", "v", "v")
            assert len(matrix(pane, "weights").matrix.rows) == settings.hidden
        assert pane.query_one("#step-pre", Static).size.height == 2
