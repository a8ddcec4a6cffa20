"""The attention lesson's numbers as the tables and curves of a report.

Every matrix has the words on its rows; those between words have them on both sides.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from core.attention.defaults import Floats
from core.attention.path import PathRow
from core.report import Column, Series, Style, Table

if TYPE_CHECKING:
    from core.attention.lesson import AttentionResult


def tables(result: "AttentionResult") -> tuple[Table, ...]:
    """The row looked at, then every matrix in the order of the formulas."""
    words = result.words
    weights = [(name, getattr(result, name)) for name in ("W_Q", "W_K", "W_V")]
    spaces = [(name, getattr(result, name)) for name in ("E", "Q", "K", "V", "output")]
    return (
        row_table(result),
        *(matrix_table(name, words, _numbered(array), array) for name, array in spaces[:1]),
        *(matrix_table(name, _numbered(array.T), _numbered(array), array) for name, array in weights),
        *(matrix_table(name, words, _numbered(array), array) for name, array in spaces[1:4]),
        matrix_table("scores: a row a query, a column a key", words, words, result.scores),
        matrix_table("scaled scores", words, words, result.scaled),
        matrix_table("A: a row a query, each adding up to 1", words, words, result.A, "number"),
        *(matrix_table(name, words, _numbered(array), array) for name, array in spaces[4:]),
    )


def row_table(result: "AttentionResult") -> Table:
    """What the word of the row sees in each word."""
    glossed = any(result.gloss)
    columns = (
        Column("word", "text"),
        *((Column("gloss", "text"),) if glossed else ()),
        Column("score", "signed"),
        Column("scaled", "signed"),
        Column("weight"),
    )
    names = [(look.word, look.gloss) if glossed else (look.word,) for look in result.looks]
    rows = tuple((*name, look.score, look.scaled, look.weight) for name, look in zip(names, result.looks, strict=True))
    return Table(f"'{result.row_word}' looks at", columns, rows)


def matrix_table(
    title: str, labels: Sequence[str], columns: Sequence[str], array: Floats, style: Style = "signed"
) -> Table:
    """A matrix with its labels."""
    rows = tuple((label, *row) for label, row in zip(labels, array.tolist(), strict=True))
    return Table(title, (Column("", "text"), *(Column(name, style) for name in columns)), rows)


def _numbered(array: Floats) -> list[str]:
    """The columns' numbers, from 0, as they stand in an explanation's labels."""
    return [str(i) for i in range(array.shape[1])]


def path_table(rows: Sequence[PathRow]) -> Table:
    """Steps and signals by length."""
    columns = (
        Column("T", "count"),
        Column("steps, attention", "count"),
        Column("steps, RNN", "count"),
        Column("weight on word 1"),
        Column("|d output_T / d x_1|", "scientific"),
        Column("|d h_T / d x_1|", "scientific"),
    )
    cells = tuple((r.length, r.attention_steps, r.rnn_steps, r.weight, r.attention, r.rnn) for r in rows)
    return Table("From word 1 to word T", columns, cells)


def path_series(rows: Sequence[PathRow]) -> Series:
    """Both signals against T, on a log axis."""
    lines = {"attention": np.array([r.attention for r in rows]), "rnn": np.array([r.rnn for r in rows])}
    return Series("Signal of word 1 at word T", "T", np.array([r.length for r in rows]), lines, log=True)
