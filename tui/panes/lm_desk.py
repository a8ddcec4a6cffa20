"""The desk where trained models are asked, on a thread of its own: a sentence takes longer than a key may.

One question is out at a time; what has been asked for since then is only the newest.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from core.language_model.text_report import Answers, answers
from core.language_model.text_settings import TextSettings
from core.language_model.text_training import TrainSnapshot
from core.language_model.weights import Weights

Question = tuple[Weights, TextSettings]
"""Which model is asked, by its weights, and with which settings."""

_threads = ThreadPoolExecutor(max_workers=1, thread_name_prefix="answers")


def question(snapshot: TrainSnapshot | None) -> Question | None:
    """What a snapshot, with the settings of now, is asked."""
    return None if snapshot is None else (snapshot.best.weights, snapshot.settings)


class Desk:
    """Keeps what is out and what was answered last; `post` is called on the thread, with each answer."""

    def __init__(self, post: Callable[[Question, Answers], object]) -> None:
        self._post = post
        self._out: Question | None = None
        self.answered: Question | None = None

    def ask(self, snapshot: TrainSnapshot | None) -> None:
        """Ask unless an answer is on its way or known; whoever takes an answer asks again."""
        asked = question(snapshot)
        if snapshot is None or asked is None or self._out is not None or asked == self.answered:
            return
        self._out = asked
        _threads.submit(lambda: self._post(asked, answers(snapshot)))

    def take(self, asked: Question) -> None:
        """An answer has arrived."""
        self._out, self.answered = None, asked
