"""Several classes of a widget at once. Textual works out the styles of all it holds anew for every one that changes."""

from collections.abc import Mapping

from textual.widget import Widget


def wear(widget: Widget, classes: Mapping[str, bool]) -> None:
    """Let a widget have the classes that are True and not those that are False, and work out styles at most once."""
    changed = [name for name, on in classes.items() if widget.has_class(name) != on]
    if changed:
        widget.add_class(*(name for name in changed if classes[name]), update=False)
        widget.remove_class(*(name for name in changed if not classes[name]), update=False)
        widget.update_node_styles()
