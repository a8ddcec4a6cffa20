"""A closer look at one moment of a race: the signal and the gates now, and why a lane stalled, from measured facts.

It is computed from the settings and the weights alone, so it costs nothing until somebody asks for it.
"""

import numpy as np

from core.cells.spec import GATES, Array
from core.race.lane import OPENED, signal
from core.race.snapshot import LaneDetail, LaneSnapshot, Snapshot
from core.race.streams import batches, fresh, untrained
from core.race.why import Facts, why_stalled
from core.recurrent import Trace, forward
from core.tasks import Batch

LETTERS = {"gru": "z", "lstm": "f"}
SHUT, OPEN, SATURATED = 0.01, 0.99, 0.99


def details(snapshot: Snapshot) -> tuple[LaneDetail, ...]:
    """The closer look at every lane of the start that is shown; about the cost of one training step."""
    settings = snapshot.settings
    batch = next(batches(settings, settings.shown))
    one = fresh(settings, settings.shown).x[:, :1]
    return tuple(_detail(snapshot, lane, batch, one) for lane in snapshot.lanes)


def _detail(snapshot: Snapshot, lane: LaneSnapshot, batch: Batch, one: Array) -> LaneDetail:
    settings = snapshot.settings
    with np.errstate(all="ignore"):  # the last good weights of a lane that blew up may still overflow
        now = signal(lane.network, batch, settings.exercise)
        trace = forward(lane.network.cell, batch.x)
    shut, opened = _gate_shares(trace)
    saturated = float((np.abs(trace.gate(_tanh(trace))) > SATURATED).mean())
    return LaneDetail(
        kind=lane.kind,
        name=lane.name,
        signal=now,
        gate=LETTERS.get(lane.kind, ""),
        before=_gate(forward(untrained(settings, lane.kind, settings.shown).cell, one)),
        now=_gate(forward(lane.network.cell, one)),
        shut=shut,
        open=opened,
        saturated=saturated,
        sequence=f"start {settings.shown}, {settings.exercise.begins(one[0, 0])}",
        why=why_stalled(snapshot, lane, Facts(float(now[0]), shut + opened, saturated)),
    )


def _gate(trace: Trace) -> Array | None:
    """The values (T, H) of the gate that decides what is kept, for the only sequence."""
    return trace.gate(OPENED[trace.kind])[:, 0] if trace.kind in OPENED else None


def _tanh(trace: Trace) -> str:
    return "hidden" if trace.kind == "rnn" else "candidate"


def _gate_shares(trace: Trace) -> tuple[float, float]:
    gates = [trace.gate(name) for name in GATES[trace.kind] if name != _tanh(trace)]
    if not gates:
        return float("nan"), float("nan")
    values = np.concatenate([gate.ravel() for gate in gates])
    return float((values < SHUT).mean()), float((values > OPEN).mean())
