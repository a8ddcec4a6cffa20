"""Why a lane stalled, or learned all the same, in one line: the first of a few measured facts large enough to be it.

The facts are tried from the plainest to the subtlest, and the sentence quotes the number that it rests on.
"""

from dataclasses import dataclass

from core.numbers import count, number, percent, plural
from core.race.heard import heard_at_1
from core.race.snapshot import LaneSnapshot, Snapshot

WEAK, MANY, ABOVE_A_GUESS = 1e-3, 0.5, 1.5


@dataclass(frozen=True)
class Facts:
    """What was measured of a lane now: its signal at step 1, and the saturated shares of its gates and its tanh.

    gates is nan where there are none.
    """

    signal: float
    gates: float
    tanh: float


def why_stalled(snapshot: Snapshot, lane: LaneSnapshot, facts: Facts) -> str:
    """One sentence about a lane, which names its start where there are several."""
    task, length = snapshot.settings.exercise, snapshot.settings.length
    heard = _heard(lane, facts)
    guess = task.baseline(length)
    name = f"{lane.name} (start {lane.start})" if snapshot.others else lane.name
    if lane.failure:
        return lane.failure.sentence(name)
    if lane.step == 0:
        return f"{name} is untrained: {heard}."
    if lane.remembers:
        return f"{name} did not stall: {percent(lane.accuracy)}; {heard}{_all_the_same(facts)}."
    if lane.recent_loss > ABOVE_A_GUESS * guess:
        losses = f"its loss is {number(lane.recent_loss)} {task.unit}, a guess's is {number(guess)}"
        if lane.recent_loss < float(lane.losses[0]):
            return f"{name} has yet to get as low as a guess: {losses}, its first was {number(lane.losses[0])}."
        return f"{name} diverges: {losses}; the rate may be too high."
    if facts.tanh > MANY:
        return f"{name} is saturated: {_at_its_end(facts)}, where no error passes; {heard}."
    if not facts.signal >= WEAK:
        return f"{name} has hardly a signal: {heard}."
    if facts.gates > MANY:
        return f"In the {name} gates are stuck: {percent(facts.gates)} are below 0.01 or above 0.99; {heard}."
    if lane.clipped > MANY * lane.step:
        return f"{name} is held back: {count(lane.clipped)} of {plural(lane.step, 'step')} were clipped; {heard}."
    return f"{name} is not blocked: {heard}; {percent(lane.accuracy)} so far."


def _heard(lane: LaneSnapshot, facts: Facts) -> str:
    """The signal now and, once it is another, untrained: a lane learns by what it hears on the way between them."""
    before = f", untrained {heard_at_1(float(lane.signal[0]))}" if lane.step else ""
    return f"step 1 hears {heard_at_1(facts.signal)} of the error at step {len(lane.signal)}{before}"


def _all_the_same(facts: Facts) -> str:
    """Why a lane that remembers may hear nothing: what is held at the ends of tanh or of a gate no longer moves."""
    if facts.signal >= WEAK:
        return ""
    if facts.tanh > MANY:
        return f": its state latched, {_at_its_end(facts)}"
    if facts.gates > MANY:
        return f": its gates latched, {percent(facts.gates)} below 0.01 or above 0.99"
    return ", yet it learnt"


def _at_its_end(facts: Facts) -> str:
    return f"{percent(facts.tanh)} of its tanh values beyond 0.99"
