"""The commands beside opening a pane: help from the app's own words, completion of every shell, serving."""

import shutil
import socket
import subprocess

import pytest

from core.settings import specs
from tests.tui.conftest import Command
from tui.completion import SCRIPTS, script
from tui.lessons import LESSONS, Lesson, find
from tui.manual import manual


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_the_manual_has_the_question_every_key_and_every_setting(lesson: Lesson) -> None:
    page = manual(lesson, lesson.settings_class())
    assert lesson.question in page
    for name in specs(lesson.settings_class()):
        assert f"\n  {name}" in page
    assert max(map(len, page.split("\n"))) <= 100


@pytest.mark.parametrize("shell", SCRIPTS)
def test_completion_scripts_know_every_pane_and_setting(shell: str) -> None:
    text = script(shell)
    for lesson in LESSONS:
        assert lesson.name in text
        assert all(f"{name}=" in text for name in specs(lesson.settings_class()))
    program = shutil.which(shell)
    if program:
        subprocess.run([program, "-n"], input=text, text=True, check=True)


def test_bash_completes_the_keys_of_the_pane_that_was_named() -> None:
    words = "COMP_WORDS=(gatescope race len); COMP_CWORD=2; compopt() { :; }; _gatescope; echo ${COMPREPLY[*]}"
    done = subprocess.run(["bash", "-c", f"{script('bash')}\n{words}"], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "length="


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
