"""Arithmetic that saturates at the largest finite number where plain arithmetic would give inf, then nan.
Weights of 1e308 are legal: their products overflow one by one although the true sum may be ordinary, or zero.

Each named term is clipped before it is added, so that what is shown adds up to what is used: an input term
and a recurrent term that both overflow, with opposite signs, cancel.
"""

import numpy as np

from core.cells.spec import Array


def dot(a: Array, b: Array) -> Array:
    """The matrix product a @ b, clipped to the finite range of its type.

    An entry that overflows is made again from a row of a and a column of b scaled to at most 1, so that terms
    of opposite sign cancel as in exact arithmetic. A nan or inf that is already in a or b shows as nan.
    """
    with np.errstate(over="ignore", invalid="ignore", under="ignore"):
        product: Array = np.asarray(a @ b)
        finite = np.isfinite(product)
        return product if finite.all() else np.where(finite, product, _scaled_dot(a, b))


def times(a: Array, b: Array) -> Array:
    """The product a * b entry by entry, clipped to the finite range of its type."""
    with np.errstate(over="ignore", invalid="ignore"):
        return clip(a * b)


def total(*terms: Array | None) -> Array:
    """The sum of the terms that are not None, clipped to the finite range of its type."""
    present = [term for term in terms if term is not None]
    with np.errstate(over="ignore", invalid="ignore"):
        added: Array = np.asarray(sum(present[1:], start=present[0]))
        if np.isfinite(added).all():
            return added
        # A fourth of each of up to four terms cannot overflow, and times four is exact.
        return clip(np.asarray(4 * sum((term / 4 for term in present[1:]), start=present[0] / 4)))


def clip(values: Array) -> Array:
    """values with +-inf replaced by the largest finite number of their type; nan stays nan."""
    largest = np.finfo(values.dtype).max
    clipped: Array = np.clip(values, -largest, largest)
    return clipped


def _scaled_dot(a: Array, b: Array) -> Array:
    """a @ b by way of rows and columns whose largest entry is 1, multiplied back with the smaller scale first."""
    if a.ndim == 1:
        row: Array = _scaled_dot(a[np.newaxis], b)[..., 0, :]
        return row
    rows = np.abs(a).max(axis=-1, keepdims=True)  # (.., M, 1)
    columns = np.abs(b).max(axis=-2, keepdims=True)  # (.., 1, N)
    unit = (a / np.where(rows == 0, 1, rows)) @ (b / np.where(columns == 0, 1, columns))
    return clip(unit * np.minimum(rows, columns) * np.maximum(rows, columns))
