"""What a model trained on a text answers, as lines of text: next words with bars, words alike, a sampled sentence.

Every word comes from a file and is already fit for a screen; widths are counted in cells, not letters.
"""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

from core.language_model.query import Neighbour, Neighbours, NextWord
from core.language_model.text_report import Answers
from core.numbers import number, percent
from tui.panes.lm_pages import bar
from tui.panes.lm_sheet import fitted

LEAST_P_WIDTH = 8
GAP = 2
"""Columns between a word, its probability and its bar."""
BAR_STYLE = "$primary"


def next_lines(answers: Answers, width: int) -> Content:
    """The likeliest next words with their probabilities, and bars that are longest for the likeliest."""
    words = answers.next_words
    p_width = max([LEAST_P_WIDTH, *(len(percent(word.p)) for word in words)])
    lead = min(max((cell_len(word.word) for word in words), default=1), max(width - p_width - 2 * GAP - 6, 6))
    room = max(width - lead - p_width - 2 * GAP, 1)
    most = max((word.p for word in words), default=1.0) or 1.0
    return Content("\n").join([_next_line(word, lead, p_width, room, most) for word in words])


def _next_line(word: NextWord, lead: int, p_width: int, room: int, most: float) -> Content:
    p, gap = percent(word.p).rjust(p_width), " " * GAP
    return Content.assemble(fitted(word.word, lead), gap, (p, "bold"), gap, (bar(word.p / most, room), BAR_STYLE))


def neighbour_lines(found: Neighbours | None, width: int) -> Content:
    """The words most alike, by E on the left and by W_o on the right."""
    if found is None:
        return _dim("Words are compared with the last word of the context; type one that is in the vocabulary.")
    if not found.E:
        return _dim("There is no other word to compare with.")
    half = (width - 2) // 2
    heads = f"{fitted('in E, context', half)}  {fitted('in W_o, predicted', half)}"
    pairs = zip(found.E, found.W_o, strict=True)
    lines = [Content(f"{_alike(one, half)}  {_alike(other, half)}") for one, other in pairs]
    return Content("\n").join([_dim(heads), *lines])


def _dim(text: str) -> Content:
    return Content.styled(text, "dim")


def _alike(neighbour: Neighbour, width: int) -> str:
    cosine = number(neighbour.cosine, signed=True)
    return f"{fitted(neighbour.word, max(width - len(cosine) - 1, 4))} {cosine}"


def sampled_text(words: Sequence[str]) -> str:
    """The sentence, or that there is none."""
    return " ".join(words) if words else "(the sentence ends at once)"
