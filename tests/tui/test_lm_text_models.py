"""What becomes of a trained model: it is not thrown away unasked; and files that are large, missing or hard to type."""

import itertools
import math
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from core.language_model.query import NextWord
from core.language_model.settings import LanguageModelSettings
from core.language_model.text_report import Answers
from core.language_model.text_settings import TextSettings
from core.language_model.text_training import final
from core.numbers import percent
from tests.tui.lm_opened import pane_opened, screen, text_half
from tests.tui.pressing import until
from tui.panes.lm import LmPane
from tui.panes.lm_answers import next_lines
from tui.panes.lm_models import Models, better
from tui.panes.lm_open import OpenScreen, PathInput, found
from tui.panes.lm_plots import perplexity_axis
from tui.shot import settle
from tui.widgets.settings_line import SettingField
from tui.widgets.status_line import StatusLine

STORY = "\n".join(["the cat sat on the mat .", "the dog sat on the rug .", "a cat ran to the dog ."] * 20)
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


@pytest.fixture
def story(tmp_path: Path) -> str:
    path = tmp_path / "story.txt"
    path.write_text(STORY, encoding="utf-8")
    return str(path)


def small(story: str) -> TextSettings:
    return TextSettings(corpus=story, epochs=2, d=4, hidden=4)


def state(pane: LmPane) -> tuple[str, bool]:
    return pane.query_one(StatusLine).state


def footer(pane: LmPane) -> dict[str, str]:
    active = pane.app.screen.active_bindings.values()
    return {one.binding.key: one.binding.description for one in active if one.binding.show}


# a model that is there


async def test_space_at_the_end_throws_nothing_away_and_r_trains_anew(story: str) -> None:
    async with pane_opened(small(story), still=False) as (pilot, pane):
        half = text_half(pane)
        await until(pilot, lambda: half.ready)
        trained = half.snapshot
        assert footer(pane).get("space") is None and footer(pane)["r"] == "train anew"
        await pilot.press("space")
        assert half.snapshot is trained and state(pane) == ("the training has ended: r trains anew", True)
        half.action_anew()
        assert half.snapshot is trained and half.waiting, "the old model goes before there is a new one"
        await until(pilot, lambda: half.ready)
        assert half.snapshot is not trained


async def test_undo_brings_a_trained_model_back(story: str) -> None:
    async with pane_opened(small(story)) as (pilot, pane):
        half = text_half(pane)
        first = half.snapshot
        for _ in range(2):
            await pilot.press("s", "tab", "tab", "tab", "tab", "right", "s")
            await settle(pilot)
        assert pane.now.seed == 2 and half.snapshot is not first
        await pilot.press("u", "u")
        await settle(pilot)
        assert pane.now == small(story) and half.snapshot is first
        await pilot.press("v")
        assert half.said is not None and "done: all 4 steps were made; r trains anew" in state(pane)[0]


async def test_a_file_that_is_gone_leaves_the_model_and_says_so(story: str) -> None:
    async with pane_opened(small(story)) as (pilot, pane):
        half = text_half(pane)
        trained = half.snapshot
        Path(story).unlink()
        await pilot.press("r")
        await settle(pilot)
        said, refused = state(pane)
        assert refused and "no such file" in said and said.endswith("the model trained before is kept")
        assert half.snapshot is trained and not half.failure and half.ready
        await pilot.press("g")
        await settle(pilot)
        assert half.said is not None and "r tries again" in state(pane)[0]
        Path(story).write_text(STORY, encoding="utf-8")
        await pilot.press("r")
        await settle(pilot)
        assert half.snapshot is not trained and "done" in state(pane)[0]


async def test_another_file_that_cannot_be_used_is_said_and_undo_has_the_model(story: str) -> None:
    async with pane_opened(small(story)) as (pilot, pane):
        half = text_half(pane)
        trained = half.snapshot
        pane.apply(pane.now.change("corpus", story + ".no"))
        await settle(pilot)
        assert half.snapshot is None and "no such file" in half.failure and "r tries again" in screen(pilot)
        await pilot.press("u")
        await settle(pilot)
        assert half.snapshot is trained and half.said is not None and "next after" in screen(pilot)


