"""A person's own text, from the bytes of a file to numbered words ready for training.

Files come in every encoding and line ending, with control characters and words that look like this project's
own tokens; whatever is decided about them is written down in notes, and what cannot be used is one clear line.
"""

from core.corpus.decode import CorpusError
from core.corpus.examples import Examples, Prepared, PrepareOptions, prepare
from core.corpus.read import DEFAULT_LIMITS, Corpus, Limits, corpus_from_bytes, located, read_corpus, refusal
from core.corpus.vocabulary import BEGIN, END, UNKNOWN, Vocabulary

__all__ = [
    "BEGIN",
    "DEFAULT_LIMITS",
    "END",
    "UNKNOWN",
    "Corpus",
    "CorpusError",
    "Examples",
    "Limits",
    "PrepareOptions",
    "Prepared",
    "Vocabulary",
    "corpus_from_bytes",
    "located",
    "prepare",
    "read_corpus",
    "refusal",
]
