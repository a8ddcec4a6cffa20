"""The commands beside opening a pane: help from the app's own words, completion of every shell, serving."""

import shutil
import socket
import subprocess

import pytest

from core.settings import specs
from tests.tui.test_terminal import gatescope
from tui.completion import SCRIPTS, script
from tui.lessons import LESSONS, Lesson
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
        (["serve", "80"], "1024 to 65535"),
        (["serve", "x"], "1024 to 65535"),
        (["race", "--fps", "0"], "0.1 to 60"),
        (["race", "--fps", "nan"], "not finite"),
    ],
)
def test_a_mistake_is_one_line(words: list[str], says: str) -> None:
    done = gatescope(*words)
    assert done.returncode == 2 and says in done.stderr and done.stderr.count("\n") == 1


def test_a_port_in_use_or_a_missing_extra_is_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = gatescope("serve", str(taken.getsockname()[1]))
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert "cannot be used" in done.stderr or "gatescope[serve]" in done.stderr
