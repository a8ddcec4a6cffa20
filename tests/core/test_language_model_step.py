"""The one-step lesson: the reference numbers, every gradient against a nudge, every formula run from its text,
and every number opened to terms that sum to it."""

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.activations import softmax
from core.gradcheck import central_difference
from core.language_model.explain import EXPLAINED, explain, value_of
from core.language_model.lesson import LanguageModelResult, compute
from core.language_model.report import report, sentences
from core.language_model.settings import WEIGHT_NAMES, LanguageModelSettings
from core.language_model.size import model_size
from core.language_model.stages import stages
from core.language_model.step import forward
from core.language_model.text_settings import parse_language_model
from core.report import Table, plain_data
from core.settings import SettingsError, parse
from tests.core.reference import lesson_values

REFERENCE = lesson_values()["lm_forward"]
DEFAULT = compute(LanguageModelSettings())
REPEATED = compute(LanguageModelSettings(context="cat cat ran", length=3, hidden=4, d=3, steps=2, seed=5))


def close(value: object, expected: object, within: float = 1e-12) -> bool:
    return bool(np.allclose(np.asarray(value), np.asarray(expected), rtol=0, atol=within))


@pytest.mark.parametrize("name", ["x", "h", "z", "p", "loss_nats", "loss_bits", "perplexity"])
def test_forward_pass_of_the_lesson(name: str) -> None:
    assert close(getattr(DEFAULT.forward, name), REFERENCE[name])


def test_step_of_the_lesson() -> None:
    assert close(DEFAULT.weights.W_h, REFERENCE["W_h"])
    assert close(DEFAULT.weights.W_o, REFERENCE["W_o"])
    assert close(DEFAULT.backward.dz, REFERENCE["dz"])
    the, cat, *others = DEFAULT.embedding_rows
    assert not any(row.gradient.any() for row in others) and len(others) == 3
    assert close(the.after, REFERENCE["E_the_after"])
    assert close(cat.after, REFERENCE["E_cat_after"])
    assert close(DEFAULT.after_old_x.p, REFERENCE["p_after"])
    assert close(DEFAULT.after_old_x.loss_nats, REFERENCE["loss_after"])
    assert close(DEFAULT.after_updated_E.p, REFERENCE["p_after_with_updated_E"])
    assert close(DEFAULT.after_updated_E.loss_nats, REFERENCE["loss_after_with_updated_E"])


def test_size_of_a_real_model() -> None:
    expected = lesson_values()["lm_params"]
    assert {name: plain_data(DEFAULT.size)[name] for name in expected} == expected
    assert model_size(5, 2, 2, 3).total == DEFAULT.parameters


@pytest.mark.parametrize("result", [DEFAULT, REPEATED], ids=["lesson", "word twice"])
@pytest.mark.parametrize("name", WEIGHT_NAMES)
def test_gradients_agree_with_nudges(result: LanguageModelResult, name: str) -> None:
    def loss(array: np.ndarray) -> float:
        weights = replace(result.weights, **{name: array})
        return forward(weights, result.context_numbers, result.target_number).loss_nats

    numeric = central_difference(loss, getattr(result.weights, name))
    assert close(getattr(result.backward, f"d{name}"), numeric, 1e-8)


@pytest.mark.parametrize("result", [DEFAULT, REPEATED], ids=["lesson", "word twice"])
def test_formulas_shown_are_the_formulas_used(result: LanguageModelResult) -> None:
    def add_rows(V: int, context: list[int], rows: np.ndarray) -> np.ndarray:
        return sum((np.outer(np.arange(V) == c, row) for c, row in zip(context, rows, strict=True)), np.zeros(()))

    space: dict[str, object] = {name: getattr(np, name) for name in ("tanh", "exp", "log", "max", "sum", "outer")}
    space |= {name: getattr(result.weights, name) for name in WEIGHT_NAMES}
    space |= {"context": list(result.context_numbers), "target": result.target_number, "eta": result.settings.eta}
    space |= {"one_hot": lambda i, V: np.eye(V)[i], "add_rows": add_rows, "V": len(result.words), "softmax": softmax}
    for formula in (formula for stage in stages(result) for formula in stage.formulas):
        exec(formula.text, space)
        shape = np.asarray(space[formula.name]).shape
        assert formula.shape.startswith(" x ".join(map(str, shape)) if shape else "a number")
    for name in (name for name in EXPLAINED if "." not in name):
        assert close(space[name], value_of(result, name)), name
    for name in WEIGHT_NAMES:
        assert close(space[f"{name}_after"], getattr(result.updated, name))
    assert close(space["p_after_old_x"], result.after_old_x.p)
    assert close(space["p_after_updated_E"], result.after_updated_E.p)


