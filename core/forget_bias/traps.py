"""The ways in which a forget bias is set and not got, each with the number that it costs.

None of them raises an error in any framework; only the gradient at the far end tells.
"""

import math
from dataclasses import dataclass

from core.activations import sigmoid
from core.decay import factor_text, log_sigmoid, share_text
from core.numbers import plural


@dataclass(frozen=True)
class Trap:
    """One trap: the share kept a step as meant and as got, and what is left of each after `steps` steps.

    meant_bias and got_bias are the pre-activations whose sigma is kept; meant_log10 and got_log10 are the exact
    decimal logarithms of what is left, for where float64 holds 0.
    """

    name: str
    meant_bias: float
    got_bias: float
    meant: float
    got: float
    steps: int
    meant_left: float
    got_left: float
    meant_log10: float
    got_log10: float
    sentence: str

    def written(self) -> tuple[str, str, str, str]:
        """Kept a step as meant and as got, then what is left as meant and as got, as every table shows them."""
        logs = (log_sigmoid(self.meant_bias), log_sigmoid(self.got_bias))
        meant, got = (factor_text(log_f) for log_f in logs)
        meant_left, got_left = (share_text(self.steps * log_f) for log_f in logs)
        return meant, got, meant_left, got_left


def traps(b_f: float, steps: int) -> tuple[Trap, ...]:
    """All traps for one intended b_f."""
    return (_two_vectors(b_f, steps), _sign(b_f, steps), _first_layer(b_f, steps), _keras_unit_bias(b_f, steps))


def _trap(name: str, meant: float, got: float, steps: int, why: str) -> Trap:
    """A trap whose intended and actual pre-activations of the kept share are meant and got."""
    logs = (steps * log_sigmoid(meant), steps * log_sigmoid(got))
    meant_text, got_text = map(share_text, logs)
    result = f"{got_text} is left after {plural(steps, 'step')}, not {meant_text}"
    if got == meant:
        result = f"here that is the same, so {got_text} is left after {plural(steps, 'step')} as meant"
    return Trap(
        name=name,
        meant_bias=meant,
        got_bias=got,
        meant=float(sigmoid(meant)),
        got=float(sigmoid(got)),
        steps=steps,
        meant_left=math.exp(logs[0]),
        got_left=math.exp(logs[1]),
        meant_log10=logs[0] / math.log(10),
        got_log10=logs[1] / math.log(10),
        sentence=f"{why}; {result}.",
    )


def _sigma(bias: float) -> str:
    return factor_text(log_sigmoid(bias))


def _two_vectors(b_f: float, steps: int) -> Trap:
    why = (
        f"PyTorch adds two bias vectors: {b_f:g} in both is sigma({2 * b_f:g}) = {_sigma(2 * b_f)}, "
        f"not sigma({b_f:g}) = {_sigma(b_f)}"
    )
    return _trap("both bias vectors set", b_f, 2 * b_f, steps, why)


def _sign(b_f: float, steps: int) -> Trap:
    why = (
        f"A GRU here keeps 1 - z, in PyTorch and Keras z: sigma({b_f:g}) = {_sigma(b_f)} takes "
        f"b_z = {0 - b_f:g} here, {b_f:g} there, and the wrong sign keeps {_sigma(-b_f)}"
    )
    return _trap("the other GRU's sign", b_f, -b_f, steps, why)


def _first_layer(b_f: float, steps: int) -> Trap:
    why = f"Layer 1 alone set: layer 2 and any reverse direction stay at b_f = 0 and keep sigma(0) = {_sigma(0)}"
    return _trap("only layer 1 set", b_f, 0.0, steps, why)


def _keras_unit_bias(b_f: float, steps: int) -> Trap:
    why = (
        "Keras puts 1 in an LSTM's forget gate whatever bias_initializer says, unless unit_forget_bias=False: "
        f"sigma(1) = {_sigma(1)}, not sigma({b_f:g}) = {_sigma(b_f)}"
    )
    return _trap("Keras unit_forget_bias", b_f, 1.0, steps, why)
