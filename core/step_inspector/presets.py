"""Screens worth starting from, each a StepSettings: the lesson's steps, its ten inputs, its one-neuron signal.

A preset is only settings, so its words on the command line show the same screen.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from core.step_inspector.settings import StepSettings


@dataclass(frozen=True)
class Preset:
    """A name, what is to be seen there in a few words, and the settings."""

    name: str
    about: str
    settings: StepSettings


_PRESETS = (
    Preset("lesson", "the lesson's LSTM step", StepSettings()),
    Preset("gru", "the same weights, read by a GRU", StepSettings(cell="gru")),
    Preset("rnn", "the candidate's weights, read by a plain RNN", StepSettings(cell="rnn")),
    Preset("ten", "the LSTM over the lesson's ten inputs in x1; x2 is 0", StepSettings(sequence="ten", t=10)),
    Preset(
        "one_neuron",
        "nine steps leave 0.024 of the gradient, a copy path 0.316",
        StepSettings(
            cell="rnn",
            inputs=1,
            hidden=1,
            sequence="ten",
            t=10,
            output="h1",
            W=((1.0,),),
            U=((0.9,),),
            h_prev=((0.0,),),
        ),
    ),
)

PRESETS: Mapping[str, Preset] = {preset.name: preset for preset in _PRESETS}
"""Every preset by name, the lesson's first."""
