"""A screen in the colours of a lesser terminal, so that it can be looked at and compared where there is a better one.

Each colour becomes the nearest of the palette, by the rule that Textual follows when a terminal has no more of them.
"""

from collections.abc import Mapping
from functools import cache

from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter, Monochrome

ALL = "all"


class FewerColors(LineFilter):
    """Replaces every colour by the nearest of a palette."""

    def __init__(self, system: ColorSystem) -> None:
        super().__init__()
        self.system = system

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same characters in colours of the palette."""
        return [
            Segment(text, style and _fewer(style, self.system), control) for text, style, control in segments
        ]  # fmt: skip


@cache
def _fewer(style: Style, system: ColorSystem) -> Style:
    return style + Style(color=_nearest(style.color, system), bgcolor=_nearest(style.bgcolor, system))


def _nearest(color: RichColor | None, system: ColorSystem) -> RichColor | None:
    """The colour as the palette's own red, green and blue: a picture has no terminal that would look them up."""
    return None if color is None else RichColor.from_triplet(color.downgrade(system).get_truecolor())


COLORS: Mapping[str, tuple[LineFilter, ...]] = {
    ALL: (),
    "256": (FewerColors(ColorSystem.EIGHT_BIT),),
    "16": (FewerColors(ColorSystem.STANDARD),),
    "none": (Monochrome(),),
}
"""The filters of a screen by how many colours it has."""
