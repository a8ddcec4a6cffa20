"""Reads a text file safely: what cannot be a text is refused before a byte of it is read.
Pipes and devices would hang, huge files would fill the memory; each refusal is one line that says what is needed.
"""

import os
import stat
from array import array
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.corpus.decode import CorpusError, decode
from core.corpus.words import sentences_of
from core.numbers import count, quoted, visible

LEAST_WORDS_IN_ONE_SENTENCE = 10


@dataclass(frozen=True)
class Limits:
    """How a file is read: the largest size read, words in lower case or not, stops as in words.sentences_of."""

    most_bytes: int = 8_000_000
    lower: bool = True
    stops: bool = False


DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, eq=False)
class Corpus:
    """The words of a text. `words` are the different ones in order of appearance, `numbers` (N,) int32 the text.

    `starts` (S + 1,) are where its S sentences begin in `numbers`, with N at the end. `name` and `notes` (what was
    decided on the way, a sentence each) are safe to show; `words` are not, see vocabulary.shown_word.
    """

    name: str
    n_bytes: int
    encoding: str
    notes: tuple[str, ...]
    words: tuple[str, ...]
    numbers: NDArray[np.int32]
    starts: NDArray[np.int64]
    lower: bool

    @property
    def n_sentences(self) -> int:
        """S, the number of sentences."""
        return len(self.starts) - 1


def read_corpus(path: str | Path, limits: Limits = DEFAULT_LIMITS) -> Corpus:
    """The corpus in a regular file. Raises CorpusError, one line, for anything that cannot be trained on."""
    shown = quoted(str(path), 60)
    if not str(path).strip():
        raise CorpusError("no file named; the path of a text file is needed")
    try:
        data = _bytes_of(Path(path).expanduser(), shown, limits.most_bytes)
    except FileNotFoundError:
        raise CorpusError(f"{shown}: no such file; the path of a text file is needed") from None
    except (OSError, ValueError, RuntimeError) as error:
        if isinstance(error, CorpusError):
            raise
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise CorpusError(f"{shown}: cannot be read ({visible(str(reason))}); a readable file is needed") from None
    return corpus_from_bytes(data, Path(path).name, limits)


def corpus_from_bytes(data: bytes, name: str, limits: Limits = DEFAULT_LIMITS) -> Corpus:
    """The corpus that the bytes of a file called `name` hold. Raises CorpusError."""
    try:
        if not data:
            raise CorpusError("empty file (0 bytes); at least 2 different words in 2 lines are needed")
        decoded = decode(data)
        return _corpus(decoded.text, name, len(data), decoded.encoding, decoded.notes, limits)
    except CorpusError as error:
        raise CorpusError(f"{quoted(name, 60)}: {error}") from None


def _bytes_of(path: Path, shown: str, most: int) -> bytes:
    """The bytes of a regular file of at most `most` bytes; the kind and size are looked at before opening."""
    status = path.stat()
    if stat.S_ISDIR(status.st_mode):
        raise CorpusError(f"{shown}: a directory; a text file is needed")
    if not stat.S_ISREG(status.st_mode):
        raise CorpusError(f"{shown}: not a regular file (a pipe or a device); a text file is needed")
    if status.st_size > most:
        raise CorpusError(_too_large(shown, status.st_size, most))
    with os.fdopen(_opened_without_waiting(path), "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise CorpusError(_too_large(shown, len(data), most))
    return data


def _opened_without_waiting(path: Path) -> int:
    """A descriptor; a pipe put in the file's place after the look at it cannot hang."""
    return os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))


def _too_large(shown: str, size: int, most: int) -> str:
    return f"{shown}: {count(size)} bytes, but the limit is {count(most)}; use a part of it or raise the limit"


def _corpus(text: str, name: str, n_bytes: int, encoding: str, notes: tuple[str, ...], limits: Limits) -> Corpus:
    known: dict[str, int] = {}
    flat = array("i")
    starts = array("q", [0])
    for sentence in sentences_of(text, limits.lower, limits.stops):
        flat.extend(known.setdefault(word, len(known)) for word in sentence)
        starts.append(len(flat))
    _refuse_too_little(len(flat), len(known), len(starts) - 1)
    zeros = text.count("\0")
    return Corpus(
        name=visible(name),
        n_bytes=n_bytes,
        encoding=encoding,
        notes=(*notes, *([f"{zeros} NUL character(s) read as spaces"] if zeros else [])),
        words=tuple(known),
        numbers=np.array(flat, dtype=np.int32),
        starts=np.array(starts, dtype=np.int64),
        lower=limits.lower,
    )


def _refuse_too_little(total: int, different: int, sentences: int) -> None:
    if total == 0:
        raise CorpusError("only white space; at least 2 different words in 2 lines are needed")
    if different < 2:
        raise CorpusError(f"{total} word(s), all the same; at least 2 different words are needed")
    if sentences < 2 and total < LEAST_WORDS_IN_ONE_SENTENCE:
        raise CorpusError(
            f"one line of {total} words; 2 lines, or one of {LEAST_WORDS_IN_ONE_SENTENCE} words, are needed, "
            "so that one part can be held out"
        )
