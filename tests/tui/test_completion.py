"""Completion in every shell: the table is what the command line takes, and each script holds and follows it."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from core.settings import parse_value, specs
from tui.command_line import COMMANDS, parser
from tui.completion import FILES, SCRIPTS, script, table
from tui.lessons import LESSONS


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
