"""The command palette with a plain prompt: a picture character has another width on every terminal."""

from textual.command import CommandPalette, SearchIcon


class Palette(CommandPalette):
    """Finds every action and every pane by name."""

    def on_mount(self) -> None:
        """Put a plain sign where the picture was."""
        self.query_one(SearchIcon).icon = ">"
