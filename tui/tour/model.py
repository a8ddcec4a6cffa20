"""What a tour is: stops in order, each with a pane as it is to be set, a question, and an answer.

Everything here has been checked and made safe for a screen by read.py, the only maker of tours beside tests.
"""

from dataclasses import dataclass

from core.settings import Settings
from tui.lesson import Lesson
from tui.lessons import find


@dataclass(frozen=True)
class Stop:
    """One idea. `settings` are key=value words and `keys` are pressed when it opens, `answer_settings` (on top of the
    others) and `answer_keys` when the answer is revealed. `answer` may hold placeholders, which answer.py fills."""

    pane: str
    text: str
    question: str
    answer: str
    title: str = ""
    settings: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    answer_settings: tuple[str, ...] = ()
    answer_keys: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def lesson(self) -> Lesson:
        """The lesson of its pane."""
        return find(self.pane)

    @property
    def before(self) -> Settings:
        """The settings it opens with."""
        return self.lesson.parsed(self.settings)

    @property
    def after(self) -> Settings:
        """The settings that show the answer."""
        return self.lesson.parsed(merged(self.settings, self.answer_settings))


@dataclass(frozen=True)
class Tour:
    """Stops in order. `source` tells it from other tours: the path of its file, or "default"."""

    source: str
    title: str
    stops: tuple[Stop, ...]


def merged(words: tuple[str, ...], over: tuple[str, ...]) -> tuple[str, ...]:
    """Both lists of key=value words as one; where a key is in both, the later one counts."""
    later = {word.partition("=")[0] for word in over}
    return (*(word for word in words if word.partition("=")[0] not in later), *over)
