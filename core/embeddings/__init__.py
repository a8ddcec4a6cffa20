"""Word vectors from nothing but which words stand near each other, and what analogies on them are worth.

The bundled corpus is 24 pairs of parallel sentences, written and chosen for a map that spreads man from woman one
way and palace from field the other, so the lesson can say why it works.
"""

from core.embeddings.labels import JOINT, Frame, Placement, Spot, cells_of, frame_of, placed_labels
from core.embeddings.lesson import EmbeddingsResult, answer, check, compute, report
from core.embeddings.query import Analogy, Neighbour, analogy, nearest
from core.embeddings.settings import EmbeddingsSettings
from core.embeddings.space import Space, space_of

__all__ = [
    "JOINT",
    "Analogy",
    "EmbeddingsResult",
    "EmbeddingsSettings",
    "Frame",
    "Neighbour",
    "Placement",
    "Space",
    "Spot",
    "analogy",
    "answer",
    "cells_of",
    "check",
    "compute",
    "frame_of",
    "nearest",
    "placed_labels",
    "report",
    "space_of",
]
