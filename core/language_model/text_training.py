"""Trains the language model on a text, live: train and dev perplexity as it goes, and the best weights kept.
Plain mini-batches in float32, seeded throughout; who drives the generator decides when to pause or give up.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from core.corpus import Examples, Prepared, Vocabulary, prepare, read_corpus
from core.language_model.batch import loss_and_gradients, losses
from core.language_model.step import perplexity
from core.language_model.text_settings import TextSettings
from core.language_model.weights import Weights, draw
from core.numbers import count, plural
from core.optim import SGD, Adam, AdamState
from core.trees import map_arrays

SNAPSHOT_EVERY = 10
MOST_DEV_EXAMPLES = 4000
"""Dev is scored on at most so many examples, evenly spread and the same at every look."""


@dataclass(frozen=True)
class TrainPoint:
    """Perplexity (words) at one look: train over the batches since the last look (the first batch at step 0)."""

    step: int
    train: float
    dev: float


@dataclass(frozen=True, eq=False)
class TextModel:
    """A vocabulary and the weights for it: what can be asked for the next word."""

    vocabulary: Vocabulary
    weights: Weights


@dataclass(frozen=True, eq=False)
class TrainSnapshot:
    """Training so far. `best` is the model at the lowest dev perplexity; `ended` says why it is over, or is "".

    train_perplexity is over the batches since the last look; most_steps is what the epochs add up to.
    """

    settings: TextSettings
    name: str
    notes: tuple[str, ...]
    train_examples: int
    dev_examples: int
    parameters: int
    step: int
    most_steps: int
    epoch: float
    train_perplexity: float
    points: tuple[TrainPoint, ...]
    best: TextModel
    best_step: int
    best_dev: float
    ended: str


def run(settings: TextSettings, watch: Callable[[], None] = lambda: None) -> Iterator[TrainSnapshot]:
    """Reads settings.corpus and trains on it; a snapshot every SNAPSHOT_EVERY steps and at every look.

    Raises CorpusError, before the first snapshot, where the file cannot be used. `watch` is called now and then while
    the file is read, and ends it by raising.
    """
    prepared, name, notes = _read(settings, watch)
    yield from train(settings, prepared, name, notes)


def _read(settings: TextSettings, watch: Callable[[], None]) -> tuple[Prepared, str, tuple[str, ...]]:
    """The examples; the corpus that they were cut from is let go."""
    corpus = read_corpus(settings.corpus, settings.limits, watch)
    prepared = prepare(corpus, settings.options)
    return prepared, corpus.name, (*corpus.notes, *prepared.notes)


def final(settings: TextSettings) -> TrainSnapshot:
    """The last snapshot of `run`."""
    *_, last = run(settings)
    return last


def train(
    settings: TextSettings, prepared: Prepared, name: str = "", notes: tuple[str, ...] = ()
) -> Iterator[TrainSnapshot]:
    """As `run`, on examples that are already prepared."""
    training = _Training(settings, prepared, name, notes)
    yield training.look()
    for contexts, targets in training.batches():
        if not training.advance(contexts, targets):
            yield training.snapshot("stopped: the loss is no longer finite; a smaller rate is needed")
            return
        if training.step % settings.look_every == 0 or training.step == training.most_steps:
            snapshot = training.look()
            yield snapshot
            if snapshot.ended:
                return
        elif training.step % SNAPSHOT_EVERY == 0:
            yield training.snapshot("")


class _Training:
    """The moving parts of one run: weights, optimiser state, the losses since the last look, and the best so far."""

    def __init__(self, settings: TextSettings, prepared: Prepared, name: str, notes: tuple[str, ...]) -> None:
        self.settings, self.prepared, self.name, self.notes = settings, prepared, name, notes
        self.rng = np.random.default_rng(settings.seed)
        self.weights = start(self.rng, prepared.vocabulary.size, settings)
        self.adam = Adam(settings.rate)
        self.state: AdamState[Weights] = self.adam.start(self.weights)
        self.dev = _spread(prepared.dev, MOST_DEV_EXAMPLES)
        self.most_steps = settings.epochs * -(-prepared.train.count // settings.batch)
        self.step = 0
        self.recent: list[float] = []
        self.points: tuple[TrainPoint, ...] = ()
        self.best, self.best_step, self.best_dev, self.worse = self.weights, 0, np.inf, 0

    def batches(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Contexts and targets in a new order every epoch, the last batch of an epoch being what is left."""
        train, size = self.prepared.train, self.settings.batch
        for _ in range(self.settings.epochs):
            order = self.rng.permutation(train.count)
            for start in range(0, train.count, size):
                chosen = order[start : start + size]
                yield train.contexts[chosen], train.targets[chosen]

    def advance(self, contexts: np.ndarray, targets: np.ndarray) -> bool:
        """One step; False, and nothing changed, if the loss or a weight would not be finite."""
        with np.errstate(all="ignore"):
            loss, gradients = loss_and_gradients(self.weights, contexts, targets)
            if self.settings.optimiser == "adam":
                weights, state = self.adam.step(self.weights, gradients, self.state)
            else:
                weights, state = SGD(self.settings.rate).step(self.weights, gradients), self.state
        if not (np.isfinite(loss) and weights.all_finite()):
            return False
        self.weights, self.state, self.step = weights, state, self.step + 1
        self.recent.append(loss)
        return True

    def look(self) -> TrainSnapshot:
        """Scores dev, keeps the weights if they are the best, and tells whether it is time to stop."""
        dev = perplexity(float(losses(self.weights, self.dev.contexts, self.dev.targets).mean()))
        snapshot_train = self.train_perplexity()
        self.points = (*self.points, TrainPoint(self.step, snapshot_train, dev))
        self.worse += 1
        if dev < self.best_dev:
            self.best, self.best_step, self.best_dev, self.worse = self.weights, self.step, dev, 0
        ended = ""
        if self.worse >= self.settings.patience:
            ended = f"stopped early: dev has not been better for {plural(self.worse, 'look')}"
        elif self.step == self.most_steps:
            ended = f"done: {_all_steps(self.most_steps)}"
        if ended and diverged(self.points):
            ended += ", but it diverged: a smaller rate is needed"
        snapshot = self.snapshot(ended)
        self.recent = []
        return snapshot

    def train_perplexity(self) -> float:
        """Over the batches since the last look; before any step, over the first examples of the text."""
        if self.recent:
            return perplexity(float(np.mean(self.recent)))
        if self.points:
            return self.points[-1].train
        first = _spread(self.prepared.train, self.settings.batch)
        return perplexity(float(losses(self.weights, first.contexts, first.targets).mean()))

    def snapshot(self, ended: str) -> TrainSnapshot:
        """Everything as it is now."""
        return TrainSnapshot(
            settings=self.settings,
            name=self.name,
            notes=self.notes,
            train_examples=self.prepared.train.count,
            dev_examples=self.dev.count,
            parameters=self.weights.count(),
            step=self.step,
            most_steps=self.most_steps,
            epoch=self.step * self.settings.epochs / self.most_steps,
            train_perplexity=self.train_perplexity(),
            points=self.points,
            best=TextModel(self.prepared.vocabulary, self.best),
            best_step=self.best_step,
            best_dev=self.best_dev,
            ended=ended,
        )


