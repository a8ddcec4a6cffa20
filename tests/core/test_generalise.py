"""Neural against trigram: the reference study to the last digits, the seed with a word never seen,
and sentences that claim nothing the numbers do not."""

from dataclasses import replace
from statistics import fmean

import pytest

from core.generalise.data import sentences as every_sentence
from core.generalise.data import split, split_as_written
from core.generalise.report import likeness, overall, overfit, report, sentences, wins
from core.generalise.settings import GeneraliseSettings
from core.generalise.study import GeneraliseSnapshot, SeedRow, final, run
from core.numbers import number
from core.report import Table, plain_data
from core.settings import SettingsError, parse
from core.trigram import UNKNOWN
from tests.core.reference import lesson_values

REFERENCE = lesson_values()["lm_generalise"]
SMALL = GeneraliseSettings(steps=200, seeds=1)


@pytest.fixture(scope="module")
def study() -> GeneraliseSnapshot:
    """Ten seeds: the six of the default, and those that the reference has beyond them."""
    return final(GeneraliseSettings(seeds=10))


def test_overfitting_of_the_first_seed(study: GeneraliseSnapshot) -> None:
    points = {point.step: point for point in study.curve}
    for expected in REFERENCE["overfit_seed0"]:
        point = points[expected["steps"]]
        assert point.train == pytest.approx(expected["train"], rel=1e-9)
        assert point.held_out == pytest.approx(expected["held_out"], rel=1e-9)


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 4, 5, 6, 7, 9])
def test_rows_by_seed(study: GeneraliseSnapshot, seed: int) -> None:
    expected, row = REFERENCE["by_seed"][seed], study.rows[seed]
    assert (row.seed, row.stopped_at) == (expected["seed"], expected["stopped_at"])
    for name in ("trigram", "neural", "ratio"):
        assert getattr(row, name) == pytest.approx(expected[name], rel=1e-9)
    assert (row.unseen, row.note) == ((), "")


def test_cosines_of_the_first_seed(study: GeneraliseSnapshot) -> None:
    for row, expected in zip(study.cosines, REFERENCE["cosines_seed0"], strict=True):
        assert [row.first, row.second] == expected["pair"]
        assert [row.E, row.W_o] == pytest.approx([expected["E"], expected["W_o"]], rel=1e-9)


def test_overall_ratio_of_six_seeds(study: GeneraliseSnapshot) -> None:
    trigram = sum(row.trigram for row in study.rows[:6])
    assert trigram / sum(row.neural for row in study.rows[:6]) == pytest.approx(4.55, abs=0.005)


def test_the_seed_that_never_sees_kitten_is_scored_and_says_so(study: GeneraliseSnapshot) -> None:
    row = study.rows[8]
    assert row.unseen == tuple(REFERENCE["by_seed"][8]["words_never_in_training"])
    assert row.note == "kitten never trained: <unk> for both"
    assert 1 < row.neural < 100 and 1 < row.trigram < 100
    parts = split(GeneraliseSettings(), 8)
    assert UNKNOWN in {word for sentence in parts.held_out + parts.dev for word in sentence}
    assert UNKNOWN not in {word for sentence in parts.train for word in sentence}
    assert any("<unk> joins both vocabularies" in line for line in sentences(study))


def test_snapshots_come_every_100_steps_and_end_with_the_row() -> None:
    snapshots = list(run(replace(SMALL, seeds=2)))
    assert [(s.seed, s.step) for s in snapshots] == [(0, 0), (0, 100), (0, 200), (1, 0), (1, 100), (0, 200)]
    assert [len(s.rows) for s in snapshots] == [0, 0, 1, 1, 1, 2]
    assert [s.finished for s in snapshots] == [False] * 5 + [True]
    assert snapshots[3].curve == snapshots[2].points == snapshots[5].points, "JSON and print show one seed"
    for snapshot in snapshots:
        tables = [section for section in report(snapshot) if isinstance(section, Table)]
        assert all(len(row) == len(table.columns) for table in tables for row in table.written())
        assert plain_data(snapshot)["settings"]["seeds"] == 2


def test_a_seed_is_the_same_whichever_came_before() -> None:
    both = final(replace(SMALL, seeds=2))
    assert final(replace(SMALL, first=1)).rows[0] == both.rows[1]


def test_sentences_claim_a_win_on_each_seed_only_if_it_is_one(study: GeneraliseSnapshot) -> None:
    assert any("on each of the 10 seeds" in line for line in sentences(study))
    worse = replace(study.rows[3], neural=99.0)
    told = sentences(replace(study, rows=(*study.rows[:3], worse, *study.rows[4:])))
    assert any("on 9 of the 10 seeds finished; not on seed 3" in line for line in told)
    assert not any("on each of" in line for line in told)


