"""Why a lane stalled, in one line: the first of a few measured facts that is large enough to be the reason.

The facts are tried from the plainest to the subtlest, and the sentence quotes the number that it rests on.
"""

from core.numbers import number, percent, scientific
from core.race.snapshot import LaneSnapshot, Snapshot

WEAK, MANY, ABOVE_A_GUESS = 1e-3, 0.5, 1.5


def why_stalled(snapshot: Snapshot, lane: LaneSnapshot, signal: float, gates: float, tanh: float) -> str:
    """One sentence about a lane: its signal at step 1 now, and the saturated shares of its gates and its tanh."""
    task, length = snapshot.settings.exercise, snapshot.settings.length
    heard = f"step 1 hears {scientific(signal)} of the error at step {task.steps(length)}"
    guess = task.baseline(length)
    if lane.failure:
        return lane.failure.sentence(lane.name)
    if lane.remembers:
        return f"{lane.name} did not stall: {percent(lane.accuracy)}; {heard}."
    if lane.step == 0:
        return f"{lane.name} is untrained: {heard}."
    if lane.recent_loss > ABOVE_A_GUESS * guess:
        return (
            f"{lane.name} diverges: its loss is {number(lane.recent_loss)} {task.unit}, "
            f"a guess's is {number(guess)}; the rate may be too high."
        )
    if tanh > MANY:
        return f"{lane.name} is saturated: {percent(tanh)} of its tanh values are beyond 0.99, where no error passes."
    if not signal >= WEAK:
        return f"{lane.name} has hardly a signal to learn from: {heard}."
    if gates > MANY:
        return f"{lane.name}'s gates are stuck: {percent(gates)} are below 0.01 or above 0.99; {heard}."
    if lane.clipped > MANY * lane.step:
        return f"{lane.name} is held back: {lane.clipped} of {lane.step} steps were clipped; {heard}."
    return f"{lane.name} is not blocked: {heard}; it is at {percent(lane.accuracy)} after {lane.step} steps."
