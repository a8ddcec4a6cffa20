"""The highway lesson: its settings, every number it shows, and the report that a pane or the printer writes.

The idealised table answers at once; the real cells say how far the ideal holds.
"""

from dataclasses import dataclass

import numpy as np

from core import initialise
from core.activations import sigmoid
from core.cells.spec import CellKind, Params
from core.highway.idealised import Idealised, idealised
from core.highway.real import INPUTS, KINDS, Measured, measure
from core.highway.sentences import checked, explained, real_sentences
from core.highway.tables import check_table, ideal_series, ideal_tables, real_series, real_table
from core.report import Report, Text
from core.settings import Settings, SettingsError, integer, numbers, real, write_value
from core.trees import map_arrays

FORMULAS = (
    "plain RNN: dE/dh_0 = dE/dh_tau times a product of diag(tanh') U, which nobody controls",
    "LSTM: dE/dC_(t-1) = f_t * dE/dC_t + what comes back through the gates; f_t is learnt",
    "GRU: dE/dh_(t-1) = (1 - z_t) * dE/dh_t + what comes back through the gates and the candidate",
)


@dataclass(frozen=True)
class HighwaySettings(Settings):
    """What may be changed: the idealised factors and distances, and the real cells' start and sequence."""

    distances: tuple[float, ...] = numbers(
        (1, 10, 47, 100, 500), 0, 100_000, "distances in steps, whole numbers", most=12, label="distances"
    )
    rnn: float = real(0.5, 1e-6, 2, "what the plain RNN multiplies a gradient by each step", step=0.05, label="RNN")
    lstm: tuple[float, ...] = numbers(
        (0.9, 0.99), 1e-6, 1, "forget gates f of the LSTM, one a curve", most=4, label="LSTM f"
    )
    steps: int = integer(60, 1, 200, "length of the real cells' sequence", step=10, label="length")
    hidden: int = integer(8, 1, 16, "hidden units of the real cells")
    scale: float = real(
        1, 0, 10, "the real weights, as a multiple of U(-1/sqrt(H), 1/sqrt(H))", step=0.25, label="weight scale"
    )
    forget_bias: float = real(
        1, -50, 50, "b_f of the real LSTM; the real GRU's update bias is its negative", step=0.5, label="b_f"
    )
    seed: int = integer(1, 0, 2**31 - 1, "start of the real weights, inputs and loss")

    def check(self) -> None:
        """Distances are counted in whole steps."""
        for distance in self.distances:
            if distance != int(distance):
                raise SettingsError(f"distances: {write_value(distance)} is not a whole number of steps")


@dataclass(frozen=True)
class RealCell:
    """One real cell: its weights' number, what was measured and the sentence that says what it shows."""

    kind: CellKind
    parameters: int
    measured: Measured
    sentence: str


@dataclass(frozen=True)
class HighwayResult:
    """Everything shown. gate_from_bias is sigma(b_f), what the bias alone would make the kept share a step,
    and path_from_bias its power over the whole sequence, the theory that the real highway is held against.
    """

    settings: HighwaySettings
    ideal: Idealised
    gate_from_bias: float
    path_from_bias: float
    cells: tuple[RealCell, ...]
    explained: str
    checked: str


def compute(settings: HighwaySettings) -> HighwayResult:
    """The idealised routes and the three real cells of these settings."""
    x, v, starts = real_start(settings)
    distances = tuple(int(distance) for distance in settings.distances)
    measured = [measure(params, x, v) for params in starts]
    gate = float(sigmoid(settings.forget_bias))
    sentences = real_sentences(measured, settings.forget_bias)
    return HighwayResult(
        settings=settings,
        ideal=idealised(distances, settings.rnn, settings.lstm),
        gate_from_bias=gate,
        path_from_bias=gate**settings.steps,
        cells=tuple(
            RealCell(params.kind, params.count(), cell, sentence)
            for params, cell, sentence in zip(starts, measured, sentences, strict=True)
        ),
        explained=explained(measured),
        checked=checked(measured),
    )


def real_start(settings: HighwaySettings) -> tuple[np.ndarray, np.ndarray, tuple[Params, ...]]:
    """The sequence x (T, 1, INPUTS), the loss's v (H,) of length 1, and the weights of the three cells."""
    rng = np.random.default_rng(settings.seed)
    x = rng.standard_normal((settings.steps, 1, INPUTS))
    v = rng.standard_normal(settings.hidden)
    return x, v / np.linalg.norm(v), tuple(_weights(kind, settings, rng) for kind in KINDS)


def _weights(kind: CellKind, settings: HighwaySettings, rng: np.random.Generator) -> Params:
    drawn = initialise.uniform(kind, INPUTS, settings.hidden, rng)
    params = map_arrays(lambda array: settings.scale * array, drawn)
    if kind == "lstm":
        return initialise.with_gate_bias(params, "forget", settings.forget_bias)
    return initialise.with_gate_bias(params, "update", -settings.forget_bias) if kind == "gru" else params


def report(result: HighwayResult) -> Report:
    """Table, curves and sentences of the ideal, then those of the real cells."""
    measured = [cell.measured for cell in result.cells]
    return (
        Text("Formulas", FORMULAS),
        *ideal_tables(result.ideal),
        ideal_series(result.ideal),
        Text("What to see", (result.ideal.sentence, result.ideal.underflow_sentence)),
        real_table(measured),
        *(section for cell in measured for section in (real_series(cell), check_table(cell))),
        Text(
            "What to see in the real cells",
            (*(cell.sentence for cell in result.cells), result.explained, result.checked),
        ),
    )
