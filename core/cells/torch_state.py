"""Reads the weights of PyTorch's RNN, LSTM and GRU modules from a state dict, by the names they have there.

What is inside each matrix is the business of the layout; here is only which name belongs to which cell.
"""

import re
from collections.abc import Mapping

from core.cells.conventions import LAYOUTS
from core.cells.spec import Array, CellKind, Params
from core.cells.stacking import unstack

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
    b, b_rec = own.get(f"bias_ih{suffix}"), own.get(f"bias_hh{suffix}")
    try:
        return unstack(_LAYOUT, kind, own[f"weight_ih{suffix}"], own[f"weight_hh{suffix}"], b, b_rec)
    except ValueError as error:
        raise ValueError(f"{prefix}*{suffix}: {error}") from error
