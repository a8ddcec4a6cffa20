"""A corpus as training examples: which sentences are held out for dev, which words have a number, which contexts.
The vocabulary is made from the training part alone, so that dev perplexity tells of unseen text.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.corpus.read import Corpus
from core.corpus.vocabulary import BEGIN, END, SPECIAL, UNKNOWN, Vocabulary, most_frequent
from core.numbers import count, percent

Ints = NDArray[np.int32]
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
    train, dev, split_note = _split(corpus, options)
    counts = np.bincount(np.concatenate(train), minlength=len(corpus.words))
    seen = zip(corpus.words, counts.tolist(), strict=True)
    words = most_frequent(((word, n) for word, n in seen if n), options.cap, options.least)
    vocabulary = Vocabulary(words, corpus.lower)
    numbers = np.array([vocabulary.number(word) for word in corpus.words], dtype=np.int32)
    examples = [_examples([numbers[s] for s in part], options.context) for part in (train, dev)]
    notes = (split_note, _unknown_note(vocabulary, *examples))
    return Prepared(vocabulary, examples[0], examples[1], notes)


def _split(corpus: Corpus, options: PrepareOptions) -> tuple[list[Ints], list[Ints], str]:
    """Training sentences, dev sentences and a note; a text of one sentence is cut, its last fifth being dev."""
    sentences = np.split(corpus.numbers, corpus.starts[1:-1])
    if len(sentences) == 1:
        cut = len(corpus.numbers) - max(len(corpus.numbers) // _DEV_SHARE_OF_ONE_SENTENCE, 1)
        note = f"one sentence only: its last {len(corpus.numbers) - cut} words are dev"
        return [corpus.numbers[:cut]], [corpus.numbers[cut:]], note
    held_out = min(max(round(options.dev_fraction * len(sentences)), 1), len(sentences) - 1)
    order = np.random.default_rng(options.seed).permutation(len(sentences))
    is_dev = np.zeros(len(sentences), dtype=bool)
    is_dev[order[:held_out]] = True
    train = [sentence for sentence, dev in zip(sentences, is_dev, strict=True) if not dev]
    dev = [sentence for sentence, dev in zip(sentences, is_dev, strict=True) if dev]
    return train, dev, f"{count(len(train))} sentences train, {count(len(dev))} are held out as dev"


def _examples(sentences: list[Ints], n: int) -> Examples:
    """Every word of every sentence and its END as a target, n BEGIN in front of each sentence."""
    begin, end = np.full(n, BEGIN, dtype=np.int32), np.array([END], dtype=np.int32)
    flat = np.concatenate([part for sentence in sentences for part in (begin, sentence, end)])
    lengths = np.array([len(sentence) + 1 for sentence in sentences])
    is_target = np.ones(len(flat), dtype=bool)
    sentence_starts = np.concatenate([[0], np.cumsum(lengths + n)[:-1]])
    is_target[(sentence_starts[:, None] + np.arange(n)).ravel()] = False
    positions = np.flatnonzero(is_target)
    return Examples(flat[positions[:, None] + np.arange(-n, 0)], flat[positions])


def _unknown_note(vocabulary: Vocabulary, train: Examples, dev: Examples) -> str:
    train_share, dev_share = (float((part.targets == UNKNOWN).mean()) for part in (train, dev))
    note = (
        f"{count(len(vocabulary.words))} words and {len(SPECIAL)} special tokens; <unk> is {percent(train_share)} "
        f"of the training targets and {percent(dev_share)} of the dev targets"
    )
    return f"{note}, and was never trained" if dev_share and not train_share else note
