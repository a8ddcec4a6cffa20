"""The last row: everything that fits, help and quit whatever the width, one press for a click."""

from hypothesis import given
from hypothesis import strategies as st

from tui.testing import open_lesson, text
from tui.widgets.keys_line import Key, KeysLine, fitting

some_keys = st.lists(
    st.builds(Key, st.text("abc", min_size=1, max_size=5), st.text("xyz ", max_size=9), st.just("a"), st.booleans())
)


@given(some_keys, st.integers(0, 100))
def test_what_must_be_there_is_and_the_rest_fits_in_order(keys: list[Key], width: int) -> None:
    kept, left_out = fitting(keys, width)
    assert [key for key in kept if key.always] == [key for key in keys if key.always]
    assert left_out == (sum(key.width for key in keys) > width)
    assert left_out or kept == keys
    optional = [key for key in keys if not key.always]
    assert [key for key in kept if not key.always] == optional[: len(kept) - sum(key.always for key in kept)]
    if sum(key.width for key in keys if key.always) + 2 <= width:
        assert sum(key.width for key in kept) + 2 * left_out <= width


async def test_a_focused_setting_never_pushes_help_and_quit_away() -> None:
    async with open_lesson("race", "length=5", "steps=2", "hidden=2") as pilot:
        await pilot.press("n", "tab")
        await pilot.pause()
        row = text(pilot.app).rstrip("\n").split("\n")[-1]
        assert row.startswith("←→ change enter type space") and row.endswith("… ? help q quit")


async def test_a_click_presses_the_key() -> None:
    async with open_lesson("race", "length=5", "steps=2", "hidden=2") as pilot:
        line = pilot.app.query_one(KeysLine)
        row = text(pilot.app).rstrip("\n").split("\n")[-1]
        await pilot.click(line, offset=(row.index("? help"), 0))
        await pilot.pause()
        assert type(pilot.app.screen).__name__ == "HelpScreen"
