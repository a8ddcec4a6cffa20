"""What may be changed when the model trains on a person's own text: the file, how it is read, and the training.
The sizes are bounded so that training stays interactive and within a few hundred megabytes.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from core.corpus import Limits, PrepareOptions
from core.language_model.settings import LanguageModelSettings
from core.numbers import count, plural
from core.settings import Settings, SettingsError, choice, integer, parse, real, specs, switch, text

_MOST_SCORES = 8_000_000
MOST_MEGABYTES = 32
"""A text of that size takes some seconds to count and a few hundred megabytes of memory."""


@dataclass(frozen=True)
class TextSettings(Settings):
    """A text file and the training of a float32 model on it; then a context to continue, and how to sample."""

    corpus: str = text("", "text file to train on", label="file")
    prompt: str = text("", "context to continue; empty is the start of a sentence", label="context")
    top: int = integer(10, 1, 40, "how many next words and neighbours are shown", label="top")
    temperature: float = real(1.0, 0, 5, "of sampling; 0 takes the likeliest word", label="temperature", step=0.1)
    sample_seed: int = integer(0, 0, 10**6, "of the sampled sentence", label="sample seed")
    cap: int = integer(2000, 5, 20_000, "most words with a number of their own; others are <unk>", growth=2)
    least: int = integer(1, 1, 100, "occurrences that a word needs, else it is <unk>")
    sentences: str = choice("lines", ("lines", "stops"), "a sentence ends at a line end, or at . ! ? and empty lines")
    lower: bool = switch(True, "read in lower case")
    megabytes: float = real(8, 0.001, MOST_MEGABYTES, "the largest file that is read, in MB", growth=2)
    dev: float = real(0.1, 0.01, 0.5, "share of the sentences held out to choose when to stop", step=0.05)
    length: int = integer(3, 1, 8, "context length n, in words", label="length")
    d: int = integer(32, 1, 128, "numbers in a word's row of E", label="d", step=8)
    hidden: int = integer(64, 1, 256, "hidden units H", label="hidden", step=16)
    optimiser: str = choice("adam", ("adam", "sgd"), "how gradients become steps")
    rate: float = real(0.003, 1e-5, 10, "learning rate", label="rate", growth=2)
    batch: int = integer(256, 1, 2048, "examples in a step", growth=2)
    epochs: int = integer(10, 1, 1000, "most passes over the training part")
    look_every: int = integer(100, 1, 10_000, "steps between looks at dev", label="look every", growth=2)
    patience: int = integer(5, 1, 1000, "looks without a better dev before it stops")
    seed: int = integer(0, 0, 10**6, "of the split, the start and the order")

    def check(self) -> None:
        """No array of words by examples grows beyond 32 MB."""
        if self.cap * self.batch > _MOST_SCORES:
            most = _MOST_SCORES // self.cap
            raise SettingsError(
                f"cap x batch: {count(self.cap)} x {count(self.batch)} scores are too many at once; with this cap a "
                f"batch is at most {plural(most, 'example')}"
            )

    @property
    def limits(self) -> Limits:
        """How the file is read."""
        remedy = f"use a part of it, or a larger megabytes (at most {MOST_MEGABYTES})"
        if self.megabytes == MOST_MEGABYTES:
            remedy = f"use a part of it: megabytes is {MOST_MEGABYTES}, the most there can be"
        return Limits(round(self.megabytes * 1e6), self.lower, self.sentences == "stops", remedy)

    @property
    def options(self) -> PrepareOptions:
        """How its words become examples."""
        return PrepareOptions(self.cap, self.least, self.length, self.dev, self.seed)


def parse_language_model(words: Iterable[str]) -> LanguageModelSettings | TextSettings:
    """The settings of the lesson, or of training on a text if corpus= is among the words. Raises SettingsError.

    A setting of the one where the other was asked for is refused with what would be right.
    """
    given = list(words)
    names = [word.partition("=")[0] for word in given]
    lesson, own = specs(LanguageModelSettings), specs(TextSettings)
    if "corpus" in names:
        for name in (name for name in names if name in lesson and name not in own):
            instead = f"; with a text it is {_IN_A_TEXT[name]}" if name in _IN_A_TEXT else ""
            raise SettingsError(f"{name} is a setting of the one-step lesson, which has no corpus={instead}")
        return parse(TextSettings, given)
    for name in (name for name in names if name in own and name not in lesson):
        raise SettingsError(f"{name} is a setting of a text of your own; give the text too, as corpus=FILE")
    settings = parse(LanguageModelSettings, given, also=("corpus",))
    settings.check_asked(given)
    return settings


_IN_A_TEXT = {"eta": "rate", "context": "prompt", "vocabulary": "cap", "steps": "epochs"}
