"""A bordered part of a pane whose title and subtitle may change while a lesson runs."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.containers import Vertical
from textual.content import Content


def fitting(candidates: Sequence[str], width: int) -> str:
    """The first of the titles that fits the border of a panel of this width, else the last."""
    return next((title for title in candidates if cell_len(title) <= width - 6), candidates[-1])


def fitting_markup(candidates: Sequence[str], width: int) -> str:
    """The first of these texts with markup that fits the border of a panel of this width, else the last."""
    return next((text for text in candidates if cell_len(Content.from_markup(text).plain) <= width - 6), candidates[-1])


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
