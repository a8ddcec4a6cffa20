"""The own-text half: odd files, live training and its end, questions and answers, and the dialog that opens a file."""

import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import OptionList

from core.corpus import CorpusError
from core.language_model.settings import LanguageModelSettings
from core.language_model.text_report import answers
from core.language_model.text_settings import TextSettings
from core.language_model.text_training import final
from core.numbers import percent
from core.settings import Settings
from tests.terminal import Terminal
from tui.app import GatescopeApp
from tui.command_line import UsageError, run
from tui.lessons import find
from tui.panes.lm import LmPane
from tui.panes.lm_answers import neighbour_lines, next_lines
from tui.panes.lm_open import OpenScreen, PathInput
from tui.panes.lm_paths import completed, entries, problem
from tui.panes.lm_text import TextHalf
from tui.shot import settle, text
from tui.widgets.settings_line import SettingField
from tui.widgets.status_line import StatusLine

TEXTS = Path(__file__).parents[1] / "data" / "text"
FILES = sorted(TEXTS.glob("*.txt"))
CONTROL = r"[\x00-\x09\x0b-\x1f\x7f-\x9f]"
STORY = "\n".join(["the cat sat on the mat .", "the dog sat on the rug .", "a cat ran to the dog ."] * 20)


@pytest.fixture
def story(tmp_path: Path) -> str:
    path = tmp_path / "story.txt"
    path.write_text(STORY, encoding="utf-8")
    return str(path)


@asynccontextmanager
async def opened(
    settings: Settings, still: bool = True, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[None], LmPane]]:
    app = GatescopeApp(find("lm"), settings, still=still)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: bool(app.lesson and app.pane.is_mounted))
        if still:
            await settle(pilot)
        pane = app.pane
        assert isinstance(pane, LmPane)
        yield pilot, pane


def half_of(pane: LmPane) -> TextHalf:
    assert isinstance(pane.half, TextHalf)
    return pane.half


async def until(pilot: Pilot[None], reached: Callable[[], bool]) -> None:
    for _ in range(1000):
        if reached():
            return
        await pilot.pause(0.01)
    raise AssertionError("never reached")


def state(pane: LmPane) -> tuple[str, bool]:
    return pane.query_one(StatusLine).state


# files as they come


