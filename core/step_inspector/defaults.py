"""The values a step starts from: the lesson's own, or seeded ones, cut or padded to the sizes asked for.

Every cell draws on the same four slots, so a GRU's update gate has the LSTM's forget weights, gate for gate.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from core.cells.spec import Array, CellKind

Rows = tuple[tuple[float, ...], ...]

LARGEST = 16
"""The most inputs and the most hidden units."""

LONGEST = 200
"""The most steps of a sequence."""

SLOTS: dict[CellKind, tuple[int, ...]] = {"lstm": (0, 1, 2, 3), "gru": (0, 1, 2), "rnn": (2,)}
"""Which of the four slots (forget, input, candidate, output) each gate of a cell reads, in the order of GATES."""

_LESSON_W = (
    ((0.5, 0.1), (-0.3, 0.2)),
    ((0.4, -0.1), (0.2, 0.3)),
    ((-0.2, 0.5), (0.6, -0.1)),
    ((0.1, -0.3), (0.3, 0.2)),
)
_LESSON_U = (
    ((0.3, -0.2), (0.1, 0.4)),
    ((-0.2, 0.3), (0.5, -0.1)),
    ((0.4, 0.1), (-0.3, 0.2)),
    ((0.2, 0.5), (0.4, -0.2)),
)
_LESSON_H, _LESSON_C, _LESSON_X = ((0.1, -0.2),), ((0.5, 0.3),), ((0.6, 0.4),)
TEN_VALUES = (1.0, -0.5, 0.3, 0.8, -1.0, 0.2, 0.6, -0.3, 0.9, -0.7)
"""The lesson's sequence of ten inputs."""


@dataclass(frozen=True, eq=False)
class Base:
    """The values behind empty fields: W (4, H, I), U (4, H, H), b and b_rec (4, 1, H), a slot a row."""

    W: Array
    U: Array
    b: Array
    b_rec: Array


def base(kind: CellKind, inputs: int, hidden: int, seed: int, scale: float) -> Base:
    """The lesson's weights with zeros where they do not reach, or, for a seed above 0, normal draws of this scale.

    Only an LSTM's forget bias of the lesson is 1, other biases are 0. Draws are made for the largest sizes and
    cut, so that another size keeps what fits.
    """
    if seed == 0:
        b = np.zeros((4, 1, 2))
        b[0] = 1 if kind == "lstm" else 0
        W, U, b_rec = np.array(_LESSON_W), np.array(_LESSON_U), np.zeros((4, 1, 2))
    else:
        rng = np.random.default_rng([seed, 0])
        W, U = (scale * rng.standard_normal((4, LARGEST, LARGEST)) for _ in range(2))
        b, b_rec = (scale * rng.standard_normal((4, 1, LARGEST)) for _ in range(2))
    return Base(
        W=fitted(W, np.zeros((4, hidden, inputs))),
        U=fitted(U, np.zeros((4, hidden, hidden))),
        b=fitted(b, np.zeros((4, 1, hidden))),
        b_rec=fitted(b_rec, np.zeros((4, 1, hidden))),
    )


def base_states(hidden: int) -> tuple[Array, Array]:
    """The lesson's h_prev and c_prev, (1, H) each, with zeros for further units."""
    h, c = (fitted(np.array(rows), np.zeros((1, hidden))) for rows in (_LESSON_H, _LESSON_C))
    return h, c


def base_sequence(name: str, inputs: int, length: int, seed: int) -> Array:
    """A named sequence (T, I): the lesson's one step, its ten values, or `length` normal draws by seed.

    The ten values are the first input's; inputs that a sequence does not reach are 0.
    """
    if name == "random":
        drawn = np.random.default_rng([seed, 1]).standard_normal((LONGEST, LARGEST))
        return drawn[:length, :inputs].copy()
    known = np.array(_LESSON_X) if name == "lesson" else np.array(TEN_VALUES)[:, np.newaxis]
    return fitted(known, np.zeros((len(known), inputs)))


def fitted(array: Array, onto: Array) -> Array:
    """`onto` with every entry of `array` that has a place in it."""
    shared = tuple(slice(min(a, b)) for a, b in zip(array.shape, onto.shape, strict=True))
    merged = onto.copy()
    merged[shared] = array[shared]
    return merged


def completed(rows: Rows, onto: Array, kind: CellKind) -> Array:
    """The four slots (4, R, N) that rows of a field give; slots that they leave out, or all if empty, are `onto`'s.

    rows holds R rows a slot: of all four slots, or only of those that this kind reads.
    """
    if not rows:
        return onto.copy()
    given = np.array(rows, dtype=np.float64)
    if given.shape[0] == 4 * onto.shape[1]:
        return given.reshape(onto.shape)
    full = onto.copy()
    full[list(SLOTS[kind])] = given.reshape(len(SLOTS[kind]), *onto.shape[1:])
    return full


def rows_of(array: Array) -> Rows:
    """An array (..., N) as rows of floats, as a matrix field holds them."""
    flat: list[list[Any]] = array.reshape(-1, array.shape[-1]).tolist()
    return tuple(tuple(row) for row in flat)
