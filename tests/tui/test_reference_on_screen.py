"""Each single reference value of the two language model lessons, looked for in the text of their default screens.

A short screen leaves out what a key brings: the matrices a step starts from, and points between first and last.
"""

import asyncio
import re
from collections.abc import Iterator
from functools import cache

import pytest

from core.numbers import count, number
from tests.core.reference import lesson_values
from tui.testing import open_lesson, settle, text

VALUES = lesson_values()
SHORT, LARGE = (80, 24), (120, 40)
Looked = tuple[str, str, bool]
"""What is looked for, a pattern that a line must have with it, and whether a short screen has it too."""


@cache
def screens(lesson: str) -> dict[tuple[int, int], list[str]]:
    """The lines of the default screen at both sizes; a study is trained once for both."""

    async def shown() -> dict[tuple[int, int], str]:
        async with open_lesson(lesson, size=SHORT) as pilot:
            found = {SHORT: text(pilot.app)}
            await pilot.resize_terminal(*LARGE)
            await settle(pilot)
            return {**found, LARGE: text(pilot.app)}

    return {size: screen.replace("│", " ").splitlines() for size, screen in asyncio.run(shown()).items()}


def signed(value: float) -> str:
    return number(value, signed=True)


def of_the_size() -> Iterator[Looked]:
    size = VALUES["lm_params"]
    line = "Full size|biases|trigram|999"
    for name, label in (("V", "V"), ("d", "d"), ("context", "n"), ("H", "H")):
        yield f"{label} {count(size[name])}", "Full size", True
    for name in ("E", "W_h", "W_o", "biases"):
        yield f"{name} {count(size[name])}", line, True
    yield f"= {count(size['total'])}", line, True
    yield count(size["trigram_cells"]), line, True
    yield f"{count(size['ratio'])} x = 10^{number(size['orders_of_magnitude'])}", line, True


def of_the_step() -> Iterator[Looked]:
    step = VALUES["lm_forward"]
    yield f"‹{' '.join(step['words'])}›", "words", True
    yield f"‹{' '.join(step['context'])}›", "context", True
    yield f"‹{step['target']}›", "target", True
    yield f"‹{step['eta']}›", "eta", True
    for name in ("x", "h"):
        yield " ".join(map(signed, step[name])), rf"\b{name} ", True
    for word in ("the", "cat"):
        yield " ".join(map(signed, step[f"E_{word}_after"])), rf"E\[{word}\]", True
    for i, word in enumerate(step["words"]):
        row, known = rf"{word}( ←)? ", word in step["context"]
        yield " ".join(map(signed, step["E"][i])), rf"E\[{word}\]" if known else row, known
        yield " ".join(signed(weights[i]) for weights in step["W_o"]), row, False
        yield from ((signed(step[name][i]), row, True) for name in ("z", "dz"))
        yield from ((number(step[name][i]), row, True) for name in ("p", "p_after", "p_after_with_updated_E"))
    for i, weights in enumerate(step["W_h"]):
        yield " ".join(map(signed, weights)), rf"x\[{i}\]", False
    for name in ("loss_nats", "loss_after", "loss_after_with_updated_E"):
        yield number(step[name]), "loss, nats", True
    yield number(step["loss_bits"]), "loss, bits", True
    yield number(step["perplexity"]), "perplexity", True


def of_the_study() -> Iterator[Looked]:
    study = VALUES["lm_generalise"]
    for seed in study["by_seed"][:6]:
        cells = (number(seed["trigram"]), number(seed["neural"]), f"{seed['ratio']:.2f} x")
        yield " ".join((str(seed["seed"]), str(seed["stopped_at"]), *cells)), "", True
    for pair in study["cosines_seed0"]:
        kin = "no" if pair["pair"] in (["cat", "horse"], ["sofa", "meadow"]) else "yes"
        yield f"{'/'.join(pair['pair'])} {kin} {signed(pair['E'])} {signed(pair['W_o'])}", "", True
    for point in study["overfit_seed0"]:
        ends = point["steps"] in (0, 2000)
        yield number(point["train"]), "training|train", ends
        yield number(point["held_out"]), "held out", ends


@pytest.mark.parametrize("size", [SHORT, LARGE], ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize(
    ("lesson", "looked"),
    [
        *(("lm", looked) for looked in (*of_the_size(), *of_the_step())),
        *(("generalise", looked) for looked in of_the_study()),
    ],
    ids=lambda looked: looked if isinstance(looked, str) else looked[0],
)
def test_each_reference_value_is_on_the_default_screen(lesson: str, looked: Looked, size: tuple[int, int]) -> None:
    wanted, beside, short = looked
    found = [" ".join(re.sub(r"\[([+-]\d+\.\d+)\]", r" \1 ", line).split()) for line in screens(lesson)[size]]
    there = any(wanted in line and re.search(beside, f"{line} ") for line in found)
    assert there == (short or size == LARGE), wanted
