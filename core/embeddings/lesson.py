"""The embeddings lesson: a space of words, the neighbours of one, one analogy in full and a list of others.

Reading and counting come first and last as long as the text does; asking anew needs only the space.
"""

from dataclasses import dataclass

from core.embeddings.query import Analogy, Neighbour, analogy, nearest, place
from core.embeddings.sentences import sentences
from core.embeddings.settings import EmbeddingsSettings
from core.embeddings.space import Space, space_of
from core.embeddings.tables import tables
from core.report import Report, Text
from core.settings import SettingsError

LESSON = {"word": "king", "a": "king", "b": "man", "c": "woman"}
QUESTIONS = (
    ("king", "man", "woman", "queen"),
    ("queen", "woman", "man", "king"),
    ("prince", "boy", "girl", "princess"),
    ("father", "son", "daughter", "mother"),
    ("uncle", "man", "woman", "aunt"),
    ("king", "prince", "princess", "queen"),
    ("prince", "king", "man", "boy"),
    ("son", "father", "king", "prince"),
    ("throne", "king", "man", "field"),
    ("crown", "prince", "boy", "garden"),
    ("son", "boy", "girl", "daughter"),
    ("beard", "he", "she", "hair"),
)
"""The list: a, b, c and the word that a person would answer, kept whatever comes out."""


@dataclass(frozen=True, eq=False)
class EmbeddingsResult:
    """Everything shown: the space, the neighbours of `word`, the analogy asked about, and the list with its outcomes.

    analogies holds those of QUESTIONS whose four words all have vectors; right of them come out as expected.
    """

    settings: EmbeddingsSettings
    space: Space
    word: str
    neighbours: tuple[Neighbour, ...]
    analogy: Analogy
    analogies: tuple[Analogy, ...]
    right: int
    sentences: tuple[str, ...]


def compute(settings: EmbeddingsSettings) -> EmbeddingsResult:
    """The whole lesson from these settings. Raises SettingsError for a text or a word that cannot be used."""
    return answer(settings, space_of(settings))


def check(settings: EmbeddingsSettings) -> None:
    """Whether the text and the words that are named can be used. Raises SettingsError, one line."""
    if settings.corpus or settings.word or settings.a or settings.b or settings.c:
        compute(settings)


def answer(settings: EmbeddingsSettings, space: Space) -> EmbeddingsResult:
    """What the settings ask of a space made from them before. Raises SettingsError for a word without a vector, and
    for axes beyond the dimensions of a short text."""
    held = space.vectors.shape[1]
    if max(settings.drawn) >= held:
        raise SettingsError(
            f"axes: these {len(space.words)} words have {held} dimensions (allowed: two of 1 to {held})"
        )
    word, a, b, c = (_number(settings, space, field) for field in LESSON)
    asked = analogy(space, a, b, c, _expected(space, a, b, c))
    known = [[space.words.index(word) for word in four] for four in QUESTIONS if set(four) <= set(space.words)]
    listed = tuple(analogy(space, a, b, c, space.words[d]) for a, b, c, d in known)
    return EmbeddingsResult(
        settings=settings,
        space=space,
        word=space.words[word],
        neighbours=nearest(space, space.vectors[word], (word,))[: settings.top],
        analogy=asked,
        analogies=listed,
        right=sum(one.right is True for one in listed),
        sentences=sentences(space, settings.drawn, asked, listed),
    )


def _number(settings: EmbeddingsSettings, space: Space, field: str) -> int:
    """The number of the word in a field; where it is empty the lesson's, or one by frequency if that is missing."""
    typed = getattr(settings, field)
    if typed:
        return place(space, typed, field)
    if set(LESSON.values()) <= set(space.words):
        return space.words.index(LESSON[field])
    return {"a": 0, "b": 1, "c": 2, "word": 0}[field]


def _expected(space: Space, a: int, b: int, c: int) -> str:
    """The word that the list expects for this question, or ""."""
    asked = (space.words[a], space.words[b], space.words[c])
    return next((d for *abc, d in QUESTIONS if tuple(abc) == asked), "")


def report(result: EmbeddingsResult) -> Report:
    """Notes on the text, the map, neighbours and analogies, the three matrices, and what to see."""
    notes = (Text("The text", result.space.notes),) if result.space.notes else ()
    return (*notes, *tables(result), Text("What to see", result.sentences))
