"""Every number that the step inspector shows, by name: the step laid open, its sequence, its gradient, its reading.

Arrays are float64; matrices by name (W_f, b_f, h_prev, x ...) have the shapes of core.step_inspector.weights.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from core.cells.conventions import Stacked
from core.cells.spec import Array, Convention
from core.step_inspector.settings import StepSettings


@dataclass(frozen=True, eq=False)
class GateView:
    """One gate of the step shown; vectors are (H,).

    name is this project's, letter the formulas' (the subscript of its weights), theirs the framework's. pre is
    input_term + recurrent_term + bias + bias_rec + added_bias (what a framework adds at run time); a bias that
    is not there, or is inside recurrent_term, is None. value is what the activation makes of pre.
    """

    name: str
    letter: str
    theirs: str
    activation: str
    input_term: Array
    recurrent_term: Array
    bias: Array | None
    bias_rec: Array | None
    added_bias: float
    pre: Array
    value: Array


@dataclass(frozen=True, eq=False)
class StepView:
    """The step t laid open; vectors are (H,), x is (I,).

    kept and added are the two terms of the new cell of an LSTM or the new hidden state of a GRU, None for a
    plain RNN; kept_text and added_text are their formulas. c_prev, cell and tanh_cell are an LSTM's only.
    """

    t: int
    x: Array
    h_prev: Array
    c_prev: Array | None
    gates: tuple[GateView, ...]
    kept_text: str
    added_text: str
    kept: Array | None
    added: Array | None
    cell: Array | None
    tanh_cell: Array | None
    hidden: Array


@dataclass(frozen=True)
class FormulaLine:
    """One line of the formulas in force: its text, the quantity it gives, and that quantity's values (H,)."""

    name: str
    text: str
    quantity: str
    values: Array


@dataclass(frozen=True, eq=False)
class Reading:
    """How the weights are read: the convention, and how the framework stacks the same weights.

    gates and letters are in the framework's stacking order; stacked holds its matrices, gates one after another
    along the rows, or along the columns where transposed.
    """

    name: str
    title: str
    note: str
    convention: Convention
    biases: int
    bias_names: tuple[str, ...]
    forget_bias: float
    gates: tuple[str, ...]
    letters: tuple[str, ...]
    transposed: bool
    stacked: Stacked
    sentence: str
    brief: str


@dataclass(frozen=True, eq=False)
class OverTime:
    """The whole sequence: x (T, I), h (T+1, H) and an LSTM's c (T+1, H) from the start on, gates by name (T, H).

    signal (T+1,) is |dL/dh_t| and cell_signal |dL/dc_t| for L, the chosen output at the last step T. factors
    (T, H) is what each step passes of the past along the gate alone: f, or the share of h_prev in the blend;
    None for a plain RNN. copy_path (T+1, H) is their product from step t+1 to T; ideal_copy_path (T+1,) is
    (1 - copy_z)^(T-t), a copy path whose z is always copy_z. silent says which inputs a named sequence leaves at 0.
    """

    x: Array
    h: Array
    c: Array | None
    gates: Mapping[str, Array]
    signal: Array
    cell_signal: Array | None
    factors: Array | None
    copy_path: Array | None
    ideal_copy_path: Array
    silent: str
    sentence: str


@dataclass(frozen=True)
class GradientCheck:
    """The largest |written - nudged| over the entries checked, relative to the largest gradient of all.

    name, row and column (from 0) say where, written and nudged are the two values there. checked of entries were
    nudged; those that cannot be, because the nudge is lost in rounding or overflows, are left out. difference is
    None where nothing could be checked.
    """

    difference: float | None
    name: str
    row: int
    column: int
    written: float
    nudged: float
    checked: int
    entries: int
    sentence: str


@dataclass(frozen=True, eq=False)
class StepResult:
    """Everything shown for one StepSettings.

    values holds every editable matrix by name, gradients that of the chosen output at step t (loss is its value)
    with respect to each of them, through all steps up to t: same names, same shapes. unread says what was given and
    is not read, held what is at the largest float64 ("" where nothing is). check is None until it is asked for,
    since it costs more than a repaint may.
    """

    settings: StepSettings
    step: StepView
    formulas: tuple[FormulaLine, ...]
    reading: Reading
    time: OverTime
    values: Mapping[str, Array]
    gradients: Mapping[str, Array]
    loss_name: str
    loss: float
    sentence: str
    brief: str
    gradient_sentence: str
    unread: tuple[str, ...] = ()
    held: str = ""
    check: GradientCheck | None = None


@dataclass(frozen=True)
class Term:
    """One addend of a pre-activation: label as "U_f[1,2] h_prev[2]", its factors, and their product."""

    label: str
    factors: tuple[float, ...]
    value: float
    group: str


@dataclass(frozen=True)
class Explanation:
    """A pre-activation laid open: its terms (group is input, recurrent or bias), their sum pre, and the value."""

    gate: str
    unit: int
    terms: tuple[Term, ...]
    pre: float
    value: float
    text: str


@dataclass(frozen=True)
class Move:
    """A number that changed: group (pre, gate, kept, added, cell, hidden), name as "f", unit from 0.

    predicted is the change that the gradient at the old values gives to first order; None where the cell itself
    is read differently.
    """

    group: str
    name: str
    unit: int
    before: float
    after: float
    change: float
    predicted: float | None


@dataclass(frozen=True)
class Edit:
    """A number that a person changed: its matrix, row and column from 0, before and after."""

    name: str
    row: int
    column: int
    before: float
    after: float


@dataclass(frozen=True)
class Moves:
    """What an edit moved; empty where the two results are not of the same cell, sizes and step.

    cause is what was changed in a few words, "" where no number and no reading was. against says with what the step
    is compared, "" for the step as it was before the edit.
    """

    edits: tuple[Edit, ...]
    moves: tuple[Move, ...]
    comparable: bool
    sentence: str
    cause: str
    against: str = ""

    def at(self, group: str, name: str, unit: int) -> Move | None:
        """The move of one number, if it moved."""
        return next((m for m in self.moves if (m.group, m.name, m.unit) == (group, name, unit)), None)
