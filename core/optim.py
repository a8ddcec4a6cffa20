"""Takes gradients to better weights: SGD, Adam, and the clipping that keeps one wild gradient from ruining both.

Nothing is changed in place: a step returns new weights and a new state, so that any step can be taken again.
"""

from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from core.cells.spec import Array
from core.trees import arrays, map_arrays

Tree = TypeVar("Tree")


@dataclass(frozen=True)
class SGD:
    """Plain gradient descent: w - lr * dw."""

    lr: float

    def step(self, weights: Tree, gradients: Tree) -> Tree:
        """The weights after one step; a tree like the one given, in its dtype."""
        return map_arrays(lambda w, dw: w - self.lr * dw, weights, gradients)


@dataclass(frozen=True, eq=False)
class AdamState(Generic[Tree]):
    """How many steps were taken, and the running means of the gradient and of its square."""

    steps: int
    mean: Tree
    square: Tree


@dataclass(frozen=True)
class Adam:
    """Adam with bias correction (Kingma and Ba 2015); the defaults and the place of eps are PyTorch's."""

    lr: float = 1e-3
    beta1: float = 0.9
    beta2: float = 0.999
    eps: float = 1e-8

    def start(self, weights: Tree) -> AdamState[Tree]:
        """The state before the first step: all zero, in the dtype of the weights."""
        zeros = map_arrays(np.zeros_like, weights)
        return AdamState(0, zeros, zeros)

    def step(self, weights: Tree, gradients: Tree, state: AdamState[Tree]) -> tuple[Tree, AdamState[Tree]]:
        """The weights after one step, and the state with which to take the next one.

        With t counting steps from 1: m = beta1 m + (1 - beta1) dw, v = beta2 v + (1 - beta2) dw^2,
        w - lr * (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + eps).
        """
        t = state.steps + 1
        rate, root = self.lr / (1 - self.beta1**t), (1 - self.beta2**t) ** 0.5

        def moved(w: Array, m: Array, v: Array) -> Array:
            after: Array = w - rate * m / (np.sqrt(v) / root + self.eps)
            return after

        with np.errstate(over="ignore", invalid="ignore"):
            mean = map_arrays(lambda m, d: self.beta1 * m + (1 - self.beta1) * d, state.mean, gradients)
            square = map_arrays(lambda v, d: self.beta2 * v + (1 - self.beta2) * (d * d), state.square, gradients)
            return map_arrays(moved, weights, mean, square), AdamState(t, mean, square)


def clip(gradients: Tree, norm: float) -> tuple[Tree, float]:
    """Scale all gradients by one factor so that their joint Euclidean norm is at most `norm`.

    Returns the gradients and their norm before. Gradients that hold inf or nan come back as they are, with a
    norm that says so: only the caller knows what to do then. A norm that is not positive raises ValueError.
    """
    clipped, before = clip_each(map_arrays(lambda d: d[None], gradients), norm)
    return map_arrays(lambda d: d[0], clipped), float(before[0])


def clip_each(gradients: Tree, norm: float) -> tuple[Tree, Array]:
    """As clip, for each of S independent models: every array has a leading axis S, the norms are (S,)."""
    if not norm > 0:
        raise ValueError(f"cannot clip to a norm of {norm}: it must be above 0")
    before = _norms(gradients)
    with np.errstate(all="ignore"):  # a quotient that overflows is not used
        factors = np.where(np.isfinite(before) & (before > norm), norm / before, 1.0)

    def scaled(d: Array) -> Array:
        return d * factors.astype(d.dtype).reshape(-1, *[1] * (d.ndim - 1))

    return map_arrays(scaled, gradients), before


def _norms(gradients: object) -> Array:
    """The norm along all axes but the first, in float64, divided by the largest entry so as not to overflow."""
    flat = np.concatenate([d.reshape(len(d), -1).astype(np.float64) for d in arrays(gradients)], axis=1)
    largest = np.abs(flat).max(axis=1, initial=0.0)
    safe = np.where(np.isfinite(largest) & (largest > 0), largest, 1.0)
    norms: Array = safe * np.sqrt(np.square(flat / safe[:, None]).sum(axis=1))
    return norms
