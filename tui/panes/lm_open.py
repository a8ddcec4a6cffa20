"""The dialog that asks for a text file: a path that completes with Tab, over the entries that it could become."""

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from core.numbers import count, visible
from tui.panes.lm_paths import MOST, Entry, completed, entries, problem
from tui.widgets.keys_line import KeysLine
from tui.widgets.value_input import SafeInput


class PathInput(SafeInput):
    """An entry whose Tab continues the path."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", "complete", tooltip="Continue the path as far as it is certain"),
        Binding("down", "screen.list", "list", key_display="↓", tooltip="To the list of files"),
    ]

    def action_complete(self) -> None:
        """Continue the path."""
        self.value = completed(self.value)
        self.cursor_position = len(self.value)


class FileList(OptionList):
    """A list whose page keys rest where a low terminal shows no row of it, without which Textual itself would fail."""

    def action_page_up(self) -> None:
        """A page up."""
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]  # Textual has left it out

    def action_page_down(self) -> None:
        """A page down."""
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]  # Textual has left it out


class OpenScreen(ModalScreen[str | None]):
    """Returns the path of an existing file, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "cancel", key_display="esc", tooltip="Open nothing"),
    ]
    CSS = """
    OpenScreen { align: center middle; }
    OpenScreen > Vertical {
        width: 92%; max-width: 96; height: 80%; border: round $primary; padding: 0 1; background: $surface;
        border-title-color: $primary;
    }
    OpenScreen Input { border: none; height: 1; padding: 0 1; background: $primary 30%; }
    OpenScreen Input:focus { border: none; }
    OpenScreen #open-says { height: auto; color: $text-muted; }
    OpenScreen #open-says.-refusal { color: $text-error; text-style: bold; }
    OpenScreen OptionList { height: 1fr; border: none; background: $surface; padding: 0; }
    """

    def __init__(
        self,
        path: str = "",
        title: str = "train on a text file of your own",
        refusal: Callable[[str], str] = problem,
    ) -> None:
        """`path` is the file that is open now; what lies beside it is listed first.

        `refusal` says of a path why it cannot be opened, in one line, or "" if it may be.
        """
        super().__init__()
        self.heading = title
        self._refusal = refusal
        folder, slash, _ = path.rpartition("/")
        self.path = folder + slash if visible(folder) == folder else ""
        self.listed: list[Entry] = []

    def compose(self) -> ComposeResult:
        """The entry, what is wrong with it, and the list."""
        with Vertical() as column:
            column.border_title = self.heading
            entry = PathInput(self.path, placeholder="path of a text file", compact=True, select_on_focus=True)
            entry.cursor_blink = False
            yield entry
            yield Static("", id="open-says", markup=False)
            yield FileList(markup=False)
        yield KeysLine()

    def on_mount(self) -> None:
        """Start typing."""
        self.query_one(PathInput).focus()
        self._list()

    @on(Input.Changed)
    def list_entries(self, event: Input.Changed) -> None:
        """Other entries fit now."""
        event.stop()
        self._list()

    def _list(self) -> None:
        self.listed = entries(self.query_one(PathInput).value)
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options([_line(entry) for entry in self.listed])
        self._say(found(len(self.listed)))

    def _say(self, text: str, refusal: bool = False) -> None:
        line = self.query_one("#open-says", Static)
        line.set_class(refusal, "-refusal")
        line.update(f"! {text}" if refusal else text)

    @on(Input.Submitted)
    def open_typed(self, event: Input.Submitted) -> None:
        """Open what was typed, if there is such a file."""
        event.stop()
        self._open(event.value)

    @on(OptionList.OptionSelected)
    def open_listed(self, event: OptionList.OptionSelected) -> None:
        """Open a listed file, or look into a directory."""
        event.stop()
        entry = self.listed[event.option_index]
        if entry.size is not None or not entry.typeable:
            self._open(entry.path)
            return
        field = self.query_one(PathInput)
        field.value = entry.path
        field.cursor_position = len(entry.path)
        field.focus()

    def _open(self, path: str) -> None:
        wrong = self._refusal(path)
        if wrong:
            self._say(wrong, refusal=True)
        else:
            self.dismiss(path)

    def action_list(self) -> None:
        """Go to the list."""
        options = self.query_one(OptionList)
        if self.listed:
            self.set_focus(options)  # at once: keys that follow closely are for the list
            options.highlighted = options.highlighted or 0

    def on_key(self, event: events.Key) -> None:
        """Up from the top of the list goes back to typing."""
        options = self.query_one(OptionList)
        if event.key == "up" and options.has_focus and not options.highlighted:
            event.stop()
            event.prevent_default()
            self.query_one(PathInput).focus()

    def action_leave(self) -> None:
        """Open nothing."""
        self.dismiss(None)


def found(entries: int) -> str:
    """How many files and directories begin with what was typed."""
    if not entries:
        return "nothing begins like this"
    if entries == 1:
        return "1 entry begins like this"
    return f"{'the first ' if entries == MOST else ''}{entries} entries that begin like this"


def _line(entry: Entry) -> Text:
    text = Text(entry.shown, no_wrap=True, overflow="ellipsis")
    return text if entry.size is None else text.append(f"  {count(entry.size)} bytes", "dim")
