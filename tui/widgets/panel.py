"""A bordered part of a pane whose title and subtitle may change while a lesson runs."""

from textual.containers import Vertical


class Panel(Vertical):
    """A column in a border. Setting a border's title paints all of it anew, so an equal one is not set again."""

    _titles: tuple[str, str] = ("", "")

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")

    def entitle(self, title: str, subtitle: str) -> None:
        """Show these in the border; the subtitle may hold markup, the title is plain."""
        if (title, subtitle) != self._titles:
            self._titles = (title, subtitle)
            self.border_title, self.border_subtitle = title, subtitle
