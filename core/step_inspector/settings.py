"""Everything that may be set in the step inspector, down to each weight, so that any screen is one command line.

An empty matrix means the default: the lesson's values, or seeded ones, cut or padded to the sizes. What a
preset convention does not read stays where it is, so another convention changes only the reading.
"""

from dataclasses import dataclass, fields, replace
from typing import Any, Self, cast

import numpy as np

from core.cells.conventions import LAYOUTS
from core.cells.formulas import LETTERS
from core.cells.spec import Array, CellKind
from core.settings import Settings, SettingsError, Value, choice, integer, matrix, real
from core.step_inspector.adapt import OWN, WEIGHTS, in_force, updates
from core.step_inspector.defaults import (
    LARGEST,
    LONGEST,
    SLOTS,
    Rows,
    base,
    base_sequence,
    base_states,
    completed,
)

MATRICES = (*WEIGHTS, "h_prev", "c_prev", "x")
OUTPUTS = ("sum", *(f"{state}{k + 1}" for state in "hc" for k in range(LARGEST)))


@dataclass(frozen=True)
class StepSettings(Settings):
    """One cell, its weights, the sequence it reads and the step that is laid open.

    W (4 H rows or as many as the cell's gates have, I columns), U (the same rows, H columns), b and b_rec (a row
    a gate, H columns) hold the gates in the order forget, input, candidate, output: a GRU reads its update,
    reset and candidate from the first three, a plain RNN its only gate from the candidate, so that the cells
    share weights gate for gate. h_prev and c_prev are the states before step 1. update_scales, reset and
    biases are read only under the convention "own". Sizes, cell and sequence changed by `change` take the
    rest along.
    """

    cell: str = choice("lstm", ("lstm", "gru", "rnn"), "the cell")
    inputs: int = integer(2, 1, LARGEST, "numbers in an input", label="inputs")
    hidden: int = integer(2, 1, LARGEST, "hidden units", label="hidden")
    convention: str = choice("lesson", (*LAYOUTS, "own"), "whose reading of the weights", label="convention")
    update_scales: str = choice("candidate", ("candidate", "past"), "own: what a GRU's z multiplies", label="z of")
    reset: str = choice("before", ("before", "after"), "own: r before or after the product", label="reset")
    biases: int = integer(1, 0, 2, "own: bias vectors", label="biases")
    activation: str = choice("tanh", ("tanh", "relu"), "the plain RNN's activation", label="activation")
    t: int = integer(1, 1, LONGEST, "the step that is laid open", label="t")
    output: str = choice("sum", OUTPUTS, "the output whose gradient is shown; sum is of all h", label="output")
    nudge: float = real(0.1, 1e-9, 1e9, "what + and - add to a number", label="nudge", growth=10)
    sequence: str = choice("lesson", ("lesson", "ten", "random"), "the inputs, unless x is given", label="sequence")
    length: int = integer(10, 1, LONGEST, "steps of a random sequence", label="length")
    sequence_seed: int = integer(0, 0, 10**6, "of a random sequence", label="x seed")
    seed: int = integer(0, 0, 10**6, "of the weights; 0 for the lesson's", label="seed")
    scale: float = real(0.5, 0, 1000, "spread of seeded weights", label="scale", step=0.1)
    copy_z: float = real(0.12, 0, 1, "z of the ideal copy path (1 - z)^(T-1)", label="copy z", step=0.01)
    W: tuple[tuple[float, ...], ...] = matrix(
        (),
        "input weights of y = W x, rows f, i, c, o (gru: z, r, n; or all four), unless order=convention",
        most=4 * LARGEST,
    )
    U: tuple[tuple[float, ...], ...] = matrix((), "recurrent weights, rows as in W", most=4 * LARGEST)
    b: tuple[tuple[float, ...], ...] = matrix((), "biases, a row a gate, as in W", most=LARGEST)
    b_rec: tuple[tuple[float, ...], ...] = matrix((), "second biases, if the convention has them", most=LARGEST)
    h_prev: tuple[tuple[float, ...], ...] = matrix((), "hidden state before step 1, one row", most=LARGEST)
    c_prev: tuple[tuple[float, ...], ...] = matrix((), "an LSTM's cell before step 1, one row", most=LARGEST)
    x: tuple[tuple[float, ...], ...] = matrix((), "inputs, a row a step", most=LONGEST)

    @property
    def kind(self) -> CellKind:
        """The cell as the core names it."""
        return cast(CellKind, self.cell)

    @property
    def steps(self) -> int:
        """T, the length of the sequence."""
        return len(self.x) if self.x else {"lesson": 1, "ten": 10, "random": self.length}[self.sequence]

    def check(self) -> None:
        """Matrices fit the sizes, t the sequence, the output the cell; own choices need the convention own."""
        for name in MATRICES:
            self._check_shape(name)
        if self.t > self.steps:
            raise SettingsError(f"t: {self.t} is beyond the sequence (allowed: 1 to {self.steps})")
        if self.output not in self.outputs():
            raise SettingsError(f"output: this cell has no {self.output} (allowed: {', '.join(self.outputs())})")
        changed = [name for name in OWN if getattr(self, name) != _DEFAULTS[name]]
        if changed and self.convention != "own":
            raise SettingsError(
                f"{changed[0]}: {self.convention} settles it (allowed: with convention=own, or leave it out)"
            )

    def _check_shape(self, name: str) -> None:
        rows = getattr(self, name)
        if not rows:
            return
        gates, hidden, inputs = len(SLOTS[self.kind]), self.hidden, self.inputs
        width = inputs if name in ("W", "x") else hidden
        heights = {"W": {gates * hidden, 4 * hidden}, "b": {gates, 4}, "x": {len(rows)}, "h_prev": {1}, "c_prev": {1}}
        allowed = sorted(heights[{"U": "W", "b_rec": "b"}.get(name, name)])
        if len(rows) not in allowed or len(rows[0]) != width:
            whose = self._gates_of(allowed) if name in WEIGHTS else [""]
            wanted = " or ".join(f"{height} x {width}{of}" for height, of in zip(allowed, whose, strict=True))
            raise SettingsError(
                f"{name}: {len(rows)} x {len(rows[0])} given, but {article(self.cell)} with "
                f"inputs={inputs} and hidden={hidden} needs {wanted} (rows x columns)"
            )

    def _gates_of(self, heights: list[int]) -> list[str]:
        """Whose rows each of these heights is: the cell's own gates, or all four."""
        own = "" if self.cell == "rnn" else f" for {', '.join(LETTERS[self.kind].values())}"
        every = f" for {', '.join(LETTERS['lstm'].values())}"
        return [own, every][-len(heights) :]

    def outputs(self) -> tuple[str, ...]:
        """The outputs that this cell has: sum, h1 .. hH and, of an LSTM, c1 .. cH."""
        states = "hc" if self.cell == "lstm" else "h"
        return ("sum", *(f"{state}{k + 1}" for state in states for k in range(self.hidden)))

    def slots(self, name: str) -> Array:
        """The four slots of W (4, H, I), U (4, H, H), b or b_rec (4, 1, H), forget, input, candidate, output."""
        default = base(self.kind, self.inputs, self.hidden, self.seed, self.scale)
        return completed(getattr(self, name), getattr(default, name), self.kind)

    def start(self) -> tuple[Array, Array]:
        """h and c before step 1, (1, H) each."""
        h, c = base_states(self.hidden)
        return _given(self.h_prev, h), _given(self.c_prev, c)

    def inputs_over_time(self) -> Array:
        """The sequence x (T, I)."""
        return _given(self.x, base_sequence(self.sequence, self.inputs, self.length, self.sequence_seed))

    def change(self, name: str, value: Value) -> Self:
        """A copy with one field changed and whatever depends on it made to fit. Raises SettingsError.

        A size keeps the entries that fit; another cell shares the weights gate for gate; a sequence, length or
        seed of one replaces typed inputs; an own choice turns a preset into "own" with the preset's other ones.
        """
        return replace(self, **updates(self, name, value))

    def nudged(self, name: str, direction: int) -> Self:
        """As in Settings, but an own choice moves from what the convention in force has, output among its own."""
        if name == "output":
            known = self.outputs()
            return self.change(name, known[(known.index(self.output) + direction) % len(known)])
        if name in OWN and self.convention != "own":
            own = replace(self, convention="own", **in_force(self.kind, self.convention))
            return own.nudged(name, direction)
        return super().nudged(name, direction)


def article(cell: str) -> str:
    """A cell's name with its article: an lstm, a gru, an rnn."""
    return f"{'a' if cell == 'gru' else 'an'} {cell}"


_DEFAULTS: dict[str, Any] = {field.name: field.default for field in fields(StepSettings)}


def _given(rows: Rows, default: Array) -> Array:
    """The rows as an array, or a copy of the default if there are none."""
    return np.array(rows, dtype=np.float64) if rows else default.copy()
