"""Charts: a description of what to draw, the plotext drawing of it off the event loop, and the widget that shows it."""
