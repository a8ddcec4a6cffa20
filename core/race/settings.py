"""What may be changed in a race, and the constants that stay the same in every race.

The same settings always give the same numbers: every random stream is derived from the start and the length.
"""

from dataclasses import dataclass

from core.settings import Settings, integer, real

LENGTHS = (5, 10, 20, 30, 50, 80)
REMEMBERS = 0.99
FRESH = 500
EVALUATE_EVERY = 5


@dataclass(frozen=True)
class RaceSettings(Settings):
    """One race: the sequence length to remember over, the start weights and how they are trained (Adam)."""

    length: int = integer(
        30, 2, 400, "time steps in a sequence; the first symbol must be recalled after the last", stops=LENGTHS
    )
    start: int = integer(1, 1, 5, "which of the five numbered starts: weights and batches", label="start")
    steps: int = integer(200, 1, 5000, "training steps, of one batch each", step=100)
    hidden: int = integer(8, 1, 128, "hidden units of each cell", label="hidden")
    rate: float = real(0.01, 1e-5, 10.0, "learning rate of Adam", growth=10**0.5, label="rate")
    bias: float = real(-2.0, -10.0, 10.0, "bias of the GRU's update gate before training", label="z-bias")
    batch: int = integer(32, 1, 512, "sequences in a batch", label="batch", step=16)
