"""What a race shows, in sentences and tables computed from its snapshot, true at any moment and any settings.

The pane and the printer share them, so a chart and the line under it can never tell two stories.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from core.activations import sigmoid
from core.numbers import factor, number, percent, scientific
from core.race.snapshot import LaneSnapshot, Snapshot
from core.report import Column, Table

CLOSE_TO_CHANCE = 0.1
SHORT_UNIT = 5
"""A longer unit is left to the chart of the loss, so that the table fits 80 columns."""


@dataclass(frozen=True)
class Captions:
    """One sentence under each chart."""

    loss: str
    accuracy: str
    signal: str

    def all(self) -> tuple[str, str, str]:
        """The three, in the order of the charts."""
        return self.accuracy, self.loss, self.signal


def plural(count: int, word: str) -> str:
    """1 step, 2 steps."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def captions(snapshot: Snapshot) -> Captions:
    """The sentences for this snapshot."""
    return Captions(_loss(snapshot), _accuracy(snapshot), _signal(snapshot))


def _loss(snapshot: Snapshot) -> str:
    failed = [lane.failure.sentence(lane.name) for lane in snapshot.lanes if lane.failure]
    if failed:
        return " ".join(failed)
    task = snapshot.settings.exercise
    guess = task.baseline(snapshot.settings.length)
    cost = f"{number(guess)} {task.unit}"
    if snapshot.step == 0:
        return f"A guess costs {cost}{task.per}; training has to get below that."
    low = [lane for lane in snapshot.lanes if lane.recent_loss < 0.5 * guess]
    mean = _of_start(snapshot, f"{min(10, snapshot.step)}-batch mean" if snapshot.step > 1 else "First batch")
    bar = f"below half of a guess's {cost}."
    if len(snapshot.lanes) == 1:
        return f"{mean}: {snapshot.lanes[0].name}'s is {'' if low else 'not '}{bar}"
    if len(low) == len(snapshot.lanes):
        return f"{mean}: {_both(len(low)).lower()} losses are {bar}"
    if low:
        return f"{mean}: only {_listed(low)}'s is {bar}"
    return f"{mean}: {'neither' if len(snapshot.lanes) == 2 else 'no'} loss is {bar}"


def _accuracy(snapshot: Snapshot) -> str:
    chance = snapshot.settings.exercise.chance
    done = [lane for lane in snapshot.lanes if lane.remembers]
    rest = [lane for lane in snapshot.lanes if not lane.remembers]
    if snapshot.step == 0:
        return f"Untrained: {_scores(snapshot.lanes)}; a guess gets {percent(chance)}."
    at = f"At step {measured_at(snapshot)}"
    if snapshot.others:
        return f"{at}: {starts_line(snapshot)}"
    if len(snapshot.lanes) > 1 and not rest:
        return f"{at} {_both(len(done)).lower()} remember: {_scores(done)}."
    if len(snapshot.lanes) > 1 and not done:
        return f"{at} {'neither' if len(rest) == 2 else 'none'} remembers: {_scores(rest)}."
    return f"{at}: {', '.join(_verdict(lane, chance) for lane in (*done, *rest))}."


def measured_at(snapshot: Snapshot) -> int:
    """The step at which the accuracy shown was measured, up to four before the present one."""
    return int(max(lane.evaluated[-1] for lane in snapshot.lanes))


def _both(count: int) -> str:
    return "Both" if count == 2 else "All"


def _listed(lanes: Sequence[LaneSnapshot]) -> str:
    return " and ".join(lane.name for lane in lanes)


def _scores(lanes: Sequence[LaneSnapshot]) -> str:
    return ", ".join(f"{lane.name} {percent(lane.accuracy)}" for lane in lanes)


def _verdict(lane: LaneSnapshot, chance: float) -> str:
    if lane.remembers:
        return f"{lane.name} remembers ({percent(lane.accuracy)})"
    if lane.accuracy < 0.5 * chance:
        return f"{lane.name} is below a guess ({percent(lane.accuracy)})"
    if lane.accuracy < chance + CLOSE_TO_CHANCE:
        return f"{lane.name} still guesses ({percent(lane.accuracy)})"
    return f"{lane.name} is at {percent(lane.accuracy)}"


def _signal(snapshot: Snapshot) -> str:
    heard = ", ".join(f"{heard_at_1(lane)} in the {lane.name}" for lane in snapshot.lanes)
    steps = snapshot.settings.exercise.steps(snapshot.settings.length)
    return _of_start(snapshot, f"Of the error at step {steps}, step 1 hears {heard}.")


