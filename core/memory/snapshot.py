"""What the memory table looks like while it fills: its rows, its signals, and the statements judged so far.

Every number of the pane and the printer is a field or a property here.
"""

from dataclasses import dataclass

from core.cells.spec import CellKind
from core.memory.settings import MemorySettings
from core.race.settings import REMEMBERS


@dataclass(frozen=True)
class Row:
    """One cell at one length after so many steps: the share of fresh sequences that each start answers."""

    kind: CellKind
    length: int
    steps: int
    scores: tuple[float, ...]

    @property
    def remembering(self) -> int:
        """How many starts answer at least 99 %."""
        return sum(score >= REMEMBERS for score in self.scores)


@dataclass(frozen=True)
class Heard:
    """How much of the error at step T reaches step 1 before training, for each start."""

    kind: CellKind
    length: int
    signals: tuple[float, ...]


@dataclass(frozen=True)
class Statement:
    """One statement of the lesson, whether it holds here (None: not measured here), and what was measured."""

    text: str
    met: bool | None
    value: str


@dataclass(frozen=True)
class MemorySnapshot:
    """The experiment so far; length and step say where it is, progress is the share of the work done, 0 to 1."""

    settings: MemorySettings
    length: int
    step: int
    progress: float
    rows: tuple[Row, ...]
    heard: tuple[Heard, ...]
    statements: tuple[Statement, ...]
    finished: bool

    @property
    def held(self) -> int:
        """How many statements hold."""
        return sum(statement.met is True for statement in self.statements)

    @property
    def measured(self) -> int:
        """How many statements could be judged."""
        return sum(statement.met is not None for statement in self.statements)

    def row(self, kind: CellKind, length: int, steps: int) -> Row | None:
        """One row, if it has been measured."""
        return next((one for one in self.rows if (one.kind, one.length, one.steps) == (kind, length, steps)), None)
