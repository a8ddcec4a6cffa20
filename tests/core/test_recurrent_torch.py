"""Sequences, layers and directions against PyTorch: outputs and every gradient, in float64.
Then the signal that the race draws: the size of the total gradient at each of 60 steps back.
"""

from typing import Any

import numpy as np
import pytest

from core import recurrent, stack
from core.activations import log_softmax
from core.cells.spec import CellKind
from core.cells.torch_state import TORCH, from_torch
from core.trees import arrays
from tests.core.reference import FRAMEWORKS, load, names

SEQUENCES = [name for name in names("torch", cell=False, batch_first=False) if load("torch", name).info["proj"] == 0]
LANES = ["rnn", "gru", "lstm_fb0", "lstm_fb1", "lstm_fb3"]


def close(actual: Any, expected: Any, tolerance: float = 1e-10) -> None:
    """Equal within tolerance times the largest expected entry."""
    assert actual.shape == expected.shape
    np.testing.assert_allclose(actual, expected, rtol=0, atol=tolerance * np.abs(expected).max())


def test_every_kind_has_every_shape_of_case() -> None:
    suffixes = ("T12_3x4", "T1_1x1", "T5_nobias", "T6_2layer", "T6_bidir")
    wanted = [f"{kind}_{suffix}_f64" for kind in ("rnn", "lstm", "gru") for suffix in suffixes]
    assert sorted(SEQUENCES) == sorted(wanted)


@pytest.mark.parametrize("name", SEQUENCES)
def test_outputs_and_all_gradients(name: str) -> None:
    case = load("torch", name)
    kind, values = case.info["kind"], case.values
    layers = from_torch(case.weights, kind)
    trace = stack.forward(layers, values["x"], values["h0"], values.get("c0"), TORCH)
    gradients = stack.backward(layers, trace, values["vy"], values["vh"], values.get("vc"))
    close(trace.y, values["y"])
    close(trace.hn, values["hn"])
    close(gradients.dx, values["dx"])
    close(gradients.dh0, values["dh0"])
    assert (trace.cn is None) == (gradients.dc0 is None) == (kind != "lstm")
    if kind == "lstm":
        close(trace.cn, values["cn"])
        close(gradients.dc0, values["dc0"])
    expected = from_torch({key: values[f"d_{key}"] for key in case.weights}, kind)
    for mine, theirs in zip(arrays(gradients.layers), arrays(expected), strict=True):
        close(mine, theirs)


@pytest.mark.parametrize("lane", LANES)
def test_the_signal_at_each_of_60_steps(lane: str) -> None:
    kind: CellKind = "lstm" if lane.startswith("lstm") else "rnn" if lane == "rnn" else "gru"
    with np.load(FRAMEWORKS / "torch" / "gradflow_T60_f64_io.npz", allow_pickle=False) as archive:
        values = {key.removeprefix(f"{lane}_"): archive[key] for key in archive.files if key.startswith(f"{lane}_")}
    ((params,),) = from_torch({f"{key}_l0": values[key] for key in values if key.startswith(("weight", "bias"))}, kind)
    trace = recurrent.forward(params, values["x"], convention=TORCH)
    gradients = recurrent.backward(params, trace, dh_last=values["v"])
    # Each step is held to its own size, since the signal falls by many orders of magnitude.
    np.testing.assert_allclose(np.linalg.norm(gradients.dh, axis=(1, 2)), values["grad_h_norm"], rtol=1e-9)
    if gradients.dc is not None:
        np.testing.assert_allclose(np.linalg.norm(gradients.dc, axis=(1, 2)), values["grad_c_norm"], rtol=1e-9)
    ((expected,),) = from_torch({f"{key[2:]}_l0": values[key] for key in values if key.startswith("d_")}, kind)
    for mine, theirs in zip(arrays(gradients.params), arrays(expected), strict=True):
        close(mine, theirs)


@pytest.mark.parametrize("kind", ["lstm", "gru"])
def test_a_language_model_made_of_an_embedding_a_stack_and_a_linear_head(kind: CellKind) -> None:
    case = load("torch", f"lm_{kind}_module_f64")
    weights, values = case.weights, case.values
    tokens, head = values["tokens"].T, weights["head.weight"]  # time first: (T, B)
    layers = from_torch(weights, kind, prefix="rnn.")
    trace = stack.forward(layers, weights["emb.weight"][tokens], convention=TORCH)
    logits = trace.y @ head.T + weights["head.bias"]  # (T, B, V)
    close(np.swapaxes(logits, 0, 1), values["logits"])

    targets = np.eye(len(head))[tokens[1:]]  # (T-1, B, V)
    log_p = log_softmax(logits[:-1])
    count = targets[..., 0].size
    loss = -(targets * log_p).sum() / count
    assert loss == pytest.approx(float(values["loss"]), rel=1e-12)
    assert np.exp(loss) == pytest.approx(float(values["perplexity"]), rel=1e-12)

    dlogits = np.zeros_like(logits)
    dlogits[:-1] = (np.exp(log_p) - targets) / count
    gradients = stack.backward(layers, trace, dlogits @ head)
    dembedding = np.zeros_like(weights["emb.weight"])
    np.add.at(dembedding, tokens, gradients.dx)
    close(dembedding, values["d_emb.weight"])
    close(np.einsum("tbv,tbh->vh", dlogits, trace.y), values["d_head.weight"])
    close(dlogits.sum(axis=(0, 1)), values["d_head.bias"])
    theirs = from_torch({key[2:]: values[key] for key in values if key.startswith("d_rnn.")}, kind, prefix="rnn.")
    for mine, expected in zip(arrays(gradients.layers), arrays(theirs), strict=True):
        close(mine, expected)
