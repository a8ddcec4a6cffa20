"""Reads a text file safely: what cannot be a text is refused before a byte of it is read.
Pipes and devices would hang, huge files would fill the memory; each refusal is one line that says what is needed.
"""

import os
import stat
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.corpus.decode import CorpusError, Decoded, decode
from core.corpus.words import sentences_of
from core.numbers import count, ending, plural, quoted, visible

LEAST_WORDS_IN_ONE_SENTENCE = 10
_EMPTY = "empty file (0 bytes); at least 2 different words in 2 lines are needed"
_WATCHED = 1000
"""Sentences between two calls of `watch`."""


@dataclass(frozen=True)
class Limits:
    """How a file is read: the largest size read, words in lower case or not, stops as in words.sentences_of.

    `remedy` says what a person can do about a file that is too large.
    """

    most_bytes: int = 8_000_000
    lower: bool = True
    stops: bool = False
    remedy: str = "use a part of it, or a larger megabytes"


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


def read_corpus(path: str | Path, limits: Limits = DEFAULT_LIMITS, watch: Callable[[], None] = lambda: None) -> Corpus:
    """The corpus in a regular file. Raises CorpusError, one line, for anything that cannot be trained on.

    `watch` is called now and then while words are counted; what it raises ends the reading.
    """
    shown = f"'{ending(str(path), 60)}'"
    wrong = refusal(path, limits)
    if wrong:
        raise CorpusError(f"{shown}: {wrong}" if str(path).strip() else wrong)
    try:
        decoded, n_bytes = _decoded_file(located(path), limits)
        return _corpus(decoded, n_bytes, Path(path).name, limits, watch)
    except CorpusError as error:
        raise CorpusError(f"{shown}: {error}") from None


def corpus_from_bytes(data: bytes, name: str, limits: Limits = DEFAULT_LIMITS) -> Corpus:
    """The corpus that the bytes of a file called `name` hold. Raises CorpusError."""
    try:
        decoded, n_bytes = _decoded(data)
        return _corpus(decoded, n_bytes, name, limits, lambda: None)
    except CorpusError as error:
        raise CorpusError(f"{quoted(name, 60)}: {error}") from None


def refusal(path: str | Path, limits: Limits = DEFAULT_LIMITS) -> str:
    """Why a file cannot be read, from its kind and size alone and at once, or "": nothing of it is opened."""
    if not str(path).strip():
        return "no file named; the path of a text file is needed"
    try:
        status = located(path).stat()
    except FileNotFoundError:
        return "no such file; the path of a text file is needed"
    except (OSError, ValueError) as error:
        return _unreadable(error)
    if stat.S_ISDIR(status.st_mode):
        return "a directory; a text file is needed"
    if not stat.S_ISREG(status.st_mode):
        return "not a regular file (a pipe or a device); a text file is needed"
    if str(path).rstrip().endswith("/"):
        return "a file, not a directory; leave out the / at its end"
    if not status.st_size:
        return _EMPTY
    return _too_large(status.st_size, limits) if status.st_size > limits.most_bytes else ""


def located(path: str | Path) -> Path:
    """Where a path as typed leads: `~` and `~name` are homes where there is such a user, else part of a file's name."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def _unreadable(error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return f"cannot be read ({visible(str(reason))}); a readable file is needed"


def _decoded_file(path: Path, limits: Limits) -> tuple[Decoded, int]:
    try:
        # the bytes are held by nothing but this call: beside the text they would double what a large file takes
        return _decoded(_bytes_of(path, limits))
    except OSError as error:
        raise CorpusError(_unreadable(error)) from None


def _bytes_of(path: Path, limits: Limits) -> bytes:
    """The bytes of a file that was small enough when it was looked at."""
    with os.fdopen(_opened_without_waiting(path), "rb") as file:
        data = file.read(limits.most_bytes + 1)
    if len(data) > limits.most_bytes:
        raise CorpusError(_too_large(len(data), limits))
    return data


def _opened_without_waiting(path: Path) -> int:
    """A descriptor; a pipe put in the file's place after the look at it cannot hang."""
    return os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))


def _too_large(size: int, limits: Limits) -> str:
    return f"{count(size)} bytes, but the limit is {count(limits.most_bytes)}; {limits.remedy}"


def _decoded(data: bytes) -> tuple[Decoded, int]:
    """The text and how many bytes it was."""
    if not data:
        raise CorpusError(_EMPTY)
    return decode(data), len(data)


def _corpus(decoded: Decoded, n_bytes: int, name: str, limits: Limits, watch: Callable[[], None]) -> Corpus:
    known: dict[str, int] = {}
    flat = array("i")
    starts = array("q", [0])
    for sentence in sentences_of(decoded.text, limits.lower, limits.stops):
        flat.extend(known.setdefault(word, len(known)) for word in sentence)
        starts.append(len(flat))
        if len(starts) % _WATCHED == 0:
            watch()
    _refuse_too_little(len(flat), len(known), len(starts) - 1)
    zeros = decoded.text.count("\0")
    return Corpus(
        name=visible(name),
        n_bytes=n_bytes,
        encoding=decoded.encoding,
        notes=(*decoded.notes, *([f"{plural(zeros, 'NUL character')} read as spaces"] if zeros else [])),
        words=tuple(known),
        numbers=np.frombuffer(flat, dtype=np.int32),
        starts=np.frombuffer(starts, dtype=np.int64),
        lower=limits.lower,
    )


def _refuse_too_little(total: int, different: int, sentences: int) -> None:
    if total == 0:
        raise CorpusError("only white space; at least 2 different words in 2 lines are needed")
    if different < 2:
        raise CorpusError(f"{plural(total, 'word')}, all the same; at least 2 different words are needed")
    if sentences < 2 and total < LEAST_WORDS_IN_ONE_SENTENCE:
        raise CorpusError(
            f"one line of {plural(total, 'word')}; 2 lines, or one of {LEAST_WORDS_IN_ONE_SENTENCE} words, are needed, "
            "so that one part can be held out"
        )
