"""Opens any cell of the attention lesson: the labelled products that it was summed from, and what was done to them.

The terms are taken from the factors, never from the number they explain.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.attention.defaults import Floats

if TYPE_CHECKING:
    from core.attention.lesson import AttentionResult

EXPLAINED = ("Q", "K", "V", "scores", "scaled", "A", "output")


@dataclass(frozen=True)
class Term:
    """One summand with the names of its factors, such as "Q[był,0] * K[Kot,0]"; left and right are the factors."""

    label: str
    left: float
    right: float
    value: float


@dataclass(frozen=True)
class Explanation:
    """The sum behind entry (i, j) of a matrix; total is the sum of the terms, value the entry computed from it.

    rule says how: value = total except for A, whose terms sum to the softmax's denominator and whose value is
    the j-th term divided by it.
    """

    name: str
    terms: tuple[Term, ...]
    total: float
    value: float
    rule: str


def explain(result: "AttentionResult", name: str, i: int, j: int) -> Explanation:
    """The labelled terms of entry (i, j), from 0, of one of EXPLAINED.

    Raises KeyError for another name and IndexError for a place outside the matrix.
    """
    if name not in EXPLAINED:
        raise KeyError(f"{name} is not explained; one of {', '.join(EXPLAINED)}")
    rows, columns = getattr(result, name).shape
    if not (0 <= i < rows and 0 <= j < columns):
        raise IndexError(f"{name} has {rows} x {columns} entries; ({i}, {j}) is outside")
    if name == "A":
        return _softmax(result, i, j)
    terms = _TERMS[name](result, i, j)
    total = math.fsum(term.value for term in terms) if np.isfinite([t.value for t in terms]).all() else -math.inf
    return Explanation(_label(result, name, i, j), terms, total, total, "sum")


def _label(result: "AttentionResult", name: str, i: int, j: int) -> str:
    column = result.words[j] if name in ("scores", "scaled", "A") else str(j)
    return f"{name}[{result.words[i]},{column}]"


_Maker = Callable[["AttentionResult", int, int], tuple[Term, ...]]


def _projection(name: str) -> _Maker:
    def made(result: "AttentionResult", i: int, j: int) -> tuple[Term, ...]:
        W = getattr(result, f"W_{name}")
        word = result.words[i]
        labels = [f"E[{word},{k}] * W_{name}[{k},{j}]" for k in range(len(W))]
        return _products(labels, result.E[i], W[:, j])

    return made


def _score(result: "AttentionResult", i: int, j: int) -> tuple[Term, ...]:
    labels = [f"Q[{result.words[i]},{k}] * K[{result.words[j]},{k}]" for k in range(result.Q.shape[1])]
    return _products(labels, result.Q[i], result.K[j])


def _scaled(result: "AttentionResult", i: int, j: int) -> tuple[Term, ...]:
    at = f"{result.words[i]},{result.words[j]}"
    score = float(result.scores[i, j])
    scaled = Term(f"scores[{at}] * scale", score, result.scale, score * result.scale)
    hidden = Term(f"mask[{at}]", float(result.mask[i, j]), 1.0, float(result.mask[i, j]))
    return (scaled, hidden) if result.settings.mask else (scaled,)


def _output(result: "AttentionResult", i: int, j: int) -> tuple[Term, ...]:
    labels = [f"A[{result.words[i]},{word}] * V[{word},{j}]" for word in result.words]
    return _products(labels, result.A[i], result.V[:, j])


def _softmax(result: "AttentionResult", i: int, j: int) -> Explanation:
    word, largest = result.words[i], float(result.scaled[i].max())
    rows = zip(result.words, result.scaled[i].tolist(), strict=True)
    terms = tuple(
        Term(f"exp(scaled[{word},{other}] - max)", value, largest, math.exp(value - largest)) for other, value in rows
    )
    total = math.fsum(term.value for term in terms)
    return Explanation(_label(result, "A", i, j), terms, total, terms[j].value / total, f"{result.words[j]}'s / sum")


def _products(labels: list[str], left: Floats, right: Floats) -> tuple[Term, ...]:
    pairs = zip(labels, left.tolist(), right.tolist(), strict=True)
    return tuple(Term(label, a, b, a * b) for label, a, b in pairs)


_TERMS: dict[str, _Maker] = {
    **{name: _projection(name) for name in "QKV"},
    "scores": _score,
    "scaled": _scaled,
    "output": _output,
}