async def test_a_model_trained_survives_a_cancel_and_the_way_to_the_lesson_and_back(story: str) -> None:
    async with pane_opened(small(story)) as (pilot, pane):
        trained = text_half(pane).snapshot
        await pilot.press("b")
        await settle(pilot)
        await pilot.press("u")
        await settle(pilot)
        half = text_half(pane)
        assert half.snapshot is trained and half.said is not None
        pilot.app.still = False  # type: ignore[attr-defined]
        pane.apply(replace(pane.now, epochs=1000, patience=1000, seed=1))
        await until(pilot, lambda: half.snapshot is not trained)
        assert half.before is trained and half.asked is not None and trained is not None
        assert half.asked.best is trained.best
        assert "until it is better the model before answers" in state(pane)[0]
        await pilot.press("x")
        await settle(pilot)
        assert half.snapshot is trained and half.ready and half.before is None
        assert (
            state(pane)[0] == "cancelled; the model trained before answers, u brings its settings back, r trains anew"
        )


def test_a_new_model_takes_the_place_of_the_old_one_only_where_it_is_better_on_the_same_words(story: str) -> None:
    old = final(small(story))
    assert better(replace(old, best_dev=old.best_dev - 1), old) and not better(old, old)
    assert not better(replace(old, settings=replace(old.settings, cap=5), best_dev=1.0), old)
    models = Models()
    for model in (replace(old, ended="", best_step=0), replace(old, ended="", best_dev=9.0), old):
        models.keep(model)
        assert models.made_with(replace(old.settings, prompt="the", top=3)) is (None if not model.best_step else model)
    models.keep(replace(old, ended="", best_dev=old.best_dev + 1))
    assert models.made_with(old.settings) is old


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_what_was_decided_about_the_file_and_every_question_are_on_a_still_screen(
    story: str, size: tuple[int, int]
) -> None:
    asked = replace(small(story), prompt=" ".join(["cat"] * 20), sample_seed=10**6)
    async with pane_opened(asked, size=size) as (pilot, _):
        shown = screen(pilot)
        assert "sample seed ‹1000000›" in shown and re.search(r"context ‹cat cat cat.*…›", shown)
        await pilot.press(*("vv" if size == (80, 24) else ""))
        await settle(pilot)
        assert "54 sentences to train on, 6 held out" in screen(pilot)


@pytest.mark.parametrize("dev", [4.0, 1e5, 1e19, 1e300, 1.7e308, float("inf")])
def test_the_ticks_of_a_training_that_diverged_do_not_collide(dev: float) -> None:
    ticks = perplexity_axis([14.0, 30.0, dev]).ticks
    places = [math.log10(at) for at, _ in ticks]
    apart = min(b - a for a, b in itertools.pairwise(places)) / (places[-1] - places[0])
    assert len(ticks) <= 7 and apart > 0.1 and all(len(label) <= 7 for _, label in ticks)


# before there is one


