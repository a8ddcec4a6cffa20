"""What the step pane shows, as one value: a result, what moved, and which part of it is looked at.

Where a person looks is not a setting, so undo leaves it alone; it only stays inside what the cell has.
"""

from dataclasses import dataclass, replace
from functools import cached_property

from core.step_inspector.baseline import against_defaults
from core.step_inspector.result import GateView, GradientCheck, Moves, StepResult

LOWER = ("values", "products", "moves", "formulas")
"""The parts that share the lower half where there is no room for all; over time takes the whole pane."""


@dataclass(frozen=True, eq=False)
class StepState:
    """A result and the eye on it: gate and unit are indices, lower one of LOWER; large
    gives the weights all the room; check is the gradient check, None while it is not known."""

    result: StepResult
    moves: Moves | None = None
    gate_index: int = 0
    unit_index: int = 0
    lower: str = "values"
    gradients: bool = False
    over_time: bool = False
    large: bool = False
    check: GradientCheck | None = None

    @property
    def gate(self) -> GateView:
        """The gate whose weights are shown."""
        return self.result.step.gates[min(self.gate_index, len(self.result.step.gates) - 1)]

    @property
    def unit(self) -> int:
        """The unit whose pre-activation is shown."""
        return min(self.unit_index, self.result.settings.hidden - 1)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the pane that lead here from where it begins."""
        lower = {"products": ("e",), "moves": ("m",), "formulas": ("f",)}.get(self.lower, ())
        toggled = (("g", self.gradients), ("w", self.large), ("o", self.over_time))
        return (*(("n",) * self.gate_index), *lower, *(key for key, on in toggled if on))

    @cached_property
    def compared(self) -> Moves | None:
        """What the last edit moved, or, where nothing was edited yet, what differs from the default numbers."""
        return self.moves if self.moves is not None and self.moves.cause else against_defaults(self.result)

    @property
    def news(self) -> bool:
        """Whether an edit, or another reading, is the last thing that was done."""
        return self.moves is not None and self.moves.comparable and bool(self.moves.cause)

    def turned(self, by: int) -> "StepState":
        """The next gate, or the one before."""
        gates = self.result.step.gates
        return replace(self, gate_index=(gates.index(self.gate) + by) % len(gates))

    def looked(self, lower: str) -> "StepState":
        """At this part in the lower half, or back to the values; "" for the next part."""
        following = LOWER[(LOWER.index(self.lower) + 1) % len(LOWER)] if not self.over_time else self.lower
        back = self.lower == lower and not self.over_time
        return replace(self, lower="values" if back else lower or following, over_time=False, large=False)

    def differentiated(self) -> "StepState":
        """Gradients in place of numbers, or numbers again; from over time always gradients."""
        return replace(self, gradients=self.over_time or not self.gradients, over_time=False)

    def advanced(self, result: StepResult, moves: Moves) -> "StepState":
        """A new result. What moved stays news while only the way of looking at it changes."""
        kept = self.moves if moves.comparable and not moves.cause and self.moves_still_hold(result) else moves
        return replace(self, result=result, moves=kept, check=None)

    def moves_still_hold(self, result: StepResult) -> bool:
        """Whether the numbers are those that the last moves led to."""
        old, new = self.result.settings, result.settings
        return (old.t, old.cell, old.hidden, old.inputs) == (new.t, new.cell, new.hidden, new.inputs)
