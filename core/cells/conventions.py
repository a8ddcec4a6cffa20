"""How each framework lays out and reads a cell's weights, as data: the same numbers, eight ways to mean them.
A layout turns a framework's stacked matrices into Params and back, so that no formula has to know one.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from core.cells.spec import GATES, LESSON, Array, CellKind, Convention

_PAST_AFTER = Convention(update_scales="past", reset="after")
_PAST_BEFORE = Convention(update_scales="past", reset="before")


@dataclass(frozen=True)
class Layout:
    """What one framework does with a cell's weights.

    gates: by kind, this project's gate names in the framework's stacking order. letters: by kind, what the
    framework calls them, in the same order. biases: by kind, how many bias vectors it has. transposed: whether
    it computes y = x W, with kernels (I, G*H) and (H, G*H), instead of y = W x, with (G*H, I) and (G*H, H).
    forget_bias: what it adds to an LSTM's forget bias at run time. stacked: whether it keeps the gates in one
    array at all; where it does not, the stack here is only this project's order. note: one line for the screen.
    """

    name: str
    title: str
    convention: Convention
    gates: Mapping[CellKind, tuple[str, ...]]
    letters: Mapping[CellKind, tuple[str, ...]]
    biases: Mapping[CellKind, int]
    transposed: bool
    note: str
    forget_bias: float = 0.0
    stacked: bool = True


@dataclass(frozen=True, eq=False)
class Stacked:
    """A cell's weights as a framework stacks them: gates one after another along one axis.

    Of y = W x: W (G*H, I), U (G*H, H); transposed: W (I, G*H), U (H, G*H). b and b_rec are (G*H,) or None. Keras's
    (2, 3H) bias is b over b_rec, ONNX's B is b then b_rec, TensorFlow 1's kernel is W over U.
    """

    W: Array
    U: Array
    b: Array | None = None
    b_rec: Array | None = None


def _orders(lstm: str, gru: str) -> dict[CellKind, tuple[str, ...]]:
    """The gates by kind from strings of initials, as "ifco" and "zrc"."""
    by_initial = {gate[0]: gate for gate in GATES["lstm"]}
    by_letter = {"z": "update", "r": "reset", "c": "candidate"}
    return {
        "rnn": GATES["rnn"],
        "lstm": tuple(by_initial[initial] for initial in lstm),
        "gru": tuple(by_letter[letter] for letter in gru),
    }


def _letters(lstm: str, gru: str) -> dict[CellKind, tuple[str, ...]]:
    """The framework's own letters by kind, each a word of the string."""
    return {"rnn": ("h",), "lstm": tuple(lstm.split()), "gru": tuple(gru.split())}


def _biases(rnn: int, lstm: int, gru: int) -> dict[CellKind, int]:
    """The number of bias vectors by kind."""
    return {"rnn": rnn, "lstm": lstm, "gru": gru}


_LAYOUTS = (
    Layout(
        name="lesson",
        title="this lesson",
        convention=LESSON,
        gates=GATES,
        letters=_letters("f i C~ o", "z r h~"),
        biases=_biases(1, 1, 1),
        transposed=False,
        note="z multiplies the candidate: z = 0 keeps the past; r acts before the recurrent product",
    ),
    Layout(
        name="pytorch",
        title="PyTorch",
        convention=_PAST_AFTER,
        gates=_orders("ifco", "rzc"),
        letters=_letters("i f g o", "r z n"),
        biases=_biases(2, 2, 2),
        transposed=False,
        note="z multiplies the past: z = 1 keeps it; r acts after the product, on its bias too; two biases or none",
    ),
    Layout(
        name="keras",
        title="Keras (reset_after=True, the default)",
        convention=_PAST_AFTER,
        gates=_orders("ifco", "zrc"),
        letters=_letters("i f c o", "z r h"),
        biases=_biases(1, 1, 2),
        transposed=True,
        note="y = x W; z multiplies the past; r acts after the product; a GRU bias is (2, 3H), an LSTM's (4H,)",
    ),
    Layout(
        name="keras_reset_before",
        title="Keras (reset_after=False)",
        convention=_PAST_BEFORE,
        gates=_orders("ifco", "zrc"),
        letters=_letters("i f c o", "z r h"),
        biases=_biases(1, 1, 1),
        transposed=True,
        note="y = x W; z multiplies the past; r acts before the product; one bias",
    ),
    Layout(
        name="onnx_lbr0",
        title="ONNX (linear_before_reset=0, the default)",
        convention=_PAST_BEFORE,
        gates=_orders("iofc", "zrc"),
        letters=_letters("i o f c", "z r h"),
        biases=_biases(2, 2, 2),
        transposed=False,
        note="z multiplies the past; r acts before the product; B holds both biases, Wb then Rb",
    ),
    Layout(
        name="onnx_lbr1",
        title="ONNX (linear_before_reset=1)",
        convention=_PAST_AFTER,
        gates=_orders("iofc", "zrc"),
        letters=_letters("i o f c", "z r h"),
        biases=_biases(2, 2, 2),
        transposed=False,
        note="z multiplies the past; r acts after the product, as in PyTorch; B holds both biases, Wb then Rb",
    ),
    Layout(
        name="tf1",
        title="TensorFlow 1 (rnn_cell)",
        convention=_PAST_BEFORE,
        gates=_orders("icfo", "rzc"),
        letters=_letters("i j f o", "r u c"),
        biases=_biases(1, 1, 1),
        transposed=True,
        note="one kernel for [x, h]; adds forget_bias = 1 to f at run time; u multiplies the past, r acts before",
        forget_bias=1.0,
    ),
    Layout(
        name="flax",
        title="Flax (linen)",
        convention=_PAST_AFTER,
        gates=_orders("ifco", "rzc"),
        letters=_letters("i f g o", "r z n"),
        biases=_biases(1, 1, 2),
        transposed=True,
        note="a Dense layer per gate, not a stack; z multiplies the past; r acts after; only n has a second bias",
        stacked=False,
    ),
)

LAYOUTS: Mapping[str, Layout] = {layout.name: layout for layout in _LAYOUTS}
"""Every layout by name. Sources: the documentation of torch.nn.LSTMCell and GRUCell, keras.layers.LSTM and GRU,
the ONNX operators LSTM and GRU, the sources of tf.nn.rnn_cell and flax.linen.recurrent."""
