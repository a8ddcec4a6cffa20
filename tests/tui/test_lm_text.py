"""The own-text half: odd files, live training and its end, questions and answers."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from rich.cells import cell_len

from core.corpus import CorpusError
from core.language_model.settings import LanguageModelSettings
from core.language_model.text_report import answers
from core.language_model.text_settings import TextSettings
from core.language_model.text_training import final
from core.numbers import percent
from tests.terminal import Terminal
from tests.tui.lm_opened import pane_opened, screen, text_half
from tests.tui.pressing import until
from tui.command_line import UsageError, run
from tui.panes.lm import LmPane
from tui.panes.lm_answers import neighbour_lines, next_lines
from tui.shot import settle
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


def state(pane: LmPane) -> tuple[str, bool]:
    return pane.query_one(StatusLine).state


# files as they come


async def test_every_odd_file_trains_or_says_in_one_line_why_not() -> None:
    async with pane_opened(LanguageModelSettings()) as (pilot, pane):
        for path in FILES:
            settings = TextSettings(corpus=str(path), epochs=2)
            pane.apply(settings)
            await settle(pilot)
            half, shown = text_half(pane), screen(pilot)
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
            shown = terminal.until(partial(opened_or_refused, path.name[:10].encode()))
            terminal.press("\x1b" if b"needed" in shown else "vvvg")
            terminal.read(0.3)
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


def endless(story: str) -> TextSettings:
    return TextSettings(corpus=story, epochs=1000, patience=1000, batch=8)


async def test_it_trains_by_itself_pauses_and_is_cancelled(story: str) -> None:
    async with pane_opened(endless(story), still=False) as (
        pilot,
        pane,
    ):
        half = text_half(pane)
        await until(pilot, lambda: half.snapshot is not None and half.snapshot.step > 20)
        await pilot.press("space")
        await pilot.pause(0.2)
        assert half.snapshot is not None
        paused = half.snapshot.step
        await pilot.pause(0.2)
        assert half.snapshot.step == paused and "paused" in state(pane)[0]
        pane.go_to_end()
        assert half.playing
        await pilot.press("space", "space")
        await until(pilot, lambda: half.snapshot is not None and half.snapshot.step > paused)
        await pilot.press("x")
        await pilot.pause(0.2)
        ended = half.snapshot.step
        await pilot.pause(0.2)
        assert half.snapshot.step == ended and "cancelled" in state(pane)[0]
        await until(pilot, lambda: half.said is not None)
        assert half.ready
        pane.go_to_end()
        assert half.playing, "what was cancelled begins again"


async def test_an_early_stop_is_said_and_marked(story: str) -> None:
    async with pane_opened(TextSettings(corpus=story, rate=1, patience=2, look_every=2, epochs=100)) as (pilot, pane):
        snapshot = text_half(pane).snapshot
        assert snapshot is not None and snapshot.ended.startswith("stopped early")
        assert "stopped early" in screen(pilot) and f"at {snapshot.best_step}" in screen(pilot)
        assert "◆" in screen(pilot)


async def test_another_training_setting_starts_again_and_drops_the_old_run(story: str) -> None:
    async with pane_opened(endless(story), still=False) as (
        pilot,
        pane,
    ):
        half = text_half(pane)
        await until(pilot, lambda: half.snapshot is not None)
        old, shown = half.training, half.snapshot
        assert old is not None and shown is not None
        pane.apply(pane.now.change("hidden", 16))
        assert half.training is not old
        late = replace(shown)
        half.on_text_run_trained(half.Trained(old, late))
        assert half.snapshot is not late
        await until(pilot, lambda: half.snapshot is not None and half.snapshot.settings.hidden == 16)
        await pilot.press("u")
        await until(pilot, lambda: half.snapshot is not None and half.snapshot.settings.hidden == 64)


async def test_nothing_trains_behind_another_pane_and_it_goes_on_after(story: str) -> None:
    async with pane_opened(endless(story), still=False) as (
        pilot,
        pane,
    ):
        half = text_half(pane)
        await until(pilot, lambda: half.snapshot is not None)
        await pilot.app.action_open("highway")  # type: ignore[attr-defined]
        assert half.training is not None and not half.training.playing
        await pilot.app.action_open("lm")  # type: ignore[attr-defined]
        await until(pilot, lambda: half.training is not None and half.training.playing)
        assert state(pane)[0] == "it waited while another pane was open, and goes on now"


# questions


async def test_a_typed_context_gets_next_words_with_their_probabilities(story: str) -> None:
    async with pane_opened(TextSettings(corpus=story)) as (pilot, pane):
        half = text_half(pane)
        trained = half.snapshot
        await pilot.press("e", *"the", "space", *"cat", "enter")
        await settle(pilot)
        assert pane.now.prompt == "the cat" and half.snapshot is trained, "it trained again"
        shown = half.shown
        assert shown is not None and half.said is not None
        expected = answers(shown).next_words
        assert half.said.next_words == expected
        lines = screen(pilot)
        assert "next after: <s> the cat" in lines
        for word in expected:
            assert re.search(rf"{re.escape(word.word)} +{re.escape(percent(word.p))}", lines)
        assert half.has_focus


async def test_another_sentence_is_another_seed_and_neighbours_are_a_key_away(story: str) -> None:
    async with pane_opened(TextSettings(corpus=story, prompt="the cat")) as (pilot, pane):
        half = text_half(pane)
        await pilot.press("g")
        await settle(pilot)
        assert pane.now.sample_seed == 1
        assert half.said is not None and " ".join(half.said.sampled)[:30] in " ".join(screen(pilot).split())
        await pilot.press("v")
        await settle(pilot)
        near = half.said.neighbours
        assert near is not None and "nearest to: cat" in screen(pilot)
        for neighbour in (*near.E[:5], *near.W_o[:5]):
            assert neighbour.word in screen(pilot)


async def test_temperature_and_top_are_settings_of_the_question(story: str) -> None:
    async with pane_opened(TextSettings(corpus=story)) as (pilot, pane):
        trained = text_half(pane).snapshot
        for field, typed in (("temperature", "0"), ("top", "3")):
            pane.query_one(f"#set-{field}", SettingField).focus()
            await pilot.press("enter", typed, "enter")
            await settle(pilot)
        said = text_half(pane).said
        assert text_half(pane).snapshot is trained and said is not None and len(said.next_words) == 3


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


async def test_a_model_is_asked_again_only_when_it_is_another(story: str) -> None:
    async with pane_opened(TextSettings(corpus=story)) as (_, pane):
        half = text_half(pane)
        snapshot, said = half.snapshot, half.said
        assert snapshot is not None
        same = replace(snapshot, step=snapshot.step + 1, best=replace(snapshot.best))
        half.snapshot = same
        half.show()
        assert half.ready and half.said is said
