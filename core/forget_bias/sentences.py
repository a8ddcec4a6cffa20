"""What the forget-bias tables show, in sentences computed from their rows.

Every forget gate below 1 forgets, whatever its bias; the sentences only say how fast.
"""

import math
from collections.abc import Sequence

from core.decay import factor_text, log_sigmoid, power_text, share_text
from core.forget_bias.rules import Answer, BiasRow, Chrono, Left
from core.numbers import factor, number, plural


def left_text(left: Left) -> str:
    """What is left, in the one style of shares; past float64 too."""
    return share_text(left.log10 * math.log(10))


def gate_text(b_f: float, digits: int = 4) -> str:
    """f = sigma(b_f), told from 0 and from 1."""
    return factor_text(log_sigmoid(b_f), digits)


def rows_sentence(rows: Sequence[BiasRow]) -> str:
    """The slowest and the fastest row at the furthest distance, and that both decay."""
    slow, fast = max(rows, key=lambda row: row.b_f), min(rows, key=lambda row: row.b_f)
    at = max(range(len(slow.left)), key=lambda place: slow.left[place].steps)
    text = (
        f"After {plural(slow.left[at].steps, 'step')} b_f = {slow.b_f:g} leaves {left_text(slow.left[at])}, "
        f"half of it gone every {number(slow.half_life)} steps"
    )
    if fast.b_f == slow.b_f:
        return f"{text}. A larger b_f decays more slowly; none of them stops."
    return (
        f"{text}; b_f = {fast.b_f:g} leaves {left_text(fast.left[at])}, half-life {number(fast.half_life)}. "
        "A larger b_f decays more slowly; none of them stops."
    )


def gain_sentence(better: float, baseline: float, steps: int, gain: float, log10_gain: float) -> str:
    """How many times more one b_f leaves than another."""
    times = factor(gain) if 0 < gain < float("inf") else f"{power_text(log10_gain)} x"
    return f"Over {plural(steps, 'step')} b_f = {better:g} leaves {times} what b_f = {baseline:g} leaves."


def answer_sentence(answer: Answer) -> str:
    """The answer to the inverse question."""
    return (
        f"To keep {share_text(math.log(answer.share))} over {plural(answer.steps, 'step')} takes "
        f"b_f = {number(answer.b_f)}: sigma(b_f) = {gate_text(answer.b_f, 6)} a step."
    )


def chrono_sentence(rule: Chrono) -> str:
    """The chrono rule for one horizon, and what it leaves there."""
    return (
        f"Chrono rule (Tallec and Ollivier 2018): for T = {plural(rule.horizon, 'step')} b_f = log(T - 1) = "
        f"{number(rule.b_f)} and b_i = {number(rule.b_i)}, so f = 1 - 1/T = {rule.f:.10g}, "
        f"which leaves {chrono_left(rule)} after T steps."
    )


def chrono_left(rule: Chrono) -> str:
    """What the chrono rule leaves after its T steps."""
    return share_text(rule.horizon * log_sigmoid(rule.b_f))
