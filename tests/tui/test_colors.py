"""Screens without colours: what is lit is reversed, what is muted is dim, and NO_COLOR alone asks for them."""

import argparse

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from tui.colors import ALL, COLORS, NONE, AttributesAlone
from tui.commands import made_app
from tui.lessons import find
from tui.options import parser
from tui.themes import DARK, LIGHT

THEMES = pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])


@THEMES
@pytest.mark.parametrize(
    ("ink", "ground", "marks"),
    [
        ("foreground", "background", ""),
        ("error", "background", ""),
        ("border-blurred", "surface", "dim"),
        ("background", "primary", "reverse"),
        ("foreground", "panel", ""),
    ],
)
def test_what_is_lit_is_reversed_and_what_is_muted_is_dim(theme: object, ink: str, ground: str, marks: str) -> None:
    named = {**vars(theme), **vars(theme)["variables"]}
    style = Style(color=named[ink], bgcolor=named[ground], bold=True, meta={"@click": "x"})
    ((_, shown, _),) = AttributesAlone(named["dark"]).apply([Segment("x", style)], Color(0, 0, 0))
    assert shown is not None and shown.color is None and shown.bgcolor is None
    assert shown.bold and shown.meta == {"@click": "x"}, "what can be clicked stays so"
    assert [name for name in ("dim", "reverse") if getattr(shown, name)] == marks.split()


@THEMES
def test_what_was_reversed_stays_so_and_what_has_no_style_too(theme: object) -> None:
    thumb = [Segment(" ", Style(color=vars(theme)["panel"], reverse=True)), Segment("x")]
    bar, bare = AttributesAlone(vars(theme)["dark"]).apply(thumb, Color(0, 0, 0))
    assert bar.style == Style(reverse=True, dim=False) and bare.style is None


@pytest.mark.parametrize(("value", "colors"), [("1", NONE), ("", ALL), (None, ALL)])
def test_no_color_asks_for_them_if_it_is_not_empty(
    value: str | None, colors: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    if value is not None:
        monkeypatch.setenv("NO_COLOR", value)
    app = made_app(find("params"), None, argparse.Namespace(ascii=False, fps=None), None)
    assert app.look[0] == colors and not app.no_color, "textual's own greys are colours"


def test_a_shot_can_be_had_with_each_number_of_colors() -> None:
    choices = next(action.choices for action in parser()._actions if action.dest == "colors")
    assert {ALL, *(choices or ())} == set(COLORS)
