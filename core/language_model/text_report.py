"""Training on a text as tables and sentences, with the answers of the best model so far.
A snapshot is all it needs, so it can report at any step.
"""

from dataclasses import dataclass

from core.corpus import UNKNOWN
from core.language_model.query import Context, Neighbours, NextWord, neighbours, next_words, read_context, sample
from core.language_model.text_settings import TextSettings
from core.language_model.text_training import TrainPoint, TrainSnapshot
from core.numbers import count, number, percent
from core.report import Column, Report, Table, Text


@dataclass(frozen=True)
class Answers:
    """What the best model says to the settings' prompt: next words, a sampled sentence, and words like its last."""

    context: Context
    next_words: tuple[NextWord, ...]
    sampled: tuple[str, ...]
    neighbours: Neighbours | None


def answers(snapshot: TrainSnapshot) -> Answers:
    """Asks the best model so far; the last word of the prompt gets neighbours if it is in the vocabulary."""
    settings, model = snapshot.settings, snapshot.best
    context = read_context(model, settings.prompt)
    last = context.numbers[-1]
    return Answers(
        context,
        next_words(model, context, settings.top),
        sample(model, context, settings.temperature, settings.sample_seed),
        neighbours(model, last, settings.top) if last > UNKNOWN else None,
    )


@dataclass(frozen=True)
class TextResult:
    """Every number of a training that is shown, without the weights themselves: what JSON should hold."""

    settings: TextSettings
    name: str
    notes: tuple[str, ...]
    train_examples: int
    dev_examples: int
    vocabulary: int
    parameters: int
    steps: int
    points: tuple[TrainPoint, ...]
    best_step: int
    best_dev: float
    ended: str
    answers: Answers


def result(snapshot: TrainSnapshot) -> TextResult:
    """The snapshot's numbers and its best model's answers."""
    return TextResult(
        settings=snapshot.settings,
        name=snapshot.name,
        notes=snapshot.notes,
        train_examples=snapshot.train_examples,
        dev_examples=snapshot.dev_examples,
        vocabulary=snapshot.best.vocabulary.size,
        parameters=snapshot.parameters,
        steps=snapshot.step,
        points=snapshot.points,
        best_step=snapshot.best_step,
        best_dev=snapshot.best_dev,
        ended=snapshot.ended,
        answers=answers(snapshot),
    )


def report(snapshot: TrainSnapshot) -> Report:
    """The notes on the file, the looks at dev, and the answers."""
    said = answers(snapshot)
    points = snapshot.points
    rows = tuple((p.step, p.train, p.dev, "best" if p.step == snapshot.best_step else "") for p in points)
    looks = Table(
        f"perplexity (words), {snapshot.name}",
        (Column("steps", "count"), Column("train"), Column("dev"), Column("", "text")),
        rows,
    )
    return (Text("the file", snapshot.notes), looks, *_said(said), Text("what to see", sentences(snapshot)))


def sentences(snapshot: TrainSnapshot) -> tuple[str, ...]:
    """How far training has come, and what that perplexity means."""
    V = snapshot.best.vocabulary.size
    verb = "trains" if not snapshot.ended else "trained"
    share = percent(snapshot.best_dev / V)
    untrained = bool(snapshot.ended) and not snapshot.best_step
    return (
        f"A model of {count(snapshot.parameters)} numbers {verb} on {count(snapshot.train_examples)} examples: "
        f"{count(snapshot.step)} of {count(snapshot.most_steps)} steps.",
        f"At its best, at step {count(snapshot.best_step)}, it is left with {number(snapshot.best_dev)} equal words of "
        f"{count(V)} on dev ({share}), scored on {count(snapshot.dev_examples)} examples.",
        "Train perplexity is a mean over the batches since the last look, before any step over the first batch.",
        *(["No step made dev better: the model that answers is the untrained one."] if untrained else []),
        *([snapshot.ended] if snapshot.ended else []),
    )


def _said(said: Answers) -> list[Table | Text]:
    title = f"after {' '.join(said.context.shown)}"
    rows = tuple((word.word, word.p) for word in said.next_words)
    found: list[Table | Text] = [
        Table(title, (Column("next word", "text"), Column("p", "percent")), rows),
        Text("a sampled sentence", (" ".join(said.sampled) or "(it ends at once)",)),
    ]
    if said.neighbours:
        columns = (Column("in E", "text"), Column("cosine", "signed"), Column("in W_o", "text"),
                   Column("cosine", "signed"))  # fmt: skip
        pairs = zip(said.neighbours.E, said.neighbours.W_o, strict=True)
        near = tuple((a.word, a.cosine, b.word, b.cosine) for a, b in pairs)
        found.append(Table(f"nearest to {said.neighbours.word}", columns, near))
    return found
