"""Words, panels and tables that change while a lesson runs paint what is new, and lay out only when rows come or go."""

from collections import Counter
from collections.abc import Callable

import pytest
from rich.text import Text
from textual.app import App, ComposeResult
from textual.content import Content
from textual.geometry import Region
from textual.widget import Widget

from core.report import Column, Table
from tui.themes import DARK
from tui.widgets.panel import Panel
from tui.widgets.table_view import TableView
from tui.widgets.words import Words


class Shell(App[None]):
    def get_theme_variable_defaults(self) -> dict[str, str]:
        return DARK.variables

    def compose(self) -> ComposeResult:
        yield Words()
        yield Panel()
        yield TableView({"RNN": "rnn"})


def watched(widget: Widget, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    seen: Counter[str] = Counter()
    paint: Callable[..., Widget] = widget.refresh

    def refresh(*regions: Region, layout: bool = False, **more: bool) -> Widget:
        seen["layout" if layout else "part" if regions else "whole"] += 1
        return paint(*regions, layout=layout, **more)

    monkeypatch.setattr(widget, "refresh", refresh)
    return seen


async def test_the_same_words_are_painted_once_and_laid_out_when_they_need_other_rows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = Shell()
    async with app.run_test(size=(40, 12)) as pilot:
        words = app.query_one(Words)
        words.say("one")
        await pilot.pause()
        seen = watched(words, monkeypatch)
        words.say("one")
        assert not seen
        words.say("two")
        assert seen == {"whole": 1}
        words.say(Text("two", "bold"))
        words.say(Content.from_markup("[b]two[/b]"))
        assert seen["layout"] == 0
        words.say("many words " * 9)
        assert seen["layout"] == 1


async def test_a_border_with_the_same_titles_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Shell()
    async with app.run_test(size=(40, 12)):
        panel = app.query_one(Panel)
        panel.entitle("signal", "[b]RNN[/b]")
        seen = watched(panel, monkeypatch)
        panel.entitle("signal", "[b]RNN[/b]")
        assert not seen
        panel.entitle("loss", "[b]RNN[/b]")
        assert seen


async def test_a_table_paints_the_cells_that_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = (Column("lane", "text"), Column("step", "count"))
    app = Shell()
    async with app.run_test(size=(40, 12)) as pilot:
        view = app.query_one(TableView)
        view.table = Table("", columns, (("RNN", 10), ("GRU", 10)))
        await pilot.pause()
        seen = watched(view, monkeypatch)
        view.table = Table("", columns, (("RNN", 10), ("GRU", 10)))
        assert not seen
        view.table = Table("", columns, (("RNN", 11), ("GRU", 10)))
        assert seen == {"part": 1}
        view.table = Table("", columns, (("RNN", 11),))
        assert seen["layout"] == 1
        await pilot.pause()
        assert "11" in "".join(view.render_line(1).text)
