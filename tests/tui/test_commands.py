"""The commands beside opening a pane: help from the app's own words, completion of every shell, serving."""

from pathlib import Path

import pytest

from core.settings import specs
from tests.tui.conftest import Command
from tui.command_line import COMMANDS
from tui.command_pages import command_page
from tui.lesson import Lesson
from tui.lessons import LESSONS, find
from tui.manual import manual
from tui.option_table import TAKERS
from tui.options import parser


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_the_manual_has_the_question_every_key_and_every_setting(lesson: Lesson) -> None:
    page = manual(lesson, lesson.settings_class())
    assert lesson.question in page
    for name in specs(lesson.settings_class()):
        assert f"\n  {name}" in page
    assert max(map(len, page.split("\n"))) <= 100


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["completion"], "bash, zsh, fish"),
        (["completion", "csh"], "bash, zsh, fish"),
        (["help"], "needs a pane (highway"),
        (["help"], "or a command alone (print, "),
        (["help", "tour", "race"], "tour is a command; help needs a pane"),
        (["shot", "tour", "-o", "a.svg"], "tour is a command; shot needs a pane (there are: highway"),
        (["print", "notes"], "notes is a command; print needs a pane"),
        (["print", "shot", "race"], "shot is a command; print needs a pane"),
        (["print", "tour", "resume"], "resume goes with tour, as in: gatescope tour resume"),
        (["race\n"], r"unknown pane or command 'race\x0a'"),
        (["ra\x1b[31mce"], r"unknown pane or command 'ra\x1b[31mce'"),
        (["race", "--\x1b[31m\n"], r"--\x1b[31m\x0a"),
        (["print", "race", f"length={'1' * 5000}"], "; 111111111111111111111... is too large"),
        (["race", "--colors", "1" * 5000], "111... (choose"),
        (["race", "--fps", "1" * 300], "111... is out of bounds (0.1 to 60"),
        (["print", "lm", "zzz=1"], ", corpus)"),
        (["race", "--keys", "g:99999999"], "a key is repeated 1 to 999 times"),
        (["race", "--keys", "g:0"], "a key is repeated 1 to 999 times"),
        (["race", "--keys", ",,,"], "the comma itself is comma"),
        (["help", "rase"], "did you mean race?"),
        (["help", "tuor"], "did you mean tour?"),
        (["print", "tour", "/nowhere/my.toml"], "/nowhere/my.toml: No such file"),
        (
            ["print", "tour", "highway"],
            "highway: No such file or directory; highway is a pane: gatescope print highway",
        ),
        (
            ["print", "tour", "my"],
            "my: No such file or directory; a tour is a TOML file, and without one it is that of ",
        ),
        (["tour", "race"], "race is a pane: gatescope race"),
        (["print", "tour", "--json"], "--json goes with print of a pane, as in: gatescope print race --json"),
        (["print", "--frce", "step"], "unknown option '--frce'; did you mean --force?"),
        (["print", "step", "-x=1"], "unknown option '-x' (see"),
        (["shto", "step", "-o", "x.svg"], "unknown pane or command 'shto' (there are: highway, "),
        (
            ["shto", "step", "-o", "x.svg"],
            "; commands: print, shot, help, completion, serve, tour, notes; did you mean shot?)",
        ),
        (["PRINT", "step"], "did you mean print?"),
        (["Race"], "did you mean race?"),
        (["print", "tuor"], "did you mean tour?"),
        (["length=30"], "'length=30' is a setting; its pane comes before it, as in: gatescope race length=30"),
        (["shot", "step", "-o", "x.txt", "--size", "-100x30"], "--size '-100x30': columns x rows are needed"),
        (["shot", "step", "-o", "x.txt", "--size="], "--size '': columns x rows are needed"),
        (["shot", "step", "--size", "--force"], "--size needs a value: with shot: columns x rows, as 100x30"),
        (["shot", "step", "--force=1"], "--force takes no value, not '1'"),
        (["race", "--keys", "-,--"], "'--' is no key"),
        (
            ["print", "attention", "--ascii"],
            "goes with a pane, shot, tour or notes, as in: gatescope race --ascii; print is plain",
        ),
        (["print", "bias", "--theme", "dark"], "--theme goes with a pane, shot, tour or notes"),
        (["shot", "bias", "-o", "x.svg", "--fps", "5"], "--fps goes with a pane or tour"),
        (["serve", "80"], "1024 to 65535"),
        (["serve", "x"], "1024 to 65535"),
        (["race", "--fps", "0"], "0.1 to 60"),
        (["race", "--fps", "nan"], "not finite"),
    ],
)
def test_a_mistake_is_one_line(words: list[str], says: str, command: Command) -> None:
    done = command(*words)
    assert done.returncode == 2 and says in done.stderr and done.stderr.count("\n") == 1
    assert len(done.stderr) < 400 and "\x1b" not in done.stderr and not done.stdout


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_the_manual_names_keys_as_they_are_typed_and_keeps_them_apart_from_the_words(lesson: Lesson) -> None:
    page = manual(lesson, lesson.settings_class()).splitlines()
    body = page[page.index("Keys") + 1 :]
    assert all(line[:2] == "  " or line == "" or not line.startswith(" ") for line in body)
    for line in body:
        assert "_sign" not in line and "_stop" not in line and "⏎" not in line
        assert len(line) <= 78 and (not line.startswith("  ") or line[18:20] == "  " or len(line) < 22)


