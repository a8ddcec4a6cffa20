"""The generalise pane: the reference study on its screens, the seed with an unseen word, live runs and refusals."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from core.generalise.report import points_of
from core.generalise.settings import GeneraliseSettings
from core.generalise.study import CosineRow, GeneraliseSnapshot, final, run
from core.numbers import number
from tests.tui.pressing import press
from tui.app import GatescopeApp
from tui.lessons import find
from tui.panes.generalise import GeneralisePane
from tui.panes.generalise_parts import curve_plot, points_table, seed_table, seeds_legend, stop_of, stop_words
from tui.panes.generalise_strip import cosine_lines, point_lines
from tui.plots.model import Upright
from tui.shot import settle, text
from tui.widgets.settings_line import SettingField
from tui.widgets.status_line import StatusLine

SMALL = GeneraliseSettings(steps=200, seeds=2, hidden=4)
SIZES = [(80, 24), (120, 40)]


@asynccontextmanager
async def generalise(
    settings: GeneraliseSettings = SMALL, size: tuple[int, int] = (80, 24), still: bool = True
) -> AsyncIterator[tuple[Pilot[None], GeneralisePane]]:
    app = GatescopeApp(find("generalise"), settings, still=still)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        if still:
            await settle(pilot)
        pane = app.pane
        assert isinstance(pane, GeneralisePane)
        yield pilot, pane


async def type_setting(pilot: Pilot[None], pane: GeneralisePane, name: str, value: str) -> None:
    pane.query_one(f"#set-{name}", SettingField).focus()
    await pilot.press("enter")
    pane.query_one("ValueInput").value = value  # type: ignore[attr-defined]
    await pilot.press("enter")
    await pilot.pause()


async def test_all_panels_stand_side_by_side_where_there_is_room() -> None:
    async with generalise(size=(120, 40)) as (pilot, _):
        screen = await press(pilot)
        for words in ("perplexity by steps", "held-out perplexity", "cosines, seed 0", "In W_o words of one family"):
            assert words in screen


@pytest.mark.parametrize("size", SIZES)
async def test_the_seed_with_an_unseen_word_says_so(size: tuple[int, int]) -> None:
    async with generalise(GeneraliseSettings(first=7, seeds=2, steps=300), size) as (pilot, _):
        screen = await press(pilot, "down")
        assert "› 8*" in screen and "8* kitten never trained: <unk> for both" in screen
        split = await press(pilot, "t")
        assert (
            "kitten*" in split
            and "* never in training, scored as <unk>: kitten." in split
            and "held out 8:" in split
            and "train 26:" in split
        )


async def test_the_cursor_picks_the_curve_and_stays_on_the_seeds() -> None:
    async with generalise() as (pilot, pane):
        shown = await press(pilot, "down")
        assert "seed 1: perplexity by steps" in shown and "Seed 1, 200 steps" in shown
        assert "cosines, seed 1 at its stop, 200" in shown
        assert "› 1" in await press(pilot, "j", "j")
        assert pane.row == 1
        assert "seed 0: perplexity by steps" in await press(pilot, "k", "up")
        ended = pane.snapshot
        pane.snapshot = next(run(SMALL))
        await pilot.press("down")
        await pilot.pause()
        shown = text(pilot.app)
        assert "seed 0: perplexity by steps" in shown and "seed 1 is drawn as soon as it has begun" in shown
        pane.snapshot = ended
        assert "seed 1: perplexity by steps" in await press(pilot), "a key that came before its seed is not lost"
        assert pane.view_keys == ("down",)
        pane.query_one("#general-seeds").focus()
        await press(pilot, "down", "down", "down")
        assert pane.row == 1


async def test_a_family_is_typed_and_undone() -> None:
    async with generalise() as (pilot, pane):
        await press(pilot, "t")
        await type_setting(pilot, pane, "pets", "cat dog [/] 猫")
        assert pane.now.pets == "cat dog [/] 猫"
        assert pane.snapshot is not None and pane.snapshot.settings == pane.now
        assert "‹cat dog [/] 猫›" in (await press(pilot)).replace("◂", "‹").replace("▸", "›")
        pane.focus()
        await press(pilot, "u")
        assert pane.now == SMALL


@pytest.mark.parametrize(
    ("name", "typed", "reason"),
    [
        ("held-out", "39", "held_out + dev: 39 + 6 = 45, but there are 40 sentences"),
        ("pets", "cat dog sofa", "indoor: 'sofa' is already in pets"),
        ("farm", "", "farm: 0 words given"),
        ("template", "the ANIMAL rests", "template: PLACE is there 0 times"),
        ("eta", "nan", "nan is not finite"),
    ],
)
async def test_what_cannot_be_is_refused_and_the_old_value_stays(name: str, typed: str, reason: str) -> None:
    async with generalise() as (pilot, pane):
        await press(pilot, "t")
        await type_setting(pilot, pane, name, typed)
        said, refused = pane.query_one(StatusLine).state
        assert refused and reason in said
        assert pane.now == SMALL


async def test_it_runs_live_pauses_steps_and_finishes_with_the_same_numbers() -> None:
    long = GeneraliseSettings(seeds=2, hidden=4, d=4)
    async with generalise(long, still=False) as (pilot, pane):
        await pilot.press("space")
        assert pane.live is not None and not pane.live.playing
        await asyncio.sleep(0.05)
        await pilot.pause()
        before = pane.snapshot
        await pilot.press(".")
        while pane.snapshot is before:
            await pilot.pause(0.01)
        assert isinstance(pane.snapshot, GeneraliseSnapshot) and not pane.snapshot.finished
        assert "lowest at" in stop_words(pane.snapshot, 0) or pane.snapshot.rows
        await press(pilot, "f", "space")
        assert pane.snapshot == final(long)
        await press(pilot, "r")
        assert "finished: 2 seeds, 2,000 steps each, full speed" in pane.query_one(StatusLine).state[0]


async def test_it_waits_behind_another_pane() -> None:
    async with generalise(GeneraliseSettings(), still=False) as (pilot, pane):
        await pilot.press("1")
        assert pane.live is not None and not pane.live.playing


def test_the_stop_while_running_is_the_one_that_the_study_keeps() -> None:
    for snapshot in run(SMALL):
        assert all(row.stopped_at == stop_of(row.points) for row in snapshot.rows)
        rows = len(seed_table(snapshot, 0).rows)
        assert rows == len({*(row.seed for row in snapshot.rows), snapshot.seed}) + bool(snapshot.rows)
        assert curve_plot(snapshot, 0, tall=True).uprights == (Upright(stop_of(points_of(snapshot, 0))),)
        going = [row for row in seed_table(snapshot, 0).rows if row[1] == "not yet"]
        assert len(going) == (not snapshot.finished and snapshot.seed == SMALL.first + len(snapshot.rows))
        assert bool(going) == (f"seed {snapshot.seed}: step {snapshot.step}, " in seeds_legend(snapshot))


@pytest.mark.parametrize("room", [2, 5, 12, 60])
def test_points_are_thinned_to_the_room_and_keep_the_stop_and_the_end(room: int) -> None:
    snapshot = final(GeneraliseSettings(steps=2000, seeds=1, hidden=2, d=2))
    shown = [str(row[0]) for row in points_table(snapshot, 0, room).rows]
    assert len(shown) <= room + 1
    assert "2000" in shown or "› 2,000" in shown
    assert sum(step.startswith("›") for step in shown) == 1


@pytest.mark.parametrize(
    "settings", [GeneraliseSettings(eta=10, steps=300, seeds=1), SMALL.change("template", "ANIMAL PLACE")]
)
def test_extreme_studies_have_a_chart(settings: GeneraliseSettings) -> None:
    plot = curve_plot(final(settings), 0, tall=False)
    assert plot.y.low < plot.y.high and len(plot.y.ticks) <= 12


async def test_space_is_named_by_what_it_does() -> None:
    async with generalise(GeneraliseSettings(seeds=2, hidden=4, d=4), still=False) as (pilot, pane):

        def named() -> str:
            return pilot.app.screen.active_bindings["space"].binding.description

        assert named() == "pause"
        await pilot.press("space")
        assert named() == "play"
        await press(pilot, "f", "space")
        assert pane.finished and named() == "again"
        for key, setting in (("space", None), ("right", "#set-hidden")):  # once more, and then another study
            (pane.query_one(setting) if setting else pane).focus()
            pane.pace = "slow"
            await pilot.press(key)
            assert not pane.finished and named() == "pause" and pane.query_one(StatusLine).state[0].startswith("▶")
            assert pane.live is not None
            pane.live.pacer.rate = 0
            await settle(pilot)
            assert pane.finished and named() == "again" and "finished" in pane.query_one(StatusLine).state[0]


@pytest.mark.parametrize(("size", "says"), [((80, 24), "every 200 steps, › lowest dev"), ((120, 40), "stops here")])
async def test_points_that_are_left_out_are_said_to_be(size: tuple[int, int], says: str) -> None:
    async with generalise(GeneraliseSettings(seeds=1, hidden=2, d=2), size) as (pilot, _):
        shown = await press(pilot, "n")
        assert says in shown and "steps train dev held out" in shown and ("1,900" in shown) == (size == (120, 40))


async def test_the_chosen_seed_is_marked_in_ascii_too() -> None:
    app = GatescopeApp(find("generalise"), SMALL, still=True, ascii=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "> 0" in text(app) and "] 0" not in text(app)


@pytest.mark.parametrize("width", [76, 116])
@pytest.mark.parametrize("words", [("cat", "dog"), ("cat" * 8, "dog" * 8), ("猫" * 12, "a"), ("a", "[/]" * 8)])
def test_the_cosines_fit_across_whatever_the_words_and_figures_are(words: tuple[str, str], width: int) -> None:
    rows = [CosineRow(*words, True, 0.5, 3e-3), CosineRow(*words, False, None, None)] * 3
    lines = cosine_lines(_with_cosines(tuple(rows)), 0, width).plain.split("\n")
    assert len(lines) <= 4 and all(cell_len(line) <= width for line in lines)
    shown = " ".join(lines)
    assert shown.count("+0.5000  +3.00e-03") == 3 and shown.count("unseen") == 6
    assert shown.count("/") >= 6 and ("…" in shown or len("".join(words)) < 48)


def _with_cosines(cosines: tuple[CosineRow, ...]) -> GeneraliseSnapshot:
    study = final(SMALL)
    return replace(study, rows=(replace(study.rows[0], cosines=cosines), *study.rows[1:]))


def test_the_points_stand_in_columns_with_the_stop_marked() -> None:
    steps, train, dev, held_out = point_lines(final(SMALL), 0, 116).plain.split("\n")
    assert steps.split()[0] == "steps" and "›" in steps and len({len(line) for line in (steps, train, dev)}) == 1
    assert held_out.split()[2:] == [number(point.held_out) for point in final(SMALL).rows[0].points]