async def test_every_odd_file_trains_or_says_in_one_line_why_not() -> None:
    async with opened(LanguageModelSettings()) as (pilot, pane):
        for path in FILES:
            settings = TextSettings(corpus=str(path), epochs=2)
            pane.apply(settings)
            await settle(pilot)
            half, shown = half_of(pane), text(pilot.app)
            if half.failure:
                assert "\n" not in half.failure and path.name in half.failure
                assert path.name in " ".join(shown.split()) and "needed" in shown
                with pytest.raises(CorpusError):
                    final(settings)
            else:
                assert half.snapshot is not None and half.snapshot.ended and half.snapshot.name == path.name
                assert half.said is not None and f"{half.said.next_words[0].word[:5]}" in shown, path.name
            assert all(cell_len(line) <= 80 for line in shown.splitlines()), path.name
            assert not re.search(CONTROL, shown), path.name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_print_says_one_line_or_shows_no_control_byte(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        run(["print", "lm", f"corpus={path}", "epochs=2"])
        said = capsys.readouterr().out
        assert "next word" in said
    except UsageError as error:
        said = str(error)
        assert "\n" not in said and path.name in said
    assert not re.search(CONTROL, said)


OWN = re.compile(
    rb"\x1b\[[0-9;]*[mH]|\x1b\[\?(?:7|25|100[0346]|1015|1049|2004|2026|2048)(?:\$p|[hl])|\x1b\[(?:<u|>\d+u)|"
    rb"\x1b\]22;\w+\x07|\r|\n"
)
"""What the app itself writes to control a terminal; whatever else could act on it would be from a text."""


def leaked(output: bytes) -> list[bytes]:
    """The control bytes, and sequences of escape_sequences.txt, that are not the app's own."""
    strange = re.findall(rb"[\x00-\x1f\x7f]|\xc2[\x80-\x9f]", OWN.sub(b"", output))
    obeyed = [text for text in (b"\x1b[31m", b"\x1b[0m\x1b[2J") if text in output]
    return [*strange, *obeyed, *([b"mouse"] if output.count(b"\x1b[?1003h") != output.count(b"\x1b[?1000h") else [])]


def opened_or_refused(name: bytes, shown: bytes) -> bool:
    return b"(words), " + name in shown or b"needed" in shown


def test_no_control_byte_of_any_file_reaches_the_terminal() -> None:
    with Terminal("lm", f"corpus={FILES[0]}", "epochs=2", "top=40") as terminal:
        terminal.until(lambda shown: b"next after" in shown)
        for path in FILES[1:]:
            terminal.press("o")
            terminal.until(lambda shown: b"train on a text" in shown)
            terminal.press(f"{path}\r")
            terminal.until(partial(opened_or_refused, path.name[:10].encode()))
            terminal.press("vvvg")
            terminal.read(0.2)
        terminal.press("q")
        assert terminal.ended() == 0
        assert leaked(terminal.output) == []
        for shown in (b"\\x1b[31mred", b"<unk>", b"caf\xc3\xa9", "名".encode()):
            assert shown in terminal.output, "the texts were not shown at all"


def test_a_file_that_is_not_there_is_one_line_and_exit_2() -> None:
    with Terminal("lm", "corpus=/nowhere/at/all.txt") as terminal:
        assert terminal.ended() == 2
        assert b"no such file" in terminal.output and terminal.output.count(b"\n") == 1


@pytest.mark.parametrize("words", [["shot", "lm", "-o", "x.svg"], ["print", "lm"], ["print", "lm", "--json"]])
def test_a_file_that_is_not_there_is_a_mistake_of_usage(words: list[str]) -> None:
    with pytest.raises(UsageError, match="no such file"):
        run([*words, "corpus=/nowhere/at/all.txt"])


def test_the_plain_faces_hold_a_training(story: str, tmp_path: Path) -> None:
    words = [f"corpus={story}", "epochs=2", "prompt=the cat"]
    command = [sys.executable, "-m", "tui"]
    done = subprocess.run([*command, "print", "lm", *words, "--json"], capture_output=True, check=True)
    data = json.loads(done.stdout)
    assert data["settings"]["corpus"] == story and "weights" not in data["result"]
    assert data["result"]["answers"]["context"]["shown"] == ["<s>", "the", "cat"]
    shot = tmp_path / "lm.txt"
    subprocess.run([*command, "shot", "lm", *words, "-o", str(shot)], check=True)
    first = data["result"]["answers"]["next_words"][0]
    assert re.search(rf"{re.escape(first['word'])} +{re.escape(percent(first['p']))}", shot.read_text(encoding="utf-8"))


def test_a_prompt_of_escape_sequences_is_shown_not_obeyed(story: str) -> None:
    with Terminal("lm", f"corpus={story}", "epochs=1", "prompt=\x1b]0;title\x07 [/b] [red]") as terminal:
        terminal.until(lambda shown: b"done" in shown)
        terminal.press("e")
        terminal.read(0.3)
        terminal.press("\x1b")
        terminal.read(0.3)
        assert leaked(terminal.output) == []
        assert b"[/b] [red]" in terminal.output


# training


async def test_it_trains_by_itself_pauses_and_is_cancelled(story: str) -> None:
    async with opened(TextSettings(corpus=story, epochs=1000, patience=1000, batch=8), still=False) as (pilot, pane):
        half = half_of(pane)
        await until(pilot, lambda: half.snapshot is not None and half.snapshot.step > 20)
        await pilot.press("space")
        await pilot.pause(0.2)
        assert half.snapshot is not None
        paused = half.snapshot.step
        await pilot.pause(0.2)
        assert half.snapshot.step == paused and "paused" in state(pane)[0]
        await pilot.press("space")
        await until(pilot, lambda: half.snapshot is not None and half.snapshot.step > paused)
        await pilot.press("x")
        await pilot.pause(0.2)
        ended = half.snapshot.step
        await pilot.pause(0.2)
        assert half.snapshot.step == ended and "cancelled" in state(pane)[0]
        await until(pilot, lambda: half.said is not None)
        assert half.ready


async def test_an_early_stop_is_said_and_marked(story: str) -> None:
    async with opened(TextSettings(corpus=story, rate=1, patience=2, look_every=2, epochs=100)) as (pilot, pane):
        snapshot = half_of(pane).snapshot
        assert snapshot is not None and snapshot.ended.startswith("stopped early")
        assert "stopped early" in text(pilot.app) and f"at {snapshot.best_step}" in text(pilot.app)
        assert "◆" in text(pilot.app)


async def test_another_training_setting_starts_again_and_drops_the_old_run(story: str) -> None:
    async with opened(TextSettings(corpus=story, epochs=1000, patience=1000, batch=8), still=False) as (pilot, pane):
        half = half_of(pane)
        await until(pilot, lambda: half.snapshot is not None)
        old, shown = half.training, half.snapshot
        assert old is not None and shown is not None
        pane.apply(pane.now.change("hidden", 16))
        assert half.training is not old
        half.on_text_run_trained(half.Trained(old, shown))
        assert half.snapshot is not shown
        await until(pilot, lambda: half.snapshot is not None)
        assert half.snapshot is not None and half.snapshot.settings.hidden == 16
        await pilot.press("u")
        await until(pilot, lambda: half.snapshot is not None and half.snapshot.settings.hidden == 64)


async def test_nothing_trains_behind_another_pane_and_it_goes_on_after(story: str) -> None:
    async with opened(TextSettings(corpus=story, epochs=1000, patience=1000, batch=8), still=False) as (pilot, pane):
        half = half_of(pane)
        await until(pilot, lambda: half.snapshot is not None)
        await pilot.app.action_open("highway")  # type: ignore[attr-defined]
        assert half.training is not None and not half.training.playing
        await pilot.app.action_open("lm")  # type: ignore[attr-defined]
        await until(pilot, lambda: half.training is not None and half.training.playing)


# questions


async def test_a_typed_context_gets_next_words_with_their_probabilities(story: str) -> None:
    async with opened(TextSettings(corpus=story)) as (pilot, pane):
        half = half_of(pane)
        trained = half.snapshot
        await pilot.press("e", *"the", "space", *"cat", "enter")
        await settle(pilot)
        assert pane.now.prompt == "the cat" and half.snapshot is trained, "it trained again"
        shown = half.shown
        assert shown is not None and half.said is not None
        expected = answers(shown).next_words
        assert half.said.next_words == expected
        lines = text(pilot.app)
        assert "next after: <s> the cat" in lines
        for word in expected:
            assert re.search(rf"{re.escape(word.word)} +{re.escape(percent(word.p))}", lines)
        assert half.has_focus


async def test_another_sentence_is_another_seed_and_neighbours_are_a_key_away(story: str) -> None:
    async with opened(TextSettings(corpus=story, prompt="the cat")) as (pilot, pane):
        half = half_of(pane)
        await pilot.press("g")
        await settle(pilot)
        assert pane.now.sample_seed == 1
        assert half.said is not None and " ".join(half.said.sampled)[:30] in " ".join(text(pilot.app).split())
        await pilot.press("v")
        await settle(pilot)
        near = half.said.neighbours
        assert near is not None and "nearest to: cat" in text(pilot.app)
        for neighbour in (*near.E[:5], *near.W_o[:5]):
            assert neighbour.word in text(pilot.app)


async def test_temperature_and_top_are_settings_of_the_question(story: str) -> None:
    async with opened(TextSettings(corpus=story)) as (pilot, pane):
        trained = half_of(pane).snapshot
        for field, typed in (("temperature", "0"), ("top", "3")):
            pane.query_one(f"#set-{field}", SettingField).focus()
            await pilot.press("enter", typed, "enter")
            await settle(pilot)
        said = half_of(pane).said
        assert half_of(pane).snapshot is trained and said is not None and len(said.next_words) == 3


@pytest.mark.parametrize("width", [24, 36, 60])
async def test_answers_are_as_wide_as_their_room(width: int) -> None:
    for name in ("cjk.txt", "emoji_zwj.txt", "bidi_override.txt", "long_word.txt", "nfd.txt"):
        path = TEXTS / name
        try:
            said = answers(final(TextSettings(corpus=str(path), epochs=1)))
        except CorpusError:
            continue
        for content in (next_lines(said, width), neighbour_lines(said.neighbours, width)):
            assert all(cell_len(line) <= width for line in content.plain.split("\n") if said.neighbours)


# opening and going back


async def test_the_lesson_and_the_text_lead_to_each_other(story: str) -> None:
    async with opened(LanguageModelSettings()) as (pilot, pane):
        await pilot.press("full_stop", "o")
        await pilot.pause()
        assert isinstance(pilot.app.screen, OpenScreen)
        pilot.app.screen.query_one(PathInput).value = story
        await pilot.press("enter")
        await pilot.pause()
        await settle(pilot)
        assert half_of(pane).snapshot is not None and pane.now.corpus == story
        await pilot.press("b")
        await settle(pilot)
        assert pane.now == LanguageModelSettings(steps=1)
        await pilot.press("u")
        await settle(pilot)
        assert half_of(pane).settings.corpus == story
        await pilot.press("u", "u")
        await settle(pilot)
        assert pane.now == LanguageModelSettings()
        assert "the cat" in text(pilot.app)


async def test_a_directory_and_a_missing_file_are_refused_in_the_dialog(tmp_path: Path) -> None:
    async with opened(LanguageModelSettings()) as (pilot, pane):
        await pilot.press("o")
        await pilot.pause()
        entry = pilot.app.screen.query_one(PathInput)
        for path, says in (
            (str(tmp_path), "a directory"),
            (str(tmp_path / "no"), "no such file"),
            ("", "no file named"),
        ):
            entry.value = path
            await pilot.press("enter")
            await pilot.pause()
            assert isinstance(pilot.app.screen, OpenScreen) and says in text(pilot.app)
        await pilot.press("escape")
        await pilot.pause()
        assert pane.now == LanguageModelSettings()


async def test_tab_completes_and_the_list_opens_even_a_name_full_of_escapes(tmp_path: Path) -> None:
    odd = "\x1b[31mred\x9b.txt"
    (tmp_path / odd).write_text(STORY, encoding="utf-8")
    (tmp_path / "inner").mkdir()
    async with opened(LanguageModelSettings()) as (pilot, pane):
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
        assert "\x1b" not in text(pilot.app) and "\\x1b[31mred\\x9b.txt" in text(pilot.app)
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        await settle(pilot)
        assert pane.now.corpus == str(tmp_path / odd)
        assert "\x1b" not in text(pilot.app)


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
