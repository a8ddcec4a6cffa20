"""What may be changed in the embeddings lesson: the text, how it is counted, and which words are asked about.

An empty word means "choose one": the lesson's where the text has it, else one of its most frequent words.
"""

import re
from dataclasses import dataclass, replace
from typing import Any, Self

from core.corpus import Limits
from core.settings import Settings, SettingsError, Value, choice, integer, numbers, real, switch, text, write_value

LEAST_CAP = 4
"""An analogy asks about three words and answers with another."""
LARGEST_CAP = 500
"""The most words with a vector: the time of the decomposition grows with its cube, and is about a second here."""

MOST_DIMS = 50
ASKED = ("word", "a", "b", "c")
AXES = (1.0, 2.0)
_SIGNS = ("-", "+", "−", "–")
_UNSPACED = re.compile(r"\s*(\S+?)\s*[-−–]\s*([^\s+]+?)\s*\+\s*([^\s+]+)\s*")


@dataclass(frozen=True)
class EmbeddingsSettings(Settings):
    """The corpus and its counting (corpus to megabytes), the dimensions, and the words asked about.

    An empty corpus is the bundled one. a, b and c are those of the analogy a - b + c.
    """

    corpus: str = text("", "path of your own text file; empty for the bundled sentences", label="corpus")
    window: int = integer(2, 1, 10, "words either side that count as near", label="window")
    dims: int = integer(8, 2, MOST_DIMS, "dimensions kept by the PCA", label="dims")
    cap: int = integer(300, LEAST_CAP, LARGEST_CAP, "most words with a vector, by frequency", label="cap", step=50)
    axes: tuple[float, ...] = numbers(AXES, 1, MOST_DIMS, "the two dimensions drawn: across, up", most=2, label="axes")
    word: str = text("", "the word whose nearest are listed; empty: king", label="word")
    a: str = text("", "a of a - b + c, or all three as in uncle - man + woman; empty: king", label="a")
    b: str = text("", "b of a - b + c; empty: man", label="b")
    c: str = text("", "c of a - b + c; empty: woman", label="c")
    top: int = integer(5, 1, 20, "words listed", label="top")
    sentences: str = choice("lines", ("lines", "stops"), "a sentence ends at a line end, or at . ! ? and empty lines")
    lower: bool = switch(True, "read in lower case")
    megabytes: float = real(8, 0.001, 64, "the largest file that is read", label="megabytes", growth=2)

    def __post_init__(self) -> None:
        """Three words written for a, wherever they come from, are a, b and c."""
        words = three_words(self.a)
        if words is not None:
            if again := [name for name in ("b", "c") if getattr(self, name)]:
                raise SettingsError(f"{again[0]}: a names all three words already; give a alone, or a word for each")
            for name, word in zip("abc", words, strict=True):
                object.__setattr__(self, name, word)
        super().__post_init__()

    @property
    def limits(self) -> Limits:
        """How the file is read."""
        return Limits(round(self.megabytes * 1e6), self.lower, self.sentences == "stops")

    @property
    def drawn(self) -> tuple[int, int]:
        """The two dimensions on the map, counted from 0."""
        across, up = self.axes
        return int(across) - 1, int(up) - 1

    def check(self) -> None:
        """The axes are two different dimensions of those that are kept."""
        whole = all(axis == int(axis) for axis in self.axes)
        if not (whole and len(self.axes) == len(set(self.axes)) == 2 and max(self.axes) <= self.dims):
            raise SettingsError(
                f"axes: {write_value(self.axes)} given (allowed: two different dimensions of 1 to {self.dims}, as 1,2)"
            )

    def change(self, name: str, value: Value) -> Self:
        """A copy with one field changed; another corpus forgets the words that were asked about, and the axes go
        back to the first two where one of them is no longer kept.
        """
        changed: dict[str, Any] = {name: value}
        other = name == "corpus" and value != self.corpus
        if other:
            changed |= dict.fromkeys(ASKED, "")
        if other or (name == "dims" and isinstance(value, int) and value < max(self.axes)):
            changed["axes"] = AXES
        return replace(self, **changed)

    def typed(self, name: str, text: str) -> Self:
        """As in Settings; three words typed for a, as in uncle - man + woman, are a, b and c."""
        words = three_words(text) if name == "a" else None
        if words is None:
            return super().typed(name, text)
        return replace(self, a=words[0], b=words[1], c=words[2])

    def nudged(self, name: str, direction: int) -> Self:
        """As in Settings; the axes go on to the next two, 1,2 then 3,4, and round; from other two to the first."""
        if name != "axes":
            return super().nudged(name, direction)
        dims = self.dims
        pairs = [(float(min(axis, dims - 1)), float(min(axis + 1, dims))) for axis in range(1, dims + dims % 2, 2)]
        at = pairs.index(self.axes) + direction if self.axes in pairs else 0
        return self.change("axes", pairs[at % len(pairs)])


def three_words(text: str) -> tuple[str, str, str] | None:
    """a, b and c of an analogy written in one, with or without blanks around its signs; None for anything else."""
    found = _UNSPACED.fullmatch(text)
    if found:
        return found[1], found[2], found[3]
    words = [word for word in text.split() if word not in _SIGNS]
    return (words[0], words[1], words[2]) if len(words) == len(ASKED) - 1 else None
