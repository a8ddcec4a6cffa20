"""One training step of a small language model with every number kept: before, gradients, and after.
Steps already made come first, so the step shown may be the first or the hundredth.
"""

from dataclasses import dataclass

import numpy as np

from core.cells.spec import Array
from core.language_model.settings import LanguageModelSettings
from core.language_model.size import ModelSize, model_size
from core.language_model.step import Backward, Forward, backward, forward, forward_from_rows, updated
from core.language_model.weights import Weights
from core.numbers import visible


@dataclass(frozen=True)
class WordRow:
    """One word's score z, e = exp(z - max z), probability p, label y, p - y and what the step does to it.

    push is "down", "up" or "none"; p_after is with the old x kept, p_after_updated_E with the new rows of E.
    """

    word: str
    is_target: bool
    z: float
    e: float
    p: float
    y: float
    dz: float
    push: str
    p_after: float
    change: float
    p_after_updated_E: float
    change_updated_E: float


@dataclass(frozen=True, eq=False)
class EmbeddingRow:
    """A word's row of E before the step, its gradient (0 but for the context's words), and after it, each (d,)."""

    word: str
    before: Array
    gradient: Array
    after: Array


@dataclass(frozen=True, eq=False)
class LanguageModelResult:
    """The step shown: weights and passes before and after, gradients, and the loss (nats) after 0, 1, 2... updates.

    `after_old_x` keeps the x of before the step, as the lesson does; `after_updated_E` looks the rows up anew."""

    settings: LanguageModelSettings
    words: tuple[str, ...]
    context: tuple[str, ...]
    target: str
    context_numbers: tuple[int, ...]
    target_number: int
    weights: Weights
    forward: Forward
    backward: Backward
    updated: Weights
    after_old_x: Forward
    after_updated_E: Forward
    word_rows: tuple[WordRow, ...]
    embedding_rows: tuple[EmbeddingRow, ...]
    losses: Array
    parameters: int
    size: ModelSize


def compute(settings: LanguageModelSettings) -> LanguageModelResult:
    """Makes `settings.steps` updates on the one example, then shows the next one in full."""
    context, target = settings.context_numbers, settings.target_number
    weights, losses = _trained(settings)
    before = forward(weights, context, target)
    gradients = backward(weights, before, context, target)
    after = updated(weights, gradients.gradients, settings.eta)
    kept_x = forward_from_rows(after, before.rows, target)
    anew = forward(after, context, target)
    words = tuple(visible(word) for word in settings.word_list)
    return LanguageModelResult(
        settings=settings,
        words=words,
        context=tuple(words[number] for number in context),
        target=words[target],
        context_numbers=context,
        target_number=target,
        weights=weights,
        forward=before,
        backward=gradients,
        updated=after,
        after_old_x=kept_x,
        after_updated_E=anew,
        word_rows=tuple(_word_rows(words, target, before, gradients, kept_x, anew)),
        embedding_rows=tuple(EmbeddingRow(*row) for row in zip(words, weights.E, gradients.dE, after.E, strict=True)),
        losses=losses,
        parameters=weights.count(),
        size=model_size(settings.table_V, settings.table_d, settings.table_n, settings.table_H),
    )


def _trained(settings: LanguageModelSettings) -> tuple[Weights, Array]:
    """The weights after settings.steps updates, and the losses of the whole curve.

    No setting makes them overflow: a unit that is pushed far is saturated, and then its gradient is zero.
    """
    context, target = settings.context_numbers, settings.target_number
    weights = shown = settings.weights()
    losses: list[float] = []
    for step in range(max(settings.curve, settings.steps + 1) + 1):
        now = forward(weights, context, target)
        losses.append(now.loss_nats)
        if step <= settings.steps:
            shown = weights
        weights = updated(weights, backward(weights, now, context, target).gradients, settings.eta)
    return shown, np.array(losses)


def _word_rows(
    words: tuple[str, ...], target: int, before: Forward, gradients: Backward, kept_x: Forward, anew: Forward
) -> list[WordRow]:
    return [
        WordRow(
            word=word,
            is_target=number == target,
            z=float(before.z[number]),
            e=float(before.e[number]),
            p=float(before.p[number]),
            y=float(gradients.y[number]),
            dz=float(gradients.dz[number]),
            push=_push(float(gradients.dz[number])),
            p_after=float(kept_x.p[number]),
            change=float(kept_x.p[number] - before.p[number]),
            p_after_updated_E=float(anew.p[number]),
            change_updated_E=float(anew.p[number] - before.p[number]),
        )
        for number, word in enumerate(words)
    ]


def _push(dz: float) -> str:
    """Gradient descent moves a score against its gradient."""
    return "none" if dz == 0 else "down" if dz > 0 else "up"
