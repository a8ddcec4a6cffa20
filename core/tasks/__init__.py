"""What a net is asked to remember: three tasks behind one interface, each with what is known about guessing it."""

from core.tasks.adding import Adding
from core.tasks.copy_memory import CopyMemory
from core.tasks.first_symbol import CHANCE, FirstSymbol, binary_cross_entropy, first_symbol
from core.tasks.task import Batch, Task, stacked

TASKS: dict[str, Task] = {task.name: task for task in (FirstSymbol(), Adding(), CopyMemory())}
"""Every task by the name that a setting uses."""

__all__ = [
    "CHANCE",
    "TASKS",
    "Batch",
    "Task",
    "binary_cross_entropy",
    "first_symbol",
    "stacked",
]
