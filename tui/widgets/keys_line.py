"""The last row: the keys that work here and now. Help and quit are always there; what does not fit gives way to a mark.

It is painted as one line, and only when it reads differently: a footer of a widget a key is made anew at every change.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.app import RenderResult
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget

ALWAYS = ("help", "quit", "dismiss", "leave", "give_up")
"""Actions whose keys stand at the end of the line, however narrow it is."""
MORE = "…"


@dataclass(frozen=True)
class Key:
    """A key as it is shown, what it does in a word, and the key to send for a click on it."""

    shown: str
    does: str
    press: str
    always: bool

    @property
    def width(self) -> int:
        """Cells, with the space before the next one."""
        return cell_len(self.shown) + 1 + cell_len(self.does) + 1


def fitting(keys: Iterable[Key], width: int) -> tuple[list[Key], bool]:
    """The keys that fit in `width` cells, those that must be there among them; and whether any is missing."""
    found = list(keys)
    room = width - sum(key.width for key in found if key.always)
    left_out = sum(key.width for key in found if not key.always) > room
    room -= cell_len(MORE) + 1 if left_out else 0
    kept: list[Key] = []
    for key in found:
        if key.always:
            kept.append(key)
        elif key.width <= room:
            room -= key.width
            kept.append(key)
        else:
            room = 0  # what comes later may be shorter, but the order says what matters more
    return kept, left_out


class KeysLine(Widget):
    """The keys of the screen it is on."""

    COMPONENT_CLASSES = {"keys--key", "keys--does"}
    DEFAULT_CSS = """
    KeysLine { dock: bottom; height: 1; background: $panel; }
    KeysLine > .keys--key { color: $footer-key-foreground; background: $panel; text-style: bold; }
    KeysLine > .keys--does { color: $foreground; background: $panel; }
    """

    keys: reactive[tuple[Key, ...]] = reactive(())
    _follows: bool = False

    def on_mount(self) -> None:
        """Follow the screen's bindings."""
        self.screen.bindings_updated_signal.subscribe(self, self._follow_soon)
        self._follow()

    def on_unmount(self) -> None:
        """Follow no more."""
        self.screen.bindings_updated_signal.unsubscribe(self)

    def _follow_soon(self, _: Screen[object]) -> None:
        """Once for all that says so now: what works is looked up when it has come to rest."""
        if not self._follows:
            self._follows = self.call_later(self._follow)

    def _follow(self) -> None:
        self._follows = False
        self.keys = self.working_keys()

    def working_keys(self) -> tuple[Key, ...]:
        """The keys that work now."""
        shown: dict[str, Key] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if binding.show and active.enabled and binding.action not in shown:
                display = self.app.get_key_display(binding)
                always = binding.action in ALWAYS
                shown[binding.action] = Key(display, binding.description, binding.key, always)
        return tuple(sorted(shown.values(), key=lambda key: key.always))

    def render(self) -> RenderResult:
        """The keys that fit."""
        key_style = self.get_component_rich_style("keys--key")
        does_style = self.get_component_rich_style("keys--does")
        kept, left_out = fitting(self.keys, self.size.width)
        line = Text(no_wrap=True, end="")
        marked = False
        for key in kept:
            if left_out and key.always and not marked:
                marked = True
                line.append(f"{MORE} ", does_style)
            line.append(key.shown, key_style).append(f" {key.does} ", does_style)
        return line

    def on_click(self, event: events.Click) -> None:
        """A click on a key presses it."""
        left = 0
        kept, left_out = fitting(self.keys, self.size.width)
        for key in kept:
            if left_out and key.always:
                left, left_out = left + cell_len(MORE) + 1, False
            if left <= event.x < left + key.width:
                self.app.simulate_key(key.press)
            left += key.width
