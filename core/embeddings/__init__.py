"""Word vectors from nothing but which words stand near each other, and what analogies on them are worth.

The bundled corpus is 24 pairs of parallel sentences written for this project, so the lesson can say why it works.
"""

from core.embeddings.labels import Label, Placement, cells_of, placed_labels
from core.embeddings.lesson import EmbeddingsResult, answer, check, compute, report
from core.embeddings.query import Analogy, Neighbour, analogy, nearest
from core.embeddings.settings import EmbeddingsSettings
from core.embeddings.space import Space, space_of

__all__ = [
    "Analogy",
    "EmbeddingsResult",
    "EmbeddingsSettings",
    "Label",
    "Neighbour",
    "Placement",
    "Space",
    "analogy",
    "answer",
    "cells_of",
    "check",
    "compute",
    "nearest",
    "placed_labels",
    "report",
    "space_of",
]
