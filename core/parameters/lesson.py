"""The parameter lesson: its settings, every count it shows and the rules between them.

A cell's count is a product and two sums; the rest is knowing which bias vectors somebody counted.
"""

from dataclasses import dataclass, replace
from typing import cast

from core.cells.spec import GATES, CellKind
from core.language_model.size import ModelSize, model_size
from core.numbers import count, factor, number, percent, scientific
from core.parameters.counting import COUNTINGS, Counting, Shape, equation, per_gate, total
from core.parameters.reconcile import Reconciliation, reconcile
from core.settings import Settings, SettingsError, choice, integer

CELLS: tuple[CellKind, ...] = ("rnn", "gru", "lstm")
ROLES: dict[tuple[CellKind, str], str] = {
    ("rnn", "hidden"): "the whole new state: h = tanh(W x + U h + b)",
    ("gru", "update"): "z: how far the candidate replaces the past",
    ("gru", "reset"): "r: how much past the candidate may read",
    ("gru", "candidate"): "h~: what could be written",
    ("lstm", "forget"): "f: how much of the cell is kept",
    ("lstm", "input"): "i: how much of the candidate is added",
    ("lstm", "candidate"): "C~: what could be added",
    ("lstm", "output"): "o: how much of the cell is shown",
}


@dataclass(frozen=True)
class ParametersSettings(Settings):
    """What may be changed: the recurrent shape, the printed number to explain, and the feed-forward LM."""

    inputs: int = integer(100, 1, 100_000, "d, numbers in an input", step=10, label="input d")
    hidden: int = integer(500, 1, 100_000, "H, hidden units", step=10, label="hidden H")
    layers: int = integer(1, 1, 64, "recurrent layers on top of each other")
    directions: int = integer(1, 1, 2, "1, or 2 for a bidirectional layer")
    projection: int = integer(0, 0, 100_000, "P, the width an LSTM's h is projected to; 0 for none", step=10)
    cell: str = choice("any", ("any", *CELLS), "the cell whose printed number is explained")
    printed: int = integer(
        1_204_000, 0, 10**15, "the total that your framework printed; 0 for none", label="printed", grouped=True
    )
    vocabulary: int = integer(10_000, 2, 10_000_000, "|V|, words of the feed-forward LM", step=1000, label="LM |V|")
    embedding: int = integer(50, 1, 100_000, "numbers a word of the feed-forward LM", step=10, label="LM d")
    context: int = integer(3, 1, 1000, "words that the feed-forward LM reads", label="LM context")
    lm_hidden: int = integer(100, 1, 1_000_000, "hidden units of the feed-forward LM", step=10, label="LM H")

    def check(self) -> None:
        """A projection makes the state narrower."""
        if self.projection >= self.hidden:
            raise SettingsError(
                f"projection: {self.projection} is not below hidden, {self.hidden} (allowed: 0 to {self.hidden - 1})"
            )


@dataclass(frozen=True)
class GateCount:
    """One gate of the first layer, one direction: its two matrices, its bias vector, and what it is for."""

    cell: CellKind
    gate: str
    role: str
    input_weights: int
    recurrent_weights: int
    biases: int
    total: int


@dataclass(frozen=True)
class CellCount:
    """One cell with one bias vector a gate: gates, the first layer's direction, the whole stack, against the RNN.

    projection is the width its h is projected to, 0 for none; layer has the projection's P x H besides the gates.
    """

    cell: CellKind
    projection: int
    gates: int
    per_gate: int
    layer: int
    total: int
    ratio: float
    equation: str


@dataclass(frozen=True)
class ShareRow:
    """One array of the feed-forward LM: its size, the product that makes it, its share of the model."""

    name: str
    size: int
    formula: str
    share: float


@dataclass(frozen=True)
class ParametersResult:
    """Everything shown; per_gate is H (H + d) + H of the first layer."""

    settings: ParametersSettings
    per_gate: int
    gates: tuple[GateCount, ...]
    cells: tuple[CellCount, ...]
    sentence: str
    reconciliation: Reconciliation
    lm: ModelSize
    lm_rows: tuple[ShareRow, ...]
    lm_sentence: str


