"""The forget-bias lesson: its settings, and every number that it shows.

One rule, sigma(b_f)^N, read forwards as a table and backwards as the question which b_f to choose.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.decay import FLOAT64_FLOOR, left_after, log_sigmoid
from core.forget_bias.code import Snippet, snippets
from core.forget_bias.rules import Answer, BiasRow, Chrono, answer, bias_for, bias_row, chrono, gain
from core.forget_bias.sentences import answer_sentence, chrono_sentence, gain_sentence, rows_sentence
from core.forget_bias.traps import Trap, traps
from core.settings import Settings, SettingsError, integer, numbers, real, specs, write_value

PLOT_POINTS = 201
USUAL_SHARES = (0.5, 0.01)


@dataclass(frozen=True)
class BiasSettings(Settings):
    """What may be changed: the rows and distances of the table, the gain, the inverse question and the code."""

    biases: tuple[float, ...] = numbers((0, 1, 2, 3, 5), -50, 50, "forget biases b_f, one a row", most=12, label="b_f")
    distances: tuple[float, ...] = numbers(
        (10, 47, 100), 1, 1_000_000, "distances in steps, whole numbers", most=8, label="distances"
    )
    steps: int = integer(47, 1, 1_000_000, "the distance N of the gain, the question and the traps", label="N")
    better: float = real(2, -50, 50, "the b_f whose gain is asked for", step=0.5, label="gain of b_f")
    baseline: float = real(0, -50, 50, "the b_f that it is compared with", step=0.5, label="over")
    share: float = real(0.5, 0, 1, "the share to keep over N steps", step=0.05, label="keep")
    horizon: int = integer(100, 2, 10**9, "T of the chrono rule b_f = log(T - 1)", step=10, label="T")
    chosen: float = real(2, -50, 50, "the b_f that the traps and the code are about", step=0.5, label="code for b_f")

    def check(self) -> None:
        """Distances are whole, and the share is one that some finite bias keeps."""
        for distance in self.distances:
            if distance != int(distance):
                raise SettingsError(f"distances: {write_value(distance)} is not a whole number of steps")
        try:
            bias_for(self.share, self.steps)
        except ValueError as error:
            raise SettingsError(str(error)) from None

    def with_row(self, b_f: float) -> "BiasSettings":
        """A copy with one more row at the end of the table. Raises SettingsError when it is full."""
        return self._rows((*self.biases, b_f), b_f)

    def without_row(self, row: int) -> "BiasSettings":
        """A copy without one row, counted from 0. Raises SettingsError for the last one left."""
        return self.change("biases", self.biases[:row] + self.biases[row + 1 :])

    def edited_row(self, row: int, b_f: float) -> "BiasSettings":
        """A copy with another b_f in one row, counted from 0."""
        return self._rows((*self.biases[:row], b_f, *self.biases[row + 1 :]), b_f)

    def _rows(self, biases: tuple[float, ...], b_f: float) -> "BiasSettings":
        """A copy with other rows, of which b_f is new and judged by itself."""
        bounds = specs(type(self))["biases"]
        if not bounds.low <= b_f <= bounds.high:
            raise SettingsError(
                f"b_f: {write_value(b_f)} is out of bounds ({bounds.low:g} to {bounds.high:g} for a row)"
            )
        return self.change("biases", biases)


@dataclass(frozen=True)
class Line:
    """What one b_f leaves at the plotted distances; 0 where float64 underflows, which `underflowed` marks."""

    b_f: float
    values: NDArray[np.float64]
    underflowed: NDArray[np.bool_]


@dataclass(frozen=True)
class BiasResult:
    """Everything shown. gain is (sigma(better) / sigma(baseline))^steps, log10_gain its exact logarithm."""

    settings: BiasSettings
    rows: tuple[BiasRow, ...]
    rows_sentence: str
    gain: float
    log10_gain: float
    gain_sentence: str
    axis: NDArray[np.int64]
    lines: tuple[Line, ...]
    floor: float
    answers: tuple[Answer, ...]
    answer_sentence: str
    chrono: Chrono
    chrono_sentence: str
    traps: tuple[Trap, ...]
    snippets: tuple[Snippet, ...]


def compute(settings: BiasSettings) -> BiasResult:
    """The table, its plot, the inverse question, the chrono rule, the traps and the code."""
    s = settings
    distances = tuple(sorted({int(distance) for distance in s.distances}))
    rows = tuple(bias_row(b_f, distances) for b_f in s.biases)
    gained, log10_gain = gain(s.better, s.baseline, s.steps)
    shares = dict.fromkeys((s.share, *USUAL_SHARES))
    answers = tuple(answer(share, s.steps) for share in shares)
    axis = _axis(distances[-1])
    rule = chrono(s.horizon)
    return BiasResult(
        settings=settings,
        rows=rows,
        rows_sentence=rows_sentence(rows),
        gain=gained,
        log10_gain=log10_gain,
        gain_sentence=gain_sentence(s.better, s.baseline, s.steps, gained, log10_gain),
        axis=axis,
        lines=tuple(_line(b_f, axis) for b_f in s.biases),
        floor=FLOAT64_FLOOR,
        answers=answers,
        answer_sentence=answer_sentence(answers[0]),
        chrono=rule,
        chrono_sentence=chrono_sentence(rule),
        traps=traps(s.chosen, s.steps),
        snippets=snippets(s.chosen),
    )


def _axis(furthest: int) -> NDArray[np.int64]:
    """Whole distances from 0 to the furthest, all of them or PLOT_POINTS evenly spread."""
    return np.unique(np.linspace(0, furthest, min(furthest + 1, PLOT_POINTS)).round().astype(np.int64))


def _line(b_f: float, axis: NDArray[np.int64]) -> Line:
    values = np.array([left_after(log_sigmoid(b_f), int(steps)) for steps in axis])
    return Line(b_f, values, values == 0.0)
