"""The grid of numbers: the cursor cannot be missed, every key says exactly one thing, and a refusal loses nothing."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from tui.widgets.cell_entry import CellEntry
from tui.widgets.grid_paint import GridPicture
from tui.widgets.matrix import NOWHERE, Matrix, frame, matrix_of
from tui.widgets.matrix_grid import MatrixGrid

TWO = matrix_of("W", ("h1", "x1", "b"), ("u1", "u2"), ((0.3, -0.2, 1.0), (0.1, 0.4, 1e-9)))
RAGGED = matrix_of("states", ("1", "2", "3"), ("h", "x"), ((1.0, 2.0, None), (3.0, 4.0, 5.0)))


class GridApp(App[None]):
    def __init__(self, matrix: Matrix) -> None:
        super().__init__()
        self.matrix = matrix
        self.facts: list[MatrixGrid.Place] = []

    def compose(self) -> ComposeResult:
        yield MatrixGrid(self.matrix)

    @property
    def grid(self) -> MatrixGrid:
        return self.query_one(MatrixGrid)


@asynccontextmanager
async def opened(matrix: Matrix = TWO) -> AsyncIterator[tuple[GridApp, Pilot[Any]]]:
    app = GridApp(matrix)

    def note(message: object) -> None:
        if isinstance(message, MatrixGrid.CursorMoved) or not isinstance(message, MatrixGrid.Place):
            return
        if not any(message is fact for fact in app.facts):
            app.facts.append(message)

    async with app.run_test(size=(60, 10), message_hook=note) as pilot:
        app.grid.focus()
        await pilot.pause()
        yield app, pilot


def drawn(
    matrix: Matrix, cursor: tuple[int, int] = (0, 0), width: int = 60, height: int = 10, **more: Any
) -> list[str]:
    shape = frame(matrix, width, height, cursor, NOWHERE, more.pop("changes", False))
    picture = GridPicture(matrix, shape, cursor, width=width, **more)
    return ["".join(text for text, _ in picture.line(y)) for y in range(height)]


def test_numbers_are_signed_and_right_aligned_under_their_headings() -> None:
    head, first, second = drawn(TWO)[:3]
    for name, one, other in zip(
        TWO.columns, ("+0.3000", "-0.2000", "+1.0000"), ("+0.1000", "+0.4000", "+1.00e-09"), strict=True
    ):
        ends = {head.index(name) + len(name), first.index(one) + len(one), second.index(other) + len(other)}
        assert len(ends) == 1


def test_cursor_is_seen_without_any_colour() -> None:
    assert "[-0.2000 ]" in drawn(TWO, (0, 1), focused=True)[1]
    assert "[" not in "".join(drawn(TWO, (0, 1), focused=False))


def test_change_has_a_sign_and_its_size_where_there_is_room() -> None:
    changed = matrix_of("W", ("a", "b"), ("u1",), ((0.3, 0.2),), ((0.1, -0.02),))
    assert "+0.3000▴+0.1000" in drawn(changed, changes=True)[1]
    assert "+0.2000▾-0.0200" in drawn(changed, changes=True)[1]
    narrow = drawn(changed, changes=True, width=24)[1]
    assert "+0.3000▴" in narrow and "+0.1000" not in narrow


def test_what_does_not_fit_is_pointed_at() -> None:
    large = matrix_of("W", map(str, range(16)), map(str, range(16)), [[0.5] * 16] * 16)
    rows = drawn(large, (8, 8), width=40, height=6)
    assert rows[0].lstrip().startswith("‹") and rows[0].rstrip().endswith("›")
    assert rows[1].startswith("↑") and rows[5].startswith("›8")


@given(st.integers(0, 15), st.integers(0, 15), st.integers(12, 120), st.integers(2, 30))
def test_cursor_is_always_in_sight(row: int, column: int, width: int, height: int) -> None:
    large = matrix_of("W", map(str, range(16)), map(str, range(16)), [[0.5] * 16] * 16)
    rows = drawn(large, (row, column), width, height, focused=True)
    assert sum("[" in line for line in rows) == 1 and len(rows) == height


async def test_arrows_and_letters_walk_and_stop_at_the_edges() -> None:
    async with opened() as (app, pilot):
        for keys, place in (
            (("right", "down"), (1, 1)),
            (("h", "k"), (0, 0)),
            (("left", "up"), (0, 0)),
            (("end",), (0, 2)),
            (("l", "j"), (1, 2)),
            (("home",), (1, 0)),
        ):
            await pilot.press(*keys)
            assert app.grid.cursor == place


async def test_cursor_passes_over_places_without_a_number() -> None:
    async with opened(RAGGED) as (app, pilot):
        await pilot.press("end")
        assert app.grid.cursor == (0, 1)
        await pilot.press("down", "end")
        assert app.grid.cursor == (1, 2)
        await pilot.press("up")
        assert app.grid.cursor == (0, 1)


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        (("0", ".", "5", "enter"), "0.5"),
        ((".", "5", "minus", "enter"), "-.5"),
        (("1", "e", "minus", "3", "enter"), "1e-3"),
        (("1", "comma", "5", "enter"), "1,5"),
        (("0", "x", "1", "0", "enter"), "0x10"),
        (("1", "backspace", "enter"), ""),
        (("enter", "enter"), "0.3"),
        (("enter", "minus", "2", "enter"), "-2"),
        (("enter", "n", "a", "n", "enter"), "nan"),
        (("enter", "left", "7", "enter"), "0.73"),
    ],
)
async def test_what_is_typed_is_handed_on_as_it_is(keys: tuple[str, ...], text: str) -> None:
    async with opened() as (app, pilot):
        await pilot.press(*keys)
        (fact,) = app.facts
        assert isinstance(fact, MatrixGrid.CellEdited)
        assert (fact.name, fact.row, fact.column, fact.text) == ("W", 0, 0, text)
        assert app.grid.entry is None


async def test_escape_keeps_the_old_number() -> None:
    async with opened() as (app, pilot):
        await pilot.press("9", "escape")
        assert app.grid.entry is None and not app.facts


async def test_moving_on_takes_what_was_typed() -> None:
    async with opened() as (app, pilot):
        await pilot.press("9")
        app.set_focus(None)
        await pilot.pause()
        (fact,) = app.facts
        assert isinstance(fact, MatrixGrid.CellEdited) and (fact.row, fact.column, fact.text) == (0, 0, "9")
        assert app.grid.entry is None


async def test_a_click_on_another_cell_takes_what_was_typed_into_the_first() -> None:
    async with opened() as (app, pilot):
        await pilot.press("9")
        await pilot.click(MatrixGrid, offset=(18, 2))
        (fact,) = app.facts
        assert isinstance(fact, MatrixGrid.CellEdited) and (fact.row, fact.column, fact.text) == (0, 0, "9")
        assert app.grid.entry is None and app.grid.cursor == (1, 1)


async def test_moving_on_from_an_unchanged_number_is_not_news() -> None:
    async with opened() as (app, pilot):
        await pilot.press("enter", "left")
        app.set_focus(None)
        await pilot.pause()
        assert app.grid.entry is None and not app.facts


async def test_looking_away_from_the_terminal_keeps_the_entry() -> None:
    async with opened() as (app, pilot):
        await pilot.press("9")
        app.post_message(events.AppBlur())
        await pilot.pause()
        assert app.grid.entry == CellEntry("9", 1) and not app.facts


async def test_nudge_and_reset_say_where() -> None:
    async with opened() as (app, pilot):
        await pilot.press("right", "plus", "minus", "equals_sign", "d", "backspace")
        nudges = [fact.direction for fact in app.facts if isinstance(fact, MatrixGrid.CellNudged)]
        assert nudges == [1, -1, 1]
        assert [type(fact) for fact in app.facts[3:]] == [MatrixGrid.CellReset] * 2
        assert {(fact.row, fact.column) for fact in app.facts} == {(0, 1)}


async def test_paste_goes_to_the_owner_or_into_the_entry() -> None:
    async with opened() as (app, pilot):
        app.post_message(events.Paste("1\t2\n3\t4"))
        await pilot.pause()
        (fact,) = app.facts
        assert isinstance(fact, MatrixGrid.Pasted) and fact.text == "1\t2\n3\t4"
        await pilot.press("enter")
        app.post_message(events.Paste(" 7.5\n"))
        await pilot.pause()
        assert app.grid.entry == CellEntry("7.5", 3)


async def test_a_matrix_to_read_refuses_and_keeps_digits_from_the_app() -> None:
    gradient = matrix_of("dW", TWO.columns, TWO.labels, TWO.rows, read_only=True)
    async with opened(gradient) as (app, pilot):
        await pilot.press("right", "1", "enter", "plus", "d")
        assert [type(fact) for fact in app.facts] == [MatrixGrid.EditRefused]
        assert app.grid.cursor == (0, 1) and app.grid.entry is None


async def test_another_matrix_ends_the_entry_and_keeps_the_cursor_inside() -> None:
    async with opened() as (app, pilot):
        await pilot.press("down", "end", "5")
        app.grid.matrix = matrix_of("b", ("1",), ("u1",), ((2.0,),))
        await pilot.pause()
        assert app.grid.entry is None and app.grid.cursor == (0, 0)


async def test_a_click_moves_the_cursor() -> None:
    async with opened() as (app, pilot):
        await pilot.click(MatrixGrid, offset=(18, 2))
        assert app.grid.cursor == (1, 1)
