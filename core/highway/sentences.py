"""What the real cells' curves show, in words computed from the curves, so that they hold for every setting.

No cell is praised here: an LSTM whose gates start half shut forgets, and the sentence says by how much.
"""

import math
from collections.abc import Sequence

from core.decay import factor_text, log_sigmoid, share_text
from core.highway.real import Measured
from core.numbers import number, percent, plural, scientific

NAMES = {"rnn": "RNN", "lstm": "LSTM", "gru": "GRU"}


def real_sentences(cells: Sequence[Measured], forget_bias: float) -> list[str]:
    """One sentence a cell: what is left of its gradient at step 0, at which rate, and what the gates predict."""
    return [_sentence(cell, forget_bias) for cell in cells]


def _sentence(cell: Measured, forget_bias: float) -> str:
    steps = len(cell.carried) - 1
    state = "C" if cell.kind == "lstm" else "h"
    start, end = cell.carried[0], cell.carried[-1]
    left = (
        f"{NAMES[cell.kind]}: |dL/d{state}_0| is {_size(start)} against {_size(end)} at step {steps}, "
        f"{_change(start, end)}"
    )
    if cell.rate is not None:
        left += f", a factor of {factor_text(math.log(cell.rate))} a step"
    if cell.log_gate is None:
        return f"{left}; it has no gate path, only the product of diag(tanh') U."
    gate = "f" if cell.kind == "lstm" else "1 - z"
    theory = share_text(steps * log_sigmoid(forget_bias))
    bias = f"b_f = {forget_bias:g}" if cell.kind == "lstm" else f"b_z = {0 - forget_bias:g}"
    return (
        f"{left}; its gates keep {gate} = {factor_text(cell.log_gate)} on average, and {bias} alone would leave "
        f"{theory} over {plural(steps, 'step')}."
    )


def _change(start: float, end: float) -> str:
    """Whether the gradient vanishes, shrinks, stays or grows on its way back, by its size at both ends."""
    if not (math.isfinite(start) and math.isfinite(end)):
        return "out of float64's range"
    if start == 0:
        return "gone: 0 in float64"
    if end == 0 or start > 1.01 * end:
        return "larger on the way back"
    if start > 0.99 * end:
        return "as large as it was"
    return "vanished (less than a millionth is left)" if start < 1e-6 * end else "smaller on the way back"


def explained(cells: Sequence[Measured]) -> str:
    """How much of the full gradient at step 0 the gate path alone explains, a cell after the other.

    It is the path's component along the full gradient: the ratio of their lengths times the cosine between them.
    """
    parts = [_explained(cell) for cell in cells if cell.highway is not None]
    return f"Along the full gradient's direction at step 0 the gate path alone explains {'; '.join(parts)}."


def checked(cells: Sequence[Measured]) -> str:
    """How well central differences agree with the back-propagated gradient, and where they cannot tell."""
    parts = [_checked(cell) for cell in cells]
    return f"Central differences of the loss agree with back-propagation to {'; '.join(parts)}."


def _checked(cell: Measured) -> str:
    check = cell.carried_check
    name, tried = NAMES[cell.kind], len(check.steps)
    if check.largest_error is None:
        return f"no digit in the {name}, where rounding hides every difference"
    return (
        f"{scientific(check.largest_error, 1)} in the {name} at the {check.trusted} of {plural(tried, 'step')} they "
        "can resolve"
    )


def _explained(cell: Measured) -> str:
    name = NAMES[cell.kind]
    if cell.share is None or cell.norm_ratio is None or cell.per_step is None or cell.highway is None:
        return f"nothing that can be told in the {name}, where it is 0 or not finite"
    if cell.highway[0] == 0:
        return f"nothing that float64 can hold in the {name} (less than 5e-324 long against {_size(cell.carried[0])})"
    rest = "" if 0 <= cell.share < 1.0005 else _beyond(cell.share)
    angle = "" if cell.cosine is None else f", times the cosine {number(cell.cosine)}"
    return (
        f"{_share(cell.share)} in the {name} ({_size(cell.highway[0])} long against {_size(cell.carried[0])}, "
        f"{_share(cell.norm_ratio)} or {_share(cell.per_step)} a step{angle}{rest})"
    )


def _beyond(share: float) -> str:
    return ", and the other paths take some of it back" if share > 1 else ", and points the other way"


def _share(share: float) -> str:
    return scientific(share) if 0 < abs(share) < 1e-5 else percent(share)


def _size(value: float) -> str:
    return scientific(value) if value < 0.01 else number(value)
