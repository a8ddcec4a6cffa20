"""A corpus as training examples: which sentences are held out for dev, which words have a number, which contexts.
The vocabulary is made from the training part alone, so that dev perplexity tells of unseen text.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.corpus.read import Corpus
from core.corpus.vocabulary import BEGIN, END, SPECIAL, UNKNOWN, Vocabulary, most_frequent
from core.numbers import count, percent, plural

Ints = NDArray[np.integer]
"""Word numbers, of 16 bits where the vocabulary allows it: half the memory of a large file's examples."""
_DEV_SHARE_OF_ONE_SENTENCE = 5


@dataclass(frozen=True)
class PrepareOptions:
    """cap: most words with a number of their own; least: occurrences that a word needs for one; context: n words;
    dev_fraction: the share of sentences held out (at least one); seed: of the choice of those sentences."""

    cap: int = 2000
    least: int = 1
    context: int = 2
    dev_fraction: float = 0.1
    seed: int = 0


@dataclass(frozen=True, eq=False)
class Examples:
    """contexts (N, n) and targets (N,): the n word numbers before each position, and the word there."""

    contexts: Ints
    targets: Ints

    @property
    def count(self) -> int:
        """N, the number of predictions."""
        return len(self.targets)


@dataclass(frozen=True, eq=False)
class Prepared:
    """What training needs: the vocabulary, the training and dev examples, and notes (a sentence each)."""

    vocabulary: Vocabulary
    train: Examples
    dev: Examples
    notes: tuple[str, ...]


def prepare(corpus: Corpus, options: PrepareOptions) -> Prepared:
    """Splits a corpus, numbers its words by frequency in the training part, and cuts out the examples."""
    parts, split_note = _split(corpus, options)
    counts = np.bincount(parts[0].numbers, minlength=len(corpus.words))
    seen = zip(corpus.words, counts.tolist(), strict=True)
    words = most_frequent(((word, n) for word, n in seen if n), options.cap, options.least)
    vocabulary = Vocabulary(words, corpus.lower)
    kind: type[np.integer] = np.uint16 if vocabulary.size <= np.iinfo(np.uint16).max else np.int32
    renumbered = np.array([vocabulary.number(word) for word in corpus.words], dtype=kind)
    train, dev = (_examples(_Part(renumbered[part.numbers], part.lengths), options.context) for part in parts)
    return Prepared(vocabulary, train, dev, (split_note, _unknown_note(vocabulary, train, dev)))


@dataclass(frozen=True, eq=False)
class _Part:
    """Sentences laid end to end: word numbers (N,), and how many each sentence has (S,)."""

    numbers: Ints
    lengths: NDArray[np.int64]


def _split(corpus: Corpus, options: PrepareOptions) -> tuple[tuple[_Part, _Part], str]:
    """The training part, the dev part and a note; a text of one sentence is cut, its last fifth being dev."""
    numbers, lengths = corpus.numbers, np.diff(corpus.starts)
    if len(lengths) == 1:
        cut = len(numbers) - max(len(numbers) // _DEV_SHARE_OF_ONE_SENTENCE, 1)
        parts = [_Part(part, np.array([len(part)])) for part in (numbers[:cut], numbers[cut:])]
        return (parts[0], parts[1]), f"one sentence only: its last {plural(len(numbers) - cut, 'word')} held out as dev"
    held_out = min(max(round(options.dev_fraction * len(lengths)), 1), len(lengths) - 1)
    order = np.random.default_rng(options.seed).permutation(len(lengths))
    is_dev = np.zeros(len(lengths), dtype=bool)
    is_dev[order[:held_out]] = True
    word_is_dev = np.repeat(is_dev, lengths)
    train, dev = (_Part(numbers[word_is_dev == side], lengths[is_dev == side]) for side in (False, True))
    note = f"{plural(len(train.lengths), 'sentence')} to train on, {count(len(dev.lengths))} held out as dev"
    return (train, dev), note


def _examples(part: _Part, n: int) -> Examples:
    """Every word of every sentence and its END as a target, n BEGIN in front of each sentence."""
    sentences = len(part.lengths)
    ends = np.cumsum(part.lengths + n + 1) - 1
    sentence_of_word = np.repeat(np.arange(sentences, dtype=np.int32), part.lengths)
    places = np.arange(len(part.numbers), dtype=np.int32) + n + (n + 1) * sentence_of_word
    flat = np.full(len(part.numbers) + sentences * (n + 1), BEGIN, dtype=part.numbers.dtype)
    flat[places], flat[ends] = part.numbers, END
    is_target = np.zeros(len(flat), dtype=bool)
    is_target[places] = is_target[ends] = True
    positions = np.flatnonzero(is_target).astype(np.int32)
    contexts = np.empty((len(positions), n), dtype=flat.dtype)
    for i in range(n):
        contexts[:, i] = flat[positions - (n - i)]
    return Examples(contexts, flat[positions])


def _unknown_note(vocabulary: Vocabulary, train: Examples, dev: Examples) -> str:
    train_share, dev_share = (float((part.targets == UNKNOWN).mean()) for part in (train, dev))
    note = (
        f"{count(len(vocabulary.words))} words and {len(SPECIAL)} special tokens; <unk> is {percent(train_share)} "
        f"of the training targets and {percent(dev_share)} of the dev targets"
    )
    return f"{note}, and was never trained" if dev_share and not train_share else note