def diverged(points: tuple[TrainPoint, ...]) -> bool:
    """Whether training has made even train perplexity twice what it was untrained, or dev is no longer finite."""
    first, last = points[0], points[-1]
    return last.train > 2 * first.train or not np.isfinite(last.dev)


def _all_steps(steps: int) -> str:
    return "the one step was made" if steps == 1 else f"all {count(steps)} steps were made"


def start(rng: np.random.Generator, V: int, settings: TextSettings) -> Weights:
    """float32 weights whose first predictions are nearly uniform: perplexity about V."""
    drawn = draw(rng, V, settings.d, settings.length, settings.hidden, 1.0)
    scales = Weights(
        E=np.array(0.1),
        W_h=np.array((settings.length * settings.d) ** -0.5),
        b_h=np.array(1.0),
        W_o=np.array(0.1 * settings.hidden**-0.5),
        b_o=np.array(1.0),
    )
    return map_arrays(lambda array, scale: (array * scale).astype(np.float32), drawn, scales)


def _spread(examples: Examples, most: int) -> Examples:
    """At most `most` of the examples, evenly spread over the text."""
    if examples.count <= most:
        return examples
    chosen = np.linspace(0, examples.count - 1, most).astype(np.int64)
    return Examples(examples.contexts[chosen], examples.targets[chosen])
