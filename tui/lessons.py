"""The registry: every lesson once, and everything else (tabs, keys, palette, help, command line, tests) made from it.

A lesson names its parts by "module:name" and loads them when they are first used, so that opening one pane neither
imports nor computes anything of another.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from core.report import Report
from core.settings import Settings, nearest

if TYPE_CHECKING:
    from tui.pane import Pane


@dataclass(frozen=True)
class Lesson:
    """One pane and its plain faces.

    settings names the Settings class, final a function Settings -> Result (the last snapshot of a live lesson),
    report a function Result -> Report, pane the widget class.
    """

    name: str
    key: str
    title: str
    short: str
    question: str
    about: str
    settings: str
    final: str
    report: str
    pane: str

    def settings_class(self) -> type[Settings]:
        """The Settings class of this lesson."""
        return cast(type[Settings], _load(self.settings))

    def result(self, settings: Settings) -> Any:
        """The finished result for these settings."""
        return cast(Callable[[Settings], Any], _load(self.final))(settings)

    def reported(self, result: Any) -> Report:
        """A result as tables, series and sentences."""
        return cast(Callable[[Any], Report], _load(self.report))(result)

    def pane_class(self) -> "type[Pane[Any]]":
        """The pane's widget class."""
        return cast("type[Pane[Any]]", _load(self.pane))


def _load(reference: str) -> object:
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)


LESSONS: tuple[Lesson, ...] = (
    Lesson(
        name="highway",
        key="1",
        title="Highway",
        short="Highway",
        question="How far back does the error reach?",
        about="A plain RNN multiplies the gradient at every step by a factor that nobody controls, an LSTM by its "
        "forget gate, which it learns. What each leaves over a distance, first idealised, then measured in real cells.",
        settings="core.highway:HighwaySettings",
        final="core.highway:compute",
        report="core.highway:report",
        pane="tui.panes.highway:HighwayPane",
    ),
    Lesson(
        name="race",
        key="7",
        title="Race",
        short="Race",
        question="Who still knows the first symbol?",
        about="A plain RNN and a GRU train side by side to recall the first of T symbols: watch how far each "
        "remembers, and how much of the error reaches step 1 before any training.",
        settings="core.race.settings:RaceSettings",
        final="core.race.run:final",
        report="core.race.words:report",
        pane="tui.panes.race:RacePane",
    ),
)

FIRST = "race"


class UnknownLesson(ValueError):
    """No lesson has that name; the message is one line with the nearest one."""


def find(name: str) -> Lesson:
    """The lesson called `name`. Raises UnknownLesson."""
    for lesson in LESSONS:
        if lesson.name == name:
            return lesson
    names = [lesson.name for lesson in LESSONS]
    raise UnknownLesson(f"unknown pane '{name}' (there are: {', '.join(names)}{nearest(name, names)})")
