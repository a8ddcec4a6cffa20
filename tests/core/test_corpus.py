"""Text that is not nice: every odd file either becomes a corpus or is refused in one line, and neither can
write to the terminal."""

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.corpus import (
    BEGIN,
    END,
    UNKNOWN,
    Corpus,
    CorpusError,
    Limits,
    PrepareOptions,
    Vocabulary,
    corpus_from_bytes,
    prepare,
    read_corpus,
    refusal,
)
from core.numbers import visible

TEXT = Path(__file__).parents[1] / "data" / "text"
REFUSED = {
    "long_word.txt": "1 word, all the same",
    "one_char.txt": "1 word, all the same",
    "only_spaces.txt": "only white space",
    "shorter_than_seq.txt": "1 word, all the same",
}


def is_safe(text: str) -> bool:
    return all(c.isprintable() or c == "\u200c" for c in text) and "\n" not in text


def words(corpus: Corpus) -> set[str]:
    return set(corpus.words)


@pytest.mark.parametrize("name", sorted(path.name for path in TEXT.iterdir()))
def test_every_text_file_is_read_or_refused_in_one_line(name: str) -> None:
    if name in REFUSED:
        with pytest.raises(CorpusError) as refusal:
            read_corpus(TEXT / name)
        assert name in str(refusal.value)
        assert REFUSED[name] in str(refusal.value)
        assert is_safe(str(refusal.value))
        return
    corpus = read_corpus(TEXT / name)
    prepared = prepare(corpus, PrepareOptions())
    shown = [prepared.vocabulary.shown(number) for number in range(prepared.vocabulary.size)]
    assert all(is_safe(line) for line in (*shown, *corpus.notes, *prepared.notes, corpus.name))
    assert prepared.train.count > 0
    assert prepared.dev.count > 0


@pytest.mark.parametrize(
    "name, encoding, expected",
    [
        ("bom_utf16le.txt", "UTF-16 LE", {"the", "cat", "mat"}),
        ("utf16be_no_bom.txt", "UTF-16 BE", {"the", "cat", "mat"}),
        ("cp1252_smart_quotes.txt", "cp1252", {"it’s", "quoted", "“", "”", "–"}),
        ("latin1.txt", "cp1252", {"café", "déjà", "naïve"}),
        ("nfd.txt", "UTF-8", {"café", "ångström", "bôh"}),
        ("cjk.txt", "UTF-8", {"猫", "。"}),
        ("mixed_eol.txt", "UTF-8", set("abcdefghijklmn")),
        ("turkish_case.txt", "UTF-8", {"i̇stanbul", "isparta", "ılık", "straße"}),
    ],
)
def test_words_come_out_of_each_encoding(name: str, encoding: str, expected: set[str]) -> None:
    corpus = read_corpus(TEXT / name)
    assert corpus.encoding == encoding
    assert expected <= words(corpus)


def test_line_ends_of_every_kind_end_a_sentence() -> None:
    assert read_corpus(TEXT / "mixed_eol.txt").n_sentences == 8
    assert corpus_from_bytes(b"a b\rc d\re f", "cr-only").n_sentences == 3
    assert read_corpus(TEXT / "blank_lines_between.txt").n_sentences == 20


def test_lines_are_found_across_blocks() -> None:
    text = "".join(f"w{i} x\r\n" for i in range(40_000))
    corpus = corpus_from_bytes(text.encode(), "long")
    assert (corpus.n_sentences, len(corpus.numbers), len(corpus.words)) == (40_000, 80_000, 40_001)


def test_composed_and_decomposed_spellings_are_one_word() -> None:
    both = (TEXT / "nfc.txt").read_bytes() + (TEXT / "nfd.txt").read_bytes()
    for lower, expected in ((True, {"café", "ångström", "bôh"}), (False, {"café", "Ångström", "bôh"})):
        assert words(corpus_from_bytes(both, "both", Limits(lower=lower))) == expected


def test_text_spelt_like_a_special_token_stays_text() -> None:
    prepared = prepare(read_corpus(TEXT / "special_tokens.txt"), PrepareOptions())
    vocabulary = prepared.vocabulary
    literal = [vocabulary.number(word) for word in ("<s>", "</s>", "<unk>")]
    assert min(literal) > UNKNOWN
    assert [vocabulary.shown(number) for number in literal] == [r"\<s>", r"\</s>", r"\<unk>"]
    assert vocabulary.typed(r"\<s> <s> </s> <unk> \<unk>") == [literal[0], BEGIN, END, UNKNOWN, literal[2]]
    assert not (prepared.train.targets == UNKNOWN).any()


