"""What a screen would otherwise keep to itself: settings that this cell does not read, and numbers held at a limit.

Nothing of this is an error: what is given for another cell waits for it, and what overflows is held.
"""

from collections.abc import Iterator, Mapping

import numpy as np

from core.cells.formulas import LETTERS
from core.cells.spec import Array
from core.step_inspector.adapt import WEIGHTS
from core.step_inspector.defaults import SLOTS
from core.step_inspector.result import OverTime, StepView
from core.step_inspector.sentences import short_title
from core.step_inspector.settings import StepSettings, article
from core.step_inspector.weights import bias_names, layout_of

LARGEST_FLOAT = float(np.finfo(np.float64).max)


def unread(settings: StepSettings) -> tuple[str, ...]:
    """A line for everything that was given and is not read as it is set: rows of other gates, biases and so on."""
    return tuple(f"{', '.join(names)}: {words}" for names, words in _unread(settings) if names)


def _unread(settings: StepSettings) -> Iterator[tuple[list[str], str]]:
    cell, kind, layout = settings.cell, settings.kind, layout_of(settings)
    weights, read = [name for name in WEIGHTS if getattr(settings, name)], ("W", "U", *bias_names(settings))
    heights = {name: 4 * (settings.hidden if name in ("W", "U") else 1) for name in weights}
    every = [name for name in weights if name in read and len(getattr(settings, name)) == heights[name]]
    if kind != "lstm":
        yield every, f"given for the gates f, i, c, o; {article(cell)} reads {gates_read(settings)}"
    whose = "your own convention" if layout.name == "own" else short_title(layout.title)
    count = ("no bias", "one bias", "two biases")[layout.biases[kind]]
    yield [name for name in weights if name not in read], f"given, not read: {count} in {whose}"
    if layout.name == "flax" and cell == "gru" and settings.b_rec:
        yield ["b_rec"], "only n's row is read: Flax has no other second bias"
    if cell != "lstm":
        yield _given(settings, "c_prev"), f"given, not read: {article(cell)} has no cell state"
    if cell != "rnn":
        yield _given(settings, "activation"), "given, not read: it is the plain RNN's"
    if cell != "gru":
        yield _given(settings, "update_scales", "reset"), "given, not read: of a GRU"
    if settings.seed == 0:
        yield _given(settings, "scale"), "given, not read: of weights drawn by a seed above 0"
    if settings.sequence != "random":
        yield _given(settings, "length", "sequence_seed"), "given, not read: of a random sequence"


def gates_read(settings: StepSettings) -> str:
    """Which of the gates f, i, c, o a GRU or a plain RNN reads, and as what, as "f, i, c as z, r, n"."""
    theirs, ours = list(LETTERS["lstm"].values()), LETTERS[settings.kind].values()
    read = ", ".join(theirs[slot] for slot in SLOTS[settings.kind])
    return f"{read} alone" if settings.cell == "rnn" else f"{read} as {', '.join(ours)}"


def _given(settings: StepSettings, *names: str) -> list[str]:
    defaults = StepSettings()
    return [name for name in names if getattr(settings, name) != getattr(defaults, name)]


def held(view: StepView, gradients: Mapping[str, Array], time: OverTime) -> str:
    """A line that names the first computed number at the largest float64, and how many more there are."""
    every = _computed(view, gradients, time)
    found = [(name, place) for name, array in every for place in np.argwhere(np.abs(array) >= LARGEST_FLOAT)]
    if not found:
        return ""
    name, place = found[0]
    at = f"{name} u{place[0] + 1}" if len(place) == 1 and not name.startswith("|") else name
    more = f" and {len(found) - 1} more" if len(found) > 1 else ""
    return f"{at}{more}: at the largest float64, and held there"


def _computed(view: StepView, gradients: Mapping[str, Array], time: OverTime) -> Iterator[tuple[str, Array]]:
    for gate in view.gates:
        terms = (("W x", gate.input_term), ("U h", gate.recurrent_term), ("pre", gate.pre))
        yield from ((f"{term} of {gate.name}", array) for term, array in terms)
    states = (("kept", view.kept), ("added", view.added), ("c", view.cell), ("h", view.hidden))
    yield from ((name, array) for name, array in states if array is not None)
    yield from ((f"gradient by {name}", array) for name, array in gradients.items())
    signals = (("|dL/dh|", time.signal), ("|dL/dc|", time.cell_signal), ("h over time", time.h[1:]))
    yield from ((name, array) for name, array in signals if array is not None)
