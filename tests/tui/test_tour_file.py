"""Tour files: what is read from one, and every way in which one is refused: in one line, with file, line and reason."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tui.conftest import Command
from tui.tour.answer import STYLES
from tui.tour.lines import lines_of
from tui.tour.read import LARGEST, TourError, default_tour, parse_tour, read_tour

GOOD = '''# a tour
title = "Mine"

[[stop]]
pane = "bias"
title = "First [/b]"
settings = [
    "biases=0,1",
    "steps=10",
]
keys = ["t", "enter", "."]
text = """
Look at
the table. [[stop]] title = "no" \\u001b[31m"""
question = "How much?"
answer = "f is {rows.0.f:number}, {{not a name}}"
notes = """
One
  two"""

[[stop]]
pane = "race"
text = "x"
question = 'y'
answer = "z"
'''


def changed(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new, 1)


def test_a_tour_is_read_and_made_fit_for_a_screen() -> None:
    tour = parse_tour(GOOD, "my.toml", "/my.toml")
    first, second = tour.stops
    assert (tour.title, first.pane, first.title) == ("Mine", "bias", "First [/b]")
    assert first.text == 'Look at the table. [[stop]] title = "no" \\x1b[31m'
    assert first.notes == ("One", "  two") and first.keys == ("t", "enter", ".")
    assert first.before == first.after and first.before.words() == ["biases=0,1", "steps=10"]
    assert second.title == "Race" and second.notes == ()


def test_settings_of_the_answer_come_on_top_of_the_others() -> None:
    text = changed('keys = ["t"', 'answer_settings = ["steps=20"]\nkeys = ["t"')
    assert parse_tour(text, "my.toml", "").stops[0].after.words() == ["biases=0,1", "steps=20"]


REFUSED = {
    "not TOML": (changed('title = "Mine"', "title = Mine"), 2, "not TOML"),
    "an open string": (GOOD + 'notes = "', 26, "not TOML"),
    "a number that Python does not read": (
        changed('title = "Mine"', f'title = "Mine"\n\nbig = {"1" * 6000}'),
        4,
        "a number of thousands of digits",
    ),
    "a key twice": (changed('pane = "bias"', 'pane = "bias"\npane = "race"'), 6, "not TOML"),
    "no title": (changed('title = "Mine"\n', ""), 1, "no title"),
    "no stop": ('title = "x"', 1, "no stop"),
    "an empty list of stops": ('title = "x"\nstop = []', 2, "0 stops"),
    "stop is not tables": ('title = "x"\nstop = 3', 2, "stop: a number"),
    "stops in a list": ('title = "x"\nstop = ["a"]', 2, "begins with [[stop]]"),
    "an unknown key at the top": ('tilte = "x"\n' + GOOD, 1, "did you mean title?"),
    "an unknown key": (changed('question = "How', 'qestion = "How'), 15, "did you mean question?"),
    "a missing field": (changed("question = 'y'\n", ""), 21, "stop 2: no question"),
    "a missing pane": (changed('pane = "race"\n', ""), 21, "stop 2: no pane"),
    "an unknown pane": (changed('pane = "race"', 'pane = "rase"'), 22, "did you mean race?"),
    "a pane of control characters": (changed('"race"', '"\\u001b[31m"'), 22, "\\x1b"),
    "a setting out of bounds": (changed("steps=10", "steps=-1"), 9, "stop 1: settings: steps: -1"),
    "an unknown setting": (changed("steps=10", "stops=10"), 9, "did you mean steps?"),
    "a setting without a value": (changed("steps=10", "steps"), 9, "key=value"),
    "a setting twice": (changed("steps=10", "biases=1"), 8, "given twice"),
    "a setting of the answer": (
        changed("text = ", 'answer_settings = ["steps=x"]\ntext = '),
        12,
        "answer_settings: steps",
    ),
    "settings as text": (
        changed('settings = [\n    "biases=0,1",\n    "steps=10",\n]', 'settings = "a=1"'),
        7,
        "a list",
    ),
    "a setting as a number": (changed('"steps=10"', "10"), 7, "a number in the list"),
    "an unknown key to press": (changed('"enter"', '"return"'), 11, "'return' is no key"),
    "a key of the tour": (changed('"enter"', '"F"'), 11, "belongs to the tour"),
    "a key that leaves": (changed('"enter"', '"q"'), 11, "leaves the app"),
    "a control character to press": (changed('"enter"', '"\\u0003"'), 11, "is no key"),
    "text as a number": (changed('text = "x"', "text = 1"), 23, "text: a number where text"),
    "text as a date": (changed('text = "x"', "text = 2026-01-01"), 23, "a date or time"),
    "empty text": (changed('text = "x"', 'text = " "'), 23, "nothing written"),
    "text too long": (changed('text = "x"', f'text = "{"x" * 301}"'), 23, "301 characters; at most 300"),
    "notes as a list": (changed('notes = """\nOne\n  two"""', "notes = []"), 17, "notes: a list"),
    "an open brace": (changed("{rows.0.f:number}", "{rows"), 16, "answer: "),
    "a nameless brace": (changed("{rows.0.f:number}", "{}"), 16, "names nothing"),
    "a style that is none": (changed("f:number", "f:loud"), 16, "loud is no style"),
    "a conversion": (changed("f:number", "f!r"), 16, "!r is not understood"),
    "a field that no result has": (changed("rows.0.f:", "rows.0.fx:"), 16, "no rows.0.fx (at fx; there are: b_f, f, "),
    "a misspelt field": (changed("rows.0.f:", "row.0.f:"), 16, "did you mean rows?"),
    "a field before the answer": (changed("rows.0.f:", "before.rows.0.x:"), 16, "the result has no rows.0.x"),
    "a field where a number is needed": (changed("rows.0.f:", "rows.f:"), 16, "(at f: a number is needed"),
    "no single value": (changed("rows.0.f:number", "rows.0"), 16, "rows.0 is not a single value"),
    "a row that is not there": (changed("rows.0.f:", "rows.2.f:"), 16, "no rows.2.f (at 2; there are 2: 0 to 1)"),
    "a style for text": (changed("rows.0.f:", "answer_sentence:"), 16, "answer_sentence is text"),
    "a field on the second line": (
        changed('answer = "f is', 'answer = """f\nis').replace('rows.0.f:number}, {{not a name}}"', 'rows.0.y}"""'),
        17,
        "no rows.0.y",
    ),
    "a field of a live pane": (changed('answer = "z"', 'answer = "{lanes.0.acuracies.-1}"'), 25, "accuracies?"),
    "a value below a value": (changed('answer = "z"', 'answer = "{lanes.0.signal.0.x}"'), 25, "(at x"),
}


