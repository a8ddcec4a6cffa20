"""The ways in which a forget bias is set and not got, each with the number that it costs.

None of them raises an error in any framework; only the gradient at the far end tells.
"""

import math
from dataclasses import dataclass

from core.activations import sigmoid
from core.decay import log_sigmoid
from core.numbers import count, number, percent, scientific


@dataclass(frozen=True)
class Trap:
    """One trap: the share kept a step as meant and as got, and what is left of each after `steps` steps."""

    name: str
    meant: float
    got: float
    steps: int
    meant_left: float
    got_left: float
    sentence: str


def traps(b_f: float, steps: int) -> tuple[Trap, ...]:
    """All traps for one intended b_f."""
    return (_two_vectors(b_f, steps), _sign(b_f, steps), _first_layer(b_f, steps), _keras_unit_bias(b_f, steps))


def share_text(share: float) -> str:
    """A share of the past as a percentage, or as a number where that would be tiny."""
    return percent(share) if share == 0 or share >= 1e-5 else scientific(share)


def _trap(name: str, meant: float, got: float, steps: int, why: str) -> Trap:
    """A trap whose intended and actual pre-activations of the kept share are meant and got."""
    meant_left, got_left = (math.exp(steps * log_sigmoid(bias)) for bias in (meant, got))
    result = f"after {count(steps)} steps {share_text(got_left)} is left instead of {share_text(meant_left)}"
    if got == meant:
        result = f"here that is the same, so {share_text(got_left)} is left after {count(steps)} steps as meant"
    return Trap(name, _sigma(meant), _sigma(got), steps, meant_left, got_left, f"{why}: {result}.")


def _sigma(bias: float) -> float:
    return float(sigmoid(bias))


def _two_vectors(b_f: float, steps: int) -> Trap:
    why = (
        f"PyTorch adds two bias vectors; {b_f:g} in both is sigma({2 * b_f:g}) = {number(_sigma(2 * b_f))}, "
        f"not sigma({b_f:g}) = {number(_sigma(b_f))}"
    )
    return _trap("both of two bias vectors set", b_f, 2 * b_f, steps, why)


def _sign(b_f: float, steps: int) -> Trap:
    why = (
        "A GRU remembers with z near 0 here (it keeps 1 - z), with z near 1 in PyTorch and Keras (they keep z); "
        f"to keep sigma({b_f:g}) = {number(_sigma(b_f))} a step takes b_z = {0 - b_f:g} here and {b_f:g} there, and "
        f"the wrong sign keeps {number(_sigma(-b_f))}"
    )
    return _trap("the GRU's sign of the other convention", b_f, -b_f, steps, why)


def _first_layer(b_f: float, steps: int) -> Trap:
    why = (
        f"The first layer alone set to {b_f:g}: layer 2 stays at b_f = 0 and keeps sigma(0) = {number(_sigma(0))} a "
        "step, and so does the reverse direction of a bidirectional layer"
    )
    return _trap("only the first layer set", b_f, 0.0, steps, why)


def _keras_unit_bias(b_f: float, steps: int) -> Trap:
    why = (
        f"Keras LSTM has unit_forget_bias=True by default, which puts 1 in the forget gate whatever bias_initializer "
        f"says: sigma(1) = {number(_sigma(1))} where sigma({b_f:g}) = {number(_sigma(b_f))} was meant"
    )
    return _trap("Keras unit_forget_bias left on", b_f, 1.0, steps, why)
