"""The formulas of attention as text that is shown and as text that is run: the lesson's numbers come from them.

Scaled dot-product attention of one head (Vaswani et al. 2017); mask holds 0, or -inf where a word may not look.
"""

from collections.abc import Mapping

import numpy as np

from core.activations import softmax
from core.attention.defaults import Floats
from core.cells.formulas import Formula, evaluate
from core.cells.spec import Array

FORMULAS = (
    Formula("Q", "Q = E @ W_Q", "queries"),
    Formula("K", "K = E @ W_K", "keys"),
    Formula("V", "V = E @ W_V", "values"),
    Formula("scores", "scores = Q @ transpose(K)", "scores"),
    Formula("scaled", "scaled = scores * scale + mask", "scaled scores"),
    Formula("A", "A = softmax(scaled)", "attention"),
    Formula("output", "output = A @ V", "outputs"),
)
SCALE = "scale = 1 / (sqrt(d_k) * temperature)"
"""How the scale in the formulas is made."""


def attend(matrices: Mapping[str, Array], scale: float, mask: Array) -> dict[str, Array]:
    """Every line's value by name, for E (n, d), W_Q and W_K (d, d_k), W_V (d, d_v) and mask (n, n)."""
    variables = {**matrices, "scale": np.asarray(scale), "mask": mask}
    return evaluate(FORMULAS, variables, {"softmax": softmax, "transpose": np.transpose})


def causal_mask(size: int) -> Floats:
    """mask (n, n): 0 on and below the diagonal, -inf above it, where a word would look ahead."""
    return np.where(np.tri(size, dtype=bool), 0.0, -np.inf)
