"""The models that were trained on texts, kept so that undo, another file or the lesson and back bring them back.

One is known by the settings that it was trained with; what it is asked is no part of it.
"""

from dataclasses import replace

from core.language_model.text_settings import TextSettings
from core.language_model.text_training import TrainSnapshot

ASKING = ("top", "temperature", "sample_seed", "prompt")
"""The settings that ask a model; all others make another."""
MOST = 4
_UNASKED = {name: getattr(TextSettings(), name) for name in ASKING}
_JUDGED_BY = ("corpus", "cap", "least", "sentences", "lower", "megabytes", "dev", "seed")
"""The settings that say on which words, and on how many different ones, a model is scored."""


class Models:
    """The last MOST of them; of two trained with the same settings the better one."""

    def __init__(self) -> None:
        self._kept: list[TrainSnapshot] = []

    def keep(self, snapshot: TrainSnapshot | None) -> None:
        """Keep a model if its training has ended or got anywhere, and no better one with the same settings is kept."""
        if snapshot is None or not (snapshot.ended or snapshot.best_step):
            return
        before = self.made_with(snapshot.settings)
        if before is None or snapshot.ended or snapshot.best_dev < before.best_dev:
            others = [model for model in self._kept if model is not before]
            self._kept = [snapshot, *others][:MOST]

    def made_with(self, settings: TextSettings) -> TrainSnapshot | None:
        """The one trained with these settings."""
        return next((model for model in self._kept if same_training(model.settings, settings)), None)


def training(settings: TextSettings) -> TextSettings:
    """The settings without what is asked."""
    return replace(settings, **_UNASKED)


def same_training(one: TextSettings, other: TextSettings) -> bool:
    """Whether both train the same model."""
    return training(one) == training(other)


def better(new: TrainSnapshot, old: TrainSnapshot) -> bool:
    """Whether the new model has done better so far on the same dev words, so that it may take the old one's place."""
    same = all(getattr(new.settings, name) == getattr(old.settings, name) for name in _JUDGED_BY)
    return same and new.best_dev < old.best_dev


def with_questions(snapshot: TrainSnapshot, settings: TextSettings) -> TrainSnapshot:
    """The model, asked what these settings ask."""
    asking = {name: getattr(settings, name) for name in ASKING}
    return replace(snapshot, settings=replace(snapshot.settings, **asking))
