"""Code that sets the forget bias, to copy: PyTorch, Keras, Flax and this project, for the b_f on screen.

Each sets every layer and direction, and counts two bias vectors once.
"""

from dataclasses import dataclass

PYTORCH = """\
import torch

def set_forget_bias(rnn, value):
    # LSTM rows are stacked i, f, g, o and GRU rows r, z, n: the second block is f, or z (PyTorch keeps z).
    # PyTorch adds bias_ih and bias_hh, so one of them holds the value and the other 0.
    H = rnn.hidden_size
    with torch.no_grad():
        for name, bias in rnn.named_parameters():  # every layer and direction
            if name.startswith("bias_ih"):
                bias[H : 2 * H].fill_(value)
            elif name.startswith("bias_hh"):
                bias[H : 2 * H].zero_()

lstm = torch.nn.LSTM(input_size=3, hidden_size=8, num_layers=2)
set_forget_bias(lstm, {b_f!r})
"""

KERAS = """\
import keras
import numpy as np

@keras.saving.register_keras_serializable()
class ForgetBias(keras.initializers.Initializer):
    # The bias of a Keras LSTM is stacked i, f, c, o.
    def __init__(self, value):
        self.value = value

    def __call__(self, shape, dtype=None):
        units = shape[0] // 4
        bias = np.zeros(shape)
        bias[units : 2 * units] = self.value
        return keras.ops.convert_to_tensor(bias, dtype=dtype)

    def get_config(self):
        return {{"value": self.value}}

# unit_forget_bias=True, the default, would put 1 there whatever the initializer says.
layer = keras.layers.LSTM(8, bias_initializer=ForgetBias({b_f!r}), unit_forget_bias=False)
"""

FLAX = """\
import jax
import jax.numpy as jnp
from flax import linen as nn
from flax.traverse_util import path_aware_map

def set_forget_bias(params, value):
    # bias_init would set all four gates; the forget gate's bias is the leaf "hf" / "bias" of each LSTM cell.
    def rule(path, leaf):
        return jnp.full_like(leaf, value) if path[-2:] == ("hf", "bias") else leaf

    return path_aware_map(rule, params)

model = nn.RNN(nn.OptimizedLSTMCell(features=8))
variables = model.init(jax.random.key(0), jnp.ones((1, 10, 3)))
variables = {{"params": set_forget_bias(variables["params"], {b_f!r})}}
"""

THIS_CORE = """\
import numpy as np
from core import initialise

lstm = initialise.uniform("lstm", input_size=3, hidden_size=8, rng=np.random.default_rng(1))
lstm = initialise.with_gate_bias(lstm, "forget", {b_f!r})

# A GRU here keeps 1 - z, so remembering is a negative update bias.
gru = initialise.uniform("gru", input_size=3, hidden_size=8, rng=np.random.default_rng(1))
gru = initialise.with_gate_bias(gru, "update", {b_z!r})
"""


@dataclass(frozen=True)
class Snippet:
    """Code for one framework, as it is to be copied."""

    framework: str
    code: str


def snippets(b_f: float) -> tuple[Snippet, ...]:
    """The code of every framework for this b_f."""
    templates = {"PyTorch": PYTORCH, "Keras": KERAS, "JAX / Flax": FLAX, "this core": THIS_CORE}
    return tuple(Snippet(name, text.format(b_f=float(b_f), b_z=0.0 - b_f)) for name, text in templates.items())
