"""The signal of a race in words: how much of the error step 1 hears, before training or later, and why that much.

Every sentence says of which moment it is: before training, or that of a closer look (a snapshot with details).
"""

import math

from core.activations import sigmoid
from core.cells.spec import CellKind
from core.numbers import count, factor, scientific
from core.race.snapshot import LaneSnapshot, Snapshot

NO_ERROR = "no error left"
"""In place of a number where the last step itself has no error, so that nothing can be compared with it."""


def moments(looked: Snapshot | None) -> tuple[str, ...]:
    """The moments of which a table tells the signal: the start, and the closer look if there is one."""
    return ("at start", *((f"at {count(looked.step)}",) if looked else ()))


def heard(snapshot: Snapshot, looked: Snapshot | None = None) -> dict[CellKind, float]:
    """The signal at step 1 of every lane shown: before training, or as it was found by a closer look."""
    if looked is None:
        return {lane.kind: float(lane.signal[0]) for lane in snapshot.lanes}
    return {detail.kind: float(detail.signal[0]) for detail in looked.details}


def in_a_cell(value: float) -> float | str:
    """A signal as a table shows it; what is too small for a float64 is said to have underflowed."""
    return NO_ERROR if math.isnan(value) else value or "underflowed"


def heard_at_1(value: float) -> str:
    """A signal as a sentence says it."""
    return NO_ERROR if math.isnan(value) else "0 (underflowed)" if value == 0 else scientific(value)


def of_start(snapshot: Snapshot, sentence: str) -> str:
    """The sentence, naming the start that it is about where there are several."""
    return f"Start {snapshot.settings.shown}: {sentence[0].lower()}{sentence[1:]}" if snapshot.others else sentence


def kept_line(snapshot: Snapshot, looked: Snapshot | None = None) -> str:
    """What one step keeps in every lane, and untrained beside it what the gate alone keeps by its bias: the why.

    h_t = (1 - z) h_{t-1} + z n_t in the GRU and c_t = f c_{t-1} + i g_t in the LSTM, so with a bias alone a step
    keeps 1 - z = 1 - sigma(z-bias), or f = sigma(f-bias).
    """
    return _of_moment(snapshot, looked, _keeps(snapshot, looked))


def signal_lines(snapshot: Snapshot, looked: Snapshot | None = None) -> str:
    """How much of the error at the last step reaches step 1, and what a step keeps of it, in every lane."""
    return _of_moment(snapshot, looked, f"{_hears(snapshot, looked)} {_keeps(snapshot, looked)}")


def _of_moment(snapshot: Snapshot, looked: Snapshot | None, sentence: str) -> str:
    if looked is None:
        return of_start(snapshot, sentence)
    start = f"Start {snapshot.settings.shown}, at" if snapshot.others else "At"
    return f"{start} step {count(looked.step)}: {sentence[0].lower()}{sentence[1:]}"


def _hears(snapshot: Snapshot, looked: Snapshot | None) -> str:
    values = heard(snapshot, looked)
    words = ", ".join(f"{heard_at_1(values[lane.kind])} in the {lane.name}" for lane in snapshot.lanes)
    return f"Of the error at step {len(snapshot.lanes[0].signal)}, step 1 hears {words}."


def _keeps(snapshot: Snapshot, looked: Snapshot | None) -> str:
    values = heard(snapshot, looked)
    return f"Each step keeps {', '.join(_kept(snapshot, lane, values, looked) for lane in snapshot.lanes)}."


def kept_a_step(signal: float, steps: int) -> float:
    """What one step back keeps of the signal, on average over T steps: signal(1)^(1/(T-1))."""
    return float(signal ** (1 / (steps - 1)))


def _kept(snapshot: Snapshot, lane: LaneSnapshot, values: dict[CellKind, float], looked: Snapshot | None) -> str:
    settings, value = snapshot.settings, kept_a_step(values[lane.kind], len(lane.signal))
    if math.isnan(value):
        return f"nothing that can be measured in the {lane.name}"
    text = f"x{value:.2f} in the {lane.name}" if value > 0 else f"too little for a float64 in the {lane.name}"
    gates = {"gru": ("1 - z", -settings.bias), "lstm": ("f", settings.forget)}
    if lane.kind not in gates or looked:  # once trained, a gate is no longer its bias alone
        return text
    name, pre = gates[lane.kind]
    return f"{text} ({name} = {float(sigmoid(pre)):.2f})"


def ratio_line(snapshot: Snapshot, looked: Snapshot | None = None) -> str:
    """How many times more of the error reaches step 1 in the other lanes than in the first, at one moment."""
    lanes = snapshot.lanes
    names = {1: f", {lanes[0].name}", 2: f", {lanes[-1].name} over {lanes[0].name}"}
    what = f"signal at t=1{names.get(len(lanes), f' over {lanes[0].name}')}"
    return f"{what}, {moments(looked)[-1]}: {_ratios(lanes, heard(snapshot, looked))}"


def _ratios(lanes: tuple[LaneSnapshot, ...], values: dict[CellKind, float]) -> str:
    """The ratios to the first lane, or the signals themselves where there is no ratio."""
    first = values[lanes[0].kind]
    if len(lanes) == 1:
        return heard_at_1(first)
    if not first > 0:
        return f"none, for {lanes[0].name}'s is {heard_at_1(first)}"
    over = [(lane.name, values[lane.kind] / first) for lane in lanes[1:]]
    if len(lanes) == 2:
        return _times(over[0][1])
    return ", ".join(f"{name} {_times(ratio)}" for name, ratio in over)


def _times(ratio: float) -> str:
    return NO_ERROR if math.isnan(ratio) else factor(ratio) if ratio > 0 else "0 x (underflowed)"
