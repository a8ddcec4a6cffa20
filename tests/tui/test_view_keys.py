"""The command that Y copies opens the very screen again: settings, view, and what is looked at in it."""

import pytest

from tui.key_words import is_key, keys_of, written
from tui.screen_text import text
from tui.testing import open_lesson

VIEWS = {
    "highway": ("r,c", "w,down:3"),
    "bias": ("c,f:2,down",),
    "step": ("n,e,g,s",),
    "params": ("c,down:2",),
    "lm": ("n:4,right",),
    "race": ("i,g,down,right:2,s",),
    "attention": ("w,n,down:2,right", "right,c,b,right:2,down"),
    "embeddings": ("x,n,down:4,right:3", "a,down:2"),
}
WORDS = {"race": ("length=5", "steps=10", "hidden=12")}


@pytest.mark.parametrize("name", VIEWS)
async def test_the_command_of_a_view_opens_it_again(name: str) -> None:
    for keys in VIEWS[name]:
        async with open_lesson(name, *WORDS.get(name, ()), keys=keys) as pilot:
            pane = pilot.app.pane  # type: ignore[attr-defined]
            command, shown = list(pane.command), text(pilot.app)
        assert command[-2] == "--keys", f"{keys} leads to a view of its own"
        async with open_lesson(name, *command[2:-2], keys=command[-1]) as pilot:
            assert text(pilot.app) == shown, keys


@pytest.mark.parametrize("wrong", ["q", "a,,b", "foo", "a:0", "a:9999", "a:b", " ", "é", "ctrl+c"])
def test_what_is_no_key_is_refused_in_one_line(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"is no key|leaves the app|key is missing|1 to 999 times"):
        keys_of(wrong)


def test_keys_are_written_as_they_are_read() -> None:
    assert keys_of("n:3,right,comma,:,-") == ("n", "n", "n", "right", "comma", ":", "-")
    assert all(map(is_key, keys_of("n:3,right,comma,:,-")))
    assert written(("n", "n", "n", "right")) == "n:3,right" and keys_of("") == ()
    assert written(("down",) * 2000) == "down:999,down:999,down:2", "as often as one word may say"
