"""What may be changed in the comparison: the families of words, the sentence, the split and both models.
A split that leaves a part empty, or a sentence whose answer cannot be seen from two words, is refused.
"""

from dataclasses import dataclass
from typing import Self

from core.corpus.words import normal
from core.numbers import plural, quoted, unescaped
from core.settings import Settings, SettingsError, integer, real, text
from core.trigram import BEGIN, END, UNKNOWN

ANIMAL, PLACE = "ANIMAL", "PLACE"
FAMILIES = ("pets", "indoor", "farm", "outdoor")
_MOST_WORDS, _MOST_LETTERS = 12, 24


@dataclass(frozen=True)
class GeneraliseSettings(Settings):
    """Two families of animals with their places, how the sentences are split, and the two models."""

    pets: str = text("cat dog puppy kitten hamster", "animals of the first family", label="pets")
    indoor: str = text("sofa carpet cushion basket", "places of the first family", label="indoor")
    farm: str = text("horse cow goat sheep donkey", "animals of the second family", label="farm")
    outdoor: str = text("meadow barn paddock pasture", "places of the second family", label="outdoor")
    template: str = text("the ANIMAL rests PLACE", "the sentence, with ANIMAL and PLACE in it", label="sentence")
    held_out: int = integer(8, 1, 200, "sentences that neither model sees", label="held out")
    dev: int = integer(6, 1, 200, "sentences that only choose when to stop", label="dev")
    d: int = integer(12, 1, 64, "numbers in a word's row of E", label="d")
    hidden: int = integer(24, 1, 128, "hidden units H", label="hidden", step=4)
    eta: float = real(0.5, 0.001, 10, "learning rate of full-batch gradient descent", label="eta", step=0.1)
    alpha: float = real(0.1, 0.0001, 10, "what the counter adds to every count", label="alpha", growth=2)
    steps: int = integer(2000, 100, 5000, "training steps, looked at every 100", label="steps", step=100)
    first: int = integer(0, 0, 10**6, "first seed; print shows its points and cosines", label="seed")
    seeds: int = integer(6, 1, 20, "number of seeds: splits and starts", label="seeds")

    def family(self, name: str) -> tuple[str, ...]:
        """The words of one of FAMILIES."""
        return tuple(normal(getattr(self, name), lower=False).split())

    def typed(self, name: str, text: str) -> Self:
        r"""As ever; a visible escape, as \u200d for a joiner, is the character that it shows."""
        return super().typed(name, unescaped(text) if name in (*FAMILIES, "template") else text)

    @property
    def template_words(self) -> tuple[str, ...]:
        """The words of the sentence, ANIMAL and PLACE as they stand."""
        return tuple(normal(self.template, lower=False).split())

    @property
    def sentences(self) -> int:
        """How many sentences the families make."""
        sizes = {name: len(self.family(name)) for name in FAMILIES}
        return sizes["pets"] * sizes["indoor"] + sizes["farm"] * sizes["outdoor"]

    def check(self) -> None:
        """Words are plain and different, the sentence can be answered, and every part of the split has a sentence."""
        self._check_words()
        self._check_template()
        together = self.held_out + self.dev
        if together >= self.sentences:
            raise SettingsError(
                f"held_out + dev: {self.held_out} + {self.dev} = {together}, but there "
                f"{'is' if self.sentences == 1 else 'are'} {plural(self.sentences, 'sentence')} and one at least must "
                f"be left to train on; at most {self.sentences - 1} together"
            )

    def _check_words(self) -> None:
        seen = dict.fromkeys(self.template_words, "template")
        for name in FAMILIES:
            words = self.family(name)
            if not 1 <= len(words) <= _MOST_WORDS:
                raise SettingsError(f"{name}: {plural(len(words), 'word')} given (allowed: 1 to {_MOST_WORDS})")
            for word in words:
                if word in seen:
                    raise SettingsError(
                        f"{name}: {quoted(word)} is already in {seen[word]}; a word belongs to one place only"
                    )
                seen[word] = name
        for word, name in seen.items():
            if word in (BEGIN, END, UNKNOWN):
                raise SettingsError(f"{name}: {word} is a token of the models; give a plain word")
            if len(word) > _MOST_LETTERS:
                raise SettingsError(f"{name}: {quoted(word)} is too long (allowed: {_MOST_LETTERS} letters)")

    def _check_template(self) -> None:
        words = self.template_words
        if len(words) > _MOST_WORDS:
            raise SettingsError(f"template: {len(words)} words given (allowed: up to {_MOST_WORDS})")
        for slot in (ANIMAL, PLACE):
            if words.count(slot) != 1:
                raise SettingsError(f"template: {slot} is there {words.count(slot)} times; it must be there once")
        if not 1 <= words.index(PLACE) - words.index(ANIMAL) <= 2:
            raise SettingsError(
                "template: both models see two words back, so ANIMAL must be one of the two words before PLACE"
            )