async def test_a_cancel_while_the_file_is_read_says_that_there_is_no_model(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("the cat sat on the mat\n" * 300_000, encoding="utf-8")
    async with pane_opened(TextSettings(corpus=str(path)), still=False) as (pilot, pane):
        half = text_half(pane)
        await until(pilot, lambda: half.training is not None)
        assert "reading the file" in state(pane)[0], "it was read before the screen was painted"
        assert footer(pane)["space"] == "pause"
        await pilot.press("x")
        await pilot.pause()
        assert state(pane)[0] == "cancelled before a model was trained; space starts"
        assert half.ready and "no model was trained" in screen(pilot) and footer(pane)["space"] == "train"
        assert half.training is not None and half.training._thread is not None
        half.training._thread.join(5)
        assert not half.training._thread.is_alive(), "it reads on"
        await pilot.pause(0.1)
        assert not half.failure
        await pilot.press("space")
        await until(pilot, lambda: half.snapshot is not None)
        await pilot.press("space")
        assert "paused" in state(pane)[0] and footer(pane)["space"] == "train"


# words that are hard to type


async def test_an_entry_left_as_it_was_keeps_the_characters_that_it_cannot_show(tmp_path: Path) -> None:
    path = tmp_path / "emoji.txt"
    path.write_text(f"{FAMILY} ok yes\nno {FAMILY} ok\n" * 20, encoding="utf-8")
    settings = replace(small(str(path)), prompt=f"{FAMILY} ok")
    async with pane_opened(settings) as (pilot, pane):
        half = text_half(pane)
        said = half.said
        await pilot.press("e", "enter")
        await settle(pilot)
        assert pane.now == settings and half.said is said
        await pilot.press("e", "tab")
        await settle(pilot)
        assert pane.now == settings
        half.focus()
        await pilot.press("e", "end", "space", *"no", "enter")
        await settle(pilot)
        shown = half.said
        assert shown is not None and "<unk>" not in shown.context.shown and shown.context.shown[-1] == "no"


def test_a_small_probability_keeps_its_distance_from_a_long_word() -> None:
    words = tuple(NextWord(f"w{10208 + i}", p) for i, p in enumerate((0.9, 0.000035, 1.2e-7, 0.0)))
    answers = Answers(None, words, (), None)  # type: ignore[arg-type]  # only the next words are laid out
    for width in (24, 36, 60):
        for word, line in zip(words, next_lines(answers, width).plain.split("\n"), strict=True):
            assert f"  {percent(word.p)}" in line and len(line) <= width


# the dialog


@pytest.mark.parametrize(
    "make, says",
    [
        (lambda path: os.mkfifo(path), "a pipe or a device"),
        (lambda path: path.write_bytes(b""), "at least 2 different words in 2 lines are needed"),
        (lambda path: path.write_bytes(bytes(range(256)) * 4), "at byte 0; a plain text file is needed"),
        (
            lambda path: path.write_bytes(b"a " * 5_000_000),
            "but the limit is 8,000,000; use a part of it, or a larger megabytes (at most 32)",
        ),
        (lambda path: path.write_bytes(b"one two"), "one line of 2 words"),
        (lambda path: path.symlink_to("/dev/zero"), "a pipe or a device"),
        (lambda path: path.symlink_to(path), "symbolic links); a readable file is needed"),
    ],
)
async def test_the_dialog_refuses_what_cannot_be_trained_on(
    tmp_path: Path, make: Callable[[Path], object], says: str
) -> None:
    path = tmp_path / "bad.txt"
    make(path)
    async with pane_opened(LanguageModelSettings()) as (pilot, pane):
        await pilot.press("o")
        await pilot.pause()
        pilot.app.screen.query_one(PathInput).value = str(path)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, OpenScreen)
        inside = " ".join(line[5:75].strip("│ ") for line in screen(pilot).splitlines())
        assert says in " ".join(inside.split())
        assert pane.now == LanguageModelSettings()


@pytest.mark.parametrize(
    "entries, words",
    [(0, "nothing begins like this"), (1, "1 entry begins"), (11, "11 entries that begin"), (200, "the first 200")],
)
def test_the_dialog_counts_in_words(entries: int, words: str) -> None:
    assert found(entries).startswith(words)


# more settings


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_every_setting_of_the_training_is_on_a_line_or_behind_a_key(story: str, size: tuple[int, int]) -> None:
    async with pane_opened(small(story), size=size) as (pilot, pane):
        await pilot.press("s")
        await settle(pilot)
        shown = screen(pilot)
        for name in ("optimiser", "dev", "look every", "patience", "seed"):
            assert f"{name} ‹" in shown or f"{name} ◂" in shown
        assert isinstance(pilot.app.focused, SettingField) and pilot.app.focused.field == "optimiser"
        await pilot.press("s")
        await settle(pilot)
        assert text_half(pane).has_focus and ("patience" in screen(pilot)) == (size == (120, 40))
