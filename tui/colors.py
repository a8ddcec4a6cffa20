"""A screen in the colours of a lesser terminal, or in none; so it can be looked at where there is a better one, too.

Each colour becomes the nearest of the palette, by the rule that Textual follows when a terminal has no more of them;
where there is none, what is lit is reversed and what is muted is dim, in whatever two colours the terminal has.
"""

from functools import cache

from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

ALL, NONE = "all", "none"
PALETTES = {"256": ColorSystem.EIGHT_BIT, "16": ColorSystem.STANDARD}
COLORS = (ALL, *PALETTES, NONE)
"""How many colours a screen may have."""
LIT, MUTED, GREY = 0.55, 0.62, 50
"""How far from the theme's end of the scale, black or white, a ground is at least that is lit (the strongest shade of a
heat map is not), and a grey ink at most that is muted; and how far apart the parts of a grey are."""


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


class AttributesAlone(LineFilter):
    """Takes every colour away, as https://no-color.org asks; a theme that is `dark` writes light on dark."""

    def __init__(self, dark: bool) -> None:
        super().__init__()
        self.dark = dark

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same characters, bold, dim, underlined or reversed at most."""
        return [
            Segment(text, style and _without_colors(style, self.dark), control) for text, style, control in segments
        ]  # fmt: skip


@cache
def filters(colors: str, dark: bool) -> tuple[LineFilter, ...]:
    """The filters of a screen that has so many of COLORS, in a dark theme or a light one."""
    if colors in PALETTES:
        return (FewerColors(PALETTES[colors]),)
    return (AttributesAlone(dark),) if colors == NONE else ()


@cache
def _fewer(style: Style, system: ColorSystem) -> Style:
    return style + Style(color=_nearest(style.color, system), bgcolor=_nearest(style.bgcolor, system))


def _nearest(color: RichColor | None, system: ColorSystem) -> RichColor | None:
    """The colour as the palette's own red, green and blue: a picture has no terminal that would look them up."""
    return None if color is None else RichColor.from_triplet(color.downgrade(system).get_truecolor())


@cache
def _without_colors(style: Style, dark: bool) -> Style:
    ink, ground, end = style.color, style.bgcolor, 0.0 if dark else 1.0
    lit = bool(style.reverse) or (ground is not None and abs(_lightness(ground) - end) > LIT)
    muted = ink is not None and _is_grey(ink) and abs(_lightness(ink) - end) < MUTED
    return Style(
        bold=style.bold,
        dim=style.dim or (muted and not lit),
        italic=style.italic,
        underline=style.underline,
        strike=style.strike,
        reverse=lit,
        link=style.link,
        meta=style.meta or None,
    )


def _lightness(color: RichColor) -> float:
    """0 is black, 1 is white."""
    red, green, blue = color.get_truecolor()
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def _is_grey(color: RichColor) -> bool:
    parts = color.get_truecolor()
    return max(parts) - min(parts) <= GREY
