"""The forget-bias lesson: its table, the way back from a share to a bias, and the numbers of the traps."""

import math
from decimal import Decimal, getcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.forget_bias import BiasResult, BiasSettings, compute, report
from core.forget_bias.rules import bias_for, bias_row, chrono, gain, left
from core.report import Series, Table, plain_data
from core.settings import SettingsError, parse
from tests.core.reference import lesson_values


@pytest.fixture(scope="module")
def result() -> BiasResult:
    return compute(BiasSettings())


def exact_left(b_f: float, steps: int) -> Decimal:
    """sigma(b_f)^steps with 60 digits."""
    getcontext().prec = 60
    return (1 / (1 + (-Decimal(b_f)).exp())) ** steps


def test_the_default_table_is_the_lessons(result: BiasResult) -> None:
    for row, expected in zip(result.rows, lesson_values()["bias"], strict=True):
        assert row.b_f == expected["b_f"]
        assert row.f == pytest.approx(expected["f"], rel=1e-12)
        values = {f"after_{entry.steps}": entry.left for entry in row.left}
        assert values == pytest.approx({key: expected[key] for key in values}, rel=1e-12)


def test_the_default_gain_is_the_lessons(result: BiasResult) -> None:
    assert result.gain == pytest.approx(lesson_values()["bias_gain_at_47_b2_over_b0"], rel=1e-12)
    assert result.rows[2].left[1].gain == pytest.approx(result.gain, rel=1e-12)
    assert "b_f = 2 leaves 3.61e+11 x what b_f = 0 leaves" in result.gain_sentence


def test_the_default_report_shows_the_lessons_digits(result: BiasResult) -> None:
    tables = [section for section in report(result) if isinstance(section, Table)]
    assert tables[0].written()[2][:5] == ["2", "0.8808", "28.1 %", "0.26 %", "3.07e-06"]
    assert tables[0].written()[4][2:5] == ["93.5 %", "72.9 %", "51.1 %"]


@given(b_f=st.floats(-30, 30), steps=st.integers(1, 500))
def test_what_is_left_is_right_to_the_last_digits(b_f: float, steps: int) -> None:
    found, expected = left(b_f, steps), exact_left(b_f, steps)
    assert found.log10 == pytest.approx(float(expected.log10()), rel=1e-12, abs=1e-15)
    if expected > Decimal("1e-300"):
        assert found.left == pytest.approx(float(expected), rel=1e-11)


@pytest.mark.parametrize("b_f", [-50.0, -1.0, 0.0, 5.0, 37.0, 50.0])
def test_speeds_agree_with_each_other(b_f: float) -> None:
    row = bias_row(b_f, (10,))
    assert row.to_one_percent / row.half_life == pytest.approx(math.log(0.01) / math.log(0.5), rel=1e-12)
    assert row.below_one_percent is not None
    assert row.below_one_percent == pytest.approx(math.floor(row.to_one_percent) + 1, rel=1e-15)


@given(share=st.floats(1e-300, 1 - 1e-15, exclude_min=True), steps=st.integers(1, 10**6))
def test_the_inverse_question_undoes_the_rule(share: float, steps: int) -> None:
    b_f = bias_for(share, steps)
    assert -steps * math.log1p(math.exp(-b_f)) == pytest.approx(math.log(share), rel=1e-9)


