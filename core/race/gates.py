"""The gate that decides what is kept, unit by unit and step by step, in shades and in words.

The shades span what is there, so that a small difference can be seen, but never one of thousandths.
"""

from dataclasses import dataclass

import numpy as np

from core.cells.spec import Array
from core.numbers import plural
from core.race.heard import kept_a_step
from core.race.snapshot import LaneDetail

NARROWEST = 0.2
"""The least range of values that all shades together span."""


@dataclass(frozen=True)
class Shades:
    """Five shades, the values from `low` to `high`: a value has the shade whose level is nearest."""

    low: float
    high: float

    def bounds(self) -> tuple[float, ...]:
        """Where each shade but the first begins."""
        step = (self.high - self.low) / 4
        return tuple(self.low + step * (index + 0.5) for index in range(4))


def shades(before: Array, now: Array) -> Shades:
    """The shades of both (T, H): over their common range, 0.2 at least, with the untrained median on a level.

    There start weights differ by thousandths; on the border of two shades they would look like a pattern.
    """
    low, high = min(before.min(), now.min()), max(before.max(), now.max())
    if high - low < NARROWEST:
        low = (low + high - NARROWEST) / 2
        high = low + NARROWEST
    step = (high - low) / 4
    middle = np.median(before)
    moved = middle - (low + step * round((middle - low) / step))
    return Shades(float(low + moved), float(high + moved))


def kept(detail: LaneDetail, gate: Array) -> Array:
    """What a step keeps of the state by its gate alone: 1 - z of a GRU, f of an LSTM."""
    return 1 - gate if detail.gate == "z" else gate


def moment(detail: LaneDetail, t: int) -> str:
    """The mean of the gate at step t (from 0) and over all steps, before and now, and what a GRU then keeps."""
    before, now = _halves(detail)
    here = f"t={t + 1} of {len(now)}: mean {detail.gate} {before[t].mean():.2f}, now {now[t].mean():.2f}"
    share = f": 1 - z = {1 - now.mean():.2f}" if detail.gate == "z" else ""
    return f"{here}; all {before.mean():.2f}, now {now.mean():.2f}{share}"


def longest_kept(detail: LaneDetail) -> tuple[int, float]:
    """The unit (from 0) that keeps most over all steps now, and its geometric mean a step."""
    values = kept(detail, _halves(detail)[1])
    with np.errstate(divide="ignore"):
        means = np.exp(np.log(values).mean(axis=0))
    unit = int(means.argmax())
    return unit, float(means[unit])


def explained(detail: LaneDetail) -> str:
    """What the mean of the gate says, and why the signal may keep more a step than that."""
    now = _halves(detail)[1]
    name = "1 - z" if detail.gate == "z" else "f"
    unit, most = longest_kept(detail)
    by_gate = (
        f"{name} is what a step keeps of the state by the gate alone: {kept(detail, now).mean():.2f} is the mean over "
        f"{plural(now.shape[1], 'unit')} and {plural(len(now), 'step')}; unit {unit + 1} keeps most, {most:.2f} a step."
    )
    signal = kept_a_step(float(detail.signal[0]), len(detail.signal))
    if not signal > 0:
        return by_gate
    return f"{by_gate} The signal's x{signal:.2f} a step is of dL/dh over all paths at once, so it is no mean of gates."


def _halves(detail: LaneDetail) -> tuple[Array, Array]:
    """The gate before and now, of a lane that has one."""
    assert detail.before is not None and detail.now is not None
    return detail.before, detail.now
