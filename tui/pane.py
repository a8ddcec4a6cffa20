"""What every pane is: a lesson's settings with undo, a line to change them in, and a line to say things in.

A pane holds one Settings value; its watcher decides what follows from a new one. Keys make new values, never widgets.
"""

from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

from textual import events, on
from textual.containers import Vertical
from textual.message import Message
from textual.messages import CloseMessages, Prune
from textual.reactive import reactive
from textual.widget import Widget

from core.history import History
from core.settings import Settings, SettingsError, specs, write_value
from tui.key_words import written
from tui.lesson import Lesson
from tui.widgets.focus import FocusedAlone
from tui.widgets.settings_line import SettingsLine
from tui.widgets.status_line import StatusLine

S = TypeVar("S", bound=Settings)


class Pane(Vertical, FocusedAlone, Generic[S], can_focus=True):
    """Base of the panes. A subclass composes its widgets, among them SettingsLine and StatusLine, and overrides
    `settings_changed`; `ready` says whether everything it works on in the background is on screen."""

    DEFAULT_CSS = """
    Pane { height: 1fr; width: 1fr; }
    """

    def __init_subclass__(cls, sheet: str = "", **more: Any) -> None:
        """`sheet` names the style sheet in tui/panes, read when the pane's module is, not before."""
        if sheet:
            cls.DEFAULT_CSS = (files("tui.panes") / sheet).read_text(encoding="utf-8")
            cls.SCOPED_CSS = False  # a sheet also looks at the breakpoint classes, which the screen has
        super().__init_subclass__(**more)

    KEYS_INSIDE: ClassVar[Mapping[str, type[Widget]]] = MappingProxyType({})
    """Widgets of the pane whose own keys belong in its manual, each under a heading."""

    settings: reactive[Settings | None] = reactive(None, init=False)
    going: bool = False
    """Whether it is about to be removed: news of a worker and what was put off would find its widgets gone."""

    class Moved(Message):
        """The settings of the pane are now others."""

    def __init__(self, lesson: Lesson, settings: S) -> None:
        super().__init__(id=lesson.name)
        self.lesson = lesson
        self.history: History[S] = History(settings)
        self.set_reactive(Pane.settings, settings)

    @property
    def now(self) -> S:
        """The present settings."""
        return self.history.present

    @property
    def in_front(self) -> bool:
        """Whether this is still the open pane; what comes late asks before it takes the keys."""
        return bool(getattr(self.app, "lesson", "") == self.lesson.name)

    @property
    def shown(self) -> Any:
        """The result that is on screen, None before there is one; what is saved as data."""
        return None

    @property
    def command(self) -> tuple[str, ...]:
        """The words of the command that opens this screen again, not quoted."""
        view = ("--keys", written(self.view_keys)) if self.view_keys else ()
        return "gatescope", self.lesson.name, *self.now.words(), *view

    @property
    def view_keys(self) -> tuple[str, ...]:
        """The keys that lead from the pane as it opens to the view that is open; settings are no part of it."""
        return ()

    @property
    def ready(self) -> bool:
        """Whether no background work is left whose result is not on screen yet."""
        return True

    def check_message_enabled(self, message: Message) -> bool:
        """A pane that is going hears of nothing but its end."""
        end = isinstance(message, (events.Event, CloseMessages, Prune)) and not isinstance(message, events.Callback)
        return (end or not self.going) and super().check_message_enabled(message)

    def settings_changed(self, old: S, new: S) -> None:
        """Hook: the settings are now `new`."""

    def opened(self) -> None:
        """Hook: the pane has come to the front."""

    def hidden(self) -> None:
        """Hook: another pane has come to the front."""

    def go_to_end(self) -> None:
        """Hook: what takes its time comes to its end, also if it waits or has not begun."""

    def take_result(self, result: Any) -> None:
        """Hook: show a result that took too long for a still picture to make it itself."""

    def say(self, text: str, refusal: bool = False) -> None:
        """Show a line of text at the bottom."""
        self.query_one(StatusLine).say(text, refusal)

    def remark(self, text: str) -> None:
        """Show a line of text at the bottom for a while."""
        self.query_one(StatusLine).say(text, passing=True)

    def announce(self, text: str) -> None:
        """Show a line of text at the bottom until a key is pressed, whatever else is said until then."""
        self.query_one(StatusLine).announce(text)

    def apply(self, settings: S) -> None:
        """Make these the present settings; the old ones can be had back by undo."""
        self._move(self.history.push(settings))

    def undo(self) -> None:
        """Back to the settings before."""
        self._travel(self.history.undo(), "undone")

    def redo(self) -> None:
        """Forward to the settings last undone."""
        self._travel(self.history.redo(), "redone")

    def on_key(self) -> None:
        """A refusal or a remark is of what was done before; this key may bring the next."""
        self.query_one(StatusLine).dismiss()

    def on_paste(self) -> None:
        """As after a key."""
        self.query_one(StatusLine).dismiss()

    @on(SettingsLine.Asked)
    def take_change(self, event: SettingsLine.Asked) -> None:
        """A change was asked for in the line; a refused one changes nothing."""
        event.stop()
        try:
            changed = event.change(self.now)
        except SettingsError as error:
            self.say(str(error), refusal=True)
            event.again()
            return
        self.apply(changed)  # type: ignore[arg-type]  # a change keeps the kind of settings it is given

    def _travel(self, history: History[S], done: str) -> None:
        old = self.now
        self._move(history)
        if self.now != old:
            self.remark(f"{done}: {what_changed(old, self.now)}")

    def _move(self, history: History[S]) -> None:
        before, self.history = self.history, history
        old = before.present
        if old == history.present:
            return
        self.settings = history.present
        for line in self.query(SettingsLine):
            line.settings = history.present
        if (bool(before.past), bool(before.future)) != (bool(history.past), bool(history.future)):
            self.app.refresh_bindings()  # the footer is made anew, which costs more than most edits
        self.settings_changed(old, history.present)
        self.post_message(self.Moved())


def what_changed(old: Settings, new: Settings) -> str:
    """The settings that are not as they were, as "seed is 3, W is as it was"; three at most are named."""
    named = specs(type(new)).items() if type(old) is type(new) else ()
    fields = [(name, spec.label or name) for name, spec in named if getattr(old, name) != getattr(new, name)]
    words = [f"{label} is {_short_value(getattr(new, name))}" for name, label in fields[:3]]
    more = [f"and {len(fields) - 3} more"] if len(fields) > 3 else []
    return ", ".join([*words, *more]) or "the settings are as they were"


def _short_value(value: Any) -> str:
    text = write_value(value)
    return text if 0 < len(text) <= 20 else "as it was"
