"""What the vectors show, in words computed from them: no analogy is called right that is not.

Where an answer would have come without the arithmetic, or only because the inputs are left out, this says so.
"""

from collections.abc import Sequence

from core.embeddings.query import Analogy
from core.embeddings.space import Space, bundled_pairs
from core.numbers import count, number, percent, plural

CLOSE = 0.01
"""Singular values closer than this share make the map's axes arbitrary."""


def sentences(space: Space, drawn: tuple[int, int], asked: Analogy, listed: Sequence[Analogy]) -> tuple[str, ...]:
    """The analogy asked about, its caveats, the list's score and what fails, where all of it comes from, the map."""
    return (_outcome(asked), _caveat(asked), *_score(listed), _origin(space), _map(space, drawn))


def _outcome(asked: Analogy) -> str:
    found = asked.answer
    text = f"{asked.question} is nearest to {found.word}, cosine {number(found.cosine)}"
    if asked.right is False and asked.expected_rank is not None and asked.expected_cosine is not None:
        text += (
            f"; {asked.expected} was expected and comes at place {count(asked.expected_rank)}, "
            f"cosine {number(asked.expected_cosine)}"
        )
    return f"{text}. {asked.a}, {asked.b} and {asked.c} themselves are left out."


def _caveat(asked: Analogy) -> str:
    """Whether the arithmetic and the leaving out decided the answer."""
    inputs = (asked.a, asked.b, asked.c)
    left_out = (
        f"Without leaving them out the answer would be {asked.allowed.word}."
        if asked.allowed.word in inputs
        else "It would be the same without leaving them out."
    )
    if asked.plain.word == asked.answer.word:
        return f"{left_out} {asked.plain.word} is nearest to {asked.a} alone too: the arithmetic did not decide."
    return (
        f"{left_out} Nearest to {asked.a} alone is {asked.plain.word} (cosine {number(asked.plain.cosine)}): "
        "the arithmetic made the difference."
    )


def _score(listed: Sequence[Analogy]) -> tuple[str, ...]:
    if not listed:
        return ()
    wrong = [one for one in listed if one.right is False]
    owed = sum(one.right is True and one.plain.word != one.answer.word for one in listed)
    right = len(listed) - len(wrong)
    score = f"Of the {len(listed)} analogies listed {right} come out, {owed} of them by the arithmetic."
    failed = "; ".join(f"{one.question} gives {one.answer.word}, not {one.expected}" for one in wrong)
    return (score, f"Those that fail: {failed}.") if wrong else (score,)


def _origin(space: Space) -> str:
    near = f"which words stand within {space.window} {'word' if space.window == 1 else 'words'} of each other"
    if space.bundled:
        pairs = bundled_pairs()
        read = "" if space.sentences == 2 * pairs else f" (read here as {plural(space.sentences, 'sentence')})"
        return (
            f"This comes from parallel sentences, not from knowledge of the world: {pairs} pairs "
            f"written for this map{read}, and {near}."
        )
    return (
        f"All of this comes from {near} in {plural(space.sentences, 'sentence')} of {space.name}, "
        "not from knowledge of the world."
    )


def _map(space: Space, drawn: tuple[int, int]) -> str:
    held, whole = space.shares[list(drawn)].sum(), space.shares[: space.vectors.shape[1]].sum()
    text = (
        f"The map, dimensions {drawn[0] + 1} and {drawn[1] + 1}, holds {percent(float(held))} of the variance; "
        f"all {space.vectors.shape[1]} dimensions hold {percent(float(whole))}"
    )
    if space.gap(drawn) < CLOSE:
        return f"{text}. Its axes are close to a tie, so another machine or one more sentence could turn the map."
    return f"{text}."
