"""What an app shows at this moment, as SVG or as its characters."""

import re
from typing import Any

from textual.app import App
from textual.strip import Strip


def svg(app: App[Any]) -> str:
    """The screen as SVG, without the random class names that would make each one different; a run of one style is one
    element, which makes a scatter of points half as large."""
    return re.sub(r"\bterminal-\d+-", "terminal-", app.export_screenshot(title="gatescope", simplify=True))


def text(app: App[Any]) -> str:
    """The characters on screen, a line a row."""
    rows: list[Strip] = app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in rows) + "\n"
