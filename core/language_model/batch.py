"""Many examples through the language model at once, for training; float64 or float32, as the weights are.
Scoring goes in pieces, so that no array of words by examples grows beyond a set size.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from core.activations import dtanh, log_softmax
from core.cells.spec import Array
from core.language_model.weights import Weights

Ints = NDArray[np.integer]
MOST_SCORES = 2_000_000
"""The largest number of scores (examples x V) held at once when scoring: 16 MB of float64."""


def loss_and_gradients(weights: Weights, contexts: Ints, targets: Ints) -> tuple[float, Weights]:
    """The mean cross-entropy (nats) of predicting `targets` (N,) after `contexts` (N, n), and its gradients."""
    x, h, log_p = _forward(weights, contexts)
    N = len(targets)
    everyone = np.arange(N)
    loss = -float(log_p[everyone, targets].mean())
    dz = np.exp(log_p, out=log_p)
    dz[everyone, targets] -= 1
    dz /= N
    dpre = (dz @ weights.W_o.T) * dtanh(h)
    drows = (dpre @ weights.W_h.T).reshape(-1, weights.E.shape[1])
    gradients = Weights(
        E=_sum_by_word(drows, contexts.ravel(), weights.E.shape[0]),
        W_h=x.T @ dpre,
        b_h=dpre.sum(axis=0),
        W_o=h.T @ dz,
        b_o=dz.sum(axis=0),
    )
    return loss, gradients


def losses(weights: Weights, contexts: Ints, targets: Ints) -> Array:
    """-log p (nats) of each target (N,), in float64 whatever the weights are."""
    pieces = [np.zeros(0)]
    for part in _parts(len(targets), weights.E.shape[0]):
        _, _, log_p = _forward(weights, contexts[part])
        pieces.append(-log_p[np.arange(len(log_p)), targets[part]].astype(np.float64))
    return np.concatenate(pieces)


def log_probabilities(weights: Weights, contexts: Ints) -> Array:
    """log p (nats) of every word after each context: (N, V)."""
    return _forward(weights, contexts)[2]


def _forward(weights: Weights, contexts: Ints) -> tuple[Array, Array, Array]:
    """x (N, n d), h (N, H) and log p (N, V)."""
    x = weights.E[contexts].reshape(len(contexts), -1)
    h = np.tanh(x @ weights.W_h + weights.b_h)
    return x, h, log_softmax(h @ weights.W_o + weights.b_o)


def _sum_by_word(rows: Array, words: Ints, V: int) -> Array:
    """The rows (M, d) summed by the word (M,) that each belongs to: (V, d). Sorted sums, as add.at is slow."""
    order = np.argsort(words, kind="stable")
    ordered = words[order]
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    summed = np.zeros((V, rows.shape[1]), dtype=rows.dtype)
    summed[ordered[starts]] = np.add.reduceat(rows[order], starts, axis=0)
    return summed


def _parts(N: int, V: int) -> Iterator[slice]:
    size = max(MOST_SCORES // V, 1)
    return (slice(start, start + size) for start in range(0, N, size))
