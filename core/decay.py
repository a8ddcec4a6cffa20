"""What is left of a signal that shrinks by one factor a step, kept exact where float64 alone gives up.

Powers are carried as logarithms, so that 0.5^1100, which float64 can only call 0, still has its digits and its name.
"""

import math
from collections.abc import Sequence

from core.numbers import count, number, percent

FLOAT64_FLOOR = 5e-324
"""The smallest positive float64 (a subnormal, 2^-1074); half of it and anything below is stored as 0."""

LOG_ONE_PERCENT = math.log(0.01)
LOG_UNDERFLOW = -1075 * math.log(2) + 1e-12
"""Just above the logarithm of 2^-1075, half the floor, which itself is already stored as 0."""


def log_sigmoid(bias: float) -> float:
    """The natural logarithm of 1 / (1 + exp(-bias)), exact where the sigmoid itself rounds to 0 or 1."""
    return -math.log1p(math.exp(-bias)) if bias > 0 else bias - math.log1p(math.exp(bias))


def left_after(log_factor: float, steps: float) -> float:
    """exp(steps * log_factor) in float64: 0 where that underflows, inf where it overflows."""
    try:
        return math.exp(steps * log_factor)
    except OverflowError:
        return math.inf


def half_life(log_factor: float) -> float:
    """The number of steps, fractions included, after which half is left; inf where nothing decays."""
    return math.log(0.5) / log_factor if log_factor < 0 else math.inf


def steps_below(log_factor: float, log_share: float) -> int | None:
    """The first whole number of steps after which less than exp(log_share) is left; None where never."""
    if log_factor >= 0:
        return None
    steps = max(0, math.floor(log_share / log_factor) - 1)
    while steps * log_factor >= log_share:
        steps = later(steps)
    return steps


def later(steps: int) -> int:
    """The next whole number; beyond 2^53, the next that float64 arithmetic can tell apart."""
    return steps + max(1, int(math.ulp(float(steps))))


def places_text(places: Sequence[int]) -> str:
    """After a curve's title: how many of the whole steps from 0 to its end the curve has, where some are left out."""
    every = int(places[-1]) + 1
    return "" if len(places) == every else f": {count(len(places))} of the {count(every)} steps, evenly spread"


def power_text(log10_value: float) -> str:
    """10^log10_value with three significant digits, whether or not float64 can hold it: 7.36e-332."""
    exponent = math.floor(log10_value)
    digits = f"{10 ** (log10_value - exponent):.2f}"
    if digits == "10.00":
        digits, exponent = "1.00", exponent + 1
    return f"{digits}e{exponent:+03d}"


def share_text(log_share: float) -> str:
    """exp(log_share), what is left of something, in the one style of every table and sentence.

    A percentage from 0.001 % on; below it the power of ten, past float64 too; what is nearer to all of it than a
    percentage shows as 1 less the rest; above 1 the number itself.
    """
    if log_share > 0 or log_share < math.log(1e-5) + 1e-12:
        return _size_text(log_share)
    return _beside_one(log_share) if -5.01e-4 < log_share < 0 else percent(math.exp(log_share))


def factor_text(log_factor: float, digits: int = 4) -> str:
    """exp(log_factor), a factor a step or a gate, with digits enough to tell it from 0 and from 1."""
    if 0 < abs(log_factor) < 0.51 * 10.0**-digits:
        return _beside_one(log_factor)
    if log_factor > 0 or log_factor < math.log(0.01):
        return _size_text(log_factor)
    return f"{math.exp(log_factor):.{digits}f}"


def _size_text(log_value: float) -> str:
    if log_value == -math.inf:
        return "0"
    return number(math.exp(log_value)) if 0 < log_value < 700 else power_text(log_value / math.log(10))


def _beside_one(log_value: float) -> str:
    rest = math.expm1(log_value)
    return f"1 {'-' if rest < 0 else '+'} {abs(rest):.1e}"