@pytest.mark.parametrize(
    ("share", "steps", "expected"),
    [(0.5, 1, 0.0), (0.25, 2, 0.0), (1e-300, 1, -690.7755278982137), (1 - 2**-53, 1, 53 * math.log(2))],
)
def test_the_inverse_question_at_known_and_extreme_shares(share: float, steps: int, expected: float) -> None:
    assert bias_for(share, steps) == pytest.approx(expected, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize(("share", "reason"), [(0.0, "-infinity"), (1.0, "infinity"), (1.5, "no bias can")])
def test_shares_that_no_bias_keeps_are_refused(share: float, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        bias_for(share, 10)
    with pytest.raises(ValueError, match="over 0 steps"):
        bias_for(0.5, 0)


@pytest.mark.parametrize(
    "word", ["share=0", "share=1", "share=2", "steps=0", "biases=51", "horizon=1", "distances=1.5"]
)
def test_impossible_settings_are_refused_in_one_line(word: str) -> None:
    with pytest.raises(SettingsError) as refused:
        parse(BiasSettings, [word])
    assert word.partition("=")[0] in str(refused.value) and "\n" not in str(refused.value)


def test_the_answers_include_half_and_one_percent_once(result: BiasResult) -> None:
    assert [answer.share for answer in result.answers] == [0.5, 0.01]
    shares = [answer.share for answer in compute(BiasSettings(share=0.9)).answers]
    assert shares == [0.9, 0.5, 0.01]
    assert all(answer.kept == pytest.approx(answer.share, rel=1e-12) for answer in result.answers)


@given(horizon=st.integers(2, 10**9))
def test_the_chrono_rule_forgets_one_part_in_t(horizon: int) -> None:
    rule = chrono(horizon)
    assert rule.b_f == math.log(horizon - 1) == -rule.b_i
    assert bias_row(rule.b_f, (1,)).horizon == pytest.approx(horizon, rel=1e-12)
    assert rule.f == pytest.approx(1 - 1 / horizon, rel=1e-14)
    assert rule.left * (1 + 1e-12) >= 0.25 and rule.left < math.exp(-1)


@given(a=st.floats(-50, 50), b=st.floats(-50, 50), steps=st.integers(1, 1000))
def test_a_gain_and_its_inverse_cancel(a: float, b: float, steps: int) -> None:
    assert gain(a, b, steps)[1] == -gain(b, a, steps)[1]


def test_a_gain_beyond_float64_keeps_its_size() -> None:
    result = compute(BiasSettings(better=50, baseline=-50, steps=1000))
    assert result.gain == math.inf and "e+21714 x" in result.gain_sentence


def test_rows_are_added_edited_and_removed() -> None:
    settings = BiasSettings(biases=(0.0, 2.0))
    assert settings.with_row(4.0).biases == (0.0, 2.0, 4.0)
    assert settings.edited_row(0, -1.0).biases == (-1.0, 2.0)
    assert settings.without_row(0).biases == (2.0,)
    with pytest.raises(SettingsError, match="0 numbers given"):
        settings.without_row(0).without_row(0)


def test_the_plot_marks_what_underflows() -> None:
    lines = compute(BiasSettings(biases=(-50, 0), distances=(100,))).lines
    assert lines[0].underflowed.any() and not lines[1].underflowed.any()
    np.testing.assert_array_equal(lines[0].underflowed, lines[0].values == 0)
    series = [s for s in report(compute(BiasSettings())) if isinstance(s, Series)]
    assert series[0].log and next(iter(series[0].lines)) == "b_f = 0"


@given(
    biases=st.lists(st.floats(-50, 50), min_size=1, max_size=6),
    distance=st.integers(1, 10**6),
    chosen=st.floats(-50, 50),
    share=st.floats(1e-300, 0.999),
)
def test_any_settings_give_a_whole_report(biases: list[float], distance: int, chosen: float, share: float) -> None:
    settings = BiasSettings(biases=tuple(biases), distances=(distance,), chosen=chosen, share=share)
    result = compute(settings)
    assert len(result.rows) == len(biases) and plain_data(result)["gain"] == result.gain
    assert "nan" not in " ".join((result.rows_sentence, result.answer_sentence, *(t.sentence for t in result.traps)))


def test_one_share_has_one_style_in_table_and_sentence() -> None:
    result = compute(BiasSettings(share=1e-300))
    table = next(s for s in report(result) if isinstance(s, Table) and s.title == "Which b_f keeps it")
    assert table.written()[0][0] == "1.00e-300" and "To keep 1.00e-300 over 47 steps" in result.answer_sentence


def test_a_gate_near_one_or_zero_keeps_its_digits() -> None:
    result = compute(BiasSettings(biases=(-50, 50), steps=1, share=0.999999))
    table = next(s for s in report(result) if isinstance(s, Table))
    assert [row[1] for row in table.written()] == ["1.93e-22", "1 - 1.9e-22"]
    assert table.written()[1][2] == "1 - 1.9e-21" and "leaves 1 - 1.9e-20" in result.rows_sentence
    assert "over 1 step takes" in result.answer_sentence and "sigma(b_f) = 1 - 1.0e-06" not in result.rows_sentence
    assert "0.999999 a step" in result.answer_sentence


def test_distances_are_shown_in_order_and_once() -> None:
    result = compute(BiasSettings(distances=(10, 1, 1, 10)))
    assert [left.steps for left in result.rows[0].left] == [1, 10]


def test_a_row_is_refused_by_its_own_bounds() -> None:
    reason = r"b_f: 99 is out of bounds \(-50 to 50 for a row\)"
    with pytest.raises(SettingsError, match=reason):
        BiasSettings().with_row(99)
    with pytest.raises(SettingsError, match=reason):
        BiasSettings().edited_row(0, 99)