def compute(settings: ParametersSettings) -> ParametersResult:
    """All counts of these settings, as exact whole numbers."""
    s = settings
    shape = Shape(s.inputs, s.hidden, s.layers, s.directions, s.projection)
    chosen = CELLS if s.cell == "any" else (cast(CellKind, s.cell),)
    cells = tuple(_cell(_lesson(cell), shape) for cell in CELLS)
    if s.projection:
        cells += (_cell(next(c for c in COUNTINGS if c.projected and c.vectors == 4), shape),)
    lm = model_size(s.vocabulary, s.embedding, s.context, s.lm_hidden)
    rows = _lm_rows(lm)
    return ParametersResult(
        settings=settings,
        per_gate=per_gate(s.inputs, s.hidden),
        gates=tuple(_gate(cell, gate, shape) for cell in CELLS for gate in GATES[cell]),
        cells=cells,
        sentence=_sentence(cells, shape),
        reconciliation=reconcile(s.printed, chosen, shape),
        lm=lm,
        lm_rows=rows,
        lm_sentence=_lm_sentence(lm, rows),
    )


def _gate(cell: CellKind, gate: str, shape: Shape) -> GateCount:
    d, H = shape.inputs, shape.hidden
    return GateCount(cell, gate, ROLES[cell, gate], H * d, H * H, H, per_gate(d, H))


def _cell(counting: Counting, shape: Shape) -> CellCount:
    first = replace(shape, layers=1, directions=1)
    gates, fed_back = len(GATES[counting.cell]), shape.projection if counting.projected else shape.hidden
    whole = total(counting, shape)
    return CellCount(
        cell=counting.cell,
        projection=shape.projection if counting.projected else 0,
        gates=gates,
        per_gate=shape.hidden * (fed_back + shape.inputs) + shape.hidden,
        layer=total(counting, first),
        total=whole,
        ratio=whole / total(_lesson("rnn"), shape),
        equation=equation(counting, shape),
    )


def _lesson(cell: CellKind) -> Counting:
    """This project's own convention: one bias vector a gate."""
    return next(c for c in COUNTINGS if c.cell == cell and c.vectors == len(GATES[cell]))


def _sentence(cells: tuple[CellCount, ...], shape: Shape) -> str:
    rnn, gru, lstm = cells[:3]
    d, H = shape.inputs, shape.hidden
    unprojected = " unprojected" if shape.projection else ""
    return (
        f"One gate: H (H + d) + H = {H} x ({H} + {d}) + {H} = {count(rnn.per_gate)} parameters; 1, 3 and 4 "
        f"gates{unprojected}: {count(rnn.total)}, {count(gru.total)} and {count(lstm.total)} {_whole(shape)}."
    )


def _whole(shape: Shape) -> str:
    layers = "one layer" if shape.layers == 1 else f"{shape.layers} layers"
    return f"in {layers}, one direction" if shape.directions == 1 else f"in {layers}, both directions"


def _lm_rows(lm: ModelSize) -> tuple[ShareRow, ...]:
    made = (
        ("E", lm.E, "|V| d"),
        ("W_h", lm.W_h, "context d H"),
        ("W_o", lm.W_o, "H |V|"),
        ("biases", lm.biases, "H + |V|"),
    )
    return tuple(ShareRow(name, size, formula, size / lm.total) for name, size, formula in made)


def _lm_sentence(lm: ModelSize, rows: tuple[ShareRow, ...]) -> str:
    largest = max(rows, key=lambda row: row.size)
    return (
        f"The LM of {count(lm.V)} words has {count(lm.total)} parameters, {percent(largest.share)} in {largest.name}; "
        f"a trigram table has {scientific(lm.trigram_cells, 4)} free cells, {factor(lm.ratio)} that: "
        f"{number(lm.orders_of_magnitude)} orders of magnitude."
    )