@pytest.mark.parametrize(("text", "line", "says"), REFUSED.values(), ids=REFUSED)
def test_a_wrong_tour_is_refused_by_line_and_reason(tmp_path: Path, text: str, line: int, says: str) -> None:
    path = tmp_path / "my.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TourError) as refusal:
        read_tour(path)
    message = str(refusal.value)
    assert message.startswith(f"{path}:{line}: ") and says in message
    assert message.isprintable()


def test_files_that_are_no_tour_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "large").write_bytes(b"#" * (LARGEST + 1))
    (tmp_path / "latin").write_bytes(b'title = "x"\n# \xe9t\xe9\n')
    (tmp_path / "deep").write_text("x = " + "[" * 100_000)
    says = {
        ".": "not a file",
        "pipe": "not a file",
        "gone": "No such file",
        "large": "larger than 256 KB",
        "latin": "latin:2: not UTF-8",
        "deep": "deep",
        "\0": "null",
        "x" * 5000: "too long",
    }
    for name, reason in says.items():
        with pytest.raises(TourError, match=reason):
            read_tour(tmp_path / name)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["tour", "/nowhere/my.toml"], "/nowhere/my.toml: No such file or directory; a tour is a TOML file"),
        (["tour", "a.toml", "b.toml"], "one file"),
        (["tour", "resum"], "did you mean resume?"),
        (["tour", "--auto", "0"], "1 to 3600 seconds"),
        (["race", "--auto", "10"], "--auto goes with tour"),
        (["notes", "mine"], "no further words"),
        (["tour"], "not a terminal"),
        (["notes"], "not a terminal"),
    ],
)
def test_a_mistake_on_the_command_line_is_one_line(words: list[str], says: str, command: Command) -> None:
    done = command(*words)
    assert done.returncode == 2 and says in done.stderr and done.stderr.count("\n") == 1


def test_windows_lines_and_a_byte_order_mark_are_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert read_tour(tmp_path / "my.toml").stops == parse_tour(GOOD, "", "").stops


@given(st.text(alphabet="ab=\"'[]#\n{}\\ stop", max_size=80))
def test_whatever_a_file_holds_it_is_read_or_refused(text: str) -> None:
    lines_of(text)
    try:
        parse_tour('title = "x"\n' + text, "my.toml", "")
    except TourError as error:
        assert str(error).startswith("my.toml:") and "\n" not in str(error)


def test_the_schema_is_described_where_the_default_tour_begins() -> None:
    from importlib.resources import files

    from tui.tour.fields import STOP_FIELDS, TOUR_FIELDS

    head = (files("tui.tour") / "default.toml").read_text(encoding="utf-8").split("\ntitle =")[0]
    for name in (*STOP_FIELDS, *TOUR_FIELDS, *filter(None, STYLES)):
        assert name in head
    assert default_tour().source == "default"
