"""Whole sequences must be the one-step cells, repeated: the same numbers for every kind and convention.
Then the properties that only a whole sequence has: a batch of strangers, a dtype, a trace that stays as it is.
"""

import warnings
from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import recurrent
from core.cells import step
from core.cells.spec import GATES, LESSON, Array, CellKind, Convention
from core.initialise import together, uniform
from core.recurrent import SequenceGradients, Trace
from core.trees import arrays, map_arrays

Biases = Literal[0, 1, 2]
SCALES: tuple[Literal["candidate", "past"], ...] = ("candidate", "past")
RESETS: tuple[Literal["before", "after"], ...] = ("before", "after")
CONVENTIONS: list[tuple[CellKind, Convention]] = [
    ("rnn", LESSON),
    ("rnn", Convention(activation="relu")),
    ("lstm", LESSON),
    *(("gru", Convention(update_scales=scales, reset=reset)) for scales in SCALES for reset in RESETS),
]
CASES = [(*case, biases) for case in CONVENTIONS for biases in (0, 1, 2)]


def name(value: object) -> str:
    if isinstance(value, Convention):
        return f"{value.update_scales}-{value.reset}-{value.activation}"
    return str(value)


def close(actual: Array | None, expected: Array | None, tolerance: float = 1e-12) -> None:
    """Equal within tolerance times the largest expected entry, or both None."""
    if actual is None or expected is None:
        assert actual is expected
        return
    assert actual.shape == expected.shape
    np.testing.assert_allclose(actual, expected, rtol=0, atol=tolerance * np.abs(expected).max(initial=1e-300))


class Problem:
    """A cell with large enough weights to matter, an input, starts, and gradients that arrive everywhere."""

    def __init__(self, kind: CellKind, biases: Biases = 1, seed: int = 0, T: int = 5, B: int = 3, H: int = 4) -> None:
        rng = np.random.default_rng(seed)
        cell = uniform(kind, 2, H, rng, biases=biases)
        self.params = map_arrays(lambda a: 1.5 * a, cell)
        self.x = rng.normal(size=(T, B, 2))
        self.h0, self.dh_last = rng.normal(size=(2, B, H))
        c0, dc_last = rng.normal(size=(2, B, H))
        self.c0: Array | None = c0 if kind == "lstm" else None
        self.dc_last: Array | None = dc_last if kind == "lstm" else None
        self.dy = rng.normal(size=(T, B, H))

    def run(self, convention: Convention) -> tuple[Trace, SequenceGradients]:
        trace = recurrent.forward(self.params, self.x, self.h0, self.c0, convention)
        return trace, recurrent.backward(self.params, trace, self.dy, self.dh_last, self.dc_last)

    def loss(self, convention: Convention) -> float:
        trace = recurrent.forward(self.params, self.x, self.h0, self.c0, convention)
        total = (self.dy * trace.y).sum() + (self.dh_last * trace.h[-1]).sum()
        if trace.c is not None and self.dc_last is not None:
            total += (self.dc_last * trace.c[-1]).sum()
        return float(total)


@pytest.mark.parametrize(("kind", "convention", "biases"), CASES, ids=name)
def test_forward_equals_the_cell_step_by_step(kind: CellKind, convention: Convention, biases: Biases) -> None:
    problem = Problem(kind, biases)
    trace, _ = problem.run(convention)
    h, c = problem.h0, problem.c0
    for t, x in enumerate(problem.x):
        one = step.forward(problem.params, x, h, c, convention)
        h, c = one.hidden, getattr(one, "cell", None)
        close(trace.h[t + 1], h)
        close(None if trace.c is None else trace.c[t + 1], c)
        for gate in GATES[kind]:
            close(trace.gate(gate)[t], one.gates[gate].value)
    assert trace.steps == len(problem.x)


@pytest.mark.parametrize(("kind", "convention", "biases"), CASES, ids=name)
def test_backward_equals_the_cell_step_by_step(kind: CellKind, convention: Convention, biases: Biases) -> None:
    problem = Problem(kind, biases)
    params, (trace, gradients) = problem.params, problem.run(convention)
    dparams = map_arrays(np.zeros_like, params)
    dh, dc = problem.dh_last, problem.dc_last
    for t in reversed(range(len(problem.x))):
        dh = dh + problem.dy[t]
        close(gradients.dh[t + 1], dh)
        c_prev = None if trace.c is None else trace.c[t]
        one = step.forward(params, problem.x[t], trace.h[t], c_prev, convention)
        back = step.backward(params, one, dh, dc)
        close(None if gradients.dc is None else gradients.dc[t + 1], back.dcell)
        close(gradients.dx[t], back.dx)
        dparams = map_arrays(np.add, dparams, back.dparams)
        dh, dc = back.dh_prev, back.dc_prev
    close(gradients.dh0, dh)
    close(gradients.dc0, dc)
    for mine, expected in zip(arrays(gradients.params), arrays(dparams), strict=True):
        close(mine, expected)


