"""What may be changed in the one-step lesson: the words, the example, the sizes and every single weight.
Sizes that change take the default weights along; weights given by hand must fit, and are refused if not.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, Self

import numpy as np

from core.cells.spec import Array
from core.corpus.words import normal
from core.language_model.weights import Weights, draw, fitted, fitted_hidden
from core.numbers import plural, quoted, unescaped
from core.settings import Settings, SettingsError, Value, integer, matrix, real, text

Rows = tuple[tuple[float, ...], ...]
_LESSON_V, _LESSON_D, _LESSON_N, _LESSON_H = 5, 2, 2, 3
_LESSON_E: Rows = ((0.2, -0.1), (0.8, 0.3), (0.75, 0.35), (-0.4, 0.6), (-0.35, 0.65))
_WORDS, _CONTEXT, _TARGET = "the cat dog sat ran", "the cat", "sat"
_MOST = 1000.0
_MOST_WORDS, _MOST_LETTERS = 40, 24


def _rows(array: Array) -> Rows:
    return tuple(tuple(float(value) for value in row) for row in np.atleast_2d(array))


def _lesson_hidden_and_output(seed: int) -> tuple[Array, Array]:
    """W_h (4, 3), then W_o (3, 5), from default_rng(seed).normal(0, 0.5)."""
    rng = np.random.default_rng(seed)
    W_h = rng.normal(0, 0.5, (_LESSON_N * _LESSON_D, _LESSON_H))
    return W_h, rng.normal(0, 0.5, (_LESSON_H, _LESSON_V))


_W_H, _W_O = (_rows(array) for array in _lesson_hidden_and_output(0))
_NO_B_H, _NO_B_O = _rows(np.zeros(_LESSON_H)), _rows(np.zeros(_LESSON_V))
WEIGHT_NAMES = ("E", "W_h", "b_h", "W_o", "b_o")


@dataclass(frozen=True)
class LanguageModelSettings(Settings):
    """The example and the model of the one-step lesson; `weights()` are the ones it starts from.

    A weight field at its default means "the lesson's", resized to the sizes asked for (seeded where nothing
    fits). `change` keeps everything else fitting: a new length, d, hidden or word list resizes edited weights.
    A context or target left at its default where that does not fit becomes one that does, in the field itself, so
    that the settings say what is used; one that is asked for in so many words is refused.
    """

    vocabulary: str = text(_WORDS, "the words, with spaces between", label="words")
    context: str = text(_CONTEXT, "the words before, as many as length says", label="context")
    target: str = text(_TARGET, "the word to predict", label="target")
    eta: float = real(0.5, 0, 100, "learning rate of gradient descent", label="eta", step=0.1)
    steps: int = integer(0, 0, 2000, "updates already made before the step shown", label="steps")
    curve: int = integer(20, 1, 2000, "updates that the loss curve shows, at least", label="curve", step=10)
    length: int = integer(_LESSON_N, 1, 6, "context length n, in words", label="length")
    d: int = integer(_LESSON_D, 1, 10, "numbers in a word's row of E", label="d")
    hidden: int = integer(_LESSON_H, 1, 32, "hidden units H", label="hidden")
    seed: int = integer(0, 0, 10**6, "of the weights drawn, W_h then W_o", label="seed")
    E: tuple[tuple[float, ...], ...] = matrix(_LESSON_E, "embeddings, a row a word", low=-_MOST, high=_MOST)
    W_h: tuple[tuple[float, ...], ...] = matrix(_W_H, "hidden weights, n d rows of H", low=-_MOST, high=_MOST)
    b_h: tuple[tuple[float, ...], ...] = matrix(_NO_B_H, "hidden biases, one row of H", low=-_MOST, high=_MOST)
    W_o: tuple[tuple[float, ...], ...] = matrix(_W_O, "output weights, H rows of V", low=-_MOST, high=_MOST)
    b_o: tuple[tuple[float, ...], ...] = matrix(_NO_B_O, "output biases, one row of V", low=-_MOST, high=_MOST)
    table_V: int = integer(10_000, 2, 10**6, "vocabulary of the full-sized model", label="V", growth=10)
    table_d: int = integer(50, 1, 10_000, "embedding size of the full-sized model", label="d", step=10)
    table_n: int = integer(3, 1, 20, "context length of the full-sized model", label="n")
    table_H: int = integer(100, 1, 100_000, "hidden units of the full-sized model", label="H", step=50)

    @property
    def word_list(self) -> tuple[str, ...]:
        """The vocabulary: its V words in order."""
        return _split(self.vocabulary)

    @property
    def context_words(self) -> tuple[str, ...]:
        """The n words before."""
        return _split(self.context)

    @property
    def target_word(self) -> str:
        """The word to predict."""
        return " ".join(_split(self.target))

    @property
    def context_numbers(self) -> tuple[int, ...]:
        """The place of each context word in the vocabulary."""
        return tuple(self.word_list.index(word) for word in self.context_words)

    @property
    def target_number(self) -> int:
        """The place of the target in the vocabulary."""
        return self.word_list.index(self.target_word)

    def check(self) -> None:
        """Every word is known, and every weight given by hand has the shape that the sizes ask for."""
        _check_vocabulary(self.word_list)
        self._fit_default_example()
        _check_length(self.context_words, self.length)
        _check_known("context", self.context_words, self.word_list)
        _check_known("target", (self.target_word,), self.word_list)
        for name, shape in self._shapes().items():
            rows = getattr(self, name)
            given_shape = (len(rows), len(rows[0]) if rows else 0)
            if self.is_given(name) and given_shape != shape:
                given_text, wanted = (f"{a} x {b}" for a, b in (given_shape, shape))
                raise SettingsError(f"{name}: {given_text} given, but these sizes need {wanted} (rows x columns)")

    def _fit_default_example(self) -> None:
        """A default that does not fit becomes the vocabulary's first words, as the target its last."""
        known, context = self.word_list, self.context_words
        if self.context == _CONTEXT and not (len(context) == self.length and set(context) <= set(known)):
            object.__setattr__(self, "context", " ".join(known[i % len(known)] for i in range(self.length)))
        if self.target == _TARGET and self.target_word not in known:
            object.__setattr__(self, "target", known[-1])

    def check_asked(self, words: Iterable[str]) -> None:
        """Raises SettingsError where key=value words asked for a default example that did not fit and was replaced."""
        for word in words:
            name, _, asked = word.partition("=")
            if name in ("context", "target"):
                _check_known(name, _asked(name, asked), self.word_list)
            if name == "context":
                _check_length(_split(asked), self.length)

    def _shapes(self) -> dict[str, tuple[int, int]]:
        V, H = len(self.word_list), self.hidden
        shapes = ((V, self.d), (self.length * self.d, H), (1, H), (H, V), (1, V))
        return dict(zip(WEIGHT_NAMES, shapes, strict=True))

    def is_given(self, name: str) -> bool:
        """Whether a weight field differs from the lesson's default, that is, was given by hand."""
        return bool(getattr(self, name) != _DEFAULTS[name])

    def weights(self) -> Weights:
        """The weights before any update, float64: those given by hand, the lesson's and drawn ones elsewhere."""
        drawn = draw(np.random.default_rng([self.seed, 1]), len(self.word_list), self.d, self.length, self.hidden, 0.5)
        W_h, W_o = _lesson_hidden_and_output(self.seed)
        lesson = Weights(
            E=fitted(np.array(_LESSON_E), drawn.E),
            W_h=fitted_hidden(W_h, _LESSON_D, drawn.W_h, self.d),
            b_h=drawn.b_h,
            W_o=fitted(W_o, drawn.W_o),
            b_o=drawn.b_o,
        )
        given = {name: np.array(getattr(self, name)) for name in WEIGHT_NAMES if self.is_given(name)}
        return replace(lesson, **{name: rows.reshape(getattr(lesson, name).shape) for name, rows in given.items()})

    def with_weights(self, weights: Weights) -> Self:
        """A copy that starts from `weights`, with no update made yet. Raises SettingsError beyond +-1000."""
        return self._with({"steps": 0, **{name: _rows(getattr(weights, name)) for name in WEIGHT_NAMES}})

    def with_entry(self, name: str, row: int, column: int, value: float) -> Self:
        """A copy with one starting weight changed; a bias has the one row 0. Raises SettingsError beyond +-1000."""
        rows = [list(line) for line in _rows(getattr(self.weights(), name))]
        rows[row][column] = value
        return self._with({name: tuple(tuple(line) for line in rows)})

    def change(self, name: str, value: Value) -> Self:
        """A copy with one field changed and whatever depends on its size made to fit. Raises SettingsError."""
        if name in ("context", "target"):
            _check_known(name, _asked(name, value), self.word_list)
        changed: dict[str, Any] = {name: value}
        if name == "context" and len(_split(value)) != self.length:
            changed["length"] = len(_split(value))
        if not changed.keys() & {"length", "d", "hidden", "vocabulary"}:
            return super().change(name, value)
        bare = self._with({**_DEFAULTS, **changed, "context": _CONTEXT, "target": _TARGET})
        given = [weight for weight in WEIGHT_NAMES if self.is_given(weight)]
        words = {"context": self._fitting_context(bare, changed), "target": self._fitting_target(bare)}
        return bare._with({**words, **self._resized(bare, given)})

    def typed(self, name: str, text: str) -> Self:
        r"""As ever; in the words a visible escape, as \u200d for a joiner, is the character that it shows."""
        words = name in ("vocabulary", "context", "target")
        return super().typed(name, unescaped(text) if words else text)

    def nudged(self, name: str, direction: int) -> Self:
        """As ever, and a word moves on to the next of the vocabulary: the target, or the last of the context."""
        if name not in ("context", "target"):
            return super().nudged(name, direction)
        known, words = self.word_list, self.context_words if name == "context" else (self.target_word,)
        last = known[(known.index(words[-1]) + direction) % len(known)]
        return self.change(name, " ".join((*words[:-1], last)))

    def _with(self, values: dict[str, Any]) -> Self:
        return replace(self, **values)

    def _fitting_context(self, bare: Self, changed: dict[str, Any]) -> str:
        if "context" in changed:
            return str(changed["context"])
        known, first = bare.word_list, bare.context_words
        kept = [word for word in self.context_words if word in known][-bare.length :]
        context = " ".join([*first[: bare.length - len(kept)], *kept])
        return _CONTEXT if context == " ".join(first) else context

    def _fitting_target(self, bare: Self) -> str:
        return self.target if self.target_word in bare.word_list else _TARGET

    def _resized(self, bare: Self, given: list[str]) -> dict[str, Rows]:
        old, new = self.weights(), bare.weights()
        resized = {name: fitted(getattr(old, name), getattr(new, name)) for name in given if name != "W_h"}
        if "W_h" in given:
            resized["W_h"] = fitted_hidden(old.W_h, self.d, new.W_h, bare.d)
        return {name: _rows(array) for name, array in resized.items()}


