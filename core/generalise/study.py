"""Trains both models seed by seed and scores them on held-out places, a snapshot every 100 steps.
The neural model is kept as it was where dev perplexity was lowest; the counter has nothing to stop.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from core.cells.spec import Array
from core.generalise.data import Numbered, Split, every_triple, neural_vocabulary, numbered, place_triples, split
from core.generalise.settings import GeneraliseSettings
from core.language_model.batch import loss_and_gradients, losses
from core.language_model.step import perplexity, updated
from core.language_model.weights import Weights, draw
from core.trigram import UNKNOWN, count_trigrams

LOOK_EVERY = 100
PAIRS = (("pets", 0, "pets", 2), ("pets", 0, "pets", 3), ("farm", 0, "farm", 1), ("pets", 0, "farm", 0),
         ("indoor", 0, "indoor", 2), ("outdoor", 0, "outdoor", 1), ("indoor", 0, "outdoor", 0))  # fmt: skip


@dataclass(frozen=True)
class Point:
    """Place perplexity (words) of the three parts after so many steps."""

    step: int
    train: float
    dev: float
    held_out: float


@dataclass(frozen=True)
class SeedRow:
    """One seed: where it stopped, held-out place perplexity of both models, and trigram / neural.

    `unseen` are words that training never showed (scored as <unk> by both models); `note` says what is unusual;
    `cosines` are those of the model that is scored, the one at `stopped_at`.
    """

    seed: int
    stopped_at: int
    trigram: float
    neural: float
    ratio: float
    unseen: tuple[str, ...]
    note: str
    points: tuple[Point, ...]
    cosines: tuple["CosineRow", ...]


@dataclass(frozen=True)
class CosineRow:
    """Cosine of two words in E (rows) and in W_o (columns); None where training never showed one of them."""

    first: str
    second: str
    same_family: bool
    E: float | None
    W_o: float | None


@dataclass(frozen=True)
class GeneraliseSnapshot:
    """The study so far: the seed at work, its step and points, finished rows, the first seed's cosines.

    Of a finished study seed, step and points are the first seed's too, the one that a report shows. mean_trigram and
    mean_neural are over the rows; overall_ratio is one by the other (1 while there are no rows).
    """

    settings: GeneraliseSettings
    seed: int
    step: int
    points: tuple[Point, ...]
    rows: tuple[SeedRow, ...]
    cosines: tuple[CosineRow, ...]
    mean_trigram: float
    mean_neural: float
    overall_ratio: float
    finished: bool

    @property
    def curve(self) -> tuple[Point, ...]:
        """The points of the first seed, the one whose curve is shown."""
        return self.rows[0].points if self.rows else self.points


@dataclass(frozen=True, eq=False)
class _Progress:
    """One seed's training so far: the points, and the weights and the step with the lowest dev perplexity."""

    points: tuple[Point, ...]
    best: Weights
    stopped_at: int


def final(settings: GeneraliseSettings) -> GeneraliseSnapshot:
    """The last snapshot of `run`."""
    *_, last = run(settings)
    return last


def run(settings: GeneraliseSettings) -> Iterator[GeneraliseSnapshot]:
    """A snapshot every LOOK_EVERY steps of every seed; the last one of a seed has its row."""
    now = GeneraliseSnapshot(settings, settings.first, 0, (), (), (), 1.0, 1.0, 1.0, False)
    for seed in range(settings.first, settings.first + settings.seeds):
        parts = split(settings, seed)
        for progress in _train(settings, seed, parts):
            now = replace(now, seed=seed, step=progress.points[-1].step, points=progress.points)
            if now.step < settings.steps:
                yield now
        rows = (*now.rows, _row(settings, seed, parts, progress))
        trigram = float(np.mean([row.trigram for row in rows]))
        neural = float(np.mean([row.neural for row in rows]))
        finished = len(rows) == settings.seeds
        now = replace(
            now,
            seed=settings.first if finished else seed,
            points=rows[0].points if finished else now.points,
            rows=rows,
            cosines=rows[0].cosines,
            mean_trigram=trigram,
            mean_neural=neural,
            overall_ratio=trigram / neural,
            finished=finished,
        )
        yield now


def _train(settings: GeneraliseSettings, seed: int, parts: Split) -> Iterator[_Progress]:
    """Full-batch gradient descent on every position; the progress at each look.

    Whatever the rate, no weight overflows: a unit that is pushed far is saturated, and then its gradient is zero.
    """
    vocabulary = neural_vocabulary(parts)
    batch = numbered(every_triple(parts.train), vocabulary)
    scored = [numbered(place_triples(settings, part), vocabulary) for part in (parts.train, parts.dev, parts.held_out)]
    weights = draw(np.random.default_rng(seed), len(vocabulary), settings.d, 2, settings.hidden, 0.1)
    points: list[Point] = []
    best, stopped_at, lowest = weights, 0, np.inf
    for step in range(settings.steps + 1):
        if step % LOOK_EVERY == 0 or step == settings.steps:
            points.append(Point(step, *(perplexity(_mean_loss(weights, part)) for part in scored)))
            if points[-1].dev < lowest:
                best, stopped_at, lowest = weights, step, points[-1].dev
            yield _Progress(tuple(points), best, stopped_at)
        weights = updated(weights, loss_and_gradients(weights, batch.contexts, batch.targets)[1], settings.eta)


def _mean_loss(weights: Weights, part: Numbered) -> float:
    return float(losses(weights, part.contexts, part.targets).mean())


def _row(settings: GeneraliseSettings, seed: int, parts: Split, progress: _Progress) -> SeedRow:
    counter = count_trigrams(parts.train, settings.alpha, [UNKNOWN] if parts.unseen else [])
    triples = place_triples(settings, parts.held_out)
    held_out = numbered(triples, neural_vocabulary(parts))
    trigram = counter.perplexity(triples)
    neural = perplexity(_mean_loss(progress.best, held_out))
    unseen = f"{', '.join(parts.unseen)} never trained: <unk> for both" if parts.unseen else ""
    untrained = "" if progress.stopped_at else "dev never fell: untrained"
    notes = "; ".join(note for note in (unseen, untrained) if note)
    cosines = _cosines(settings, neural_vocabulary(parts), progress.best)
    return SeedRow(
        seed, progress.stopped_at, trigram, neural, trigram / neural, parts.unseen, notes, progress.points, cosines
    )


def _cosines(settings: GeneraliseSettings, vocabulary: tuple[str, ...], weights: Weights) -> tuple[CosineRow, ...]:
    rows = []
    for family, i, other, j in PAIRS:
        if i < len(settings.family(family)) and j < len(settings.family(other)):
            pair = settings.family(family)[i], settings.family(other)[j]
            seen = all(word in vocabulary for word in pair)
            a, b = (vocabulary.index(word) if seen else 0 for word in pair)
            E, W_o = _cosine(weights.E[a], weights.E[b]), _cosine(weights.W_o[:, a], weights.W_o[:, b])
            rows.append(CosineRow(*pair, family == other, E if seen else None, W_o if seen else None))
    return tuple(rows)


def _cosine(a: Array, b: Array) -> float:
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b)))
