"""What the step pane says: nothing typed is lost in silence, nothing said outlives its reason or loses its end."""

import pytest
from textual import events

from core.step_inspector.edits import nudged, with_value
from core.step_inspector.lesson import compute
from core.step_inspector.moves import moved
from core.step_inspector.settings import StepSettings
from tests.tui.test_step_pane import CELLS, matrix, opened, screen, status
from tui.app import GatescopeApp
from tui.ascii import plain
from tui.panes.step_edits import reach
from tui.panes.step_matrices import move_matrix
from tui.panes.step_state import StepState
from tui.panes.step_time import HERE, signal_plot
from tui.panes.step_view import sentence
from tui.panes.step_words import remark
from tui.shot import settle


async def test_what_was_typed_is_taken_when_tab_or_the_mouse_moves_on() -> None:
    async with opened() as (pilot, pane):
        await pilot.press("l", "7", "tab")
        await settle(pilot)
        assert matrix(pane, "weights").entry is None and pane.now == with_value(StepSettings(), "U_f", 0, 0, 7)
        await pilot.press("escape", "l", "8")
        await pilot.click("#step-inputs", offset=(9, 1))
        await settle(pilot)
        assert pane.now == with_value(StepSettings(), "U_f", 0, 0, 8)


async def test_moving_on_from_what_is_no_number_refuses_it_with_the_reason() -> None:
    async with opened() as (pilot, pane):
        await pilot.press("l", "7", "x", "tab")
        await settle(pilot)
        assert status(pane) == ("U_f[1,1]: '7x' is not a decimal number; write it as 0.5, -3 or 1e-4", True)
        assert pane.now == StepSettings()


async def test_help_over_an_entry_keeps_it() -> None:
    async with opened() as (pilot, pane):
        await pilot.press("l", "7")
        app = pilot.app
        assert isinstance(app, GatescopeApp)
        app.action_help()
        await settle(pilot)
        await pilot.press("escape")
        await settle(pilot)
        entry = matrix(pane, "weights").entry
        assert entry is not None and entry.text == "7"


@pytest.mark.parametrize("pasted", ["1,5", "1,5\n2,5"])
async def test_a_paste_of_decimal_commas_is_refused(pasted: str) -> None:
    async with opened() as (pilot, pane):
        await pilot.press("l")
        pilot.app.post_message(events.Paste(pasted))
        await settle(pilot)
        assert pane.now == StepSettings() and status(pane)[1]
        assert "write 1.5 for one" in screen(pilot)


async def test_a_refused_paste_is_not_held_against_the_next() -> None:
    async with opened() as (pilot, pane):
        await pilot.press("l")
        for pasted, refused in (("0.7 0.8", False), ("0.5 nan", True), ("0.6 0.8", False)):
            pilot.app.post_message(events.Paste(pasted))
            await settle(pilot)
            assert status(pane)[1] == refused
        assert pane.now.U[0][:2] == (0.6, 0.8)


async def test_what_is_said_goes_with_what_it_was_said_of() -> None:
    async with opened() as (pilot, pane):
        await pilot.press("r", "r", "u")
        assert status(pane) == ("undone: seed is 1", False)
        await pilot.press("U")
        assert status(pane) == ("redone: seed is 2", False)
        await pilot.press("u", "u")
        assert status(pane) == ("undone: seed is 0", False)
        await pilot.press("g")
        assert status(pane) == ("", False)
        await pilot.press("p", "p", "u")
        assert "preset" not in status(pane)[0]
        await pilot.press("r")
        pane.apply(pane.now.change("hidden", 3))
        assert status(pane) == ("", False)


@pytest.mark.parametrize("key", ["escape", "right", "plus", "n"])
async def test_a_refusal_ends_with_the_next_key(key: str) -> None:
    async with opened() as (pilot, pane):
        await pilot.press("l", "1", "backspace", "enter")
        await settle(pilot)
        assert status(pane)[1] and "nothing typed" in status(pane)[0]
        await pilot.press(key)
        await settle(pilot)
        assert not status(pane)[1] and "nothing typed" not in screen(pilot)


async def test_escape_from_an_entry_ends_a_refusal() -> None:
    async with opened() as (pilot, pane):
        await pilot.press("l", "1", "backspace", "enter", "9", "escape")
        await settle(pilot)
        assert not status(pane)[1] and matrix(pane, "weights").entry is None


async def test_a_convention_that_moves_nothing_says_so_and_names_itself() -> None:
    async with opened() as (pilot, pane):
        await pilot.press("right", "plus", "escape", "m")
        await settle(pilot)
        assert "moved: U_f[1,1] +0.3000 -> +0.4000" in screen(pilot)
        pane.apply(pane.now.change("convention", "flax"))
        await settle(pilot)
        shown = screen(pilot)
        assert "nothing moved: read as in Flax (linen)" in shown
        assert "Read as in Flax (linen): no number of step 1 moved." in shown
        assert matrix(pane, "moves").matrix.rows == ()


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("settings", [*CELLS[:5], StepSettings(cell="rnn", hidden=4, seed=3)], ids=str)
async def test_no_sentence_loses_its_end(size: tuple[int, int], settings: StepSettings) -> None:
    async with opened(settings, size) as (pilot, pane):
        edited = nudged(pane.now, "x", settings.t - 1, 0, 1)
        for changed in (edited, edited.nudged("convention", 1)):
            pane.apply(changed)
            await settle(pilot)
            assert pane.state is not None
            said = sentence(pane.state, size[0] - 2, pane.query_one("#step-sentence").size.height).plain
            assert said.endswith(".") and said.startswith(pane.state.moves.sentence if pane.state.moves else "")
            shown = " ".join(screen(pilot).split())
            assert " ".join(said.split()) in shown


