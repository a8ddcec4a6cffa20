"""The attention lesson: every matrix from words to outputs, one row in words, and the path against an RNN's.

All matrices are the values of the formulas that are shown.
"""

from dataclasses import dataclass

import numpy as np

from core.attention.defaults import Floats, known_words
from core.attention.formulas import FORMULAS, SCALE, attend, causal_mask
from core.attention.path import PathRow, measure
from core.attention.sentences import path_sentences, row_sentences
from core.attention.settings import AttentionSettings
from core.attention.tables import path_series, path_table, tables
from core.report import Report, Text


@dataclass(frozen=True)
class Look:
    """One word as the word of the row sees it: dot product, scaled (mask included), and the weight it gets."""

    word: str
    gloss: str
    score: float
    scaled: float
    weight: float


@dataclass(frozen=True, eq=False)
class AttentionResult:
    """Everything shown of n words: E (n, d); W_Q, W_K (d, d_k), W_V (d, d_v); Q, K (n, d_k), V (n, d_v); scores,
    mask, scaled and A (n, n), a row a query; output (n, d_v). scale multiplies the scores.

    row_sums (n,) are those of A. looks is the row that is looked at, output_row its output; spread is exp of the
    row's entropy: over how many words it spreads if all had equal weight. known: words of an own sentence that
    have the vectors of the embeddings lesson. path ends with length T.
    """

    settings: AttentionSettings
    words: tuple[str, ...]
    gloss: tuple[str, ...]
    E: Floats
    W_Q: Floats
    W_K: Floats
    W_V: Floats
    scale: float
    mask: Floats
    Q: Floats
    K: Floats
    V: Floats
    scores: Floats
    scaled: Floats
    A: Floats
    output: Floats
    row_sums: Floats
    row_word: str
    looks: tuple[Look, ...]
    output_row: Floats
    spread: float
    known: tuple[str, ...]
    formulas: tuple[str, ...]
    sentences: tuple[str, ...]
    path: tuple[PathRow, ...]
    path_sentences: tuple[str, ...]


def compute(settings: AttentionSettings) -> AttentionResult:
    """All of the lesson from its settings."""
    words, row, matrices = settings.word_list, settings.looked_at, settings.matrices()
    scale = float(1 / (np.sqrt(settings.d_k) * settings.temperature))
    mask = causal_mask(len(words)) if settings.mask else np.zeros((len(words), len(words)))
    values = {name: np.asarray(array, dtype=np.float64) for name, array in attend(matrices, scale, mask).items()}
    looks = _looks(settings, values, row)
    spread = _spread(values["A"][row])
    known = known_words(words) if settings.own and settings.vectors == "corpus" else ()
    path = measure(settings.steps, settings.width, settings.seed)
    return AttentionResult(
        settings=settings,
        words=words,
        gloss=settings.gloss,
        **matrices,
        scale=scale,
        mask=mask,
        **values,
        row_sums=values["A"].sum(axis=1),
        row_word=words[row],
        looks=looks,
        output_row=values["output"][row],
        spread=spread,
        known=known,
        formulas=(*(line.text for line in FORMULAS), SCALE),
        sentences=row_sentences(settings, looks, spread, known),
        path=path,
        path_sentences=path_sentences(path),
    )


def _looks(settings: AttentionSettings, values: dict[str, Floats], row: int) -> tuple[Look, ...]:
    columns = zip(*(values[name][row].tolist() for name in ("scores", "scaled", "A")), strict=True)
    return tuple(
        Look(word, gloss, *numbers)
        for word, gloss, numbers in zip(settings.word_list, settings.gloss, columns, strict=True)
    )


def _spread(weights: Floats) -> float:
    kept = weights[weights > 0]
    return float(np.exp(-(kept * np.log(kept)).sum()))


def report(result: AttentionResult) -> Report:
    """The formulas, the row looked at, every matrix, and the path against the RNN's."""
    return (
        Text("Formulas", result.formulas),
        *tables(result),
        Text("What to see", result.sentences),
        path_table(result.path),
        path_series(result.path),
        Text("What to see on the path", result.path_sentences),
    )
