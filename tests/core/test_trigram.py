"""The add-alpha counter: probabilities that sum to one, and its value where nothing was ever seen."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.trigram import BEGIN, END, UNKNOWN, count_trigrams, triples_of

SENTENCES = st.lists(st.lists(st.sampled_from("abcd"), min_size=1, max_size=5), min_size=1, max_size=6)


@given(sentences=SENTENCES, alpha=st.floats(0, 5), pair=st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")))
def test_probabilities_sum_to_one_after_any_pair(
    sentences: list[list[str]], alpha: float, pair: tuple[str, str]
) -> None:
    counter = count_trigrams(sentences, alpha, [UNKNOWN])
    assert math.fsum(counter.probability(*pair, word) for word in counter.vocabulary) == pytest.approx(1)


def test_unseen_pairs_have_a_perplexity_of_the_vocabulary_size() -> None:
    counter = count_trigrams(["ab", "ac"], 0.1)
    assert counter.vocabulary == {"a", "b", "c", END}
    assert counter.perplexity([("b", "b", "a"), ("c", "a", "b")]) == pytest.approx(4)
    assert counter.probability(BEGIN, "a", "b") == pytest.approx((1 + 0.1) / (2 + 0.4))


def test_without_alpha_a_triple_never_seen_is_infinitely_surprising() -> None:
    counter = count_trigrams(["ab"], 0.0)
    assert counter.perplexity([(BEGIN, BEGIN, "b")]) == math.inf
    assert counter.perplexity([("b", "b", "b")]) == pytest.approx(3)


def test_a_word_outside_the_vocabulary_is_an_error() -> None:
    with pytest.raises(KeyError):
        count_trigrams(["ab"], 0.1).probability("a", "b", "z")


def test_triples_begin_and_end_with_boundaries() -> None:
    assert triples_of(["a"]) == [(BEGIN, BEGIN, "a"), (BEGIN, "a", END)]