@pytest.mark.parametrize("number", range(10))
def test_what_is_shown_can_be_typed_back(number: int) -> None:
    vocabulary = prepare(read_corpus(TEXT / "special_tokens.txt"), PrepareOptions()).vocabulary
    assert vocabulary.typed(vocabulary.shown(number)) == [number]


@pytest.mark.parametrize(
    "data, note",
    [
        (b"caf\xc3\xa9 na\xc3\xafve d\xff\nno no", "the first at byte 14"),
        (b"a\x00b c\nd e", "1 NUL"),
        ("\ufeffa b\nc d".encode(), "byte order mark"),
        ("a b\nc d".encode("utf-16-be"), "no byte order mark"),
        ("a b\nc d".encode("utf-16") + b"x", "the first at byte 16"),
        ("a b\nc d".encode("utf-32"), "UTF-32"),
        (b"caf\xe9 \x81\nb c", "replaced, the first at byte 5"),
    ],
)
def test_decisions_are_noted(data: bytes, note: str) -> None:
    assert any(note in line for line in corpus_from_bytes(data, "x").notes)


@pytest.mark.parametrize(
    "data, reason",
    [
        (b"", "empty file"),
        (b"\n\n", "only white space"),
        (b"\xff\xfe", "only white space"),
        (b"same same\nsame", "all the same"),
        (b"one two three", "one line of 3 words"),
        (bytes(range(256)) * 4, "the first (0x00) at byte 0"),
    ],
)
def test_what_cannot_be_trained_on_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(CorpusError, match="needed") as refusal:
        corpus_from_bytes(data, "bad\x1b[2J.txt")
    assert reason in str(refusal.value)
    assert is_safe(str(refusal.value))


def test_a_word_of_100000_letters_is_one_word_shown_short() -> None:
    prepared = prepare(corpus_from_bytes(b"x" * 100_000 + b" a b\nc d\nx a", "long"), PrepareOptions(seed=1))
    shown = [prepared.vocabulary.shown(number) for number in range(prepared.vocabulary.size)]
    assert max(map(len, shown)) <= 24


def test_a_file_is_refused_by_size_before_it_is_read(tmp_path: Path) -> None:
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as file:
        file.truncate(10**12)
    with pytest.raises(CorpusError, match=r"1,000,000,000,000 bytes, but the limit is 8,000,000"):
        read_corpus(huge)
    small = tmp_path / "small.txt"
    small.write_bytes(b"a b\nc d")
    with pytest.raises(CorpusError, match="7 bytes, but the limit is 6"):
        read_corpus(small, Limits(most_bytes=6))
    assert read_corpus(small, Limits(most_bytes=7)).n_bytes == 7


