"""What may be changed in the memory table: the cells, the lengths, the steps and which starts.

The configuration is that of every race, the same for every cell: hidden 8, batches of 32, Adam at 0.01, uniform
start weights, z bias -2, f bias 1. Nothing was chosen for one cell or after seeing a start.
"""

from dataclasses import dataclass

from core.race.settings import LANES, RaceSettings
from core.settings import Settings, SettingsError, choice, integer, numbers

MOST_LENGTHS = 12
STARTS_IN_A_GROUP = 5


@dataclass(frozen=True)
class MemoryRace(RaceSettings):
    """A race of `count` starts from number `first` on, of which there is no end."""

    first: int = integer(1, 1, 1000, "number of the first start")
    count: int = integer(STARTS_IN_A_GROUP, 1, STARTS_IN_A_GROUP, "number of starts")

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbered starts that are trained at once."""
        return tuple(range(self.first, self.first + self.count))


@dataclass(frozen=True)
class MemorySettings(Settings):
    """Which cells are asked how far back they remember, after how many steps, on which starts."""

    cells: str = choice("rnn,gru", LANES, "the cells that are asked", label="cells")
    lengths: tuple[float, ...] = numbers(
        (10, 20, 30, 50, 80), 2, 400, "lengths to remember over", most=MOST_LENGTHS, label="lengths"
    )
    early: int = integer(200, 1, 5000, "training steps before the first look", label="early", step=100)
    late: int = integer(1000, 1, 5000, "training steps before the second look, of the same run", label="late", step=100)
    starts: int = integer(STARTS_IN_A_GROUP, 1, STARTS_IN_A_GROUP, "starts of every cell at every length")
    group: int = integer(1, 1, 200, "which starts: group 1 is 1 to 5, group 2 is 6 to 10", label="group")

    def check(self) -> None:
        """Whole lengths, each once, and a second look after the first."""
        for length in self.lengths:
            if length != int(length):
                raise SettingsError(f"lengths: {length:g} is not a whole number of time steps (allowed: 2 to 400)")
        if len(set(self.lengths)) < len(self.lengths):
            raise SettingsError("lengths: one is given twice; give each once")
        if self.late <= self.early:
            raise SettingsError(f"late: {self.late} steps are not after the {self.early} of the first look")

    def races(self) -> tuple[MemoryRace, ...]:
        """The races to run, by rising length."""
        first = 1 + STARTS_IN_A_GROUP * (self.group - 1)
        return tuple(
            MemoryRace(length=length, lanes=self.cells, steps=self.late, first=first, count=self.starts)
            for length in sorted(map(int, self.lengths))
        )
