"""The traps' numbers against running cells, and the code to copy: this project's is run, the others' are held to
the gate order of their framework."""

import contextlib
import math
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from core import recurrent
from core.activations import sigmoid
from core.cells.spec import Convention, Params
from core.decay import log_sigmoid
from core.forget_bias import BiasSettings, compute, report
from core.forget_bias.code import snippets
from core.forget_bias.traps import traps
from core.report import Table
from tests.core.reference import load


def code(framework: str, b_f: float) -> str:
    return next(snippet.code for snippet in snippets(b_f) if snippet.framework == framework)


def kept(params: Params, gate: str, steps: int, convention: Convention) -> float:
    """The product over time of one gate's first unit, with no input and no recurrent weights."""
    still = Params(params.kind, 0 * params.W, 0 * params.U, params.b, params.b_rec)
    trace = recurrent.forward(still, np.zeros((steps, 1, params.input_size)), convention=convention)
    return float(trace.gate(gate)[:, 0, 0].prod())


@pytest.mark.parametrize("b_f", [-1.5, 0, 1, 3.25])
def test_the_code_for_this_core_runs_and_does_what_it_says(b_f: float) -> None:
    made: dict[str, Any] = {}
    exec(code("this core", b_f), made)
    np.testing.assert_allclose(sigmoid(made["lstm"].b[0]), sigmoid(float(b_f)))
    trace = recurrent.forward(made["gru"], np.zeros((1, 1, 3)))
    np.testing.assert_allclose(1 - trace.gate("update"), sigmoid(float(b_f)), rtol=1e-12)


@pytest.mark.parametrize("framework", ["PyTorch", "Keras", "JAX / Flax", "this core"])
def test_every_snippet_is_python_and_holds_the_chosen_bias(framework: str) -> None:
    compile(code(framework, 2.5), framework, "exec")
    assert "2.5" in code(framework, 2.5)


class Tensor(np.ndarray):
    """As much of a torch.Tensor as the snippet touches."""

    def fill_(self, value: float) -> None:
        self[...] = value

    def zero_(self) -> None:
        self[...] = 0


class TwoLayers:
    """As much of a torch.nn.LSTM of two layers, one in each direction, as the snippet touches."""

    def __init__(self, input_size: int, hidden_size: int, num_layers: int) -> None:
        self.hidden_size = hidden_size
        names = [f"{name}_l{layer}" for layer in range(num_layers) for name in ("bias_ih", "bias_hh", "weight_ih")]
        self.parameters = {
            f"{n}{end}": np.full(4 * hidden_size, 0.1).view(Tensor) for n in names for end in ("", "_reverse")
        }

    def named_parameters(self) -> list[tuple[str, Tensor]]:
        return list(self.parameters.items())


def test_the_pytorch_code_sets_every_layer_and_direction_once(monkeypatch: pytest.MonkeyPatch) -> None:
    torch = ModuleType("torch")
    vars(torch).update(no_grad=contextlib.nullcontext, nn=SimpleNamespace(LSTM=TwoLayers))
    monkeypatch.setitem(sys.modules, "torch", torch)
    made: dict[str, Any] = {}
    exec(code("PyTorch", 2.0), made)
    parameters, H = made["lstm"].parameters, 8
    assert len(parameters) == 12
    for name, array in parameters.items():
        forget, rest = array[H : 2 * H], np.delete(array, np.s_[H : 2 * H])
        assert set(rest) == {0.1}
        assert set(forget) == {2.0 if "bias_ih" in name else 0.0 if "bias_hh" in name else 0.1}


@pytest.mark.parametrize(("case", "gate"), [("lstmcell_2x3_f64", "gate_f"), ("grucell_2x3_f64", "gate_z")])
def test_pytorchs_second_block_is_the_gate_that_keeps(case: str, gate: str) -> None:
    found = load("torch", case)
    H = found.values["h0"].shape[-1]
    block = slice(H, 2 * H)
    w, v = found.weights, found.values
    pre = v["x"] @ w["weight_ih"][block].T + v["h0"] @ w["weight_hh"][block].T
    pre = pre + w["bias_ih"][block] + w["bias_hh"][block]
    np.testing.assert_allclose(sigmoid(pre), v[gate], rtol=1e-12)


def test_two_bias_vectors_of_one_give_sigma_of_two() -> None:
    trap = traps(1.0, 47)[0]
    assert (trap.meant, trap.got) == pytest.approx((0.7310585786300049, 0.8807970779778823), rel=1e-12)
    ones = np.array([[1.0], [0], [0], [0]])
    params = Params("lstm", np.zeros((4, 1, 1)), np.zeros((4, 1, 1)), ones, ones)
    assert kept(params, "forget", 47, Convention()) == pytest.approx(trap.got_left, rel=1e-12)
    assert "sigma(2) = 0.8808" in trap.sentence


def test_the_grus_sign_flips_with_the_convention() -> None:
    trap = traps(1.0, 10)[1]
    bias = np.array([[1.0], [0], [0]])
    params = Params("gru", np.zeros((3, 1, 1)), np.zeros((3, 1, 1)), bias)
    z = kept(params, "update", 1, Convention())
    assert (trap.meant, trap.got) == pytest.approx((z, 1 - z), rel=1e-12)
    h0, x = np.ones((1, 1)), np.zeros((10, 1, 1))
    here, there = (
        recurrent.forward(params, x, h0, convention=Convention(update_scales=scales)).h[-1, 0, 0]
        for scales in ("candidate", "past")
    )
    assert (there, here) == pytest.approx((trap.meant_left, trap.got_left), rel=1e-12)


def test_a_second_layer_left_alone_keeps_half_a_step() -> None:
    trap = traps(3.0, 47)[2]
    assert trap.got_left == pytest.approx(0.5**47, rel=1e-12) and "sigma(0) = 0.5000" in trap.sentence


@pytest.mark.parametrize(("b_f", "which"), [(0.0, 0), (0.0, 1), (0.0, 2), (1.0, 3)])
def test_a_trap_that_costs_nothing_here_says_so(b_f: float, which: int) -> None:
    assert "here that is the same" in traps(b_f, 47)[which].sentence


def test_every_trap_costs_something_at_the_default() -> None:
    for trap in compute(BiasSettings()).traps:
        assert "here that is the same" not in trap.sentence
        meant, got, meant_left, got_left = trap.written()
        assert meant != got and meant_left != got_left
        assert f"{got_left} is left after 47 steps, not {meant_left}." in trap.sentence


def test_a_trap_far_beyond_float64_keeps_its_size_in_the_sentence_and_the_table() -> None:
    for steps, chosen in ((5000, 1.0), (1_000_000, 50.0)):
        result = compute(BiasSettings(steps=steps, chosen=chosen))
        table = next(s for s in report(result) if isinstance(s, Table) and s.title.startswith("The traps"))
        for trap, row in zip(result.traps, table.written(), strict=True):
            exact = steps * log_sigmoid(trap.got_bias) / math.log(10)
            assert trap.got_log10 == pytest.approx(exact, rel=1e-14)
            assert row[4] in trap.sentence and "0.0 %" not in " ".join((trap.sentence, *row))
    assert " is left after 5,000 steps, not 5.77e-681." in traps(1.0, 5000)[0].sentence
    assert "after 1 step," in traps(1.0, 1)[0].sentence
