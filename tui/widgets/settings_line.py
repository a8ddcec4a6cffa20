"""A row of settings that are changed where they are read: `length < 30 >`.

Tab reaches each in order, left and right nudge it within its bounds, Enter types a value. The line holds one Settings
value to show; what is asked for is reported upwards as a change to be made of the newest settings.
"""

from collections.abc import Callable, Iterable

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual import on
from textual.app import ComposeResult, RenderResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from core.numbers import visible
from core.settings import Settings, SettingsError, Spec, specs, write_value
from tui.widgets.value_input import ValueInput


class SettingField(Widget, can_focus=True):
    """One setting: its label and its value between arrows."""

    BINDINGS = [
        Binding("left,h", "nudge(-1)", "change", key_display="←→", tooltip="The next value down (also h)"),
        Binding("right,l", "nudge(1)", "change", show=False, key_display="→", tooltip="The next value up (also l)"),
        Binding("enter", "edit", "type", key_display="enter", tooltip="Type a value for the focused setting"),
    ]
    COMPONENT_CLASSES = {"field--label", "field--value"}
    DEFAULT_CSS = """
    SettingField { width: auto; height: 1; margin: 0 2 0 0; }
    SettingField > .field--label { color: $text-muted; }
    SettingField > .field--value { color: $foreground; text-style: bold; }
    SettingField:focus > .field--value { background: $primary; color: $background; text-style: bold; }
    SettingField:focus > .field--label { color: $foreground; text-style: bold; }
    """

    value: reactive[str] = reactive("", layout=True)
    blank: reactive[str] = reactive("", layout=True)
    """What an empty value stands for, shown in its place."""
    editing: reactive[bool] = reactive(False, layout=True)
    """While a value is typed beside it, a field shows its label alone."""

    class Nudged(Message):
        """An arrow asked for the next value up or down."""

        def __init__(self, name: str, direction: int) -> None:
            super().__init__()
            self.name = name
            self.direction = direction

    class EditAsked(Message):
        """Enter asked to type a value."""

        def __init__(self, field: "SettingField") -> None:
            super().__init__()
            self.field = field

    def __init__(self, name: str, spec: Spec) -> None:
        super().__init__(id=f"set-{name.replace('_', '-')}", name=name)
        self.spec = spec
        self.field = name
        self.tooltip = f"{spec.help} ({spec.allowed()})"

    def render(self) -> RenderResult:
        """The label and the value."""
        text = Text(self._label, self.get_component_rich_style("field--label"), no_wrap=True)
        if self.editing:
            return text
        around = "◂{}▸" if self.has_focus else "‹{}›"
        shown = self._shown
        room = self.size.width - text.cell_len - 2
        if self.size.width and cell_len(shown) > room:
            shown = set_cell_size(shown, max(room - 1, 0)) + "…"
        return text.append(around.format(shown), self.get_component_rich_style("field--value"))

    @property
    def _label(self) -> str:
        return f"{self.spec.label or self.field} "

    @property
    def _shown(self) -> str:
        return _short(visible(self.value or self.blank), self.spec)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """What all of it needs, whatever is cut of it now; at most the row."""
        value = 0 if self.editing else cell_len(self._shown) + 2
        return min(cell_len(self._label) + value, container.width)

    def action_nudge(self, direction: int) -> None:
        """Ask for the next value."""
        self.post_message(self.Nudged(self.field, direction))

    def action_edit(self) -> None:
        """Ask for an entry."""
        self.post_message(self.EditAsked(self))


class SettingsLine(Horizontal):
    """The settings of a lesson, or some of them, in a row."""

    DEFAULT_CSS = """
    SettingsLine { height: 1; padding: 0 1; overflow: hidden hidden; }
    """

    settings: reactive[Settings | None] = reactive(None, layout=False)

    class Asked(Message):
        """A change of the settings was asked for. It is made of the newest ones, by whoever holds them: a second key
        may be pressed before the first one's settings have come back to this line. `again`, for who refuses it, opens
        the entry in which it was typed."""

        def __init__(self, change: Callable[[Settings], Settings], again: Callable[[], None] = lambda: None) -> None:
            super().__init__()
            self.change = change
            self.again = again

    def __init__(self, settings: Settings, names: Iterable[str] | None = None, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.names = tuple(names if names is not None else specs(type(settings)))
        self.set_reactive(SettingsLine.settings, settings)

    def compose(self) -> ComposeResult:
        """A field for each setting."""
        assert self.settings is not None
        declared = specs(type(self.settings))
        for name in self.names:
            field = SettingField(name, declared[name])
            field.value = write_value(getattr(self.settings, name))
            yield field

    def watch_settings(self, settings: Settings) -> None:
        """Show new values."""
        for field in self.query(SettingField):
            field.value = write_value(getattr(settings, field.field))

    @on(SettingField.Nudged)
    def nudge_setting(self, event: SettingField.Nudged) -> None:
        """Move a setting one step."""
        event.stop()
        self.post_message(self.Asked(lambda settings: _nudged(settings, event.name, event.direction)))

    @on(SettingField.EditAsked)
    def open_entry(self, event: SettingField.EditAsked) -> None:
        """Put an entry where the value was."""
        event.stop()
        self._open_entry(event.field)

    def _open_entry(self, field: SettingField, text: str | None = None) -> None:
        entry = ValueInput(field.field, field.value, text)
        field.editing = True
        self.mount(entry, after=field)
        entry.focus()

    @on(ValueInput.Entered)
    def take_entry(self, event: ValueInput.Entered) -> None:
        """Accept what was typed, or say why not."""
        event.stop()
        again = (lambda: self._open_entry(self._field(event.field), event.text)) if event.staying else (lambda: None)
        self.post_message(self.Asked(lambda settings: settings.typed(event.field, event.text), again))
        self._close_entry(event.field)

    @on(ValueInput.Left)
    def leave_entry(self, event: ValueInput.Left) -> None:
        """Keep the old value."""
        event.stop()
        self._close_entry(event.field)

    def _close_entry(self, name: str) -> None:
        """Take the entry away; the focus goes back to its field, unless it has gone on already."""
        for entry in self.query(ValueInput):
            if entry.field == name:
                had_focus = entry.has_focus
                entry.remove()
                field = self._field(name)
                field.editing = False
                if had_focus:
                    field.focus()

    def _field(self, name: str) -> SettingField:
        return next(field for field in self.query(SettingField) if field.field == name)


def _nudged(settings: Settings, name: str, direction: int) -> Settings:
    """One step on; SettingsError at the end of the allowed range."""
    changed, spec = settings.nudged(name, direction), specs(type(settings))[name]
    if changed == settings and spec.kind in ("integer", "number"):
        raise SettingsError(f"{name}: no further that way (allowed: {spec.allowed()})")
    return changed


def _short(text: str, spec: Spec) -> str:
    """A value as it fits in the line: numbers with 6 significant digits, anything else cut."""
    if spec.kind == "number":
        return f"{float(text):.6g}"
    most = 28
    return text if cell_len(text) <= most else f"{set_cell_size(text, most - 1)}…"
