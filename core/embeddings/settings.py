"""What may be changed in the embeddings lesson: the text, how it is counted, and which words are asked about.

An empty word means "choose one": the lesson's where the text has it, else one of its most frequent words.
"""

from dataclasses import dataclass, replace
from typing import Any, Self

from core.corpus import Limits
from core.settings import Settings, Value, choice, integer, real, switch, text

LARGEST_CAP = 500
"""The most words with a vector: the time of the decomposition grows with its cube, and is about a second here."""

ASKED = ("word", "a", "b", "c")


@dataclass(frozen=True)
class EmbeddingsSettings(Settings):
    """The corpus and its counting (corpus to megabytes), the dimensions, and the words asked about.

    An empty corpus is the bundled one. a, b and c are those of the analogy a - b + c.
    """

    corpus: str = text("", "path of your own text file; empty for the bundled sentences", label="corpus")
    window: int = integer(2, 1, 10, "words either side that count as near", label="window")
    dims: int = integer(8, 2, 50, "dimensions kept by the PCA", label="dims")
    cap: int = integer(300, 3, LARGEST_CAP, "most words with a vector, by frequency", label="cap", step=50)
    word: str = text("", "the word whose nearest are listed; empty: king", label="word")
    a: str = text("", "a of a - b + c; empty: king", label="a")
    b: str = text("", "b of a - b + c; empty: man", label="b")
    c: str = text("", "c of a - b + c; empty: woman", label="c")
    top: int = integer(5, 1, 20, "words listed", label="top")
    sentences: str = choice("lines", ("lines", "stops"), "a sentence ends at a line end, or at . ! ? and empty lines")
    lower: bool = switch(True, "read in lower case")
    megabytes: float = real(8, 0.001, 64, "the largest file that is read", label="limit (MB)", growth=2)

    @property
    def limits(self) -> Limits:
        """How the file is read."""
        return Limits(round(self.megabytes * 1e6), self.lower, self.sentences == "stops")

    def change(self, name: str, value: Value) -> Self:
        """A copy with one field changed; another corpus forgets the words that were asked about."""
        changed: dict[str, Any] = {name: value}
        if name == "corpus" and value != self.corpus:
            changed |= dict.fromkeys(ASKED, "")
        return replace(self, **changed)
