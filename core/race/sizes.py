"""How many numbers a lane trains, and how many hidden units another cell may have for the same number.

A gated cell has three or four matrices where the plain one has one, so the same budget means fewer units.
"""

from core.cells.spec import GATES, CellKind


def parameter_count(kind: CellKind, hidden: int, inputs: int, outputs: int) -> int:
    """G (H I + H^2 + H) of the cell, one bias a gate, and O (H + 1) of the readout."""
    return len(GATES[kind]) * hidden * (inputs + hidden + 1) + outputs * (hidden + 1)


def nearest_hidden(kind: CellKind, inputs: int, outputs: int, budget: int) -> int:
    """The hidden units, 1 at least, whose parameter count is nearest to `budget`; the fewer if two are as near."""
    hidden = 1
    while parameter_count(kind, hidden + 1, inputs, outputs) <= budget:
        hidden += 1

    def off(units: int) -> int:
        return abs(parameter_count(kind, units, inputs, outputs) - budget)

    return min((hidden, hidden + 1), key=off)