def test_the_manual_of_the_language_model_has_both_kinds_of_settings_and_the_keys_of_both_halves() -> None:
    lesson = find("lm")
    page = manual(lesson, lesson.settings_class())
    for settings in (lesson.settings_class(), *(kind for _, kind in lesson.further_settings())):
        assert all(f"\n  {name}" in page for name in specs(settings))
    assert "megabytes" in page and "Another sampled sentence" in page and "The next stage of the step" in page


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_the_uses_of_a_pane_are_told_in_one_column(lesson: Lesson) -> None:
    page = manual(lesson, lesson.settings_class()).splitlines()
    ends = [line.index(words) for words in ("open it", "its numbers", "its screen") for line in page if words in line]
    assert len(set(ends[:3])) == 1


def test_the_manual_of_a_pane_with_a_grid_has_the_keys_of_the_grid() -> None:
    page = manual(find("step"), find("step").settings_class())
    grid = page.partition("In a grid of numbers")[2].partition("Settings")[0]
    assert all(f"  {key} " in grid for key in ("+", "-", "d", "enter", "esc")) and "digit" in grid
    assert "  < > " in page


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_page_with_its_options_in_the_words_of_the_parser(command: str) -> None:
    page, known = command_page(command, parser()), {action.dest: action for action in parser()._actions}
    assert page.startswith(f"gatescope {command}") and max(map(len, page.split("\n"))) <= 84
    assert all(
        (f"  {', '.join(known[name].option_strings)}" in page) == (command in TAKERS[name][0]) for name in TAKERS
    )
    assert ("as last time" in page) == (command in ("tour", "notes")), "a shot knows nothing of the last time"


def test_a_tour_is_printed_for_those_who_cannot_see_it(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "my.toml"
    stop = '[[stop]]\npane = "bias"\ntext = "look"\nquestion = "how much?"\nanswer = "{rows.0.f:number}"\n'
    path.write_text(f'title = "Mine"\n{stop}settings = ["biases=0"]\nnotes = "be slow"\n')
    lines = command("print", "tour", str(path)).stdout.split("\n")
    assert lines == [
        "Mine: 1 stops", "", "1. Forget bias: Forget bias", "   gatescope print bias biases=0", "Look: look",
        "Predict: how much?", "Answer: 0.5000", "Notes: be slow", "",
    ]  # fmt: skip