_DEFAULTS: dict[str, Any] = {
    field.name: field.default for field in fields(LanguageModelSettings) if field.name in WEIGHT_NAMES
}


def _split(words: str) -> tuple[str, ...]:
    return tuple(normal(words, lower=False).split())


def _asked(name: str, words: str) -> tuple[str, ...]:
    """The words of a context, or the one target."""
    return _split(words) if name == "context" else (" ".join(_split(words)),)


def _check_length(context: tuple[str, ...], length: int) -> None:
    if len(context) != length:
        raise SettingsError(f"context: {plural(len(context), 'word')} given, but length is {length}; give {length}")


def _check_known(name: str, words: tuple[str, ...], known: tuple[str, ...]) -> None:
    for word in words:
        if word not in known:
            allowed = quoted(" ".join(known), 60)
            raise SettingsError(f"{name}: {quoted(word)} is not in the vocabulary (allowed: {allowed})")


def _check_vocabulary(known: tuple[str, ...]) -> None:
    if not 2 <= len(known) <= _MOST_WORDS:
        raise SettingsError(f"vocabulary: {plural(len(known), 'word')} given (allowed: 2 to {_MOST_WORDS})")
    for word in known:
        if known.count(word) > 1:
            raise SettingsError(f"vocabulary: {quoted(word)} is there twice; give every word once")
        if len(word) > _MOST_LETTERS:
            raise SettingsError(f"vocabulary: {quoted(word)} is too long (allowed: {_MOST_LETTERS} letters)")
