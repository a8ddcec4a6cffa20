"""What the line at the bottom says the keys do, while the arrows walk what is shown and while they change a setting.

A setting without effect on what is shown is dim, and whoever changes it all the same is told why nothing moves.
"""

from collections.abc import Mapping
from typing import ClassVar, TypeVar

from textual import events

from core.settings import Settings
from tui.views import ViewsPane
from tui.widgets.classes import wear
from tui.widgets.settings_line import SettingField
from tui.widgets.value_input import ValueInput

S = TypeVar("S", bound=Settings)


class HintedPane(ViewsPane[S]):
    """Base of panes whose STATES say what the keys do in each view, and whose PLACES what has those keys."""

    DEFAULT_CSS = """
    HintedPane SettingField.-idle:blur > .field--value { color: $text-disabled; text-style: none; }
    """
    STATES: ClassVar[Mapping[str, str]] = {}
    PLACES: ClassVar[Mapping[str, str]] = {}

    @property
    def hint(self) -> str:
        """What the keys do now."""
        if isinstance(self.app.focused, SettingField | ValueInput):
            return f"left and right change it, enter types it; esc: back to {self.PLACES[self.view]} and its keys"
        return self.STATES[self.view]

    def say_hint(self) -> None:
        """Say it."""
        self.say(self.hint)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Other keys work now."""
        self.say_hint()

    def on_focus(self, event: events.Focus) -> None:
        """The pane itself has the keys of a view without a widget for them."""
        self.say_hint()

    @property
    def idle(self) -> dict[str, str]:
        """Hook: the settings without effect on what is shown, and why."""
        return {}

    def dim_idle(self) -> None:
        """Show which settings are idle."""
        idle = self.idle
        for field in self.query(SettingField):
            wear(field, {"-idle": field.field in idle})

    def tell_idle(self, old: S, new: S) -> None:
        """Say why a change of an idle setting changed nothing, for a while."""
        for name, reason in self.idle.items():
            if getattr(old, name) != getattr(new, name):
                self.remark(f"{name} changes nothing here: {reason}")
