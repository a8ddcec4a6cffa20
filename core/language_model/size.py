"""How many numbers a neural language model needs, against the table of a trigram that knows every word triple.
The one grows with V, the other with V cubed.
"""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class ModelSize:
    """Parameters by array, their total, the free cells of a trigram table, and how far apart the two are.

    biases are H + V; trigram_cells are V^2 contexts of V - 1 free probabilities; orders_of_magnitude is log10(ratio).
    """

    V: int
    d: int
    context: int
    H: int
    E: int
    W_h: int
    W_o: int
    biases: int
    total: int
    trigram_cells: int
    ratio: float
    orders_of_magnitude: float


def model_size(V: int, d: int, context: int, H: int) -> ModelSize:
    """Counts the parameters of a model of `context` words before, d numbers a word and H hidden units."""
    E, W_h, W_o, biases = V * d, context * d * H, H * V, H + V
    total = E + W_h + W_o + biases
    cells = V**2 * (V - 1)
    ratio = cells / total
    return ModelSize(V, d, context, H, E, W_h, W_o, biases, total, cells, ratio, math.log10(ratio))
