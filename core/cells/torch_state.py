"""Reads the weights of PyTorch's RNN, LSTM and GRU modules from a state dict, by the names they have there.

PyTorch stacks the gates in one matrix in its own order, and keeps two biases; Params keeps a gate a row.
"""

import re
from collections.abc import Mapping

import numpy as np

from core.cells.conventions import LAYOUTS
from core.cells.spec import GATES, Array, CellKind, Params

_LAYOUT = LAYOUTS["pytorch"]

TORCH = _LAYOUT.convention
"""How PyTorch reads its weights; a plain RNN made with nonlinearity="relu" needs activation="relu" too."""


def from_torch(state: Mapping[str, Array], kind: CellKind, prefix: str = "") -> tuple[tuple[Params, ...], ...]:
    """The layers of a module, from the input up: one cell each, or a forward and a backward one.

    `prefix` is the name of the module in a larger one, as "rnn."; other names are ignored. A projection, a
    missing matrix, or shapes that cannot be a `kind` raise ValueError that names the entry.
    """
    own = {name.removeprefix(prefix): value for name, value in state.items() if name.startswith(prefix)}
    for name in own:
        if name.startswith("weight_hr_l"):
            raise ValueError(f"{prefix}{name}: an LSTM with a projection (proj_size) is not supported")
    found = [re.fullmatch(r"weight_ih_l(\d+)", name) for name in own]
    count = 1 + max((int(match[1]) for match in found if match), default=0)
    return tuple(
        tuple(
            _cell(own, kind, f"_l{layer}{direction}", prefix)
            for direction in ("", "_reverse")
            if not direction or f"weight_ih_l{layer}{direction}" in own
        )
        for layer in range(count)
    )


def _cell(own: Mapping[str, Array], kind: CellKind, suffix: str, prefix: str) -> Params:
    for name in (f"weight_ih{suffix}", f"weight_hh{suffix}"):
        if name not in own:
            raise ValueError(f"{prefix}{name} is missing: every {kind} layer has one")
    gates = len(GATES[kind])
    recurrent = own[f"weight_hh{suffix}"]
    if recurrent.ndim != 2 or recurrent.shape[0] != gates * recurrent.shape[1]:
        raise ValueError(f"{prefix}weight_hh{suffix} has shape {recurrent.shape}, a {kind} needs ({gates} * H, H)")
    rows = recurrent.shape[0]
    for name in (f"{part}{suffix}" for part in ("weight_ih", "bias_ih", "bias_hh")):
        if name in own and own[name].shape[:1] != (rows,):
            raise ValueError(f"{prefix}{name} has shape {own[name].shape}, weight_hh{suffix} has {rows} rows")
    return Params(
        kind,
        W=_by_gate(own[f"weight_ih{suffix}"], kind),
        U=_by_gate(recurrent, kind),
        b=_by_gate(own[f"bias_ih{suffix}"], kind) if f"bias_ih{suffix}" in own else None,
        b_rec=_by_gate(own[f"bias_hh{suffix}"], kind) if f"bias_hh{suffix}" in own else None,
    )


def _by_gate(stacked: Array, kind: CellKind) -> Array:
    """(G * H, ...) in PyTorch's order of gates as (G, H, ...) in the order of GATES."""
    order = [_LAYOUT.gates[kind].index(name) for name in GATES[kind]]
    return np.asarray(stacked).reshape(len(order), -1, *stacked.shape[1:])[order]
