"""The ASCII screen: nothing beyond ASCII, every cell in its place, and still readable."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tui.app import GatescopeApp
from tui.ascii import cannot_show_more, plain
from tui.keys import shown_key
from tui.lessons import find
from tui.panes.race_plots import HOLLOW
from tui.plots.model import MARKERS
from tui.shot import settle, text

ROOT = Path(__file__).parents[2]


@given(st.text(st.characters(exclude_categories=("Cc", "Cs"))))
def test_any_text_becomes_ascii_of_the_same_width(given_text: str) -> None:
    shown = plain(given_text)
    assert shown.isascii()
    assert cell_len(shown) == sum(cell_len(character) for character in given_text)


@pytest.mark.parametrize(
    ("environment", "ascii"),
    [
        ({"LC_ALL": "C", "LANG": "pl_PL.UTF-8"}, True),
        ({"LC_ALL": "POSIX"}, True),
        ({"LC_ALL": "", "LC_CTYPE": "C", "LANG": "pl_PL.UTF-8"}, True),
        ({"LANG": "pl_PL.ISO-8859-2"}, True),
        ({"LANG": "de_DE.iso88591@euro"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, False),
        ({"LANG": "pl_PL.utf8"}, False),
        ({"LC_CTYPE": "UTF-8"}, False),
        ({"LANG": "pl_PL"}, False),
        ({}, False),
    ],
    ids=str,
)
def test_the_locale_says_whether_the_terminal_shows_more(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], ascii: bool
) -> None:
    monkeypatch.setattr("sys.__stderr__", SimpleNamespace(encoding="utf-8"))
    assert cannot_show_more(environment) is ascii


def test_lines_and_markers_stay_readable() -> None:
    assert plain("╭─ signal ─╮") == "+- signal -+"
    assert plain("● RNN ■ GRU ▲ LSTM") == "o RNN # GRU ^ LSTM"
    marks = [*MARKERS.values(), *HOLLOW.values()]
    assert len(set(map(plain, marks))) == len(set(marks)), "every lane keeps a marker of its own, ended or not"
    assert not {"q", "s"} & set(map(plain, marks)), "a small letter beside a number reads as a unit or as a key"
    assert plain("⠒⠤⣀⠉⢸ ⠀") == "--.'|  "
    assert plain("zjadł rybę") == "zjadl rybe"


def test_every_sign_that_the_sources_write_has_a_twin() -> None:
    sources = [*(ROOT / "tui").rglob("*.py"), *(ROOT / "core").rglob("*.py")]
    split_by = ROOT / "core" / "corpus" / "words.py"  # the punctuation of all scripts, read and never shown
    signs = {sign for path in sources if path != split_by for sign in path.read_text(encoding="utf-8")}
    assert len(signs - set(map(chr, range(128)))) > 40
    assert sorted(sign for sign in signs if "?" in plain(sign) and sign != "?") == []


def test_no_text_has_an_arrow_that_would_read_as_greater_than() -> None:
    sources = [
        path for path in (*(ROOT / "tui").rglob("*.py"), *(ROOT / "core").rglob("*.py")) if path.name != "ascii.py"
    ]
    lines = [line for path in sources for line in path.read_text(encoding="utf-8").splitlines() if "→" in line]
    assert [line for line in lines if "key_display=" not in line] == [], "the sign is for the key alone"


def test_enter_is_a_word_since_its_sign_has_no_twin() -> None:
    sources = (ROOT / "tui").rglob("*.py")
    assert [path.name for path in sources if "\u23ce" in path.read_text(encoding="utf-8")] == []
    assert shown_key("enter") == "enter"


async def test_a_changed_number_is_marked_by_an_arrow_in_ascii() -> None:
    lesson = find("step")
    app = GatescopeApp(lesson, lesson.settings_class()(), still=True, ascii=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("right", "plus")
        await settle(pilot)
        shown = text(app)
        assert "+0.4000^" in shown and "enter edit" in shown and "? help" in shown.splitlines()[-1]
