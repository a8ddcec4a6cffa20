"""The real cells' curves: held against central differences, an independent sum over paths, and theory."""

import json
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import recurrent
from core.highway import HighwayResult, HighwaySettings, compute, report
from core.highway.difference import best_difference
from core.highway.lesson import real_start
from core.highway.real import Measured, norms
from core.report import Series, Table, Text, plain_data


@cache
def result(forget_bias: float = 1.0, **changes: float) -> HighwayResult:
    return compute(HighwaySettings(forget_bias=forget_bias, **changes))  # type: ignore[arg-type]


def cell(which: int, forget_bias: float = 1.0, **changes: float) -> Measured:
    return result(forget_bias, **changes).cells[which].measured


RNN, LSTM, GRU = range(3)


@pytest.mark.parametrize("which", [RNN, LSTM, GRU])
@pytest.mark.parametrize("forget_bias", [0.0, 3.0])
def test_back_propagation_agrees_with_central_differences(which: int, forget_bias: float) -> None:
    measured = cell(which, forget_bias)
    for check, full in ((measured.hidden_check, measured.hidden), (measured.cell_check, measured.cell)):
        if check is not None and full is not None:
            assert check.largest_error is not None and check.largest_error < 1e-3
            norms = np.array(check.norms, dtype=np.float64)  # None is not resolved
            seen = ~np.isnan(norms)
            assert seen.sum() == check.trusted > 2
            np.testing.assert_allclose(norms[seen], full[check.steps][seen], rtol=1e-3)


@pytest.mark.parametrize("state", ["hidden", "cell"])
def test_a_wrong_gradient_would_be_seen(state: str) -> None:
    x, v, starts = real_start(HighwaySettings(steps=6))
    trace = recurrent.forward(starts[LSTM], x)
    gradients = recurrent.backward(starts[LSTM], trace, dh_last=v[np.newaxis])
    full = gradients.dh if state == "hidden" else gradients.dc
    found = best_difference(starts[LSTM], trace, v, 3, state)  # type: ignore[arg-type]
    assert found is not None and full is not None
    np.testing.assert_allclose(found, full[3, 0], rtol=1e-7, atol=1e-11)
    assert np.linalg.norm(found - 1.001 * full[3, 0]) > 5e-4 * np.linalg.norm(found)


def test_the_gate_path_is_the_product_of_the_forget_gates() -> None:
    x, v, starts = real_start(HighwaySettings())
    trace = recurrent.forward(starts[LSTM], x)
    f = trace.gate("forget")[:, 0]
    path = v * trace.gate("output")[-1, 0] * (1 - np.tanh(trace.c[-1, 0]) ** 2)  # type: ignore[index]
    highway, lengths = cell(LSTM).highway, [np.linalg.norm(path)]
    for gate in f[::-1]:
        path = path * gate
        lengths.append(np.linalg.norm(path))
    assert highway is not None
    np.testing.assert_allclose(highway, lengths[::-1], rtol=1e-12)
    gradients = recurrent.backward(starts[LSTM], trace, dh_last=v[np.newaxis])
    assert gradients.dc is not None
    full = gradients.dc[0, 0]
    assert cell(LSTM).share == pytest.approx(float(full @ path / (full @ full)), rel=1e-12)
    assert cell(LSTM).norm_ratio == pytest.approx(float(np.linalg.norm(path) / np.linalg.norm(full)), rel=1e-12)
    assert cell(LSTM).mean_gate == pytest.approx(float(np.exp(np.log(f).mean())), rel=1e-12)


def test_the_grus_gate_path_keeps_one_minus_z() -> None:
    x, v, starts = real_start(HighwaySettings())
    kept = 1 - recurrent.forward(starts[GRU], x).gate("update")[:, 0]
    highway = cell(GRU).highway
    assert highway is not None
    assert highway[0] == pytest.approx(float(np.linalg.norm(v * kept.prod(axis=0))), rel=1e-12)


@pytest.mark.parametrize("which", [LSTM, GRU])
def test_with_no_recurrent_weights_the_gate_path_is_everything(which: int) -> None:
    measured = cell(which, 2.0, scale=0.0)
    assert measured.share == pytest.approx(1, rel=1e-12) and measured.per_step == pytest.approx(1, rel=1e-12)
    assert measured.highway is not None
    np.testing.assert_allclose(measured.highway, measured.carried, rtol=1e-12)
    assert measured.mean_gate == pytest.approx(result(2.0, scale=0.0).gate_from_bias, rel=1e-12)
    expected = result(2.0, scale=0.0).path_from_bias * measured.carried[-1]
    assert measured.highway[0] == pytest.approx(float(expected), rel=1e-12)


