"""A pane with more to show than one small screen holds: named views, a key each, one of them open.

The pane carries the class -view-NAME, and its style sheet says what that shows; a wide screen may show more than one.
"""

from typing import ClassVar, TypeVar

from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.reactive import var
from textual.widget import Widget

from core.settings import Settings
from tui.lesson import Lesson
from tui.pane import Pane
from tui.widgets.classes import wear

S = TypeVar("S", bound=Settings)


class ViewsPane(Pane[S]):
    """Base of panes with views. A subclass names its VIEWS (the first one opens) and binds keys to view('NAME')."""

    VIEWS: ClassVar[tuple[str, ...]] = ()
    view: var[str] = var("", init=False)

    def __init__(self, lesson: Lesson, settings: S) -> None:
        super().__init__(lesson, settings)
        self.set_reactive(ViewsPane.view, self.VIEWS[0])

    def opened(self) -> None:
        """Show the view that is open."""
        self.watch_view(self.view)
        self.front.focus()

    @property
    def front(self) -> Widget:
        """What takes the keys in the view that is open; the pane itself unless a subclass knows better."""
        return self

    @property
    def view_keys(self) -> tuple[str, ...]:
        """The key of the view, those that lead to what is looked at in it, and the lines that it is scrolled by."""
        front = self.front
        scrolled = round(front.scroll_y) if isinstance(front, VerticalScroll) else 0
        return (*self._key_of_view, *self.keys_inside, *(("down",) * scrolled))

    @property
    def _key_of_view(self) -> tuple[str, ...]:
        """None for the view that a pane opens with."""
        if self.view == self.VIEWS[0]:
            return ()
        bindings = (binding for binding in self.BINDINGS if isinstance(binding, Binding))
        return tuple(binding.key for binding in bindings if binding.action == f"view('{self.view}')")

    @property
    def keys_inside(self) -> tuple[str, ...]:
        """Hook: the keys that lead from the view as it opens to what is looked at in it, such as a cursor's place."""
        return ()

    def view_opened(self) -> None:
        """Hook: another view is open."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The open view is not offered again."""
        return parameters != (self.view,) if action == "view" else True

    def action_view(self, name: str) -> None:
        """Open a view."""
        self.view = name
        self.front.focus()

    def watch_view(self, view: str) -> None:
        """Let the style sheet show it."""
        wear(self, {f"-view-{name}": name == view for name in self.VIEWS})
        self.view_opened()
        self.call_after_refresh(self.app.refresh_bindings)
