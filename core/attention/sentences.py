"""What the attention lesson shows, in words computed from its numbers.

Where the weights are random the text says so, lest somebody reads a meaning into them.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.attention.path import PathRow
from core.attention.settings import MATRICES, AttentionSettings
from core.numbers import factor, number, percent, scientific

if TYPE_CHECKING:
    from core.attention.lesson import Look

_LIMITS = (1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1)


def row_sentences(
    settings: AttentionSettings, looks: "Sequence[Look]", spread: float, known: Sequence[str]
) -> tuple[str, ...]:
    """Where the row looks, how widely, where the weights come from and, if there is a mask, what it does."""
    word = settings.word_list[settings.looked_at]
    found = (
        _given(word, looks, settings.looked_at + 1 if settings.mask else len(looks)),
        f"It spreads as widely as {number(spread)} words of equal weight would, at temperature "
        f"{settings.temperature:g} (lower is sharper, higher more even).",
        _source(settings, known),
    )
    return (*found, _masked(settings, word)) if settings.mask else found


def _given(word: str, looks: "Sequence[Look]", seen: int) -> str:
    """The largest weights among the first words, which no mask hides, their sum, and what the output is."""
    # Alike in 12 digits is a tie, which rounding must not decide; the digits count from the first one that is not 0.
    most = sorted(looks[:seen], key=lambda look: -float(f"{look.weight:.11e}"))[:2]
    given = " and ".join(f"{number(look.weight)} to {_name(look)}" for look in most)
    if seen == 1:
        return f"The row '{word}' gives {given}, for the mask hides all others. Its output is the value of that word."
    hidden, whose = (" (the mask hides the others)", "their") if seen < len(looks) else ("", "all")
    total = number(sum(look.weight for look in looks[:seen]))
    return (
        f"The row '{word}' gives {given}; its {seen} weights{hidden} add up to {total}. Its output is the mean of "
        f"{whose} values with these weights."
    )


def _name(look: "Look") -> str:
    return f"{look.word} ({look.gloss})" if look.gloss else look.word


def _source(settings: AttentionSettings, known: Sequence[str]) -> str:
    edited = [name for name in MATRICES if getattr(settings, name)]
    yours = f" {', '.join(edited)} {'has' if len(edited) == 1 else 'have'} numbers of yours." if edited else ""
    if not settings.own:
        plain = not settings.W_V and settings.d_v == settings.d
        identity = " W_V is the identity, so a value repeats its word's row of E." if plain else ""
        return f"The weights were set by hand, not trained.{identity}{yours}{_unused(settings)}"
    source = "The word vectors and the weights are random by seed"
    if settings.vectors == "corpus":
        have = ", ".join(dict.fromkeys(known)) if known else "none of the words"
        source = f"Vectors of the embeddings lesson: {have}; all other vectors and the weights are random by seed"
    return f"{source}. They show how attention works, not what the sentence means.{yours}"


def _unused(settings: AttentionSettings) -> str:
    """What is set of a sentence of one's own while the lesson's words are shown."""
    if settings.vectors == "seeded":
        return ""
    return " vectors is for a sentence of your own and changes nothing here."


def _masked(settings: AttentionSettings, word: str) -> str:
    ahead = len(settings.word_list) - settings.looked_at - 1
    if not ahead:
        return f"The causal mask hides nothing from '{word}', the last word."
    hidden = "the word after it" if ahead == 1 else f"the {ahead} words after it"
    return f"The causal mask hides {hidden} from '{word}': a score of -inf, a weight of 0."


def path_sentences(rows: Sequence[PathRow]) -> tuple[str, ...]:
    """The steps between both ends, what arrives of each signal, why attention loses, and that both were checked."""
    last = rows[-1]
    steps = f"{last.rnn_steps} {_plural(last.rnn_steps, 'step')}"
    return (
        f"From word 1 to word {last.length} it is {last.attention_steps} step in attention and {steps} in an RNN.",
        f"The output at word {last.length} answers to word 1 with |d output / d x_1| = {_size(last.attention)} "
        f"through attention, |d h_T / d x_1| = {_size(last.rnn)} through the RNN{_compared(last)}.",
        *([_left(rows[0], last)] if len(rows) > 1 else []),
        f"In attention word 1 competes with {last.length - 1} other {_plural(last.length - 1, 'word')}, which leaves "
        f"it a weight of {number(last.weight)}; its distance costs nothing: next to word {last.length} "
        "it would count the same.",
        _checked(rows),
    )


def _plural(n: int, word: str) -> str:
    return word if n == 1 else f"{word}s"


def _left(first: PathRow, last: PathRow) -> str:
    shares = f"attention has {_share(last.attention_left)}, the RNN {_share(last.rnn_left)}"
    return f"Of the signal at T = {first.length} {shares}."


def _compared(last: PathRow) -> str:
    if last.rnn == 0:
        return ", where nothing is left in float64"
    if last.attention >= last.rnn:
        return f", {factor(last.attention / last.rnn)} more through attention"
    return f", {factor(last.rnn / last.attention)} more through the RNN" if last.attention > 0 else ""


def _size(value: float) -> str:
    return scientific(value) if value < 0.01 else number(value)


def _share(value: float) -> str:
    return percent(value) if value >= 1e-5 else f"{scientific(100 * value)} %"


def _checked(rows: Sequence[PathRow]) -> str:
    parts = [_errors("attention", [r.attention_error for r in rows]), _errors("RNN", [r.rnn_error for r in rows])]
    return f"Central differences agree with these gradients to {' and '.join(parts)}."


def _errors(name: str, errors: Sequence[float | None]) -> str:
    seen = [error for error in errors if error is not None]
    if not seen:
        return f"no digit in the {name}, which rounding hides"
    # Whole powers of ten only: the rest of the error is rounding, which differs between machines.
    bound = next((limit for limit in _LIMITS if max(seen) <= limit), math.inf)
    return f"{bound:.0e} or better in the {name} at the {len(seen)} of {len(errors)} lengths they can resolve"