@pytest.mark.parametrize(("kind", "convention"), CONVENTIONS, ids=name)
def test_gradients_equal_central_differences(kind: CellKind, convention: Convention) -> None:
    problem = Problem(kind, biases=2, T=4, B=2, H=3)
    gradients = problem.run(convention)[1]
    pairs = list(zip(arrays(problem.params), arrays(gradients.params), strict=True))
    pairs += [(problem.x, gradients.dx), (problem.h0, gradients.dh0)]
    if problem.c0 is not None and gradients.dc0 is not None:
        pairs.append((problem.c0, gradients.dc0))
    for array, gradient in pairs:
        for where in np.ndindex(array.shape):
            kept, losses = array[where], []
            for nudge in (1e-6, -1e-6):
                array[where] = kept + nudge
                losses.append(problem.loss(convention))
            array[where] = kept
            assert gradient[where] == pytest.approx((losses[0] - losses[1]) / 2e-6, rel=1e-6, abs=1e-7)


@pytest.mark.parametrize(("kind", "convention"), CONVENTIONS, ids=name)
def test_a_batch_of_starts_equals_each_start_alone(kind: CellKind, convention: Convention) -> None:
    alone = [Problem(kind, biases=2, seed=seed) for seed in range(3)]
    params = together([one.params for one in alone])
    at_once = recurrent.forward(
        params,
        np.stack([one.x for one in alone], axis=1),
        np.stack([one.h0 for one in alone]),
        np.stack([one.c0 for one in alone if one.c0 is not None]) if kind == "lstm" else None,
        convention,
    )
    gradients = recurrent.backward(params, at_once, np.stack([one.dy for one in alone], axis=1))
    for s, one in enumerate(alone):
        trace = recurrent.forward(one.params, one.x, one.h0, one.c0, convention)
        expected = recurrent.backward(one.params, trace, one.dy)
        close(at_once.h[:, s], trace.h)
        close(at_once.gate(GATES[kind][0])[:, s], trace.gate(GATES[kind][0]))
        close(gradients.dx[:, s], expected.dx)
        close(gradients.dh[:, s], expected.dh)
        for mine, other in zip(arrays(gradients.params), arrays(expected.params), strict=True):
            close(mine[s], other)


@settings(max_examples=30, deadline=None)
@given(case=st.sampled_from(CONVENTIONS), seed=st.integers(0, 999), T=st.integers(1, 6), B=st.integers(1, 4))
def test_no_sequence_of_a_batch_feels_another(case: tuple[CellKind, Convention], seed: int, T: int, B: int) -> None:
    kind, convention = case
    problem = Problem(kind, seed=seed, T=T, B=B)
    trace, gradients = problem.run(convention)
    total = map_arrays(np.zeros_like, problem.params)
    for b in range(B):
        one = Problem(kind, seed=seed, T=T, B=B)
        for attribute in ("h0", "c0", "dh_last", "dc_last"):
            state = getattr(problem, attribute)
            setattr(one, attribute, None if state is None else state[b : b + 1])
        one.x, one.dy = problem.x[:, b : b + 1], problem.dy[:, b : b + 1]
        trace_b, gradients_b = one.run(convention)
        close(trace_b.h, trace.h[:, b : b + 1])
        close(gradients_b.dh, gradients.dh[:, b : b + 1])
        close(gradients_b.dx, gradients.dx[:, b : b + 1])
        total = map_arrays(np.add, total, gradients_b.params)
    for mine, summed in zip(arrays(gradients.params), arrays(total), strict=True):
        close(mine, summed, 1e-11)


