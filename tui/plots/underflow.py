"""A log axis for curves that may fall out of float64's range, shared by the panes that show decay.

Whole powers of ten around what is shown; where a curve is stored as 0, down to the smallest float64 and a floor.
"""

import math
import sys
from collections.abc import Iterable

from core.decay import FLOAT64_FLOOR
from tui.plots.model import FLOOR_MARK, Axis

LARGEST_POWER = sys.float_info.max_10_exp
FLOOR_LABEL = f"{FLOOR_MARK} 0"
"""The tick at the floor: a mark there stands for a value that is above 0 and stored as 0."""


def decay_axis(values: Iterable[float], top: float = 1.0) -> Axis:
    """The axis that shows every positive finite value and `top`; with a floor where a value is 0."""
    shown = [value for value in values if math.isfinite(value)]
    positive = [value for value in shown if value > 0]
    high = _power(math.ceil(math.log10(max([*positive, top])) - 1e-9))
    if any(value == 0 for value in shown):
        return Axis(FLOAT64_FLOOR, high, log=True, floor=FLOOR_LABEL)
    low = _power(math.floor(math.log10(min([*positive, top / 10])) + 1e-9))
    return Axis(low, high, log=True)


def _power(exponent: int) -> float:
    """10 to a whole power, kept inside float64's range."""
    return max(float(f"1e{min(exponent, LARGEST_POWER)}"), FLOAT64_FLOOR)
