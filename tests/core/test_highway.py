"""The highway lesson's ideal: the table, exact logarithms where float64 gives up, and sentences that stay true."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.decay import factor_text, left_after, log_sigmoid, power_text, share_text, steps_below
from core.highway import HighwayResult, HighwaySettings, compute, report
from core.highway.idealised import PLOT_POINTS, idealised, plotted_distances, power
from core.report import Series, Table, plain_data
from core.settings import SettingsError, parse
from tests.core.reference import lesson_values

QUICK = {"steps": 1, "hidden": 1}


def quick(**changes: object) -> HighwayResult:
    return compute(HighwaySettings(**{**QUICK, **changes}))  # type: ignore[arg-type]


def test_the_default_table_is_the_lessons() -> None:
    ideal = quick().ideal
    for row, expected in zip(ideal.rows, lesson_values()["highway"], strict=True):
        assert row.distance == expected["tau"]
        values = [point.value for point in row.points]
        assert values == pytest.approx([expected[k] for k in ("rnn_0.5", "lstm_0.9", "lstm_0.99")], rel=1e-12)
        assert [10**point.log10 for point in row.points] == pytest.approx(values, rel=1e-10)


def test_the_default_report_shows_the_lessons_digits() -> None:
    table = report(quick())[1]
    assert isinstance(table, Table)
    assert table.written()[-1] == ["500", "3.05e-151", "1.32e-23", "0.66 %"]
    assert table.written()[2] == ["47", "7.11e-15", "0.71 %", "62.4 %"]


def test_half_lives_and_the_first_step_below_one_percent() -> None:
    curves = quick().ideal.curves
    assert [curve.below_one_percent for curve in curves] == [7, 44, 459]
    assert [curve.half_life for curve in curves] == pytest.approx([1, 6.57881348, 68.96756394], rel=1e-8)


def test_an_underflow_is_named_and_marked_not_dropped() -> None:
    ideal = quick(distances=(10, 1100)).ideal
    point = ideal.rows[1].points[0]
    assert (point.value, point.underflows) == (0.0, True)
    assert point.log10 == pytest.approx(1100 * math.log10(0.5), rel=1e-15)
    assert "0.5^1100 is 7.36e-332" in ideal.underflow_sentence
    rnn = ideal.curves[0]
    assert rnn.first_underflow == 1075
    np.testing.assert_array_equal(rnn.underflowed, ideal.distances >= 1075)
    assert ideal.floor == 5e-324 and ideal.floor / 2 == 0.0


def test_no_underflow_says_so() -> None:
    assert "No entry underflows: the smallest is 3.05e-151" in quick().ideal.underflow_sentence


@pytest.mark.parametrize(("rnn", "lstm"), [(1.0, (1.0,)), (2.0, (1.0, 1.0))])
def test_factors_that_do_not_decay_are_not_said_to(rnn: float, lstm: tuple[float, ...]) -> None:
    ideal = quick(rnn=rnn, lstm=lstm, distances=(1, 3000)).ideal
    assert "None of these routes decays" in ideal.sentence
    assert all(curve.below_one_percent is None and curve.half_life is None for curve in ideal.curves)


def test_an_overflow_keeps_its_exact_size() -> None:
    point = power(2.0, 3000)
    assert (point.value, point.overflows) == (math.inf, True)
    assert "1.23e+903" in quick(rnn=2.0, distances=(3000,)).ideal.sentence


def test_the_sentence_never_spares_the_lstm() -> None:
    assert "Every route decays, the LSTM's too" in quick().ideal.sentence


@pytest.mark.parametrize("word", ["distances=1.5", "distances=-1", "rnn=0", "lstm=1.1", "lstm=nan", "steps=0"])
def test_impossible_settings_are_refused_in_one_line(word: str) -> None:
    with pytest.raises(SettingsError) as refused:
        parse(HighwaySettings, [word])
    assert word.partition("=")[0] in str(refused.value) and "\n" not in str(refused.value)


@given(factor=st.floats(0.01, 0.999), share=st.floats(1e-6, 0.9))
def test_steps_below_is_the_first_such_step(factor: float, share: float) -> None:
    first = steps_below(math.log(factor), math.log(share))
    assert first is not None
    assert factor**first < share * (1 + 1e-9)
    assert first == 0 or factor ** (first - 1) >= share * (1 - 1e-9)


@given(factor=st.floats(0.3, 0.9), distance=st.integers(0, 3000))
def test_the_logarithm_holds_what_float64_cannot(factor: float, distance: int) -> None:
    exact = Fraction(factor) ** distance
    point = power(factor, distance)
    digits = math.log10(exact.numerator) - math.log10(exact.denominator)
    assert point.log10 == pytest.approx(digits, rel=1e-12, abs=1e-9)
    assert point.underflows == (exact < Fraction(1, 2**1075)) or abs(digits + 323.6) < 1e-6


@given(st.floats(-700, 700))
def test_log_sigmoid_of_both_signs_adds_up_to_one(bias: float) -> None:
    assert math.exp(log_sigmoid(bias)) + math.exp(log_sigmoid(-bias)) == pytest.approx(1, rel=1e-15)


def test_small_helpers_at_their_edges() -> None:
    assert left_after(1.0, 1e6) == math.inf and left_after(-1.0, 1e6) == 0.0
    assert power_text(-0.0001) == "1.00e+00" and power_text(-331.133) == "7.36e-332"
    assert len(plotted_distances(3)) == 4 and len(plotted_distances(100_000)) == PLOT_POINTS


@settings(max_examples=40, deadline=None)
@given(
    distances=st.lists(st.integers(0, 100_000), min_size=1, max_size=12),
    rnn=st.floats(1e-6, 2),
    lstm=st.lists(st.floats(1e-6, 1), min_size=1, max_size=4),
)
def test_any_factors_give_finite_words_and_a_full_table(distances: list[int], rnn: float, lstm: list[float]) -> None:
    ideal = idealised(tuple(distances), rnn, tuple(lstm))
    assert [row.distance for row in ideal.rows] == sorted(set(distances))
    assert all(len(row.points) == 1 + len(set(lstm)) for row in ideal.rows)
    assert "nan" not in ideal.sentence + ideal.underflow_sentence


def test_series_are_logarithmic_and_as_long_as_their_axis() -> None:
    for section in report(quick()):
        if isinstance(section, Series):
            assert section.log and all(len(line) == len(section.x) for line in section.lines.values())


@pytest.mark.parametrize(("furthest", "said"), [(399, ""), (500, ": 400 of the 501 steps, evenly spread")])
def test_a_curve_says_when_it_leaves_steps_out(furthest: int, said: str) -> None:
    titles = [section.title for section in report(quick(distances=(furthest,), rnn=1.0))]
    assert f"What is left against distance{said}" in titles


def test_every_number_reaches_json() -> None:
    data = plain_data(quick())
    assert data["ideal"]["rows"][4]["points"][2]["value"] == 0.99**500
    assert data["cells"][0]["measured"]["hidden_check"]["trusted"] >= 0


def test_distances_are_shown_in_order_and_once() -> None:
    assert [row.distance for row in quick(distances=(10, 1, 1, 10)).ideal.rows] == [1, 10]
    assert "Over 1 step:" in quick(distances=(1,)).ideal.sentence


def test_what_never_happens_is_never_in_every_column() -> None:
    table = report(quick(lstm=(1.0,)))[2]
    assert isinstance(table, Table)
    assert table.written()[1][1:] == ["never"] * 3


def test_no_underflow_is_not_worried_about_where_all_is_large() -> None:
    assert "Every entry is far above 5e-324" in quick(rnn=0.9, distances=(10,)).ideal.underflow_sentence


@pytest.mark.parametrize(("factor", "log10"), [(2, 3000 * math.log10(2)), (10**400, 1_200_000)])
def test_a_whole_factor_overflows_like_any_other(factor: int, log10: float) -> None:
    point = power(factor, 3000)
    assert (point.value, point.overflows) == (math.inf, True)
    assert point.log10 == pytest.approx(log10)


@pytest.mark.parametrize(
    ("share", "shown"),
    [(1, "100.0 %"), (1 - 1e-6, "1 - 1.0e-06"), (0.5, "50.0 %"), (2e-5, "0.002 %"), (9e-6, "9.00e-06"), (3, "3.0000")],
)
def test_a_share_has_one_style(share: float, shown: str) -> None:
    assert share_text(math.log(share)) == shown


@pytest.mark.parametrize(
    ("factor", "shown"),
    [(1, "1.0000"), (1 - 1e-6, "1 - 1.0e-06"), (1 + 1e-6, "1 + 1.0e-06"), (0.5, "0.5000"), (1e-9, "1.00e-09")],
)
def test_a_factor_is_told_from_one_and_from_zero(factor: float, shown: str) -> None:
    assert factor_text(math.log(factor)) == shown
    assert factor_text(-math.inf) == "0" and share_text(-3000.0) == "1.31e-1303"
