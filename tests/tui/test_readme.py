"""The README: its commands run, its screens can be made anew, and it names every pane."""

import re
import shlex

import pytest

from tests.readme import README, screens
from tests.tui.conftest import Command
from tui.lessons import LESSONS

TEXT = README.read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    (?:\.venv/bin/)?gatescope ((?:print|help|completion) [^\n#]*)", TEXT, re.MULTILINE)


def test_the_two_make_commands_come_first() -> None:
    first = [line.strip() for line in TEXT.split("\n") if line.startswith("    ")][:2]
    assert first[0].startswith("make run") and first[1].startswith("make test")


def test_every_pane_is_in_it() -> None:
    for lesson in LESSONS:
        assert f"`{lesson.name}`" in TEXT


def test_a_screen_is_made_anew_and_the_rest_left_alone() -> None:
    old = "before\n<!-- screen: params -->\n```text\nold\n```\nafter\n"
    new = screens(old)
    assert new.startswith("before\n<!-- screen: params -->\n```text\n 1 ") and new.endswith("```\nafter\n")
    assert "300,500" in new and "old" not in new.split("```")[1].split("\n")


@pytest.mark.parametrize("line", COMMANDS)
def test_its_plain_commands_run(line: str, command: Command) -> None:
    done = command(*shlex.split(line))
    assert done.returncode == 0 and done.stdout
