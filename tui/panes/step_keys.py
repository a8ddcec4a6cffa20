"""The keys of the step pane, with what the help says of each."""

from textual.binding import Binding, BindingType

KEYS: list[BindingType] = [
    Binding("n", "gate(1)", "gate", tooltip="The weights of the next gate", id="step.gate"),
    Binding("N", "gate(-1)", "gate before", show=False, tooltip="The weights of the gate before"),
    Binding("v", "look('')", "view", tooltip="Values, products, what moved, formulas: the next one"),
    Binding("e", "look('products')", "products", show=False, tooltip="A pre-activation, product by product"),
    Binding("m", "look('moves')", "what moved", show=False, tooltip="What moved, beside what the gradient said"),
    Binding("f", "look('formulas')", "formulas", show=False, tooltip="The formulas in force, with their values"),
    Binding("w", "large", "weights", show=False, tooltip="All the room for the weights, and back"),
    Binding("g", "gradients", "grad", tooltip="Gradients in place of the weights and inputs, and back"),
    Binding("y", "output(1)", "output", show=False, tooltip="The output whose gradient is shown: the next one"),
    Binding("c", "convention(1)", "convention", tooltip="The same weights as the next framework reads them"),
    Binding("C", "convention(-1)", "convention before", show=False, tooltip="As the framework before reads them"),
    Binding("o", "over_time", "time", tooltip="The whole sequence: heat map and gradient, and back"),
    Binding("p", "preset", "preset", show=False, tooltip="Next preset: LSTM, GRU, RNN, ten values, one neuron"),
    Binding("s", "more", "settings", show=False, tooltip="Further settings: nudge, seed, scale, output, activation"),
    Binding("r", "fill", "random", show=False, tooltip="Fill the weights at random, by the next seed"),
    Binding(
        "R", "reset_all", "reset all", show=False, tooltip="Every number the lesson's again, as on its first screen"
    ),
    Binding("less_than_sign", "nudge_by(-1)", "finer", show=False, tooltip="A nudge of a tenth, or of ten times"),
    Binding("greater_than_sign", "nudge_by(1)", "coarser", show=False, tooltip="A nudge of a tenth, or of ten times"),
    Binding("comma", "scrub(-1)", "step back", show=False, key_display=",", tooltip="One step of the sequence back"),
    Binding("full_stop", "scrub(1)", "step on", show=False, key_display=".", tooltip="One step of the sequence on"),
    Binding("left,h", "arrow(-1, 0)", "left", show=False, tooltip="Into the grid; over time, scrub"),
    Binding("right,l", "arrow(1, 0)", "right", show=False, tooltip="Into the grid; over time, scrub"),
    Binding("up,k", "arrow(0, -1)", "up", show=False, tooltip="Into the grid; over time, scroll"),
    Binding("down,j", "arrow(0, 1)", "down", show=False, tooltip="Into the grid; over time, scroll"),
    Binding("enter", "arrow(0, 0)", "edit", show=False, tooltip="Into the grid"),
    Binding("escape", "out", "out", show=False, tooltip="Out of a grid, so that digits open panes; back to values"),
]
