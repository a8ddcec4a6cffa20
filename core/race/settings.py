"""What may be changed in a race, and the constants that stay the same in every race.

The same settings always give the same numbers: every random stream is derived from the start and the length.
"""

from dataclasses import dataclass

from core.cells.spec import CellKind
from core.race.sizes import nearest_hidden, parameter_count
from core.settings import Settings, choice, integer, real, switch
from core.tasks import TASKS, Task

KINDS: tuple[CellKind, ...] = ("rnn", "gru", "lstm")
NAMES: dict[CellKind, str] = {"rnn": "RNN", "gru": "GRU", "lstm": "LSTM"}
LANES = ("rnn,gru", "rnn,gru,lstm", "rnn,lstm", "gru,lstm", "rnn", "gru", "lstm")
ONE = "one"
STARTS = (ONE, "1-2", "1-3", "1-4", "1-5")
LENGTHS = (5, 10, 20, 30, 50, 80)
REMEMBERS = 0.99
FRESH = 500
EVALUATE_EVERY = 5


@dataclass(frozen=True)
class RaceSettings(Settings):
    """One race: the sequence length to remember over, the start weights and how they are trained (Adam).

    The forget bias of 1 is what Jozefowicz et al. (2015) advise for every LSTM: it keeps 73 % a step, where the
    GRU's update bias of -2 keeps 88 %; a forget bias of 2 would keep the same.
    """

    length: int = integer(
        30, 2, 400, "time steps in a sequence; the first symbol must be recalled after the last", stops=LENGTHS
    )
    start: int = integer(1, 1, 5, "which of the five numbered starts: weights and batches", label="start")
    steps: int = integer(200, 1, 5000, "training steps, of one batch each", step=100)
    hidden: int = integer(8, 1, 128, "hidden units of each cell", label="hidden")
    rate: float = real(0.01, 1e-5, 10.0, "learning rate of Adam", growth=10**0.5, label="rate")
    bias: float = real(-2.0, -10.0, 10.0, "bias of the GRU's update gate before training", label="z-bias")
    batch: int = integer(32, 1, 512, "sequences in a batch", label="batch", step=16)
    lanes: str = choice("rnn,gru", LANES, "the cells that race", label="lanes")
    task: str = choice(
        "first", tuple(TASKS), "first: recall the first symbol; adding: add two marked numbers; copy: copy ten symbols"
    )
    starts: str = choice(ONE, STARTS, "starts trained at once: one (the start named), or the first two to five")
    forget: float = real(1.0, -10.0, 10.0, "bias of the LSTM's forget gate before training", label="f-bias")
    budget: bool = switch(
        False, "same number of parameters: the first lane keeps hidden, the others get what comes nearest"
    )
    clip: float = real(0.0, 0.0, 1000.0, "longest gradient (norm over all weights); 0 clips nothing", label="clip")

    @property
    def kinds(self) -> tuple[CellKind, ...]:
        """The cells that race, in the order of the lanes."""
        return tuple(kind for kind in KINDS if kind in self.lanes.split(","))

    @property
    def exercise(self) -> Task:
        """What they learn."""
        return TASKS[self.task]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbered starts that are trained at once."""
        return (self.start,) if self.starts == ONE else tuple(range(1, int(self.starts[-1]) + 1))

    @property
    def shown(self) -> int:
        """The start whose detail is shown: the one named, or the first if it is not among those trained."""
        return self.start if self.start in self.numbers else self.numbers[0]

    def hidden_of(self, kind: CellKind) -> int:
        """The hidden units of a lane: the setting, or under the same parameter budget the nearest."""
        if not self.budget or kind == self.kinds[0]:
            return self.hidden
        inputs, outputs = self.exercise.inputs, self.exercise.outputs
        return nearest_hidden(kind, inputs, outputs, parameter_count(self.kinds[0], self.hidden, inputs, outputs))
