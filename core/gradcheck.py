"""Checks a hand-written gradient against what the loss does when an entry is nudged, the test no bug survives.
Used by the tests, and by the application to show that a gradient on screen is true.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from core.cells.spec import Array

DEFAULT_EPS = 1e-6
"""The nudge: near the cube root of float64's resolution, where rounding and curvature errors balance."""


@dataclass(frozen=True)
class GradientReport:
    """How far written gradients are from nudged ones; differences are relative to the largest entry.

    worst names the array that is furthest off; entry is its worst index, analytic and numeric the two values
    there. differences holds the figure of every array by name.
    """

    worst: str
    entry: tuple[int, ...]
    analytic: float
    numeric: float
    difference: float
    differences: Mapping[str, float]

    def __str__(self) -> str:
        """One line that names the worst entry and both numbers."""
        at = ",".join(str(index) for index in self.entry)
        return (
            f"largest relative difference {self.difference:.1e}, in d{self.worst}[{at}]: "
            f"written {self.analytic:+.6e}, nudged {self.numeric:+.6e}"
        )


def central_difference(f: Callable[[Array], float], x: Array, eps: float = DEFAULT_EPS) -> Array:
    """(f(x + eps) - f(x - eps)) / (2 eps) for each entry of x, of the shape of x; x itself is left alone."""
    point = np.array(x, dtype=np.float64)
    slopes = np.empty_like(point)
    for index in np.ndindex(point.shape):
        kept = point[index]
        above, below = kept + eps, kept - eps
        point[index] = above
        f_above = f(point.copy())
        point[index] = below
        f_below = f(point.copy())
        point[index] = kept
        # The step that was truly taken: kept + eps is rounded where kept is large.
        slopes[index] = (f_above - f_below) / (above - below)
    return slopes


def largest_relative_difference(a: Array, b: Array) -> float:
    """max |a - b| over the largest |entry| of either; 0 where both are zero or empty. A nan in either gives nan.

    Raises ValueError if the shapes differ.
    """
    if np.shape(a) != np.shape(b):
        raise ValueError(f"the shapes {np.shape(a)} and {np.shape(b)} differ: these are not the same gradient")
    scale = max(np.abs(a).max(initial=0), np.abs(b).max(initial=0))
    if scale == 0:
        return 0.0
    return float(np.abs(np.subtract(a, b)).max() / scale)


def check(
    f: Callable[[dict[str, Array]], float],
    grads: Mapping[str, Array],
    at: Mapping[str, Array],
    eps: float = DEFAULT_EPS,
) -> GradientReport:
    """Compares grads, the written gradients of f by name, with central differences of f at the arrays `at`.

    f takes a dict of arrays with the names of at. Raises KeyError for a gradient of something that is not in
    at, ValueError if there is none to check.
    """
    if not grads:
        raise ValueError("no gradient was given: name at least one")
    numeric = {name: central_difference(_of_one(f, at, name), at[name], eps) for name in grads}
    differences = {name: largest_relative_difference(grads[name], numeric[name]) for name in grads}
    worst = max(differences, key=lambda name: np.nan_to_num(differences[name], nan=np.inf))
    gaps = np.nan_to_num(np.abs(grads[worst] - numeric[worst]), nan=np.inf)
    entry = tuple(int(i) for i in np.unravel_index(int(gaps.argmax()), gaps.shape))
    return GradientReport(
        worst=worst,
        entry=entry,
        analytic=float(grads[worst][entry]),
        numeric=float(numeric[worst][entry]),
        difference=differences[worst],
        differences=differences,
    )


def _of_one(f: Callable[[dict[str, Array]], float], at: Mapping[str, Array], name: str) -> Callable[[Array], float]:
    """f as a function of one of its arrays, the others held."""
    return lambda value: f({**at, name: value})