@pytest.mark.parametrize("result", [DEFAULT, REPEATED], ids=["lesson", "word twice"])
@pytest.mark.parametrize("name", EXPLAINED)
def test_every_number_opens_to_terms_that_give_it(result: LanguageModelResult, name: str) -> None:
    array = value_of(result, name)
    for index in np.ndindex(array.shape):
        explanation = explain(result, name, index)
        assert explanation.value == pytest.approx(float(array[index]), rel=1e-12, abs=1e-14)
        assert explanation.terms


def test_an_explanation_names_its_factors() -> None:
    explanation = explain(DEFAULT, "z", (3,))
    assert explanation.name == "z[sat]"
    assert [term.label for term in explanation.terms][:1] == ["h[0] * W_o[0,sat]"]
    assert len(explanation.terms) == 4
    with pytest.raises(KeyError, match="not explained"):
        explain(DEFAULT, "q")
    with pytest.raises(IndexError, match="outside"):
        explain(DEFAULT, "z", (5,))


def test_steps_made_before_continue_the_same_training() -> None:
    later = compute(LanguageModelSettings(steps=1))
    assert close(later.weights.E, DEFAULT.updated.E)
    assert close(later.losses, DEFAULT.losses)
    assert later.losses[1] == later.forward.loss_nats == DEFAULT.after_updated_E.loss_nats
    assert len(compute(LanguageModelSettings(steps=40)).losses) == 42
    assert np.all(np.diff(DEFAULT.losses) < 0)
    restarted = DEFAULT.settings.with_weights(DEFAULT.updated)
    assert close(compute(restarted).forward.z, later.forward.z)


@given(entries=st.lists(st.sampled_from([0.0, 1e-9, 1.0, -1000.0, 1000.0]), min_size=37, max_size=37))
@settings(max_examples=30, deadline=None)
def test_no_weights_and_no_rate_make_the_numbers_overflow(entries: list[float]) -> None:
    a = np.array(entries)
    rows = {"E": a[:10].reshape(5, 2), "W_h": a[10:22].reshape(4, 3), "W_o": a[22:].reshape(3, 5)}
    given_rows: dict[str, Any] = {name: tuple(map(tuple, array.tolist())) for name, array in rows.items()}
    result = compute(LanguageModelSettings(eta=100, curve=200, **given_rows))
    assert np.isfinite(result.losses).all()
    assert result.updated.all_finite()


def test_sizes_resize_the_weights_and_keep_what_fits() -> None:
    edited = LanguageModelSettings().with_entry("W_h", 2, 1, 7.5).with_entry("E", 4, 0, -3.0)
    wider = edited.change("hidden", 6).change("d", 3).change("length", 3)
    weights, before = wider.weights(), edited.weights()
    assert weights.W_h.shape == (9, 6)
    assert close(weights.E[:, :2], before.E)
    assert close(weights.W_h.reshape(3, 3, 6)[:2, :2, :3], before.W_h.reshape(2, 2, 3))
    assert wider.change("length", 2).change("d", 2).change("hidden", 3).weights().W_h.tolist() == before.W_h.tolist()
    assert close(parse(LanguageModelSettings, wider.words()).weights().W_h, weights.W_h)


@given(
    name=st.sampled_from(["length", "d", "hidden"]),
    value=st.integers(1, 6),
    vocabulary=st.sampled_from(["a b", "the cat dog", "x y z sat ran jump", "the cat dog sat ran"]),
)
@settings(max_examples=40, deadline=None)
def test_any_change_of_size_gives_settings_that_work(name: str, value: int, vocabulary: str) -> None:
    start = LanguageModelSettings(context="dog ran").with_entry("W_o", 0, 0, 2.0)
    changed = start.change("vocabulary", vocabulary).change(name, value)
    result = compute(changed)
    assert result.forward.p.sum() == pytest.approx(1)
    assert parse(LanguageModelSettings, changed.words()) == changed


