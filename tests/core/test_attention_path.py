"""The path from word 1 to word T: both Jacobians against central differences, and what the sentences claim."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from core.attention import AttentionSettings, compute
from core.attention.path import (
    attention_jacobian,
    attention_output,
    differences,
    measure,
    nets,
    norm,
    rnn_jacobian,
    rnn_output,
)
from core.gradcheck import central_difference, largest_relative_difference

PATH = compute(AttentionSettings()).path


@given(length=st.integers(2, 9), width=st.integers(1, 6), seed=st.integers(0, 10**6))
@hypothesis_settings(max_examples=30)
def test_both_jacobians_agree_with_central_differences(length: int, width: int, seed: int) -> None:
    made = nets(length, width, seed)
    for jacobian, output in (
        (attention_jacobian(made, made.x)[0], lambda x: attention_output(made, x)),
        (rnn_jacobian(made, made.x), lambda x: rnn_output(made, x)),
    ):
        numeric = differences(output, made.x)
        np.testing.assert_allclose(jacobian, numeric, rtol=1e-5, atol=1e-9)
        if numeric.any():  # with one unit all of it may vanish
            assert largest_relative_difference(1.001 * numeric, numeric) > 5e-4


def test_the_nudge_itself_is_the_projects_central_difference() -> None:
    made = nets(4, 3, 0)

    def unit(first: np.ndarray) -> float:
        x = np.concatenate([first[np.newaxis], made.x[1:]])
        return float(attention_output(made, x[:, np.newaxis])[0, 1])

    expected = central_difference(unit, made.x[0])
    found = differences(lambda x: attention_output(made, x), made.x)[1]
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-10)


def test_attention_is_one_step_and_the_rnn_t_minus_one() -> None:
    assert PATH[0].length == 2 and PATH[-1].length == 30
    assert all(row.attention_steps == 1 and row.rnn_steps == row.length - 1 for row in PATH)
    sentences = compute(AttentionSettings()).path_sentences
    assert "it is 1 step in attention and 29 steps in an RNN" in sentences[0]


def test_the_rows_are_the_norms_of_those_jacobians() -> None:
    made = nets(30, 8, AttentionSettings().seed)
    jacobian, weight = attention_jacobian(made, made.x)
    last = PATH[-1]
    assert last.attention == pytest.approx(float(np.linalg.norm(jacobian)), rel=1e-12)
    assert last.rnn == pytest.approx(float(np.linalg.norm(rnn_jacobian(made, made.x))), rel=1e-9)
    assert last.weight == weight and last.rnn_left == pytest.approx(last.rnn / PATH[0].rnn)
    assert all(row.attention_error is not None and row.attention_error < 1e-6 for row in PATH)
    assert all(row.rnn_error is None or row.rnn_error < 1e-6 for row in PATH)
    assert sum(row.rnn_error is not None for row in PATH) >= 6


@pytest.mark.parametrize("seed", range(5))
def test_the_rnn_forgets_by_distance_and_attention_does_not(seed: int) -> None:
    last = measure(50, 8, seed)[-1]
    assert last.rnn < 1e-6 < last.attention


def test_next_to_word_t_word_1_would_count_the_same() -> None:
    made = nets(20, 8, 3)
    moved = np.concatenate([made.x[:1], made.x[1:-1][::-1], made.x[-1:]])
    np.testing.assert_allclose(attention_jacobian(made, moved)[0], attention_jacobian(made, made.x)[0], rtol=1e-9)
    near = np.concatenate([made.x[1:-1], made.x[:1], made.x[-1:]])
    np.testing.assert_allclose(
        attention_output(made, near[:, np.newaxis]), attention_output(made, made.x[:, np.newaxis]), rtol=1e-9
    )


@pytest.mark.parametrize(("steps", "width"), [(2, 1), (400, 2), (400, 16)])
def test_the_sentences_hold_at_the_ends(steps: int, width: int) -> None:
    result = compute(AttentionSettings(steps=steps, width=width))
    assert result.path[-1].length == steps and all(np.isfinite(row.attention) for row in result.path)
    assert f"word {steps}" in result.path_sentences[0] and "nan" not in " ".join(result.path_sentences)


def test_the_norm_survives_underflow() -> None:
    assert norm(np.full((2, 2), 1e-200)) == pytest.approx(2e-200)
    assert norm(np.zeros((2, 2))) == 0