@pytest.mark.parametrize("data", [b"", b"a", bytes(range(8)) * 40], ids=["empty", "one word", "not text"])
def test_a_file_is_named_by_the_path_that_was_given(
    data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("cp").mkdir()
    Path("cp/bin").write_bytes(data)
    with pytest.raises(CorpusError, match="'cp/bin': "):
        read_corpus("cp/bin")


def test_what_is_not_a_regular_file_is_refused_without_waiting(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path, reason in [
        (str(pipe), "pipe or a device"),
        ("/dev/zero", "pipe or a device"),
        (str(tmp_path), "directory"),
        (str(tmp_path / "missing"), "no such file"),
        ("", "no file named"),
        ("nul\0byte", "cannot be read"),
        ("~nobody-of-that-name/x", "needed"),
    ]:
        with pytest.raises(CorpusError, match=reason):
            read_corpus(path)


@given(st.binary(max_size=300))
def test_random_bytes_never_raise_anything_else(data: bytes) -> None:
    try:
        corpus = corpus_from_bytes(data, "fuzz")
    except CorpusError as refusal:
        assert is_safe(str(refusal))
        return
    prepared = prepare(corpus, PrepareOptions(context=3))
    shown = [prepared.vocabulary.shown(number) for number in range(prepared.vocabulary.size)]
    assert all(is_safe(line) for line in (*shown, *corpus.notes, *prepared.notes))


@given(st.text(max_size=200), st.booleans())
def test_any_text_survives_utf8_and_utf16(text: str, stops: bool) -> None:
    body = "alpha beta gamma\ndelta\n" + text
    limits = Limits(stops=stops)
    try:
        one = corpus_from_bytes(b"\xef\xbb\xbf" + body.encode("utf-8", "ignore"), "8", limits)
        two = corpus_from_bytes(b"\xff\xfe" + body.encode("utf-16-le", "ignore"), "16", limits)
    except CorpusError:
        return
    assert one.words == two.words
    assert np.array_equal(one.numbers, two.numbers)


def test_vocabulary_is_by_frequency_then_alphabet_and_capped() -> None:
    corpus = corpus_from_bytes(b"b a c c\n" * 20 + b"rare d\n", "x")
    vocabulary = prepare(corpus, PrepareOptions(cap=2, seed=3)).vocabulary
    assert vocabulary == Vocabulary(("c", "a"))
    assert vocabulary.number("rare") == UNKNOWN
    assert prepare(corpus, PrepareOptions(least=5)).vocabulary.words == ("c", "a", "b")


def test_examples_have_boundaries_and_the_split_is_seeded() -> None:
    corpus = corpus_from_bytes(b"a b\nb a\n" * 10, "x")
    first, again, other = (prepare(corpus, PrepareOptions(seed=seed)) for seed in (0, 0, 1))
    assert np.array_equal(first.dev.contexts, again.dev.contexts)
    assert not np.array_equal(first.dev.targets, other.dev.targets)
    assert first.train.count + first.dev.count == 60
    assert first.dev.count == 6
    a, b = first.vocabulary.number("a"), first.vocabulary.number("b")
    context, target = first.train.contexts[:3], first.train.targets[:3]
    assert context[0].tolist() == [BEGIN, BEGIN]
    assert target.tolist() in ([a, b, END], [b, a, END])
    assert context[2].tolist() == target[:2].tolist()


def test_full_stops_can_end_sentences_across_lines() -> None:
    corpus = corpus_from_bytes(b"The cat\nsat. The dog\nran! Who\n\nEnd", "x", Limits(stops=True))
    assert corpus.n_sentences == 4
    assert corpus.words[:4] == ("the", "cat", "sat", ".")


def test_one_long_sentence_is_cut_for_dev() -> None:
    prepared = prepare(corpus_from_bytes(b"a b c d e f g h i j", "x"), PrepareOptions())
    assert (prepared.train.count, prepared.dev.count) == (9, 3)
    assert "last 2 words held out" in prepared.notes[0]


def test_a_word_is_found_by_the_visible_form_of_it() -> None:
    family, thumb = "\U0001f468\u200d\U0001f469", "\U0001f44d\U0001f3fd"
    corpus = corpus_from_bytes(f"{family} ok\n{thumb} ok \\u200dx\n".encode() * 9, "emoji", Limits(lower=True))
    vocabulary = prepare(corpus, PrepareOptions(seed=1)).vocabulary
    for word in (family, thumb):
        assert vocabulary.typed(visible(word)) == vocabulary.typed(word) == [vocabulary.number(word)]
        assert vocabulary.number(word) != UNKNOWN
    for number in range(vocabulary.size):
        assert vocabulary.typed(vocabulary.shown(number)) == [number]
    assert vocabulary.typed("the\\x09ok") == [UNKNOWN, vocabulary.number("ok")]
    assert vocabulary.typed("\\xff \\Uffffffff") == [UNKNOWN, UNKNOWN]


def test_watching_ends_a_reading(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("a b\n" * 5000, encoding="utf-8")

    def stop() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        read_corpus(path, watch=stop)


@pytest.mark.parametrize("size, says", [(0, "empty file"), (7, ""), (9, "9 bytes, but the limit is 8; split it")])
def test_kind_and_size_are_looked_at_without_reading(tmp_path: Path, size: int, says: str) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(b"x" * size)
    path.chmod(0)
    wrong = refusal(path, Limits(most_bytes=8, remedy="split it"))
    assert wrong.startswith(says) and bool(wrong) == bool(says)


def test_a_path_means_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("~nobody.txt").write_text("one two\nthree four\n", encoding="utf-8")
    assert read_corpus("~nobody.txt").n_sentences == 2
    assert refusal("~nobody.txt/") in (
        "a file, not a directory; leave out the / at its end",
        "cannot be read (Not a directory); a readable file is needed",
    )
