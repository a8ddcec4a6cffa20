"""What stands in place of everything where the terminal is too small for it."""

from textual.geometry import Size
from textual.widgets import Static

SMALLEST = Size(80, 24)


class TooSmall(Static):
    """One line that says so, in as many words as fit. It covers the room rather than replacing it, so that the focus
    stays where it was."""

    DEFAULT_CSS = """
    TooSmall {
        display: none; layer: over; width: 100%; height: 100%; background: $background; text-wrap: nowrap;
    }
    .-too-small TooSmall { display: block; }
    """
    SCOPED_CSS = False

    def __init__(self) -> None:
        super().__init__("", markup=False)

    def too_small(self, size: Size) -> bool:
        """Whether this size is, and if so the line that says it."""
        small = size.width < SMALLEST.width or size.height < SMALLEST.height
        if small:
            self.update(next(words for words in wordings(size) if len(words) <= size.width))
        return small


def wordings(size: Size) -> tuple[str, ...]:
    """What may be said where there is this room, the longest first; nothing where not even the size needed fits."""
    needed = f"{SMALLEST.width}x{SMALLEST.height}"
    small = f"{size.width}x{size.height} is too small"
    return f"{small}; gatescope needs {needed}", f"{small}: {needed} needed", f"{needed} needed", needed, ""
