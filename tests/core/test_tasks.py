"""Every task: its sequences say what they should, its loss has the slope it claims, and a guess costs the baseline."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cells.spec import Array
from core.gradcheck import central_difference, largest_relative_difference
from core.tasks import TASKS, Task, binary_cross_entropy, stacked
from core.tasks.adding import TOLERANCE
from core.tasks.copy_memory import BLANK, DIGITS, MARK, SYMBOLS

EACH = pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)


def guesses(task: Task, y: Array) -> Array:
    """What one answers best who has forgotten everything: no opinion, the mean sum, silence and then no opinion."""
    if task.name != "copy":
        return np.full((*y.shape, 1), 1.0 if task.name == "adding" else 0.0)
    said = np.full((*y.shape, task.outputs), -1e3)
    said[:-SYMBOLS, ..., BLANK] = 0
    said[-SYMBOLS:, ..., :DIGITS] = 0
    return said


@EACH
@pytest.mark.parametrize("length", [2, 7, 30])
def test_shapes_are_those_that_the_task_declares(task: Task, length: int) -> None:
    batch = task.batch(np.random.default_rng(0), length, 5)
    assert batch.x.shape == (task.steps(length), 5, task.inputs)
    assert batch.y.shape == (task.reads(length), 5)


@EACH
def test_the_gradient_of_the_loss_equals_central_differences_for_each_start(task: Task) -> None:
    rng = np.random.default_rng(1)
    batch = stacked([task.batch(rng, 4, 3) for _ in range(2)])
    answers = rng.normal(size=(*batch.y.shape, task.outputs))
    losses, danswers = task.loss(answers, batch.y)
    assert losses.shape == (2,)
    for s in range(2):
        alone = task.loss(answers[:, s], batch.y[:, s])
        assert losses[s] == pytest.approx(float(alone[0]), rel=1e-14)
        y = batch.y[:, s]
        numeric = central_difference(lambda a, y=y: float(task.loss(a, y)[0]), answers[:, s])  # type: ignore[misc]
        assert largest_relative_difference(danswers[:, s], numeric) < 1e-6


@EACH
@pytest.mark.parametrize("length", [2, 10, 80])
def test_a_guess_costs_the_baseline_and_scores_the_chance(task: Task, length: int) -> None:
    batch = task.batch(np.random.default_rng(2), length, 4000)
    said = guesses(task, batch.y)
    assert float(task.loss(said, batch.y)[0]) == pytest.approx(task.baseline(length), rel=0.06)
    assert float(task.score(said, batch.y)) == pytest.approx(task.chance, abs=0.03)


def test_the_baselines_are_those_of_the_papers() -> None:
    assert TASKS["adding"].baseline(400) == pytest.approx(0.167, abs=5e-4)
    assert TASKS["copy"].baseline(100) == pytest.approx(10 * np.log(8) / 120)
    assert TASKS["first"].baseline(9) == pytest.approx(np.log(2))


@given(st.integers(0, 2**32), st.integers(2, 60))
def test_one_number_of_each_half_is_marked_and_the_answer_is_their_sum(seed: int, length: int) -> None:
    batch = TASKS["adding"].batch(np.random.default_rng(seed), length, 8)
    numbers, marks = batch.x[..., 0], batch.x[..., 1]
    assert np.array_equal(marks[: length // 2].sum(axis=0), np.ones(8))
    assert np.array_equal(marks.sum(axis=0), np.full(8, 2.0))
    np.testing.assert_allclose((numbers * marks).sum(axis=0), batch.y[0])
    assert numbers.min() >= 0 and numbers.max() < 1


@given(st.integers(0, 2**32), st.integers(2, 60))
def test_copy_memory_shows_ten_symbols_a_mark_and_asks_for_the_ten(seed: int, length: int) -> None:
    batch = TASKS["copy"].batch(np.random.default_rng(seed), length, 3)
    read = batch.x.argmax(axis=-1)
    assert np.array_equal(batch.x.sum(axis=-1), np.ones(read.shape))
    assert np.array_equal(read[:SYMBOLS], batch.y[-SYMBOLS:])
    assert np.array_equal(np.argwhere(read[:, 0] == MARK), [[length + SYMBOLS - 1]])
    assert set(np.unique(batch.y[:-SYMBOLS])) == {float(BLANK)}


def test_the_right_answers_score_one_and_wrong_ones_nothing() -> None:
    y = np.array([[0.4, 1.2]])
    near = (y + 0.9 * TOLERANCE)[..., None]
    assert TASKS["adding"].score(near, y) == 1 and TASKS["adding"].score(near + TOLERANCE, y) == 0
    bits = np.array([[1.0, 0.0]])
    said = np.array([[[2.0], [-3.0]]])
    assert TASKS["first"].score(said, bits) == 1 and TASKS["first"].score(-said, bits) == 0
    batch = TASKS["copy"].batch(np.random.default_rng(0), 5, 4)
    perfect = np.eye(9)[batch.y.astype(int)]
    assert TASKS["copy"].score(perfect, batch.y) == 1 and TASKS["copy"].score(-perfect, batch.y) == 0


@EACH
def test_huge_answers_cost_much_but_never_nan(task: Task) -> None:
    batch = task.batch(np.random.default_rng(0), 3, 4)
    for size in (1e100, -1e100):
        loss, danswers = task.loss(np.full((*batch.y.shape, task.outputs), size), batch.y)
        assert np.isfinite(loss) and np.isfinite(danswers).all()


def test_cross_entropy_is_finite_and_exact_at_the_ends() -> None:
    loss, gradient = binary_cross_entropy(np.array([[1e308, -1e308, 0.0]]), np.array([[1.0, 0.0, 1.0]]))
    assert loss == pytest.approx(np.log(2) / 3)
    assert gradient[0] == pytest.approx([0.0, 0.0, -0.5 / 3])