def _of_start(snapshot: Snapshot, sentence: str) -> str:
    """The sentence, naming the start that it is about where there are several."""
    return f"Start {snapshot.settings.shown}: {sentence[0].lower()}{sentence[1:]}" if snapshot.others else sentence


def heard_at_1(lane: LaneSnapshot) -> str:
    """The untrained signal at step 1 as text; what is too small for a float64 is said to have underflowed."""
    value = float(lane.signal[0])
    return "0 (underflowed)" if value == 0 else scientific(value)


def kept_a_step(lane: LaneSnapshot) -> float:
    """What one step back keeps of the untrained signal, on average: signal(1)^(1/(T-1))."""
    kept: float = float(lane.signal[0]) ** (1 / (len(lane.signal) - 1))
    return kept


def kept_line(snapshot: Snapshot) -> str:
    """What one step keeps in every lane, and beside it what the gate alone keeps by its bias: the lesson's why.

    h_t = (1 - z) h_{t-1} + z n_t in the GRU and c_t = f c_{t-1} + i g_t in the LSTM, so with a bias alone a step
    keeps 1 - z = 1 - sigma(z-bias), or f = sigma(f-bias).
    """
    kept = ", ".join(_kept(snapshot, lane) for lane in snapshot.lanes)
    return _of_start(snapshot, f"Each step keeps {kept}.")


def _kept(snapshot: Snapshot, lane: LaneSnapshot) -> str:
    settings = snapshot.settings
    value = kept_a_step(lane)
    text = f"x{value:.2f} in the {lane.name}" if value > 0 else f"too little for a float64 in the {lane.name}"
    gates = {"gru": ("1 - z", -settings.bias), "lstm": ("f", settings.forget)}
    if lane.kind not in gates:
        return text
    name, pre = gates[lane.kind]
    return f"{text} ({name} = {float(sigmoid(pre)):.2f})"


def lane_table(snapshot: Snapshot) -> Table:
    """A row a lane: step, loss, accuracy, signal at step 1, parameters, verdict."""
    unit = snapshot.settings.exercise.unit
    columns = (
        Column(f"start {snapshot.settings.shown}" if snapshot.others else "lane", "text"),
        Column("step", "count"),
        Column(f"loss, {unit}" if len(unit) <= SHORT_UNIT else "loss"),
        Column(f"acc. at {measured_at(snapshot)}", "percent"),
        Column("signal t=1", "scientific"),
        Column("parameters", "count"),
        Column("remembers", "text"),
    )
    return Table("lanes", columns, tuple(_row(snapshot, lane) for lane in snapshot.lanes))


def _row(snapshot: Snapshot, lane: LaneSnapshot) -> tuple[object, ...]:
    verdict = f"ended at {lane.failure.step}" if lane.failure else "yes" if lane.remembers else "no"
    if snapshot.others:
        verdict = f"{snapshot.remembering(lane.kind)} of {len(snapshot.of(lane.kind))}"
    loss = lane.loss if lane.losses.size else None
    heard = float(lane.signal[0]) or "underflowed"
    return lane.name, lane.step, loss, lane.accuracy, heard, lane.parameters, verdict


def ratio_line(snapshot: Snapshot) -> str:
    """How many times more of the error reaches step 1 in the other lanes than in the first."""
    first, last = snapshot.lanes[0], snapshot.lanes[-1]
    if len(snapshot.lanes) == 1:
        return f"signal at t=1, {first.name}: {heard_at_1(first)}"
    if len(snapshot.lanes) > 2 and float(first.signal[0]) > 0:
        over = (f"{lane.name} {factor(float(lane.signal[0] / first.signal[0]))}" for lane in snapshot.lanes[1:])
        return f"signal t=1 over {first.name}: {', '.join(over)}"
    ratio = snapshot.signal_ratio
    if not math.isfinite(ratio) or ratio == 0:
        heard = ", ".join(f"{lane.name} {heard_at_1(lane)}" for lane in (last, first))
        return f"signal at t=1, {last.name} over {first.name}: none, for {heard}"
    return f"signal at t=1, {last.name} over {first.name}: {factor(ratio)}"


def starts_line(snapshot: Snapshot) -> str:
    """How many of the starts remember, for every lane, as "RNN 0 of 5, GRU 5 of 5 remember"; "" for one start."""
    if not snapshot.others:
        return ""
    counts = ", ".join(
        f"{lane.name} {snapshot.remembering(lane.kind)} of {len(snapshot.of(lane.kind))}" for lane in snapshot.lanes
    )
    return f"{counts} remember."