@pytest.mark.parametrize(
    "word, reason",
    [
        ("target=foo", "target: 'foo' is not in the vocabulary"),
        ("vocabulary=a b c|target=sat", "target: 'sat' is not in the vocabulary (allowed: 'a b c')"),
        ("vocabulary=a b c|context=the cat", "context: 'the' is not in the vocabulary (allowed: 'a b c')"),
        ("length=3|context=the cat", "context: 2 words given, but length is 3"),
        ("prompt=the cat", "give the text too, as corpus=FILE"),
        ("corpus=x.txt|eta=1", "with a text it is rate"),
        ("context=the", "context: 1 word given, but length is 2"),
        ("W_h=1,2", "W_h: 1 x 2 given, but these sizes need 4 x 3"),
        ("vocabulary=a a", "'a' is there twice"),
        ("vocabulary=a", "1 word given (allowed: 2 to 40)"),
        ("eta=-1", "eta: -1 is out of bounds"),
        ("E=1,nan/2,3", "nan is not finite"),
    ],
)
def test_settings_that_cannot_be_are_refused(word: str, reason: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        parse_language_model(word.split("|"))
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("words", ["a b c", "the cat", "x y z sat ran jump"])
def test_the_settings_say_the_example_that_is_used(words: str) -> None:
    for chosen in (LanguageModelSettings(vocabulary=words), LanguageModelSettings().typed("vocabulary", words)):
        result = compute(chosen)
        assert (chosen.context.split(), chosen.target) == (list(result.context), result.target)
        assert parse_language_model(chosen.words()) == chosen
        assert chosen.change("vocabulary", LanguageModelSettings().vocabulary).context == "the cat"
        with pytest.raises(SettingsError, match="target: 'mouse' is not in"):
            chosen.typed("target", "mouse")


def test_uniform_scores_have_a_perplexity_of_the_vocabulary_size() -> None:
    flat = LanguageModelSettings(W_o=((0.0,) * 5,) * 3)
    assert compute(flat).forward.perplexity == pytest.approx(5, rel=1e-12)


def test_sentences_follow_the_numbers() -> None:
    assert any("falls from 1.6794 to 1.1362" in line for line in sentences(DEFAULT))
    nothing = sentences(compute(LanguageModelSettings(eta=0)))
    assert any("stays at 1.6794" in line for line in nothing)
    tables = [section for section in report(REPEATED) if isinstance(section, Table)]
    assert all(len(row) == len(table.columns) for table in tables for row in table.written())
    E = next(table for table in tables if table.title == "E and its gradient")
    assert [row[: 1 + REPEATED.settings.d] for row in E.rows] == [
        (word, *row) for word, row in zip(REPEATED.words, REPEATED.weights.E.tolist(), strict=True)
    ], "all that any screen shows can be printed"


def test_words_with_control_characters_are_shown_escaped() -> None:
    result = compute(LanguageModelSettings(vocabulary="a\x1b[2J b", context="b b", target="b"))
    assert result.words == ("a\\x1b[2J", "b")


SAID = {
    "eta=0": ("the loss stays at 1.6794 nats", "p of sat stays at 0.1865"),
    "eta=0.5": ("the loss falls from 1.6794 to ", "p of sat rises from 0.1865 to ", "pushes sat up by 0.8135"),
    "eta=1e-9": ("falls by less than the digits shown: 1.6794 nats",),
    "eta=100 steps=50": ("p - y is 0 for sat", "stays at"),
}


@pytest.mark.parametrize("words", SAID)
def test_the_sentences_hold_for_a_step_that_changes_nothing(words: str) -> None:
    said = " ".join(sentences(compute(parse(LanguageModelSettings, words.split()))))
    for part in SAID[words]:
        assert part in said
    assert "none" not in said and not re.search(r"from (\S+) to \1\b", said)


def test_a_typed_escape_is_the_character_that_it_shows() -> None:
    settings = LanguageModelSettings().typed("vocabulary", r"a\u200db c")
    assert settings.word_list == ("a\u200db", "c")
