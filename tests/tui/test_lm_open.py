"""The dialog that opens a text file, the paths it completes, and the way from the lesson to a text and back."""

import os
import subprocess
from pathlib import Path

import pytest
from textual.widgets import OptionList

from core.embeddings import EmbeddingsSettings, space_of
from core.language_model.faces import check
from core.language_model.settings import LanguageModelSettings
from core.language_model.text_settings import TextSettings
from tests.tui.lm_opened import pane_opened, screen, text_half
from tui.lessons import find
from tui.pane import Pane
from tui.panes.lm_open import OpenScreen, PathInput
from tui.panes.lm_paths import completed, entries, gate, problem
from tui.plain import shell_word
from tui.shot import settle

STORY = "\n".join(["the cat sat on the mat .", "the dog sat on the rug .", "a cat ran to the dog ."] * 20)


@pytest.fixture
def story(tmp_path: Path) -> str:
    path = tmp_path / "story.txt"
    path.write_text(STORY, encoding="utf-8")
    return str(path)


async def test_the_lesson_and_the_text_lead_to_each_other(story: str) -> None:
    async with pane_opened(LanguageModelSettings()) as (pilot, pane):
        await pilot.press("full_stop", "o")
        await pilot.pause()
        assert isinstance(pilot.app.screen, OpenScreen)
        pilot.app.screen.query_one(PathInput).value = story
        await pilot.press("enter")
        await pilot.pause()
        await settle(pilot)
        assert text_half(pane).snapshot is not None and pane.now.corpus == story
        await pilot.press("b")
        await settle(pilot)
        assert pane.now == LanguageModelSettings(steps=1)
        await pilot.press("u")
        await settle(pilot)
        assert text_half(pane).settings.corpus == story
        await pilot.press("u", "u")
        await settle(pilot)
        assert pane.now == LanguageModelSettings()
        assert "the cat" in screen(pilot)


async def test_a_directory_and_a_missing_file_are_refused_in_the_dialog(tmp_path: Path) -> None:
    async with pane_opened(LanguageModelSettings()) as (pilot, pane):
        await pilot.press("o")
        await pilot.pause()
        entry = pilot.app.screen.query_one(PathInput)
        for path, says in (
            (str(tmp_path), "a directory"),
            (str(tmp_path / "no"), "no such file"),
            ("", "no file named"),
            (str(tmp_path / ("n" * 300)), "cannot be read (File name too"),
        ):
            entry.value = path
            await pilot.press("enter")
            await pilot.pause()
            assert isinstance(pilot.app.screen, OpenScreen) and says in " ".join(screen(pilot).split())
        entry.value = ""
        await pilot.resize_terminal(80, 3)
        await pilot.press("down", "pagedown", "pageup", "escape")
        await pilot.pause()
        assert pane.now == LanguageModelSettings()


async def test_tab_completes_and_the_list_opens_even_a_name_full_of_escapes(tmp_path: Path) -> None:
    odd = "\x1b[31mred\x9b.txt"
    (tmp_path / odd).write_text(STORY, encoding="utf-8")
    (tmp_path / "inner").mkdir()
    async with pane_opened(LanguageModelSettings()) as (pilot, pane):
        await pilot.press("o")
        await pilot.pause()
        entry = pilot.app.screen.query_one(PathInput)
        entry.value = f"{tmp_path}/in"
        await pilot.press("tab")
        assert entry.value == f"{tmp_path}/inner/"
        entry.value = f"{tmp_path}/"
        await pilot.pause()
        assert pilot.app.screen.query_one(OptionList).option_count == 2
        await pilot.press("tab")
        assert entry.value == f"{tmp_path}/inner/"
        entry.value = f"{tmp_path}/"
        await pilot.pause()
        assert "\x1b" not in screen(pilot) and "\\x1b[31mred\\x9b.txt" in screen(pilot)
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        await settle(pilot)
        assert pane.now.corpus == str(tmp_path / odd)
        assert "\x1b" not in screen(pilot)


def test_completion_goes_as_far_as_all_agree(tmp_path: Path) -> None:
    for name in ("corpus_a.txt", "corpus_b.txt", ".hidden", "[brackets].txt"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    assert completed(f"{tmp_path}/c") == f"{tmp_path}/corpus_"
    assert completed(f"{tmp_path}/f") == f"{tmp_path}/folder/"
    assert completed(f"{tmp_path}/nothing") == f"{tmp_path}/nothing"
    names = [os.path.relpath(entry.path, tmp_path) for entry in entries(f"{tmp_path}/")]
    assert names == ["folder", "[brackets].txt", "corpus_a.txt", "corpus_b.txt"]
    assert [entry.shown for entry in entries(f"{tmp_path}/.")] == [".hidden"]
    assert entries("\0") == [] and problem("\0") and problem("~nobody-at-all/x")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "no such file"),
        (b"", "empty file (0 bytes)"),
        (b" \n \n", "only white space"),
        (bytes(range(8)) * 40, "not text"),
        (b"a a a a", "all the same"),
        (b"x y " * 251, "1,004 bytes, but the limit is 1,000"),
        (STORY[:900].encode(), ""),
    ],
)
def test_one_gate_refuses_for_both_lessons_that_read_a_text(content: bytes | None, says: str, tmp_path: Path) -> None:
    path = tmp_path / "a 'text'.txt"
    if content is not None:
        path.write_bytes(content)
    for refused in (
        gate(lambda path: TextSettings(corpus=path, megabytes=0.001), check),
        gate(lambda path: EmbeddingsSettings(corpus=path, megabytes=0.001), space_of),
    ):
        wrong = refused(str(path))
        assert says in wrong if says else not wrong
        assert "\n" not in wrong


def test_the_command_of_a_screen_quotes_a_path_as_a_shell_reads_it() -> None:
    path = "/tmp/it's my text\x1b.txt"
    command = " ".join(map(shell_word, Pane(find("lm"), TextSettings(corpus=path)).command))
    done = subprocess.run(["bash", "-c", f"printf '%s\\n' {command}"], capture_output=True, check=True, text=True)
    assert done.stdout.splitlines() == ["gatescope", "lm", f"corpus={path}"] and "\x1b" not in command
