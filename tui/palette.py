"""The command palette with a plain prompt: a picture character has another width on every terminal."""

from textual.app import ComposeResult
from textual.command import CommandList, CommandPalette, SearchIcon

from tui.widgets.keys_line import Key, KeysLine


class PaletteKeys(KeysLine):
    """The keys of the palette: its entry takes most of them for itself, so they are named here."""

    def _follow(self) -> None:
        self.keys = (
            Key("↑↓", "choose", "down", always=False),
            Key("enter", "do it", "enter", always=False),
            Key("esc", "close", "escape", always=True),
        )


class Palette(CommandPalette):
    """Finds every action and every pane by name; the last row has its own keys, not those of the pane below it.

    Its list always has a column for text, without which Textual would fail.
    """

    CSS = """
    Palette CommandList { min-width: 12; }
    """

    def compose(self) -> ComposeResult:
        """The entry, what is found, and the keys."""
        yield from super().compose()
        yield PaletteKeys()

    def on_mount(self) -> None:
        """Put a plain sign where the picture was."""
        self.query_one(SearchIcon).icon = ">"

    def _action_command_list(self, action: str) -> None:
        """Move in the list; by a page only where a row of it is there, without which Textual itself would fail."""
        if not action.startswith("page_") or self.query_one(CommandList).scrollable_content_region.height > 0:
            super()._action_command_list(action)