@pytest.mark.parametrize("cell", ["lstm", "gru", "rnn"])
async def test_what_each_convention_means_fits_in_one_line(cell: str) -> None:
    async with opened(StepSettings(cell=cell)) as (pilot, pane):
        for _ in range(9):
            await pilot.press("c")
            assert 0 < len(status(pane)[0]) <= 78
            if cell == "gru":
                assert "z = " in status(pane)[0] and " U h" in status(pane)[0]


async def test_every_preset_is_told_in_one_line() -> None:
    async with opened() as (pilot, pane):
        for _ in range(5):
            await pilot.press("p")
            assert status(pane)[0].startswith("preset ") and len(status(pane)[0]) <= 78


async def test_a_row_that_does_not_fit_is_refused_in_one_line() -> None:
    async with opened() as (pilot, pane):
        await pilot.press("right", "end")
        pilot.app.post_message(events.Paste("1 2 3 4 5 6 7"))
        await settle(pilot)
        assert status(pane) == ("7 numbers in a row do not fit: from here the forget weights have 1 column", True)


async def test_inputs_that_a_sequence_leaves_at_0_are_named() -> None:
    async with opened() as (pilot, pane):
        pane.apply(pane.now.change("sequence", "ten"))
        assert status(pane) == ("the ten sequence gives x1 alone; x2 is 0", False)
        await pilot.press("o")
        await settle(pilot)
        assert "states, gates, inputs (x2 is 0)" in screen(pilot)
    assert "x3 to x5 are 0" in compute(StepSettings(inputs=5)).time.silent
    assert not compute(StepSettings(inputs=1, sequence="ten")).time.silent


async def test_a_signal_at_the_edge_of_float64_is_drawn() -> None:
    async with opened() as (pilot, _):
        await pilot.press("l")
        for pasted in ("1;2", "1 5\n2 5", "1e308 1e308 1e308 1e308 1e308\n-1e308 1e308 1e308 1e308 -1e308"):
            pilot.app.post_message(events.Paste(pasted))
            await settle(pilot)
        await pilot.press("v", "v", "g", "o")
        await settle(pilot)
        assert "1e+01┤" in screen(pilot) and "1.4142" in screen(pilot)


def test_the_step_laid_open_has_a_mark_of_its_own_on_the_chart_in_ascii_too() -> None:
    for kind in ("lstm", "gru", "rnn"):
        for settings in (StepSettings(cell=kind), StepSettings(cell=kind, sequence="ten", t=4)):
            marks = [line.symbol for line in signal_plot(StepState(compute(settings))).curves]
            assert len({plain(mark) for mark in marks}) == len(marks) and marks[-1] == HERE


async def test_a_command_with_edits_opens_what_moved_from_the_defaults_and_says_so() -> None:
    async with opened(with_value(StepSettings(), "U_f", 0, 0, 0.4)) as (pilot, pane):
        await pilot.press("m")
        await settle(pilot)
        assert "moved against the default numbers: U_f[1,1] +0.3000 -> +0.4000" in screen(pilot)
        assert matrix(pane, "moves").matrix.text(0, 0) == "+1.4100"
        await pilot.press("o")
        await settle(pilot)
        assert "· gates  × t " in screen(pilot)


def test_what_moved_and_what_was_predicted_are_written_in_one_way() -> None:
    before, after = (compute(with_value(StepSettings(), "W_f", 0, 0, value)) for value in (0.5, 0.606))
    shown = move_matrix(after, moved(before, after))
    for row in range(len(shown.rows)):
        for pair in ((0, 1), (2, 3)):
            assert len({"e" in shown.text(row, column) for column in pair}) == 1


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (StepSettings(cell="gru", c_prev=((1.0, 2.0),)), "c_prev: given, not read: a gru has no cell state"),
        (StepSettings(x=((1e308, 1e308),), W=((9.0, 9.0),) * 8), "W x of forget u1 and "),
        (StepSettings(), "arrows go into the numbers"),
    ],
    ids=["unread", "held", "neither"],
)
def test_a_remark_comes_before_the_hint_and_stays_while_it_is_news(settings: StepSettings, said: str) -> None:
    result = compute(settings)
    assert remark(None, result).startswith(said) and len(remark(None, result)) <= 78
    assert remark(result, result) == result.held


@pytest.mark.parametrize(
    ("column", "text", "said"),
    [
        (0, "1 2 3 4 5", "1 x 5 pasted: 2 columns into U_f, 2 columns into W_f, 1 column into b_f"),
        (1, "1 2\n3 4", "2 x 2 pasted: 1 column into U_f, 1 column into W_f"),
        (0, "1 2\n3 4", ""),
    ],
)
def test_what_a_paste_reached_is_said(column: int, text: str, said: str) -> None:
    result = compute(StepSettings())
    assert reach(result, result.step.gates[0], "step-weights", column, text) == said
    assert not reach(result, result.step.gates[0], "step-inputs", column, text)
