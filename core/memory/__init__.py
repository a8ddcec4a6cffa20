"""The memory table: the lesson's own experiment, five starts of every cell at every length, and what it claims."""

from core.memory.report import report
from core.memory.run import final, run
from core.memory.settings import MemorySettings
from core.memory.snapshot import MemorySnapshot

__all__ = ["MemorySettings", "MemorySnapshot", "final", "report", "run"]
