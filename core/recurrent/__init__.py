"""Whole sequences through one recurrent cell, batched, forward and backward through time.

This is the fast path that training uses; it gives the same numbers as stepping a cell of core.cells.
"""

from core.recurrent.folded import fold, unfold
from core.recurrent.reuse import keep_freed_memory
from core.recurrent.sequence import backward, forward
from core.recurrent.trace import SequenceGradients, Trace

__all__ = ["SequenceGradients", "Trace", "backward", "fold", "forward", "keep_freed_memory", "unfold"]
