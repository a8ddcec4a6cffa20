"""The gates in shades and words: no contrast out of thousandths, and a mean that is told from what the signal keeps."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.race.gates import explained, longest_kept, moment, shades
from core.race.heard import kept_a_step
from core.race.run import final
from core.race.settings import RaceSettings
from core.tasks import TASKS


@given(st.floats(0.05, 0.95), st.floats(0, 1), st.floats(0, 1))
def test_untrained_differences_of_thousandths_have_one_shade_whatever_training_made(
    middle: float, low: float, high: float
) -> None:
    before = middle + 0.004 * np.sin(np.arange(40.0)).reshape(10, 4)
    now = np.linspace(low, high, 40).reshape(10, 4)
    bounds = shades(before, now).bounds()
    assert np.ptp(np.searchsorted(bounds, before)) == 0
    assert bounds[3] - bounds[0] >= 0.15 - 1e-9 and list(bounds) == sorted(bounds)
    spanned = max(now.max(), before.max()) - min(now.min(), before.min())
    if spanned >= 0.2:
        assert np.searchsorted(bounds, [min(now.min(), before.min()), max(now.max(), before.max())]).tolist() == [0, 4]


@pytest.mark.parametrize("lanes", ["gru", "lstm"])
def test_the_words_have_the_numbers_of_the_gates_and_of_the_signal(lanes: str) -> None:
    (detail,) = final(RaceSettings(length=8, steps=5, hidden=3, lanes=lanes)).details
    assert detail.before is not None and detail.now is not None
    keeps = 1 - detail.now if lanes == "gru" else detail.now
    unit, most = longest_kept(detail)
    assert most == pytest.approx(float(np.prod(keeps[:, unit]) ** (1 / 8)))
    said = explained(detail)
    assert f"{keeps.mean():.2f} is the mean over 3 units and 8 steps; unit {unit + 1} keeps most, {most:.2f}" in said
    assert f"x{kept_a_step(float(detail.signal[0]), 8):.2f} a step is of dL/dh" in said
    assert f"t=3 of 8: mean {detail.gate} {detail.before[2].mean():.2f}" in moment(detail, 2)


@pytest.mark.parametrize(
    ("task", "words"), [("first", "first symbol "), ("adding", "first number 0."), ("copy", " of 8")]
)
def test_the_sequence_is_named_by_its_start_and_what_it_begins_with(task: str, words: str) -> None:
    end = final(RaceSettings(length=4, steps=1, hidden=2, task=task, start=3, lanes="gru"))
    assert end.details[0].sequence.startswith("start 3, ") and words in end.details[0].sequence
    marked = np.array([0.25, 1.0])
    assert TASKS["adding"].begins(marked) == "first number 0.25, marked"
