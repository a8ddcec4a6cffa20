"""The embeddings lesson: its three matrices against slow definitions, its analogies, its claims and its refusals."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.corpus.words import words_of
from core.embeddings import EmbeddingsResult, EmbeddingsSettings, analogy, answer, compute, nearest, report, space_of
from core.embeddings.lesson import QUESTIONS
from core.embeddings.space import BUNDLED, components, cooccurrences, ppmi
from core.report import Table, Text, plain_data
from core.settings import SettingsError, parse

LINES = BUNDLED.read_text(encoding="utf-8").splitlines()
TEXTS = st.lists(st.lists(st.sampled_from("abcde"), min_size=1, max_size=6), min_size=3, max_size=8).filter(
    lambda lines: len({word for line in lines for word in line}) >= 4
)


@cache
def lesson() -> EmbeddingsResult:
    return compute(EmbeddingsSettings())


def slow_counts(words: tuple[str, ...], lines: list[list[str]], window: int) -> NDArray[np.int64]:
    counts = np.zeros((len(words), len(words)), dtype=np.int64)
    for line in lines:
        for i, word in enumerate(line):
            for j, other in enumerate(line):
                if i != j and abs(i - j) <= window and {word, other} <= set(words):
                    counts[words.index(word), words.index(other)] += 1
    return counts


def written(folder: Path, lines: list[list[str]]) -> str:
    path = folder / "text.txt"
    path.write_text("\n".join(" ".join(line) for line in lines), encoding="utf-8")
    return str(path)


def test_the_bundled_text_is_48_parallel_sentences() -> None:
    assert len(LINES) == len(set(LINES)) == 48 == lesson().space.sentences
    pairs = list(zip(LINES[::2], LINES[1::2], strict=True))
    assert all(len(words_of(first)) == len(words_of(second)) for first, second in pairs)
    assert "24 pairs written for this map" in " ".join(lesson().sentences)
    assert "parallel sentences, not from knowledge of the world" in " ".join(lesson().sentences)


def test_king_minus_man_plus_woman_is_nearest_to_queen() -> None:
    asked = lesson().analogy
    assert (asked.a, asked.b, asked.c, asked.answer.word) == ("king", "man", "woman", "queen")
    assert asked.right is True and asked.answer.cosine >= 0.9
    vector = {word: lesson().space.vectors[i] for i, word in enumerate(lesson().space.words)}
    target = vector["king"] - vector["man"] + vector["woman"]
    cosine = target @ vector["queen"] / np.linalg.norm(target) / np.linalg.norm(vector["queen"])
    assert asked.answer.cosine == pytest.approx(float(cosine), rel=1e-12)
    assert not {"king", "man", "woman"} & {one.word for one in asked.answers}
    assert "king, man and woman themselves are left out" in lesson().sentences[0]


def test_the_arithmetic_is_what_finds_the_queen() -> None:
    asked = lesson().analogy
    assert asked.plain.word != "queen" and asked.allowed.word == "queen"
    assert "the arithmetic made the difference" in lesson().sentences[1]
    father = compute(EmbeddingsSettings(a="father", b="son", c="daughter"))
    assert father.analogy.plain.word == father.analogy.answer.word == "mother"
    assert "the arithmetic did not decide" in father.sentences[1]


def test_analogies_that_fail_are_listed_as_failures() -> None:
    listed = lesson().analogies
    assert [(one.a, one.b, one.c, one.expected) for one in listed] == list(QUESTIONS)
    wrong = [one for one in listed if one.right is False]
    assert wrong and lesson().right == len(listed) - len(wrong)
    for one in wrong:
        assert one.answer.word != one.expected and (one.expected_rank or 0) > 1
        assert f"{one.question} gives {one.answer.word}, not {one.expected}" in lesson().sentences[3]
    asked = compute(EmbeddingsSettings(a="prince", b="king", c="man"))
    assert "boy was expected and comes at place" in asked.sentences[0]


def test_the_map_is_the_same_on_every_machine() -> None:
    space = lesson().space
    assert space.gap((0, 1)) > 0.05 and "close to a tie" not in " ".join(lesson().sentences)
    ninth = space.singular_values[8]
    assert space.singular_values[7] > 1.02 * ninth
    place = dict(zip(space.words, space.plane((0, 1)).tolist(), strict=True))
    np.testing.assert_allclose(place["king"], [-1.2895, 2.8379], atol=5e-5)


def test_the_map_spreads_sex_one_way_and_rank_the_other() -> None:
    space = lesson().space
    width, height = np.ptp(space.plane((0, 1)), axis=0)
    place = dict(zip(space.words, space.plane((0, 1)), strict=True))
    for male, female in (("king", "queen"), ("man", "woman"), ("boy", "girl"), ("he", "she"), ("beard", "hair")):
        np.testing.assert_allclose(place[male], place[female] * [-1, 1], atol=1e-9)
        assert (place[female] - place[male])[0] > 0.15 * width
    for royal, common in (("king", "man"), ("prince", "boy"), ("throne", "field"), ("crown", "garden")):
        assert (place[royal] - place[common])[1] > 0.2 * height


@pytest.mark.parametrize("seed", range(4))
def test_signs_do_not_depend_on_the_decomposition(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    expected, _ = components(lesson().space.ppmi, 8)
    plain = np.linalg.svd

    def mirrored(array: NDArray[np.float64], full_matrices: bool) -> tuple[NDArray[np.float64], ...]:
        U, S, Vt = plain(array, full_matrices=full_matrices)
        flips = np.where(np.arange(len(S)) % 2 == 0, -1.0, 1.0)
        noise = 1 + 1e-13 * np.random.default_rng(seed).standard_normal(U.shape)
        return U * flips * noise, S, Vt

    monkeypatch.setattr(np.linalg, "svd", mirrored)
    np.testing.assert_allclose(components(lesson().space.ppmi, 8)[0], expected, atol=1e-9)


def test_ppmi_by_hand() -> None:
    counts = np.array([[0, 3, 1], [3, 0, 0], [1, 0, 0]])
    weights = ppmi(counts)
    assert weights[0, 1] == pytest.approx(np.log2(3 * 8 / (4 * 3))) and weights[1, 2] == 0
    assert weights[0, 2] == pytest.approx(np.log2(1 * 8 / (4 * 1)))
    assert not ppmi(np.zeros((3, 3), dtype=np.int64)).any()


@pytest.mark.parametrize("window", [1, 2, 5])
def test_the_matrices_against_their_definitions(window: int) -> None:
    space = space_of(EmbeddingsSettings(window=window))
    lines = [line.split() for line in LINES]
    np.testing.assert_array_equal(space.counts, slow_counts(space.words, lines, window))
    p = space.counts / space.counts.sum()
    with np.errstate(divide="ignore"):
        expected = np.maximum(np.log2(p / np.outer(p.sum(axis=1), p.sum(axis=0))), 0)
    np.testing.assert_allclose(space.ppmi, expected, rtol=1e-12, atol=1e-12)


@given(lines=TEXTS, window=st.integers(1, 7), dims=st.integers(2, 9), cap=st.integers(4, 9))
@hypothesis_settings(max_examples=40)
def test_any_text(
    tmp_path_factory: pytest.TempPathFactory, lines: list[list[str]], window: int, dims: int, cap: int
) -> None:
    path = written(tmp_path_factory.mktemp("text"), lines)
    result = compute(EmbeddingsSettings(corpus=path, window=window, dims=dims, cap=cap))
    space = result.space
    np.testing.assert_array_equal(space.counts, slow_counts(space.words, lines, window))
    assert np.array_equal(space.counts, space.counts.T) and (space.ppmi >= 0).all()
    assert space.vectors.shape == (len(space.words), min(dims, len(space.words)))
    assert list(space.frequency) == sorted(space.frequency, reverse=True)
    centred = space.ppmi - space.ppmi.mean(axis=0)
    assert space.singular_values @ space.singular_values == pytest.approx((centred**2).sum(), abs=1e-9)
    if dims >= len(space.words):
        np.testing.assert_allclose(space.vectors @ space.vectors.T, centred @ centred.T, atol=1e-8)
    assert all(-1 <= one.cosine <= 1 for one in (*result.neighbours, *result.analogy.answers))
    assert "text.txt" in " ".join(result.sentences) and "parallel" not in " ".join(result.sentences)


def test_words_without_a_vector_still_take_up_room() -> None:
    places, starts = np.array([0, -1, 1, 0, 1]), np.array([0, 3, 5])
    np.testing.assert_array_equal(cooccurrences(places, starts, 2, 1), [[0, 1], [1, 0]])
    np.testing.assert_array_equal(cooccurrences(places, starts, 2, 2), [[0, 2], [2, 0]])


def test_neighbours_are_sorted_and_ties_keep_the_vocabularys_order() -> None:
    space = lesson().space
    found = nearest(space, space.vectors[space.words.index("king")])
    assert found[0].word == "king" and len(found) == len(space.words)
    keys = [(-round(one.cosine, 9), space.words.index(one.word)) for one in found]
    assert keys == sorted(keys)
    assert [one.word for one in lesson().neighbours] == [one.word for one in found[1:6]]


def test_a_space_answers_again_without_the_text() -> None:
    settings = EmbeddingsSettings(a="Prince ", b="boy", c="girl", word="he", top=2)
    again = answer(settings, lesson().space)
    assert again.analogy.answer.word == "princess" and again.word == "he" and len(again.neighbours) == 2
    assert analogy(again.space, 0, 1, 2).right is None


def test_another_corpus_forgets_the_words(tmp_path: Path) -> None:
    path = written(tmp_path, [["x", "y", "z", "w"], ["x", "y", "z", "v"]])
    settings = EmbeddingsSettings(a="boy", word="he").change("corpus", path)
    assert (settings.a, settings.word) == ("", "")
    result = compute(settings)
    assert result.analogy.question == "x - y + z" and not result.analogies and result.right == 0


def test_the_map_may_show_any_two_dimensions() -> None:
    turned = answer(EmbeddingsSettings(axes=(5, 3)), lesson().space)
    assert turned.settings.drawn == (4, 2)
    np.testing.assert_array_equal(lesson().space.plane((4, 2)), lesson().space.vectors[:, [4, 2]])
    assert "dimensions 5 and 3" in turned.sentences[-1]
    assert EmbeddingsSettings(axes=(7, 8)).change("dims", 7).axes == (1, 2)
    assert EmbeddingsSettings(axes=(3, 4)).change("corpus", "x.txt").axes == (1, 2)


@pytest.mark.parametrize(
    "text", ["uncle - man + woman", " uncle man  woman ", "uncle - man woman", "uncle-man+woman", "uncle − man+ woman"]
)
def test_a_whole_analogy_is_typed_at_once(text: str) -> None:
    typed = EmbeddingsSettings(b="boy").typed("a", text)
    assert (typed.a, typed.b, typed.c) == ("uncle", "man", "woman")
    assert EmbeddingsSettings(b="boy").typed("a", "uncle").b == EmbeddingsSettings().typed("b", "boy").b == "boy"
    assert EmbeddingsSettings().typed("word", text).word == text
    assert parse(EmbeddingsSettings, [f"a={text}"]) == EmbeddingsSettings(a="uncle", b="man", c="woman")


def test_words_of_the_analogy_are_not_given_twice_and_may_have_a_hyphen() -> None:
    with pytest.raises(SettingsError, match="b: a names all three words already"):
        parse(EmbeddingsSettings, ["a=uncle-man+woman", "b=boy"])
    assert EmbeddingsSettings().typed("a", "well-known - man+woman").a == "well-known"


def test_the_pairs_of_the_bundled_text_are_told_however_it_is_read() -> None:
    origin = compute(EmbeddingsSettings(sentences="stops")).sentences[-2]
    assert "24 pairs written for this map (read here as 1 sentence)" in origin


@pytest.mark.parametrize(("dims", "turns"), [(2, 1), (3, 2), (5, 3), (8, 4)])
def test_turning_the_map_goes_through_every_dimension_and_back(dims: int, turns: int) -> None:
    settings, seen = EmbeddingsSettings(dims=dims), set()
    for _ in range(turns):
        seen |= set(settings.axes)
        settings = settings.nudged("axes", 1)
    assert settings.axes == (1, 2) and seen == set(range(1, dims + 1))
    assert settings.nudged("axes", -1).nudged("axes", 1) == settings


def test_a_gap_is_to_the_nearest_other_singular_value() -> None:
    space = replace(lesson().space, singular_values=np.array([10.0, 8.0, 8.0, 4.0, 0.0]))
    assert space.gap((0, 3)) == pytest.approx(0.2) and space.gap((0, 1)) == 0
    assert "close to a tie" in answer(EmbeddingsSettings(), space).sentences[-1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["a=quen"], "not among the 45 words of the bundled sentences (allowed: any of them; did you mean queen?"),
        (["corpus=/nowhere/at/all.txt"], "no such file"),
        (["corpus=/dev/null"], "not a regular file"),
        (["cap=3"], "(allowed: a whole number, 4 to 500)"),
        (["word=\x1b[31m"], "is not among"),
        (["axes=1"], "axes: 1 given (allowed: two different dimensions of 1 to 8, as 1,2)"),
        (["axes=2,2"], "two different dimensions"),
        (["axes=1.5,2"], "two different dimensions"),
        (["axes=1,9"], "two different dimensions of 1 to 8"),
        (["cap=4", "axes=7,8"], "axes: these 4 words have 4 dimensions (allowed: two of 1 to 4)"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused_in_one_line(words: list[str], said: str) -> None:
    with pytest.raises(SettingsError, match=r"^[^\n\x1b]*$") as refused:
        compute(parse(EmbeddingsSettings, words))
    assert said in str(refused.value)


def test_a_text_of_three_words_has_no_analogy(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="3 different words; an analogy needs at least 4"):
        compute(EmbeddingsSettings(corpus=written(tmp_path, [["a", "b"], ["b", "c"]])))


def test_words_from_a_file_are_safe_to_show(tmp_path: Path) -> None:
    path = written(tmp_path, [["a\x1b[2Jb", "c\u202ed", "e", "f"], ["e", "f", "a\x1b[2Jb", "g"]])
    result = compute(EmbeddingsSettings(corpus=path))
    texts = [line for section in report(result) if isinstance(section, Text) for line in section.lines]
    assert "\\x1b" in " ".join(result.space.words)
    assert not any("\x1b" in text or "\u202e" in text for text in (*texts, *result.space.words))


def test_the_report_opens_each_matrix() -> None:
    tables = {section.title: section for section in report(lesson()) if isinstance(section, Table)}
    assert any(title.startswith("Counts") for title in tables) and any(title.startswith("PPMI") for title in tables)
    assert tables["Vectors"].rows[0][2:] == tuple(lesson().space.vectors[0].tolist())
    assert tables["Nearest to king - man + woman"].written()[0][0] == "queen"
    verdicts = [row[4] for row in tables["Analogies, those that fail as well"].written()]
    assert verdicts.count("right") == lesson().right and "fails" in verdicts
    assert plain_data(lesson())["space"]["counts"] == lesson().space.counts.tolist()
