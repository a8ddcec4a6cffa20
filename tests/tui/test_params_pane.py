"""The parameter pane: the lesson's counts on its first screen, and a printed number traced to its convention."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot

from core.parameters import ParametersSettings, compute
from tests.tui.pressing import press
from tui.app import GatescopeApp
from tui.lessons import find
from tui.panes.parameters import STATES, ParametersPane
from tui.panes.parameters_tables import best, convention_table, gate_sum
from tui.shot import settle
from tui.widgets.row_table import RowTable
from tui.widgets.status_line import StatusLine

SIZES = [(80, 24), (120, 40)]
KERAS_GRU = ParametersSettings(inputs=16, hidden=32, cell="gru", printed=0)


@asynccontextmanager
async def params(
    settings: ParametersSettings | None = None, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[None], ParametersPane]]:
    app = GatescopeApp(find("params"), settings or ParametersSettings(), still=True)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        pane = app.pane
        assert isinstance(pane, ParametersPane)
        yield pilot, pane


@pytest.mark.parametrize("size", SIZES)
async def test_first_screen_has_the_lessons_counts(size: tuple[int, int]) -> None:
    async with params(size=size) as (pilot, _):
        screen = await press(pilot)
    for words in ("300,500", "901,500", "1,202,000", "3.00 x", "4.00 x", "1,525,100", "9.999e+11", "orders of magnit"):
        assert words in screen
    assert "5.8167" in screen
    assert "1,204,000 is an LSTM with two bias vectors (PyTorch, ONNX)" in screen


@pytest.mark.parametrize(
    ("printed", "words"),
    [
        ("9600", "Keras reset_after=True by default"),
        ("9408", "Keras reset_after=False"),
        ("9472", "Flax"),
    ],
)
async def test_a_printed_number_is_typed_and_traced_with_its_formula(printed: str, words: str) -> None:
    async with params(KERAS_GRU.change("directions", 2)) as (pilot, pane):
        screen = await press(pilot, "n", *printed, "enter")
        assert pane.now.printed == int(printed)
        assert words in screen
        assert f"= {int(printed):,}" in screen


async def test_9600_against_9408_is_another_shape_and_named_as_the_nearest() -> None:
    async with params(KERAS_GRU) as (pilot, pane):
        screen = await press(pilot, "n", *"9600", "enter")
    assert "No convention gives it at the shape above." in screen
    assert pane.result is not None
    assert pane.result.reconciliation.elsewhere, "in both directions, 2 x 4,800"
    assert "9,600 is a GRU in both directions with two bias vectors" in screen


@pytest.mark.parametrize("typed", ["9,600", "9 600", "9_600"])
async def test_a_number_is_typed_as_frameworks_print_it(typed: str) -> None:
    keys = {",": "comma", " ": "space", "_": "underscore"}
    async with params(KERAS_GRU.change("directions", 2)) as (pilot, pane):
        await press(pilot, "n", *(keys.get(key, key) for key in typed), "enter")
        assert pane.now.printed == 9600


async def test_a_decimal_comma_is_no_count() -> None:
    async with params() as (pilot, pane):
        await press(pilot, "n", "1", "comma", "5", "enter")
        assert pane.now == ParametersSettings()
        assert "'1,5' is not grouped in threes" in pane.query_one(StatusLine).state[0]


LONG = ParametersSettings(layers=3, directions=2, projection=250)


@pytest.mark.parametrize(
    "settings",
    [
        ParametersSettings(),
        ParametersSettings(inputs=16, hidden=32, printed=9408),
        *(LONG.change("printed", printed) for printed in (1_204_000, 8_162_000, 14_412_000, 9408, 0)),
        ParametersSettings(inputs=1024, hidden=2048, projection=1024, printed=18_882_560),
    ],
    ids=lambda settings: f"{settings.layers}-{settings.printed}",
)
async def test_nothing_is_cut_off_on_a_small_screen(settings: ParametersSettings) -> None:
    async with params(settings) as (pilot, pane):
        screen = await press(pilot)
        assert pane.query_one("#params-room").max_scroll_y == 0
        assert pane.result is not None
        for sentence in (pane.result.lm_sentence, pane.result.reconciliation.sentence):
            assert sentence in screen
        assert "LSTM" in screen and (pane.result.sentence in screen or "One gate" not in screen)


async def test_every_sum_is_in_the_view_of_the_gates() -> None:
    async with params(LONG) as (pilot, pane):
        screen = await press(pilot, "g")
        assert pane.query_one("#params-room").max_scroll_y == 0
        assert "LSTM P 2 x (4 x 500 x (250 + 100)" in screen and "= 8,162,000" in screen


@pytest.mark.parametrize("size", SIZES)
async def test_a_projected_lstm_has_a_row_of_its_own(size: tuple[int, int]) -> None:
    async with params(LONG, size) as (pilot, pane):
        screen = await press(pilot)
        assert all(words in screen for words in ("LSTM P", "175,500", "827,000", "8,162,000", "2.27 x"))
        assert pane.query_one("#params-room").max_scroll_y == 0


@pytest.mark.parametrize("size", SIZES)
async def test_the_mark_points_at_the_convention_that_gives_the_number_at_another_shape(size: tuple[int, int]) -> None:
    async with params(ParametersSettings(inputs=16, hidden=32, printed=9408), size) as (pilot, pane):
        screen = await press(pilot, "c")
        assert "* GRU one bias vector 4,704" in screen and "≈" not in screen
        assert "* in both directions: 2 x (3 x 32 x (32 + 16) + 3 x 32) = 9,408" in screen
        assert pane.query_one(RowTable).cursor == 3


async def test_the_number_can_be_typed_from_every_view() -> None:
    async with params() as (pilot, pane):
        for view in ("g", "m", "c", "t"):
            await press(pilot, view, "n", *"300500", "enter")
            assert pane.now.printed == 300_500
            await press(pilot, "u")


@pytest.mark.parametrize("typed", ["1e999", "nan", "12.5", "0x10", "-3"])
async def test_a_number_that_cannot_be_is_refused(typed: str) -> None:
    async with params() as (pilot, pane):
        await press(
            pilot, "n", *("minus" if key == "-" else "full_stop" if key == "." else key for key in typed), "enter"
        )
        assert pane.now == ParametersSettings()
        assert pane.query_one(StatusLine).state[1]


@pytest.mark.parametrize("size", SIZES)
async def test_conventions_open_at_the_one_that_matches_and_are_walked_through(size: tuple[int, int]) -> None:
    async with params(size=size) as (pilot, pane):
        screen = await press(pilot, "c")
        assert "= LSTM two bias vectors 1,204,000" in screen
        assert "LSTM, two bias vectors: PyTorch, ONNX 4 H (H + d) + 8 H a layer" in screen
        assert "Keras reset_after=True" in await press(pilot, *["up"] * 4)
        assert pane.query_one(RowTable).cursor == 4


async def test_gates_and_language_model_have_views() -> None:
    async with params() as (pilot, _):
        screen = await press(pilot, "g")
        assert "LSTM forget 300,500 f: how much of the cell is kept" in screen
        assert "50,000 + 250,000 + 500 = 300,500" in screen
        screen = await press(pilot, "m")
        assert "W_o 1,000,000 65.6 %" in screen
        assert "trigram 999,900,000,000" in screen


@pytest.mark.parametrize("view", STATES)
async def test_larger_shapes_keep_every_view_on_screen(view: str) -> None:
    settings = ParametersSettings(inputs=100_000, hidden=100_000, layers=64, directions=2, projection=99_999)
    keys = {"totals": "t", "gates": "g", "number": "c", "model": "m"}
    async with params(settings) as (pilot, pane):
        await press(pilot, keys[view])
        assert pane.view == view


def test_the_sum_of_a_gate_is_its_size() -> None:
    result = compute(ParametersSettings(inputs=7, hidden=11))
    assert "77 + 121 + 11 = 209" in gate_sum(result)
    assert all(gate.total == 209 for gate in result.gates)


def test_marks_say_exact_or_nearest_without_colour() -> None:
    exact = compute(ParametersSettings()).reconciliation
    near = compute(ParametersSettings(printed=1_204_001)).reconciliation
    assert [row[0] for row in convention_table(exact, wide=True).rows].count("=") == 1
    assert convention_table(near, wide=False).rows[best(near)][0] == "≈"
    assert best(compute(ParametersSettings(printed=0)).reconciliation) == 0
