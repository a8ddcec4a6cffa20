"""A stack is sequences fed to sequences; what it adds is order, and this holds the order.
The numbers of layers and directions are held against PyTorch in test_recurrent_torch.
"""

import numpy as np
import pytest

from core import recurrent, stack
from core.cells.spec import LESSON, CellKind
from core.cells.torch_state import from_torch
from core.initialise import uniform
from core.trees import arrays
from tests.core.reference import load

RNG = np.random.default_rng
KINDS: tuple[CellKind, ...] = ("rnn", "lstm", "gru")


def two_layers_both_ways(kind: CellKind) -> stack.Layers:
    rng = RNG(4)
    return (
        (uniform(kind, 2, 3, rng), uniform(kind, 2, 3, rng)),
        (uniform(kind, 6, 3, rng), uniform(kind, 6, 3, rng)),
    )


@pytest.mark.parametrize("kind", KINDS)
def test_one_layer_is_the_sequence_itself(kind: CellKind) -> None:
    params, x, dy = uniform(kind, 2, 3, RNG(0)), RNG(1).normal(size=(4, 2, 2)), RNG(2).normal(size=(4, 2, 3))
    alone = recurrent.forward(params, x)
    expected = recurrent.backward(params, alone, dy)
    trace = stack.forward(((params,),), x)
    gradients = stack.backward(((params,),), trace, dy)
    np.testing.assert_array_equal(trace.y, alone.y)
    np.testing.assert_array_equal(gradients.dx, expected.dx)
    np.testing.assert_array_equal(gradients.runs[0][0].dh, expected.dh)


@pytest.mark.parametrize("kind", KINDS)
def test_two_layers_both_ways_equal_central_differences(kind: CellKind) -> None:
    layers, rng = two_layers_both_ways(kind), RNG(7)
    x, dy = rng.normal(size=(3, 2, 2)), rng.normal(size=(3, 2, 6))
    h0, dhn = rng.normal(size=(2, 4, 2, 3))
    c0, dcn = rng.normal(size=(2, 4, 2, 3))
    cells = (c0, dcn) if kind == "lstm" else (None, None)

    def loss() -> float:
        trace = stack.forward(layers, x, h0, cells[0])
        total = (dy * trace.y).sum() + (dhn * trace.hn).sum()
        return float(total if trace.cn is None else total + (dcn * trace.cn).sum())

    gradients = stack.backward(layers, stack.forward(layers, x, h0, cells[0]), dy, dhn, cells[1])
    pairs = [*zip(arrays(layers), arrays(gradients.layers), strict=True), (x, gradients.dx), (h0, gradients.dh0)]
    if gradients.dc0 is not None:
        pairs.append((c0, gradients.dc0))
    for array, gradient in pairs:
        for where in np.ndindex(array.shape):
            kept, losses = array[where], []
            for nudge in (1e-6, -1e-6):
                array[where] = kept + nudge
                losses.append(loss())
            array[where] = kept
            assert gradient[where] == pytest.approx((losses[0] - losses[1]) / 2e-6, rel=1e-6, abs=1e-7)


def test_the_backward_direction_has_read_the_end_when_the_forward_one_has_read_the_start() -> None:
    layers = two_layers_both_ways("gru")[:1]
    x = RNG(0).normal(size=(5, 1, 2))
    changed = x.copy()
    changed[-1] += 1
    before, after = stack.forward(layers, x).y, stack.forward(layers, changed).y
    np.testing.assert_array_equal(before[:-1, :, :3], after[:-1, :, :3])
    assert (before[:, :, 3:] != after[:, :, 3:]).all()


@pytest.mark.parametrize("name", ["h0", "c0", "dhn", "dcn"])
def test_starts_that_do_not_fit_are_named(name: str) -> None:
    layers, x, wrong = two_layers_both_ways("lstm"), np.zeros((3, 2, 2)), np.zeros((2, 2, 3))
    with pytest.raises(ValueError, match=f"{name} holds 2 states, this stack has 4 cells"):
        if name in ("h0", "c0"):
            stack.forward(layers, x, **{name: wrong}, convention=LESSON)
        else:
            stack.backward(layers, stack.forward(layers, x), **{name: wrong})


def test_a_projection_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"^rnn\.weight_hr_l0: an LSTM with a projection \(proj_size\)"):
        weights = load("torch", "lstm_T6_proj_f64").weights
        from_torch({f"rnn.{name}": value for name, value in weights.items()}, "lstm", prefix="rnn.")


def test_a_state_dict_that_cannot_be_the_kind_is_named() -> None:
    weights = load("torch", "gru_T6_2layer_f64").weights
    wrong: dict[str, tuple[dict[str, np.ndarray], CellKind]] = {
        "weight_ih_l0 is missing": ({"bias_ih_l0": weights["bias_ih_l0"]}, "gru"),
        "weight_ih_l0 is missing: every lstm": ({}, "lstm"),
        "weight_hh_l1 is missing": ({k: v for k, v in weights.items() if k != "weight_hh_l1"}, "gru"),
        r"^\*_l0: U has shape \(15, 5\), but a lstm in PyTorch has": (weights, "lstm"),
        r"^\*_l1: b_rec has shape \(4,\)": ({**weights, "bias_hh_l1": np.zeros(4)}, "gru"),
    }
    for message, (state, kind) in wrong.items():
        with pytest.raises(ValueError, match=message):
            from_torch(state, kind)
