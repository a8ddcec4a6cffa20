"""The header of a printed report: the command that makes it again, whatever the words are."""

import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from core.language_model.settings import LanguageModelSettings
from core.language_model.text_settings import TextSettings
from core.numbers import visible
from core.report import Column, Table
from tui.lessons import find
from tui.plain import as_text, shell_word

ODD = (
    "a b",
    "it's",
    "$HOME `x` \\n",
    "\x1b[31mred\x9b.txt",
    "e\u200dmoji \U0001f3fd",
    "tab\tand\nline",
    "-o",
    "",
    "\\'\x01a",
)


@pytest.mark.parametrize("word", ODD)
def test_bash_reads_a_word_back(word: str) -> None:
    written = shell_word(word)
    assert visible(written) == written
    done = subprocess.run(
        ["bash", "-c", f"printf %s {written}"], capture_output=True, check=True, env={"LC_ALL": "C.UTF-8"}
    )
    assert done.stdout.decode() == word


@given(st.text())
def test_a_word_is_fit_for_a_screen(word: str) -> None:
    assert visible(shell_word(word)) == shell_word(word)


def test_the_header_quotes_what_a_shell_would_part() -> None:
    lesson = find("lm")
    settings = TextSettings(corpus="/tmp/my text\x1b.txt", prompt="the cat")
    command = as_text(lesson, settings, ()).splitlines()[1]
    assert command == "gatescope print lm $'corpus=/tmp/my text\\x1b.txt' 'prompt=the cat'"
    assert as_text(lesson, LanguageModelSettings(), ()).splitlines()[1] == "gatescope print lm"


def test_columns_line_up_by_the_cells_that_letters_take() -> None:
    table = Table(
        "", (Column("word", "text"), Column("n", "count")), (("日本", 1), ("e\u0301t\u0302", 2), ("plain", 3))
    )
    lesson = find("lm")
    lines = as_text(lesson, LanguageModelSettings(), (table,)).split("\n")[-4:]
    assert {cell_len(line) for line in lines} == {8}
