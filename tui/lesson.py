"""What the app and the command line know of a lesson: its words, and by name the parts that it is made of.

A lesson names its parts by "module:name" and loads them when they are first used, so that opening one pane neither
imports nor computes anything of another.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast, get_type_hints

from core.settings import Settings, parse

if TYPE_CHECKING:
    from core.report import Report
    from tui.pane import Pane


@dataclass(frozen=True)
class Lesson:
    """One pane and its plain faces.

    settings names the Settings class, final a function Settings -> Result (the last snapshot of a live lesson),
    report a function Result -> Report, pane the widget class. A lesson with two kinds of settings names with `words` a
    function that tells from the key=value words which is meant. `bare` is a function Result -> what JSON holds of it
    (all of it unless named), `check` a function that raises ValueError for settings whose result cannot be had.
    `further` are other Settings classes of the lesson, each under the heading that its manual page gives it.
    `asks` is a function Settings -> the question, where it depends on them. `run` is a function Settings -> snapshots
    that know their `progress` (0 to 1), where the last of them, the result, takes long enough to be watched.
    `source` names the functions of the core that a pane shows as its own source, `final` unless others are named.
    `live` says that its result takes a training, so seconds or minutes.
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
    words: str = ""
    bare: str = ""
    check: str = ""
    asks: str = ""
    run: str = ""
    further: tuple[tuple[str, str], ...] = ()
    source: tuple[str, ...] = ()
    live: bool = False

    @property
    def keys(self) -> str:
        """The digit and the function key that open it."""
        return f"{self.key},f{10 if self.key == '0' else self.key}"

    def settings_class(self) -> type[Settings]:
        """The Settings class of this lesson."""
        return cast(type[Settings], _load(self.settings))

    def further_settings(self) -> list[tuple[str, type[Settings]]]:
        """The other Settings classes, with their headings."""
        return [(heading, cast(type[Settings], _load(reference))) for heading, reference in self.further]

    def parsed(self, words: Iterable[str]) -> Settings:
        """The settings that key=value words describe. Raises SettingsError."""
        if self.words:
            return cast(Callable[[Iterable[str]], Settings], _load(self.words))(words)
        return parse(self.settings_class(), words)

    def checked(self, settings: Settings) -> None:
        """Raises ValueError, one line, where something outside the settings (a file) cannot be used."""
        if self.check:
            cast(Callable[[Settings], None], _load(self.check))(settings)

    def result(self, settings: Settings, progress: Callable[[float], None] | None = None) -> Any:
        """The finished result for these settings; `progress` is told how far it is, if it takes long."""
        if not self.run or progress is None:
            return cast(Callable[[Settings], Any], _load(self.final))(settings)
        snapshot = None
        for snapshot in cast(Callable[[Settings], Iterable[Any]], _load(self.run))(settings):
            progress(snapshot.progress)
        return snapshot

    def reported(self, result: Any) -> "Report":
        """A result as tables, series and sentences."""
        return cast("Callable[[Any], Report]", _load(self.report))(result)

    def data(self, result: Any) -> Any:
        """What JSON holds of a result."""
        return cast(Callable[[Any], Any], _load(self.bare))(result) if self.bare else result

    def data_type(self) -> Any:
        """The type of what JSON holds, as the function that makes it declares it."""
        return get_type_hints(_load(self.bare or self.final))["return"]

    def question_of(self, settings: Settings) -> str:
        """The question that these settings ask."""
        return cast(Callable[[Settings], str], _load(self.asks))(settings) if self.asks else self.question

    def pane_class(self) -> "type[Pane[Any]]":
        """The pane's widget class."""
        return cast("type[Pane[Any]]", _load(self.pane))


def _load(reference: str) -> object:
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)
