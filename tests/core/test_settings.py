"""Settings: bounds, typed values, nudges, and the words of the command line that make them again."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.settings import (
    Settings,
    SettingsError,
    choice,
    integer,
    matrix,
    numbers,
    parse,
    real,
    specs,
    switch,
    text,
)


@dataclass(frozen=True)
class Sample(Settings):
    length: int = integer(30, 2, 400, "steps", stops=(5, 10, 80))
    rate: float = real(0.01, 1e-5, 10.0, "rate", growth=10.0)
    bias: float = real(-2.0, -10.0, 10.0, "bias", step=0.5)
    kind: str = choice("gru", ("rnn", "gru", "lstm"), "cell")
    shown: bool = switch(True, "whether")
    marks: tuple[float, ...] = numbers((1.0, 10.0), 0.0, 1e6, "distances", most=4)
    weights: tuple[tuple[float, ...], ...] = matrix(((1.0, 2.0), (3.0, 4.0)), "W")
    note: str = text("", "anything")

    def check(self) -> None:
        if self.length == 13:
            raise SettingsError("length: 13 is unlucky; take 12")


samples = st.builds(
    Sample,
    length=st.integers(2, 400).filter(lambda n: n != 13),
    rate=st.floats(1e-5, 10.0),
    bias=st.floats(-10.0, 10.0),
    kind=st.sampled_from(["rnn", "gru", "lstm"]),
    shown=st.booleans(),
    marks=st.lists(st.floats(0.0, 1e6), min_size=1, max_size=4).map(tuple),
    weights=st.integers(1, 3).flatmap(
        lambda n: st.lists(
            st.lists(st.floats(-1e6, 1e6), min_size=n, max_size=n).map(tuple), min_size=1, max_size=3
        ).map(tuple)
    ),
    note=st.text(),
)


@given(samples)
def test_the_words_of_any_settings_make_them_again(settings: Sample) -> None:
    assert parse(Sample, settings.words()) == settings


@given(samples, st.sampled_from(list(specs(Sample))), st.sampled_from([-1, 1]))
def test_a_nudge_is_always_allowed_or_refused_in_one_line(settings: Sample, name: str, direction: int) -> None:
    try:
        settings.nudged(name, direction)
    except SettingsError as error:
        assert "unlucky" in str(error)


def test_nudges_follow_stops_growth_and_steps_up_to_the_bounds() -> None:
    start = Sample()
    assert start.nudged("length", 1).length == 80
    assert start.nudged("length", -1).length == 10
    assert Sample(length=80).nudged("length", 1).length == 400
    assert Sample(length=400).nudged("length", 1).length == 400
    assert Sample(rate=0.01).nudged("rate", -1).nudged("rate", -1).rate == 1e-4
    assert start.nudged("rate", 1).rate == 0.1
    assert start.nudged("bias", -1).bias == -2.5
    assert Sample(bias=10.0).nudged("bias", 1).bias == 10.0
    assert start.nudged("kind", 1).kind == "lstm"
    assert start.nudged("shown", 1).shown is False
    assert start.nudged("note", 1) == start


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("length=401", "2 to 400"),
        ("length=13", "take 12"),
        ("kind=grv", "did you mean gru?"),
        ("shown=maybe", "neither on nor off"),
        ("marks=1,2,3,4,5", "up to 4 numbers"),
        ("marks=1,,2", "nothing typed"),
        ("weights=1,2/3", "equally long"),
        ("weights=1,nan", "not finite"),
        ("rate", "key=value"),
        ("raet=1", "did you mean rate?"),
    ],
)
def test_refusals_name_the_setting_and_what_is_allowed(word: str, says: str) -> None:
    with pytest.raises(SettingsError) as caught:
        parse(Sample, [word])
    assert says in str(caught.value) and "\n" not in str(caught.value)
    assert word.split("=")[0] in str(caught.value)
