"""What is written around the map: what is drawn, what the markers stand for, who stands beside the selected word.

Every word that has no label is named by walking to it, or by coming closer.
"""

from rich.cells import cell_len
from rich.text import Text

from core.numbers import count, number, visible
from tui.panes.embeddings_scatter import MARKERS, UNNAMED, Kind, Scatter
from tui.widgets.panel import fitting

MEANINGS: dict[Kind, tuple[str, str]] = {
    "here": ("word", "$accent"),
    "asked": ("asked", "$lane-rnn"),
    "near": ("near", "$lane-gru"),
    "word": ("rest", "$text-muted"),
}


def map_title(scatter: Scatter, width: int) -> Text:
    """The two dimensions, how close they are seen and how many markers lie under names, in a panel of this width.

    Whose words these are comes first where there is room for that.
    """
    space, (across, up) = scatter.result.space, scatter.result.settings.drawn
    name = "Words used alike" if space.bundled else visible(space.name)
    closer = f", x{2**scatter.zoom}" if scatter.zoom else ""
    covered = scatter.placement.covered
    under = f", {count(covered)} under names" if covered else ""
    seen = f"{across + 1} across, {up + 1} up{closer}{under}"
    names = (name, *(("Words alike",) if space.bundled else ()))
    return Text(fitting((*(f"{name}: {seen}" for name in names), seen), width))


def legend(scatter: Scatter) -> str:
    """Each marker in its colour, and how many words have no label, else how many are out of sight, as markup."""
    marks = " ".join(f"[{colour}]{MARKERS[kind]}[/] {name}" for kind, (name, colour) in MEANINGS.items())
    hidden, outside = scatter.placement.hidden, scatter.outside
    counted = f"{UNNAMED} {count(hidden)} unnamed" if hidden else f" {count(outside)} outside" if outside else ""
    return f"{marks} {counted}".rstrip()


def beside(scatter: Scatter, width: int) -> str:
    """The selected word's place, and as many of the words around it as fit into a line, nearest first."""
    word = scatter.result.word
    x, y = scatter.points[scatter.result.space.words.index(word)].tolist()
    text = f"{word} at {number(x, signed=True)}, {number(y, signed=True)}"
    joint = "; beside it: "
    for other in scatter.company:
        if cell_len(text) + len(joint) + cell_len(other) > width:
            break
        text, joint = f"{text}{joint}{other}", ", "
    return text


def unnamed(scatter: Scatter) -> str:
    """The words in sight that have no label, as a sentence; empty if there are none."""
    names = scatter.placement.unnamed
    return f"Unnamed on the map: {', '.join(names)}." if names else ""