def test_an_lstm_with_no_forget_bias_vanishes_as_theory_says() -> None:
    measured, theory = cell(LSTM, 0.0), result(0.0).path_from_bias
    assert theory == pytest.approx(0.5**60)
    assert measured.highway is not None
    assert measured.highway[0] == pytest.approx(theory * measured.highway[-1], rel=3)
    assert measured.carried[0] < 1e-12 * measured.carried[-1]
    assert "vanished" in result(0.0).cells[LSTM].sentence
    assert cell(LSTM, 3.0).carried[0] > 1e6 * measured.carried[0]


def test_the_rnn_says_that_it_has_no_gate_path() -> None:
    measured = cell(RNN)
    assert measured.highway is None and measured.share is None and measured.mean_gate is None
    assert "no gate path" in result().cells[RNN].sentence
    table = next(
        section for section in report(result()) if isinstance(section, Table) and "A real RNN" in section.title
    )
    assert table.written()[RNN][3] == "no path"


@pytest.mark.parametrize("forget_bias", [-5.0, 0.0, 1.0, 5.0, 50.0])
def test_no_text_claims_that_an_lstm_cannot_decay(forget_bias: float) -> None:
    texts = [line for section in report(result(forget_bias)) if isinstance(section, Text) for line in section.lines]
    for claim in ("does not decay", "never decays", "does not vanish", "no decay", "constant error"):
        assert not any(claim in line for line in texts)


def test_the_explained_share_is_in_the_sentence() -> None:
    share = cell(LSTM, 3.0).share
    assert share is not None and 0 < share < 1
    assert f"explains {100 * share:.1f} % in the LSTM" in result(3.0).explained


def test_where_no_difference_can_tell_it_says_so() -> None:
    dead = result(-50.0, scale=0.0)
    assert cell(RNN, -50.0, scale=0.0).hidden_check.largest_error is None
    assert "no digit in the RNN" in dead.checked and "gone: 0 in float64" in dead.cells[RNN].sentence


def test_norms_survive_squares_that_underflow() -> None:
    vectors = np.array([[[3e-200, 4e-200]], [[0.0, 0.0]], [[3e200, 4e200]]])
    np.testing.assert_allclose(norms(vectors), [5e-200, 0, 5e200], rtol=1e-15)


def test_the_same_settings_give_the_same_curves() -> None:
    again = compute(HighwaySettings(forget_bias=1.0))
    np.testing.assert_array_equal(again.cells[GRU].measured.hidden, cell(GRU).hidden)


@settings(max_examples=20, deadline=None)
@given(
    seed=st.integers(0, 2**31 - 1),
    steps=st.integers(1, 12),
    hidden=st.integers(1, 4),
    scale=st.floats(0, 10),
    forget_bias=st.floats(-50, 50),
)
def test_any_start_is_measured_without_a_warning(
    seed: int, steps: int, hidden: int, scale: float, forget_bias: float
) -> None:
    found = compute(HighwaySettings(seed=seed, steps=steps, hidden=hidden, scale=scale, forget_bias=forget_bias))
    for real in found.cells:
        assert real.measured.hidden.shape == (steps + 1,)
        assert real.measured.hidden[-1] == pytest.approx(1, rel=1e-12)
        assert "nan" not in real.sentence


def test_the_share_is_said_to_be_the_length_ratio_times_the_cosine() -> None:
    measured, words = cell(LSTM), result().explained
    assert measured.share is not None and measured.norm_ratio is not None and measured.cosine is not None
    assert measured.share == pytest.approx(measured.norm_ratio * measured.cosine, rel=1e-12)
    assert words.startswith("Along the full gradient's direction at step 0")
    assert "0.3 % in the LSTM (2.67e-09 long against 5.01e-07, 0.53 % or 91.6 % a step, times the cosine 0.57" in words


def test_differences_that_rounding_hides_are_not_resolved_and_never_nan() -> None:
    found = result()
    check = cell(RNN).carried_check
    assert None in check.norms and "null where rounding" in check.unresolved
    assert cell(LSTM).carried_check.unresolved == ""
    tables = [s for s in report(found) if isinstance(s, Table) and "checked by central" in s.title]
    assert [row[2] for row in tables[RNN].written()].count("not resolved") == check.norms.count(None)
    assert "nan" not in json.dumps(plain_data(found))
    lines = [line for s in report(found) if isinstance(s, Series) for line in s.lines.values()]
    assert all(np.isfinite(line).all() for line in lines)


def test_a_shut_gate_keeps_its_true_value_and_one_step_is_singular() -> None:
    shut = result(-50.0, steps=1)
    assert cell(GRU, -50.0, steps=1).mean_gate == pytest.approx(2e-22, rel=0.5)
    assert result(-50.0).explained.count("nothing that float64 can hold in the") == 2
    assert "keep 1 - z = 2.00e-22 on average" in shut.cells[GRU].sentence
    assert "would leave 1.93e-22 over 1 step." in shut.cells[GRU].sentence
    assert "at the 1 of 1 step they" in shut.checked
    open_ = result(50.0, steps=1).cells[LSTM].sentence
    assert "keep f = 1 - 2.1e-22 on average" in open_ and "would leave 1 - 1.9e-22 over 1 step." in open_
