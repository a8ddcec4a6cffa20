"""What attention does instead of remembering: every word looks at every other in one step.

Six words with weights set by hand show the arithmetic; a path of any length shows what the one step is worth.
"""

from core.attention.explain import EXPLAINED, Explanation, Term, explain
from core.attention.lesson import AttentionResult, compute, report
from core.attention.settings import MATRICES, AttentionSettings

__all__ = [
    "EXPLAINED",
    "MATRICES",
    "AttentionResult",
    "AttentionSettings",
    "Explanation",
    "Term",
    "compute",
    "explain",
    "report",
]