@settings(max_examples=20, deadline=None)
@given(case=st.sampled_from(CONVENTIONS), seed=st.integers(0, 999))
def test_float32_stays_float32_and_agrees_with_float64(case: tuple[CellKind, Convention], seed: int) -> None:
    kind, convention = case
    problem = Problem(kind, biases=2, seed=seed)
    trace, gradients = problem.run(convention)
    problem.params = map_arrays(lambda a: a.astype(np.float32), problem.params)
    trace32, gradients32 = problem.run(convention)
    for mine, other in zip(arrays((trace32, gradients32)), arrays((trace, gradients)), strict=True):
        assert mine.dtype == np.float32
        if convention.activation == "tanh":  # a relu may open in one precision and not in the other
            close(mine.astype(np.float64), other, 2e-5)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(
    ("kind", "convention"), [case for case in CONVENTIONS if case[1].activation == "tanh"], ids=name
)
def test_huge_weights_saturate_without_a_warning(
    kind: CellKind, convention: Convention, dtype: type[np.floating]
) -> None:
    problem = Problem(kind, biases=2)
    problem.params = map_arrays(lambda a: (1e5 * a).astype(dtype), problem.params)
    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        trace, gradients = problem.run(convention)
    assert all(np.isfinite(array).all() for array in arrays(trace))
    assert all(np.isfinite(array).all() for array in arrays(gradients))


def test_a_nearly_shut_gate_keeps_its_relative_precision() -> None:
    params = map_arrays(np.zeros_like, Problem("lstm").params)
    assert params.b is not None
    params.b[...] = -60
    trace = recurrent.forward(params, np.zeros((1, 1, 2)))
    np.testing.assert_allclose(trace.gate("forget"), np.exp(-60.0), rtol=1e-14)


@pytest.mark.parametrize(("kind", "convention"), CONVENTIONS, ids=name)
def test_backward_leaves_the_trace_alone_and_can_be_repeated(kind: CellKind, convention: Convention) -> None:
    problem = Problem(kind, biases=2)
    trace, first = problem.run(convention)
    before = [array.copy() for array in arrays(trace)]
    problem.x[...] = np.nan  # the trace keeps its own
    again = recurrent.backward(problem.params, trace, problem.dy, problem.dh_last, problem.dc_last)
    for array, kept in zip(arrays(trace), before, strict=True):
        np.testing.assert_array_equal(array, kept)
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
    for mine, other in zip(arrays(first), arrays(again), strict=True):
        np.testing.assert_array_equal(mine, other)


def test_nothing_arriving_gives_no_gradient() -> None:
    problem = Problem("lstm")
    trace = recurrent.forward(problem.params, problem.x)
    assert not any(array.any() for array in arrays(recurrent.backward(problem.params, trace)))
    assert not trace.h[0].any()


@pytest.mark.parametrize(("kind", "convention"), CONVENTIONS, ids=name)
def test_the_short_cuts_of_training_change_no_gradient(kind: CellKind, convention: Convention) -> None:
    problem = Problem(kind, biases=2)
    trace = recurrent.forward(problem.params, problem.x, problem.h0, problem.c0, convention)
    silent = np.zeros_like(problem.dy)
    full = recurrent.backward(problem.params, trace, silent, problem.dh_last, problem.dc_last)
    short = recurrent.backward(problem.params, trace, None, problem.dh_last, problem.dc_last, inputs=False)
    assert short.dx.shape == (0, 3, 2)
    close(short.dh, full.dh)
    close(short.dc, full.dc)
    for mine, other in zip(arrays(short.params), arrays(full.params), strict=True):
        close(mine, other)


MISUSES: dict[str, Callable[[Problem], Any]] = {
    "x has shape (5, 3, 7), this gru reads (T, B, 2)": lambda p: recurrent.forward(p.params, np.zeros((5, 3, 7))),
    "x has shape (3, 2), this gru reads (T, B, 2)": lambda p: recurrent.forward(p.params, p.x[0]),
    "this gru reads (T, 2, B, 2)": lambda p: recurrent.forward(together([p.params] * 2), p.x),
    "h0 has shape (1, 4), this batch and cell need (3, 4)": lambda p: recurrent.forward(p.params, p.x, p.h0[:1]),
    "c0 given for a gru": lambda p: recurrent.forward(p.params, p.x, p.h0, p.h0),
    "dy has shape (4, 3, 4)": lambda p: recurrent.backward(p.params, p.run(LESSON)[0], p.dy[1:]),
    "dh_last has shape (2, 4)": lambda p: recurrent.backward(p.params, p.run(LESSON)[0], None, p.h0[1:]),
    "dc_last given for a gru": lambda p: recurrent.backward(p.params, p.run(LESSON)[0], dc_last=p.h0),
    "no gate 'forget' in a gru: it has update, reset, candidate": lambda p: p.run(LESSON)[0].gate("forget"),
}


@pytest.mark.parametrize("message", MISUSES)
def test_misuse_is_named_in_one_line(message: str) -> None:
    with pytest.raises(ValueError) as caught:
        MISUSES[message](Problem("gru"))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
