"""Numbers as text: what is refused when typed, how values are shown, and that nothing shown can act on a terminal."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.numbers import (
    NumberError,
    alike,
    count,
    factor,
    number,
    parse_count,
    parse_integer,
    parse_number,
    percent,
    plural,
    quoted,
    visible,
)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "nothing typed"),
        ("  ", "nothing typed"),
        ("nan", "not finite"),
        ("-inf", "not finite"),
        ("Infinity", "not finite"),
        ("1e999", "too large"),
        ("1,5", "write a decimal point, as in 1.5"),
        ("0x10", "not a decimal number"),
        ("1_000", "not a decimal number"),
        ("٣", "not a decimal number"),
        ("1 2", "not a decimal number"),
        ("\x1b[2J", "not a decimal number"),
        ("--1", "not a decimal number"),
    ],
)
def test_what_is_not_a_number_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(NumberError, match=reason) as caught:
        parse_number(text)
    assert "\x1b" not in str(caught.value) and "\n" not in str(caught.value)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_finite_float_is_read_back_exactly(value: float) -> None:
    assert parse_number(repr(value)) == value


@given(st.text())
def test_any_text_is_a_finite_number_or_a_one_line_refusal(text: str) -> None:
    try:
        assert math.isfinite(parse_number(text))
    except NumberError as error:
        assert "\n" not in str(error) and visible(str(error)) == str(error)


def test_a_fraction_is_no_whole_number() -> None:
    assert parse_integer("3e2") == 300
    with pytest.raises(NumberError, match="whole"):
        parse_integer("2.5")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.0, "0"),
        (0.80376594, "0.8038"),
        (-0.2, "-0.2000"),
        (12.0, "12.0000"),
        (99.99999, "100.0"),
        (2490.0, "2,490.0"),
        (1.57e-5, "1.57e-05"),
        (3.05e-151, "3.05e-151"),
        (1e308, "1.00e+308"),
        (math.inf, "inf"),
        (math.nan, "nan"),
    ],
)
def test_numbers_for_the_screen(value: float, shown: str) -> None:
    assert number(value) == shown


def test_signed_numbers_always_have_a_sign() -> None:
    assert number(0.5, signed=True) == "+0.5000"
    assert number(-1e-9, signed=True) == "-1.00e-09"


@given(st.floats(-1.79e308, 1.79e308))
def test_a_shown_number_is_within_its_digits(value: float) -> None:
    shown = float(number(value).replace(",", ""))
    assert shown == pytest.approx(value, rel=0.006, abs=0.0)


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ((-0.01, -0.00999), ("-1.00e-02", "-9.99e-03")),
        ((0.8, 0.9), ("+0.8000", "+0.9000")),
        ((0.5, 150.0), ("+0.5000", "+150.0000")),
        ((1500.0, 150.0), ("+1,500.0", "+150.0")),
        ((0.0, 0.5, float("inf"), 1e-3), ("0", "+5.00e-01", "inf", "+1.00e-03")),
    ],
)
def test_numbers_beside_each_other_are_written_in_one_way(values: tuple[float, ...], shown: tuple[str, ...]) -> None:
    assert alike(values, signed=True) == shown


def test_percent_count_and_factor() -> None:
    assert percent(0.99**500) == "0.66 %"
    assert percent(0.504) == "50.4 %"
    assert percent(3e-151) == "3.0e-149 %"
    assert count(1202000) == "1,202,000"
    assert factor(361056743557.78375) == "3.61e+11 x"
    assert factor(2490.2) == "2,490 x"


@given(st.text())
def test_visible_text_has_nothing_that_acts_on_a_terminal(text: str) -> None:
    for character in visible(text):
        code = ord(character)
        assert code >= 0x20 and not 0x7F <= code < 0xA0 and not 0xD800 <= code <= 0xDFFF
        assert not 0x202A <= code <= 0x202E and not 0x2066 <= code <= 0x2069


def test_quoted_text_is_cut_and_visible() -> None:
    assert quoted("\x1b[31m") == r"'\x1b[31m'"
    assert len(quoted("x" * 100)) == 26


@pytest.mark.parametrize("text", ["9600", "9,600", "9_600", "9 600", " 9,600 "])
def test_a_count_may_be_grouped_in_threes(text: str) -> None:
    assert parse_count(text) == 9600


@pytest.mark.parametrize(
    "text", ["1,5", "12,34", "1,202_000", "1234,567", "9,6000", "9,,600", ",", "1.5", "", "9, 600"]
)
def test_what_is_not_grouped_in_threes_is_refused(text: str) -> None:
    with pytest.raises(NumberError) as refused:
        parse_count(text)
    assert "\n" not in str(refused.value)


@given(st.integers(0, 10**15), st.sampled_from([",", "_", " "]))
def test_every_shown_count_is_read_back(value: int, separator: str) -> None:
    assert parse_count(count(value).replace(",", separator)) == value


def test_one_is_singular() -> None:
    assert [plural(n, "step") for n in (0, 1, 2, 1200)] == ["0 steps", "1 step", "2 steps", "1,200 steps"]
