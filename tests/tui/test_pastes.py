"""A paste is one paste whatever is in it and however it is cut up on its way; nothing of it is a key."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from textual import events

from core.numbers import visible
from tui.pastes import END, START, PasteGate
from tui.terminal import Parser

LETTERS = st.text(st.sampled_from("\x1b[201~0qS\t\n\r\x00\x03\x7f\x9b é"), max_size=60).filter(
    lambda text: END not in text + END[:-1]
)


def parsed(pieces: list[str]) -> list[object]:
    parser = Parser()
    return [event for piece in pieces if piece for event in parser.feed(piece)]


@given(pasted=LETTERS, cuts=st.lists(st.integers(0, 80)))
def test_a_paste_of_anything_is_one_paste_between_the_keys_around_it(pasted: str, cuts: list[int]) -> None:
    sent = f"a{START}{pasted}{END}b"
    places = [0, *sorted(min(cut, len(sent)) for cut in cuts), len(sent)]
    events_seen = parsed([sent[i:j] for i, j in pairwise(places)])
    keys = [event.key for event in events_seen if isinstance(event, events.Key)]
    pastes = [event.text for event in events_seen if isinstance(event, events.Paste)]
    assert keys == ["a", "b"]
    assert pastes == ["".join(c if c in "\t\n\r" else visible(c) for c in pasted)] if pasted else not "".join(pastes)


@given(st.lists(st.text(st.sampled_from("\x1b[2~q"), min_size=1, max_size=6), max_size=8))
def test_outside_a_paste_nothing_is_held_back_or_changed(pieces: list[str]) -> None:
    gate = PasteGate()
    assert [gate.passed(piece) for piece in pieces] == pieces
