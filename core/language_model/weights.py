"""The five arrays of the feed-forward language model, and how they are drawn and resized.
Names and shapes follow Bengio et al. (2003): embeddings E, hidden layer W_h, b_h, output layer W_o, b_o.
"""

from dataclasses import dataclass

import numpy as np

from core.cells.spec import Array


@dataclass(frozen=True, eq=False)
class Weights:
    """E (V, d), W_h (n d, H), b_h (H,), W_o (H, V), b_o (V,), for n context words. Gradients have the same type."""

    E: Array
    W_h: Array
    b_h: Array
    W_o: Array
    b_o: Array

    @property
    def context(self) -> int:
        """n, the number of context words."""
        return int(self.W_h.shape[0] // self.E.shape[1])

    def count(self) -> int:
        """The number of scalars in all five arrays."""
        return sum(array.size for array in (self.E, self.W_h, self.b_h, self.W_o, self.b_o))

    def all_finite(self) -> bool:
        """Whether no weight is nan or infinite."""
        arrays = (self.E, self.W_h, self.b_h, self.W_o, self.b_o)
        return all(bool(np.isfinite(array).all()) for array in arrays)


def draw(rng: np.random.Generator, V: int, d: int, n: int, H: int, scale: float) -> Weights:
    """Weights from normal(0, scale), drawn in the order E, W_h, W_o; biases zero; float64."""
    return Weights(
        E=rng.normal(0, scale, (V, d)),
        W_h=rng.normal(0, scale, (n * d, H)),
        b_h=np.zeros(H),
        W_o=rng.normal(0, scale, (H, V)),
        b_o=np.zeros(V),
    )


def fitted(old: Array, new: Array) -> Array:
    """`new` with the part that both have in common, from index 0 on every axis, taken from `old`."""
    common = tuple(slice(min(a, b)) for a, b in zip(old.shape, new.shape, strict=True))
    kept = new.copy()
    kept[common] = old[common]
    return kept


def fitted_hidden(old: Array, old_d: int, new: Array, new_d: int) -> Array:
    """As `fitted` for W_h, whose rows are d components for each context word: word keeps word."""
    apart = fitted(old.reshape(-1, old_d, old.shape[1]), new.reshape(-1, new_d, new.shape[1]))
    return apart.reshape(new.shape)
