"""The status line: a refusal or a remark stands against live work that says the same state again and again."""

import pytest
from textual.app import App, ComposeResult

from tui.themes import DARK
from tui.widgets.status_line import StatusLine


class Shell(App[None]):
    def get_theme_variable_defaults(self) -> dict[str, str]:
        return DARK.variables

    def compose(self) -> ComposeResult:
        yield StatusLine()


@pytest.mark.parametrize("columns", [1, 2, 3, 30])
async def test_what_there_is_room_for(columns: int) -> None:
    async with Shell().run_test(size=(columns, 5)) as pilot:
        line = pilot.app.query_one(StatusLine)
        assert line.holds("x" * max(columns - 2, 0) * 2)
        assert columns < 3 or not line.holds("x" * (columns - 2) * 2 + "x")


@pytest.mark.parametrize("refusal", [True, False])
async def test_what_stands_gives_way_to_news_and_to_a_key_only(refusal: bool) -> None:
    async with Shell().run_test() as pilot:
        line = pilot.app.query_one(StatusLine)
        remark = ("cap: too large" if refusal else "copied", refusal)
        line.say("training")
        line.say(remark[0], refusal=refusal, passing=not refusal)
        line.say("training")
        assert line.state == remark
        line.dismiss()
        assert line.state == ("training", False)
        line.say(remark[0], refusal=refusal, passing=not refusal)
        line.say("ended")
        assert line.state == ("ended", False)
