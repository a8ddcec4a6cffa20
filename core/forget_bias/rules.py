"""From a bias to what is left, and back: which b_f keeps a given share over a given distance.

Both ways go through logarithms, so that shares near 0 and near 1 keep all their digits.
"""

import math
from dataclasses import dataclass

from core.activations import sigmoid
from core.decay import LOG_ONE_PERCENT, half_life, left_after, log_sigmoid, steps_below


@dataclass(frozen=True)
class Left:
    """What is left after some steps: the float64, its exact decimal logarithm, and the gain over b_f = 0.

    gain is left divided by 0.5^steps, log10_gain its exact logarithm.
    """

    steps: int
    left: float
    log10: float
    gain: float
    log10_gain: float


@dataclass(frozen=True)
class BiasRow:
    """One b_f: f = sigma(b_f), what is left at each distance, and how fast it decays.

    half_life and to_one_percent are in steps, fractions included; below_one_percent is the first whole step with
    less than 1 % left. horizon is the T whose chrono rule gives this b_f: exp(b_f) + 1.
    """

    b_f: float
    f: float
    left: tuple[Left, ...]
    half_life: float
    to_one_percent: float
    below_one_percent: int | None
    horizon: float


@dataclass(frozen=True)
class Answer:
    """The b_f that keeps `share` over `steps` steps, its f, and the share that this float64 b_f really keeps."""

    share: float
    steps: int
    b_f: float
    f: float
    kept: float


@dataclass(frozen=True)
class Chrono:
    """The chrono rule for dependencies of up to `horizon` steps T: b_f = log(T - 1), b_i = -b_f, f = 1 - 1/T.

    Source: Tallec and Ollivier 2018, who draw T - 1 from [1, T_max - 1] for each unit.
    """

    horizon: int
    b_f: float
    b_i: float
    f: float
    left: float
    half_life: float


def bias_row(b_f: float, distances: tuple[int, ...]) -> BiasRow:
    """Everything that the lesson shows of one bias."""
    log_f = log_sigmoid(b_f)
    return BiasRow(
        b_f=float(b_f),
        f=float(sigmoid(b_f)),
        left=tuple(left(b_f, steps) for steps in distances),
        half_life=half_life(log_f),
        to_one_percent=LOG_ONE_PERCENT / log_f,
        below_one_percent=steps_below(log_f, LOG_ONE_PERCENT),
        horizon=1 + math.exp(b_f),
    )


def left(b_f: float, steps: int) -> Left:
    """sigma(b_f)^steps, as exp(steps log sigma(b_f)), and how many times 0.5^steps that is."""
    log_left = steps * log_sigmoid(b_f)
    log_gain = log_left - steps * log_sigmoid(0)
    return Left(
        steps=steps,
        left=math.exp(log_left),
        log10=log_left / math.log(10),
        gain=left_after(1.0, log_gain),
        log10_gain=log_gain / math.log(10),
    )


def gain(b_f: float, baseline: float, steps: int) -> tuple[float, float]:
    """(sigma(b_f) / sigma(baseline))^steps and its decimal logarithm."""
    log_gain = steps * (log_sigmoid(b_f) - log_sigmoid(baseline))
    return left_after(1.0, log_gain), log_gain / math.log(10)


def bias_for(share: float, steps: int) -> float:
    """The b_f with sigma(b_f)^steps = share, for 0 < share < 1: -log(exp(-log(share) / steps) - 1).

    Raises ValueError, in one line, for a share that no finite bias keeps and for less than one step.
    """
    if not 0 < share < 1:
        wanted = "0 needs b_f = -infinity" if share == 0 else "1 needs b_f = infinity" if share == 1 else "no bias can"
        raise ValueError(f"share: cannot keep {share:g}: {wanted}; it must lie between 0 and 1, ends excluded")
    if steps < 1:
        raise ValueError(f"steps: cannot keep a share over {steps} steps; 1 or more are needed")
    per_step = -math.log(share) / steps
    return -per_step - math.log(-math.expm1(-per_step))


def answer(share: float, steps: int) -> Answer:
    """The inverse question, answered and checked by putting the b_f back into the rule."""
    b_f = bias_for(share, steps)
    return Answer(share, steps, b_f, float(sigmoid(b_f)), math.exp(steps * log_sigmoid(b_f)))


def chrono(horizon: int) -> Chrono:
    """The chrono rule for a horizon T of at least 2."""
    b_f = math.log(horizon - 1)
    log_f = log_sigmoid(b_f)
    return Chrono(horizon, b_f, 0 - b_f, float(sigmoid(b_f)), math.exp(horizon * log_f), half_life(log_f))
