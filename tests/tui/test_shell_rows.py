"""A command shown in rows is read back by a shell as the one it was made of."""

import shutil
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from tui.shell_rows import shell_rows

BASH = str(shutil.which("bash"))
LETTERS = st.characters(codec="utf-8", min_codepoint=1)
WORDS = st.lists(st.one_of(st.text("abc=/.,", min_size=1, max_size=60), st.text(LETTERS, max_size=20)), min_size=1)


@given(WORDS.map(lambda words: words[:6]), st.integers(20, 80))
@settings(max_examples=25, deadline=None)
def test_a_shell_reads_the_rows_back(words: list[str], width: int) -> None:
    rows = shell_rows(["printf", "%s\\0", *words], width)
    assert all(cell_len(row) <= width for row in rows)
    done = subprocess.run(
        [BASH], input="\n".join(rows).encode(), capture_output=True, check=True, env={"LC_ALL": "C.UTF-8"}
    )
    assert done.stdout.decode().split("\0")[:-1] == words


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        (["gatescope", "step"], ["gatescope step"]),
        (["gatescope", "step", "U=1,2,3"], ["gatescope step \\", "U=1,2,3"]),
        (["a", "U=1,2,3,4,5,6,7,8,9"], ["a \\", "U=1,2,3,4,5,6,\\", "7,8,9"]),
    ],
)
def test_rows_are_cut_between_words_and_within_one_that_fills_a_row(words: list[str], rows: list[str]) -> None:
    assert shell_rows(words, 16) == rows
