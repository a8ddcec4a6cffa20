"""How a widget that holds others takes the focus. Textual works out the styles of everything in it anew each time.

With a hundred widgets in a pane that is most of what a key costs, and nothing in one depends on the pane's own focus.
"""

from typing import ClassVar

from textual.widget import Widget


class FocusedAlone(Widget):
    """Its focus shows on itself, and on nothing that it holds: no style sheet may say `X:focus Y`."""

    HOME_INSIDE: ClassVar[bool] = False
    """Whether something in it takes its keys wherever that is on screen, so that Tab need not stop at all of it."""

    def watch_has_focus(self, _has_focus: bool) -> None:
        """Work out its own style."""
        self.app.stylesheet.update_nodes([self])
