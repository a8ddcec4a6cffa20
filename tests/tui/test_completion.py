"""Completion in every shell: the table is what the command line takes, and each script holds and follows it."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from core.settings import parse_value, specs
from tests.tui.conftest import Command
from tui import command_line
from tui.command_line import COMMANDS
from tui.completion import FILES, SCRIPTS, script, table
from tui.lessons import LESSONS
from tui.option_table import OPEN, PRINT_TOUR
from tui.options import parser


def test_completion_knows_every_word_that_the_command_line_takes() -> None:
    words = table()
    assert set(words[""]) == {*COMMANDS, *(lesson.name for lesson in LESSONS)}
    options = {option for action in parser()._actions for option in action.option_strings}
    assert options == {option for place in words if place.endswith(" -") for option in words[place]}
    assert words["completion"] == ("bash", "zsh", "fish") and words["--theme"] == ("dark", "light")
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
    assert "__gatescope_command_is shot" in colors and "-x -a '16 256 none'" in colors and "-d 'with shot" in colors
    assert any("-s o -l output -r -F" in line for line in text)
    assert all("'" not in str(action.help) for action in parser()._actions), "a quote would end fish's description"


COMPLETES = {
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
    "gatescope tour mine.toml ": "resume",
    "gatescope tour resume mi": "mine.toml",
    "gatescope print tour ": "mine.toml my text.txt",
    "gatescope print tour w/a.toml ": "",
    "gatescope print --json bi": "bias",
    "gatescope print --json bias st": "steps=",
    "gatescope race --keys print len": "length=",
    "gatescope print step --k": "",
    "gatescope print --": "--help --json --version",
    "gatescope print tour --": "--help --version",
    "gatescope tour --a": "--ascii --auto",
    "gatescope help race ": "",
    "gatescope help print ": "",
    "gatescope completion bash ": "",
    "gatescope serve ": "",
    "gatescope notes mi": "",
}


ZSH_STUBS = """
compadd() { while [[ $1 != -- ]]; do shift; done; shift; print -rl -- ${(M)@:#$current*} }
compset() { }
_files() { local -a names=(*(N)); names=(${(M)names:#${current#*=}*}); [[ -n $names ]] && print -rl -- $names }
compdef() { }
"""
ASKED = {
    "bash": 'COMP_LINE={line} COMP_POINT=${{#COMP_LINE}}; _gatescope; printf "%s\\n" "${{COMPREPLY[@]}}"',
    "zsh": "words=({words}) CURRENT={count} PREFIX={last}; _gatescope",
    "fish": "complete -C {line} | string replace -r '\\t.*' ''",
}


@pytest.mark.parametrize("shell", [shell for shell in SCRIPTS if shutil.which(shell)])
def test_each_shell_completes_each_word_where_it_belongs(shell: str, tmp_path: Path) -> None:
    for name in ("my text.txt", "mine.toml"):
        (tmp_path / name).touch()
    lines = [{"bash": "compopt() { :; }", "zsh": ZSH_STUBS}.get(shell, ""), script(shell)]
    for line in COMPLETES:
        typed = shlex.split(line) + ([""] if line[-1] == " " else [])
        words, last = " ".join(f"'{word}'" for word in typed), f"'{typed[-1]}'"
        lines += [ASKED[shell].format(line=f"'{line}'", words=words, count=len(typed), last=last), "echo END"]
    program = ["bash", "--norc", "-c"] if shell == "bash" else [shell, "-f", "-c"] if shell == "zsh" else [shell, "-Nc"]
    done = subprocess.run([*program, "\n".join(lines)], capture_output=True, text=True, check=True, cwd=tmp_path)
    found = [" ".join(sorted(filter(None, part.split("\n")))) for part in done.stdout.split("END\n")[:-1]]
    offered = {line: re.sub(r"\b(task|corpus)=(?=\w)", "", words) for line, words in zip(COMPLETES, found, strict=True)}
    assert offered == {line: " ".join(sorted(_parts(words))) for line, words in COMPLETES.items()}
    assert done.stderr == ""


def _parts(words: str) -> list[str]:
    """The words offered, of which one is a file with a space in its name."""
    return [word.replace("_", " ") for word in words.replace("my text", "my_text").split()]


SAMPLES = {"output": "a.svg", "size": "80x24", "colors": "16", "keys": "g", "fps": "5", "auto": "30", "theme": "dark"}


@pytest.mark.parametrize("at", [OPEN, PRINT_TOUR, *COMMANDS])
def test_what_is_offered_after_a_command_is_what_it_takes(
    at: str, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    for table_of in (command_line.ON_PANES, command_line.OTHERS, command_line.ON_STAGE):
        for name in table_of:
            monkeypatch.setitem(table_of, name, lambda *_: 0)
    for name in ("open_pane", "print_tour"):
        monkeypatch.setattr(command_line, name, lambda *_: 0)
    words = ["bias"] if at == OPEN else [*at.split(), *(["bias"] if at in command_line.ON_PANES else [])]
    words += ["-o", "b.svg"] if at == "shot" else []
    for action in parser()._actions:
        for option in action.option_strings:
            done = command(*words, option, *([SAMPLES[action.dest]] if action.nargs != 0 else []))
            assert (done.returncode == 0) == (option in table()[f"{at} -"]), option
