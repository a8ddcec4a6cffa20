"""The embeddings lesson's numbers as the tables of a report: the map, the answers, and each matrix in full.

Matrices are as wide as the vocabulary; only the words that can be read side by side are printed of a larger one.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.embeddings.query import Analogy
from core.embeddings.space import Floats, Ints, Space
from core.report import Column, Style, Table

if TYPE_CHECKING:
    from core.embeddings.lesson import EmbeddingsResult

SHOWN = 12
"""Words of the counts and the PPMI that a report shows; JSON and the screen have all of them."""


def tables(result: "EmbeddingsResult") -> tuple[Table, ...]:
    """Neighbours, the analogy, the list, the map's points, then counts, PPMI, vectors and singular values."""
    space = result.space
    return (
        neighbours_table(result),
        answers_table(result.analogy, result.settings.top),
        *([analogies_table(result.analogies)] if result.analogies else []),
        _matrix(f"Counts within {space.window}, most frequent words", space, space.counts, "count"),
        _matrix("PPMI (bits), most frequent words", space, space.ppmi, "number"),
        vectors_table(space),
        components_table(space),
    )


def neighbours_table(result: "EmbeddingsResult") -> Table:
    """The words nearest to the word asked about."""
    rows = tuple((one.word, one.cosine) for one in result.neighbours)
    return Table(f"Nearest to {result.word}", (Column("word", "text"), Column("cosine", "signed")), rows)


def answers_table(asked: Analogy, top: int) -> Table:
    """The nearest words to a - b + c."""
    rows = tuple((one.word, one.cosine) for one in asked.answers[:top])
    return Table(f"Nearest to {asked.question}", (Column("word", "text"), Column("cosine", "signed")), rows)


def analogies_table(listed: Sequence[Analogy]) -> Table:
    """The list: what was hoped for, what came, and what a alone would have given."""
    columns = (
        Column("question", "text"),
        Column("expected", "text"),
        Column("answer", "text"),
        Column("cosine", "signed"),
        Column("", "text"),
        Column("cosine of expected", "signed"),
        Column("place of expected", "count"),
        Column("a alone", "text"),
    )
    return Table("Analogies, those that fail as well", columns, tuple(map(_row, listed)))


def _row(one: Analogy) -> tuple[object, ...]:
    verdict = "right" if one.right else "fails"
    found, wanted = one.answer, (one.expected_cosine, one.expected_rank)
    return (one.question, one.expected, found.word, found.cosine, verdict, *wanted, one.plain.word)


def _matrix(title: str, space: Space, array: Floats | Ints, style: Style) -> Table:
    shown = space.words[:SHOWN]
    rows = tuple((word, *array[i, : len(shown)].tolist()) for i, word in enumerate(shown))
    return Table(title, (Column("", "text"), *(Column(word, style) for word in shown)), rows)


def vectors_table(space: Space) -> Table:
    """Every word with its frequency and its vector; the first two columns are the map."""
    columns = (Column("word", "text"), Column("times", "count"))
    dims = tuple(Column(str(i + 1), "signed") for i in range(space.vectors.shape[1]))
    rows = zip(space.words, space.frequency.tolist(), space.vectors.tolist(), strict=True)
    return Table("Vectors", (*columns, *dims), tuple((word, times, *vector) for word, times, vector in rows))


def components_table(space: Space) -> Table:
    """How large each kept component is, and its share of the variance."""
    kept = range(space.vectors.shape[1])
    rows = tuple((i + 1, float(space.singular_values[i]), float(space.shares[i])) for i in kept)
    return Table(
        "Components", (Column("dimension", "count"), Column("singular value"), Column("variance", "percent")), rows
    )
