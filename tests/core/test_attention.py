"""The attention lesson: the reference matrix, the formulas, any cell opened, the settings and the sentences."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.activations import softmax
from core.attention import EXPLAINED, MATRICES, AttentionResult, AttentionSettings, compute, explain, report
from core.attention.formulas import FORMULAS, attend, causal_mask
from core.numbers import number
from core.report import Table, Text, plain_data
from core.settings import SettingsError, parse
from tests.core.reference import lesson_values

RESULT = compute(AttentionSettings())
KOT, RYBE, BYL = 0, 2, 4

OWN = st.builds(
    AttentionSettings,
    sentence=st.sampled_from(["a b", "one two two three", "the king loves his land", "Ala ma kota, a kot \x1b[2J"]),
    row=st.integers(1, 2),
    temperature=st.floats(0.01, 100),
    mask=st.booleans(),
    d=st.integers(2, 16),
    d_k=st.integers(1, 16),
    d_v=st.integers(1, 16),
    vectors=st.sampled_from(["seeded", "corpus"]),
    seed=st.integers(0, 10**6),
    steps=st.just(2),
    width=st.just(1),
)


def test_the_reference_matrix() -> None:
    values = lesson_values()["attention"]
    assert list(RESULT.words) == values["words"]
    for name in ("E", "W_Q", "W_K"):
        np.testing.assert_array_equal(getattr(RESULT, name), values[name])
    np.testing.assert_allclose(RESULT.A, values["A"], rtol=0, atol=1e-12)
    np.testing.assert_allclose(RESULT.row_sums, 1, rtol=0, atol=1e-12)
    assert round(float(RESULT.A[BYL, KOT]), 2) == 0.51 and round(float(RESULT.A[BYL, RYBE]), 2) == 0.17
    assert RESULT.scale == 0.5 and RESULT.gloss == ("cat", "ate", "fish", "because", "was", "hungry")


def test_the_row_says_where_it_looks() -> None:
    assert RESULT.row_word == "był" and [look.weight for look in RESULT.looks] == RESULT.A[BYL].tolist()
    assert "The row 'był' gives 0.5146 to Kot (cat) and 0.1679 to rybę (fish)" in RESULT.sentences[0]
    assert "set by hand, not trained. W_V is the identity" in RESULT.sentences[2]
    np.testing.assert_allclose(RESULT.output, RESULT.A @ RESULT.E, rtol=1e-14)
    assert RESULT.spread == pytest.approx(np.exp(-(RESULT.A[BYL] * np.log(RESULT.A[BYL])).sum()), rel=1e-14)


@pytest.mark.parametrize("temperature", [0.01, 0.05, 1.0])
def test_the_runner_up_is_second_however_small_both_are(temperature: float) -> None:
    result = compute(AttentionSettings(temperature=temperature))
    second = sorted(result.looks, key=lambda look: -look.weight)[1]
    assert second.word == "rybę" and f"{number(second.weight)} to rybę (fish)" in result.sentences[0]


def test_a_setting_without_effect_says_so() -> None:
    assert "changes nothing here" in compute(AttentionSettings(vectors="corpus")).sentences[2]
    assert "changes nothing" not in " ".join(compute(AttentionSettings(sentence="a king", vectors="corpus")).sentences)


@given(settings=OWN)
def test_the_formulas_give_attention_of_any_sentence(settings: AttentionSettings) -> None:
    result, n = compute(settings), len(settings.word_list)
    Q, K, V = (result.E @ W for W in (result.W_Q, result.W_K, result.W_V))
    scaled = Q @ K.T / np.sqrt(settings.d_k) / settings.temperature
    if settings.mask:
        scaled[np.triu_indices(n, 1)] = -np.inf
    np.testing.assert_allclose(result.scaled, scaled, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(result.A, softmax(result.scaled), rtol=1e-12)
    np.testing.assert_allclose(result.A.sum(axis=1), 1, rtol=1e-12)
    np.testing.assert_allclose(result.output, result.A @ V, rtol=1e-9, atol=1e-12)
    assert result.output.shape == (n, settings.d_v) and 1 <= result.spread <= n + 1e-9


def test_a_changed_formula_would_be_seen() -> None:
    matrices = AttentionSettings().matrices()
    values = attend(matrices, 0.25, np.zeros((6, 6)))
    assert np.abs(values["A"] - RESULT.A).max() > 0.1
    assert [line.text.partition(" = ")[0] for line in FORMULAS] == list(values)
    assert all(line.text in RESULT.formulas for line in FORMULAS)


@given(settings=OWN, name=st.sampled_from(EXPLAINED), data=st.data())
def test_every_cell_is_the_sum_of_its_terms(settings: AttentionSettings, name: str, data: st.DataObject) -> None:
    result = compute(settings)
    rows, columns = getattr(result, name).shape
    i, j = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, columns - 1))
    found, entry = explain(result, name, i, j), float(getattr(result, name)[i, j])
    assert found.value == pytest.approx(entry, rel=1e-9, abs=1e-12)
    if name != "A" and np.isfinite(entry):
        assert found.total == pytest.approx(sum(term.left * term.right for term in found.terms), rel=1e-9, abs=1e-12)
        assert all(term.value == term.left * term.right for term in found.terms)


def test_the_labels_name_the_factors() -> None:
    found = explain(RESULT, "scores", BYL, KOT)
    assert found.name == "scores[był,Kot]" and len(found.terms) == 4
    assert [term.label for term in found.terms][:2] == ["Q[był,0] * K[Kot,0]", "Q[był,1] * K[Kot,1]"]
    assert found.total == pytest.approx(3.975) and found.terms[0].value == pytest.approx(1.15 * 1.5)
    assert explain(RESULT, "K", KOT, 3).terms[4].label == "E[Kot,4] * W_K[4,3]"
    assert explain(RESULT, "output", BYL, 1).terms[0].label == "A[był,Kot] * V[Kot,1]"
    weight = explain(RESULT, "A", BYL, KOT)
    assert weight.terms[0].value == 1 and weight.value == weight.terms[0].value / weight.total


@pytest.mark.parametrize(("name", "i", "j", "error"), [("W_Q", 0, 0, KeyError), ("A", 6, 0, IndexError)])
def test_nothing_else_is_explained(name: str, i: int, j: int, error: type[Exception]) -> None:
    with pytest.raises(error):
        explain(RESULT, name, i, j)


def test_the_causal_mask_hides_what_comes_later() -> None:
    masked = compute(AttentionSettings(mask=True))
    assert np.all(masked.A[np.triu_indices(6, 1)] == 0) and masked.A[0, 0] == 1
    np.testing.assert_allclose(masked.A[-1], RESULT.A[-1], rtol=1e-15)
    assert "hides the word after it from 'był'" in masked.sentences[-1]
    assert "nothing from 'głodny'" in compute(AttentionSettings(mask=True, row=6)).sentences[-1]
    assert explain(masked, "scaled", 0, 1).value == -np.inf
    np.testing.assert_array_equal(causal_mask(2), [[0, -np.inf], [0, 0]])


@pytest.mark.parametrize("temperature", [0.05, 1, 10])
@pytest.mark.parametrize("row", range(1, 7))
def test_no_word_that_the_mask_hides_is_said_to_be_given_anything(row: int, temperature: float) -> None:
    masked = compute(AttentionSettings(mask=True, row=row, temperature=temperature))
    said, seen = masked.sentences[0], masked.looks[:row]
    named = [look for look in masked.looks if f"to {look.word} ({look.gloss})" in said]
    assert len(named) == min(row, 2) and all(look in seen for look in named)
    assert ("the mask hides" in said) is (row < 6)
    assert (f"its {row} weights" in said) is (row > 1)
    if row == 1:
        np.testing.assert_array_equal(masked.output[0], masked.V[0])


@pytest.mark.parametrize(("temperature", "spread"), [(0.01, 1), (100, 6)])
def test_temperature_sharpens_or_evens_out(temperature: float, spread: float) -> None:
    assert compute(AttentionSettings(temperature=temperature)).spread == pytest.approx(spread, rel=1e-3)


def test_an_edit_changes_one_number_and_is_said() -> None:
    edited = AttentionSettings().with_entry("W_K", 0, 0, 0.0)
    assert compute(edited).A[BYL, KOT] < RESULT.A[BYL, KOT]
    assert "W_K has numbers of yours" in compute(edited).sentences[2]
    assert parse(AttentionSettings, edited.words()) == edited
    assert edited.with_entry("W_K", 0, 0, 1.5) == AttentionSettings() == edited.without_edit("W_K")
    with pytest.raises(SettingsError):
        edited.with_entry("E", 0, 0, 1001.0)


@pytest.mark.parametrize("size", ["d", "d_k", "d_v"])
def test_another_size_keeps_what_fits(size: str) -> None:
    edited = AttentionSettings().with_entry("E", 0, 1, 5.0).with_entry("W_Q", 1, 1, 7.0).with_entry("W_V", 1, 0, 9.0)
    smaller, larger = edited.change(size, 3), edited.change(size, 9)
    for changed in (smaller, larger):
        compute(changed)
        assert {name: a.shape for name, a in changed.matrices().items()} == changed.shapes()
        assert [changed.matrices()[n][p] for n, p in (("E", (0, 1)), ("W_Q", (1, 1)), ("W_V", (1, 0)))] == [5, 7, 9]
    # New entries are the default's; in a wider W_V that is the diagonal of a longer identity.
    shared = {name: larger.change(size, getattr(edited, size)).matrices()[name] for name in MATRICES}
    for name, array in edited.matrices().items():
        np.testing.assert_array_equal(shared[name], array)


def test_another_sentence_forgets_its_vectors_only() -> None:
    edited = AttentionSettings(row=6).with_entry("E", 0, 0, 5.0).with_entry("W_K", 0, 0, 3.0)
    other = edited.change("sentence", "dogs chase cats")
    assert other.E == () and other.W_K == edited.W_K and other.row == 3
    assert other.nudged("row", 1).row == 3 and other.nudged("row", -1).row == 2
    assert parse(AttentionSettings, ["sentence=a b"]).looked_at == 1


def test_a_word_has_one_vector_in_every_sentence() -> None:
    first = AttentionSettings(sentence="dogs chase cats").matrices()["E"]
    second = AttentionSettings(sentence="cats fear dogs and cats").matrices()["E"]
    np.testing.assert_array_equal(first[0], second[2])
    np.testing.assert_array_equal(first[2], second[4])
    assert len({tuple(vector) for vector in second.tolist()}) == 4
    assert not np.array_equal(first, AttentionSettings(sentence="dogs chase cats", seed=2).matrices()["E"])


def test_words_of_the_embeddings_lesson_bring_their_vectors() -> None:
    settings = AttentionSettings(sentence="King Xyz queen", vectors="corpus", d=8)
    result = compute(settings)
    assert result.known == ("King", "queen") and "King, queen; all other" in result.sentences[2]
    np.testing.assert_allclose(np.linalg.norm(result.E[[0, 2]], axis=1), np.sqrt(8))
    seeded = AttentionSettings(sentence="King Xyz queen", d=8).matrices()["E"]
    np.testing.assert_array_equal(result.E[1], seeded[1])
    assert "random by seed. They show" in compute(AttentionSettings(sentence="a b")).sentences[2]


@given(sentence=st.text(min_size=1, max_size=40))
def test_odd_text_is_safe_or_refused_in_one_line(sentence: str) -> None:
    try:
        result = compute(AttentionSettings(sentence=sentence, steps=2, width=1))
    except SettingsError as error:
        assert "\n" not in str(error) and "\x1b" not in str(error)
        return
    shown = "".join((*result.words, *result.sentences))
    assert not any(ord(character) < 32 or 127 <= ord(character) < 160 for character in shown)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["sentence=one"], "1 word given (allowed: 2 to 16)"),
        (["sentence=" + "a " * 17], "17 words given"),
        (["sentence=a " + "b" * 25], "too long"),
        (["sentence=a b", "row=3"], "row: 3 is beyond the sentence (allowed: 1 to 2)"),
        (["W_Q=1,2/3,4"], "W_Q: 2 x 2 given, but these sizes need 6 x 4"),
        (["temperature=0"], "temperature: 0 is out of bounds"),
        (["steps=401"], "2 to 400"),
    ],
)
def test_impossible_settings_are_refused_in_one_line(words: list[str], said: str) -> None:
    with pytest.raises(SettingsError, match=r"^[^\n]*$") as refused:
        parse(AttentionSettings, words)
    assert said in str(refused.value)


@pytest.mark.parametrize("settings", [AttentionSettings(), AttentionSettings(sentence="a b", mask=True, steps=2)])
def test_the_report_shows_every_matrix(settings: AttentionSettings) -> None:
    result: AttentionResult = compute(settings)
    sections = report(result)
    titles = [section.title for section in sections if isinstance(section, Table)]
    for name in ("E", "W_Q", "W_K", "W_V", "Q", "K", "V", "output"):
        assert name in titles
    attention = next(s for s in sections if isinstance(s, Table) and s.title.startswith("A:"))
    assert attention.rows[0][1:] == tuple(result.A[0].tolist())
    lines = [line for section in sections if isinstance(section, Text) for line in section.lines]
    assert set(result.sentences) | set(result.path_sentences) | set(result.formulas) == set(lines)
    assert plain_data(result)["A"] == result.A.tolist()
