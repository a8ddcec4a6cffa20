"""How a widget that holds others takes the focus. Textual works out the styles of everything in it anew each time.

With a hundred widgets in a pane that is most of what a key costs, and nothing in one depends on the pane's own focus.
"""

from textual.widget import Widget


class FocusedAlone(Widget):
    """Its focus shows on itself, and on nothing that it holds: no style sheet may say `X:focus Y`."""

    def watch_has_focus(self, _has_focus: bool) -> None:
        """Work out its own style."""
        self.app.stylesheet.update_nodes([self])
