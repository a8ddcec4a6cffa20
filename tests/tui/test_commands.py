"""The commands beside opening a pane: help from the app's own words, completion of every shell, serving."""

import re
import shlex
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

from core.settings import parse_value, specs
from tests.tui.conftest import Command
from tui.command_line import COMMANDS, parser
from tui.completion import FILES, SCRIPTS, script, table
from tui.lessons import LESSONS, Lesson, find
from tui.manual import manual


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_the_manual_has_the_question_every_key_and_every_setting(lesson: Lesson) -> None:
    page = manual(lesson, lesson.settings_class())
    assert lesson.question in page
    for name in specs(lesson.settings_class()):
        assert f"\n  {name}" in page
    assert max(map(len, page.split("\n"))) <= 100


def test_completion_knows_every_word_that_the_command_line_takes() -> None:
    words = table()
    assert set(words[""]) == {*COMMANDS, *(lesson.name for lesson in LESSONS)}
    options = {option for action in parser()._actions for option in action.option_strings}
    assert options == {option for place in words if place.endswith(" -") for option in words[place]}
    assert words["completion"] == ("bash", "zsh", "fish") and words["--theme"] == ("dark", "light")
    assert "--json" in words["print -"] and "--json" not in words["open -"]
    for lesson in LESSONS:
        kinds = [lesson.settings_class(), *(kind for _, kind in lesson.further_settings())]
        named = {name: spec for kind in kinds for name, spec in specs(kind).items()}
        assert words[lesson.name] == tuple(f"{name}=" for name in named)
        for name, spec in named.items():
            for value in words.get(f"{lesson.name} {name}=", ()):
                if value != FILES:
                    parse_value(name, spec, value.partition("=")[2])
    assert words["lm corpus="] == words["embeddings corpus="] == words["--output"] == (FILES,)


@pytest.mark.parametrize("shell", SCRIPTS)
def test_completion_scripts_hold_the_whole_table(shell: str) -> None:
    text = script(shell)
    assert not re.search("@[A-Z]+", text), "a list was not filled in"
    for place, words in table().items():
        if shell != "fish" or not place.startswith("-"):  # fish keeps options in its own way
            listed = " ".join(f"'{word}'" for word in words if word != FILES)
            assert f"'{place}'" in text and listed in text
    program = shutil.which(shell)
    if program:
        subprocess.run([program, "-n"], input=text, text=True, check=True)


def test_zsh_ends_a_whole_word_with_a_space_and_works_from_a_file_too() -> None:
    text = script("zsh")
    assert "compadd -S '' -- $keys" in text and "compadd -- $whole" in text
    assert text.startswith("#compdef gatescope\n") and 'then _gatescope "$@"; else compdef' in text


def test_fish_describes_its_options_and_offers_them_where_they_belong() -> None:
    text = script("fish").splitlines()
    assert "complete -c gatescope -f -a '(__gatescope_words)'" in text
    colors = next(line for line in text if "-l colors" in line)
    assert (
        "__fish_seen_subcommand_from shot" in colors and "-x -a '16 256 none'" in colors and "-d 'with shot" in colors
    )
    assert any("-s o -l output -r -F" in line for line in text)
    assert all("'" not in str(action.help) for action in parser()._actions), "a quote would end fish's description"


BASH_COMPLETES = {
    "gatescope rac": "race",
    "gatescope print rac": "race",
    "gatescope race len": "length=",
    "gatescope print race task=": "first adding copy",
    "gatescope race task=ad": "adding",
    "gatescope completion ": "bash zsh fish",
    "gatescope race --theme l": "light",
    "gatescope shot race --col": "--colors",
    "gatescope race --js": "",
    "gatescope shot race -o race.svg --colors ": "16 256 none",
    "gatescope lm corpus=my": "my text.txt",
    "gatescope shot race -o my": "my text.txt",
    "gatescope tour res": "resume",
    "gatescope help race ": "",
    "gatescope serve ": "",
}


def test_bash_completes_each_word_where_it_belongs(tmp_path: Path) -> None:
    (tmp_path / "my text.txt").touch()
    lines = [script("bash"), "compopt() { :; }"]
    for line in BASH_COMPLETES:
        lines.append(f'COMP_LINE={shlex.quote(line)} COMP_POINT={len(line)}; _gatescope; echo "${{COMPREPLY[*]}}"')
    done = subprocess.run(["bash", "-c", "\n".join(lines)], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert dict(zip(BASH_COMPLETES, done.stdout.splitlines(), strict=True)) == BASH_COMPLETES
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["completion"], "bash, zsh, fish"),
        (["completion", "csh"], "bash, zsh, fish"),
        (["help"], "needs a pane"),
        (["help", "rase"], "did you mean race?"),
        (["help", "tour"], "tour is a command"),
        (["serve", "80"], "1024 to 65535"),
        (["serve", "x"], "1024 to 65535"),
        (["race", "--fps", "0"], "0.1 to 60"),
        (["race", "--fps", "nan"], "not finite"),
    ],
)
def test_a_mistake_is_one_line(words: list[str], says: str, command: Command) -> None:
    done = command(*words)
    assert done.returncode == 2 and says in done.stderr and done.stderr.count("\n") == 1


def test_a_port_in_use_or_a_missing_extra_is_one_line(command: Command) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = command("serve", str(taken.getsockname()[1]))
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert "cannot be used" in done.stderr or "gatescope[serve]" in done.stderr


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