def test_overfitting_is_said_only_where_held_out_rises(study: GeneraliseSnapshot) -> None:
    assert "from there it overfits" in sentences(study)[0]
    assert "overfits" not in sentences(final(replace(SMALL, steps=100)))[0]


def test_forty_sentences_pets_first() -> None:
    found = every_sentence(GeneraliseSettings())
    assert (len(found), found[0], found[-1]) == (
        40,
        ("the", "cat", "rests", "sofa"),
        ("the", "donkey", "rests", "pasture"),
    )


def test_other_families_and_sentences_train() -> None:
    words = ["pets=Âne", "indoor=a b", "farm=x", "outdoor=y", "template=ANIMAL in PLACE now", "held_out=1", "dev=1"]
    snapshot = final(parse(GeneraliseSettings, [*words, "steps=150", "seeds=3"]))
    assert [point.step for point in snapshot.curve] == [0, 100, 150]
    assert any(row.unseen for row in snapshot.rows)
    assert all(row.neural > 0 for row in snapshot.rows)


def test_a_rate_that_is_far_too_large_keeps_the_untrained_model_and_says_so() -> None:
    snapshot = final(replace(SMALL, eta=10.0, hidden=128, d=64, steps=1000))
    row, said = snapshot.rows[0], sentences(snapshot)
    assert (row.stopped_at, row.note) == (0, "dev never fell: untrained")
    assert row.neural == row.points[0].held_out
    assert said[0].endswith("it diverged, eta is too large.")
    assert "Dev never fell on that seed: the neural model is untrained there." in said


def test_what_is_said_of_a_seed_is_of_its_own_numbers(study: GeneraliseSnapshot) -> None:
    assert study.cosines == study.rows[0].cosines != study.rows[5].cosines
    assert overfit(study, 5).startswith("Seed 5, 2,000 steps") and number(study.rows[5].points[-1].held_out) in overfit(
        study, 5
    )
    within = [pair.E for pair in study.rows[5].cosines if pair.same_family and pair.E is not None]
    assert number(fmean(within), signed=True) in likeness(study, 5)[0]


def test_the_words_of_a_split_are_kept_as_written_beside_what_is_scored() -> None:
    written, scored = split_as_written(GeneraliseSettings(), 8), split(GeneraliseSettings(), 8)
    assert written.unseen == scored.unseen == ("kitten",) and written.train == scored.train
    pairs = zip(written.dev + written.held_out, scored.dev + scored.held_out, strict=True)
    assert all(tuple(UNKNOWN if word == "kitten" else word for word in one) == other for one, other in pairs)


@pytest.mark.parametrize(
    "words, reason",
    [
        (["held_out=30", "dev=10"], "30 + 10 = 40, but there are 40 sentences"),
        (["held_out=200", "dev=1"], "left to train on; at most 39 together"),
        (["pets="], "pets: 0 words given"),
        (["farm=cat cow"], "farm: 'cat' is already in pets"),
        (["pets=cat cat"], "pets: 'cat' is already in pets"),
        (["pets=the cat"], "'the' is already in template"),
        (["template=the ANIMAL rests"], "PLACE is there 0 times"),
        (["template=PLACE has ANIMAL"], "two words before PLACE"),
        (["template=ANIMAL rests on the PLACE"], "two words before PLACE"),
        (["pets=<unk> cat"], "<unk> is a token"),
        (["pets=" + "x" * 30], "is too long"),
        (["alpha=0"], "alpha: 0 is out of bounds"),
    ],
)
def test_impossible_splits_and_sentences_are_refused(words: list[str], reason: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        parse(GeneraliseSettings, words)
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)


def row(seed: int, trigram: float, neural: float) -> SeedRow:
    return SeedRow(seed, 100, trigram, neural, trigram / neural, (), "", (), ())


@pytest.mark.parametrize(
    "rows, words",
    [
        ([row(3, 9, 2)], "has the lower held-out perplexity on seed 3, the one finished."),
        ([row(3, 2, 9)], "does not have the lower held-out perplexity on seed 3, the one finished."),
        ([row(0, 9, 2), row(1, 9, 2)], "on each of the 2 seeds finished."),
        ([row(0, 9, 2), row(1, 2, 2)], "on 1 of the 2 seeds finished; not on seed 1."),
        ([row(0, 9, 2), row(1, 2, 9), row(2, 2, 9)], "on 1 of the 3 seeds finished; not on seeds 1, 2."),
        ([row(0, 1, 2), row(1, 2, 9)], "on none of the 2 seeds finished."),
    ],
)
def test_wins_are_counted_in_words_that_fit(rows: list[SeedRow], words: str) -> None:
    assert wins(tuple(rows)).startswith("The neural model ") and wins(tuple(rows)).endswith(f" {words}")


def test_one_seed_has_no_average() -> None:
    snapshot = final(GeneraliseSettings(seeds=1, steps=100, hidden=2, d=2))
    assert "average" not in overall(snapshot) and "overall" not in overall(snapshot)
