"""What a model trained on a text answers, as lines of text: next words with bars, words alike, a sampled sentence.

Every word comes from a file and is already fit for a screen; widths are counted in cells, not letters.
"""

from collections.abc import Sequence

from rich.text import Text

from core.language_model.query import Neighbour, Neighbours, NextWord
from core.language_model.text_report import Answers
from core.numbers import number, percent
from tui.panes.lm_pages import bar
from tui.panes.lm_sheet import fitted

P_WIDTH = 8


def next_lines(answers: Answers, width: int) -> Text:
    """The likeliest next words with their probabilities, and bars that are longest for the likeliest."""
    words = answers.next_words
    lead = min(max((_cells(word.word) for word in words), default=1), max(width - P_WIDTH - 8, 6))
    room = max(width - lead - P_WIDTH - 2, 1)
    most = max((word.p for word in words), default=1.0) or 1.0
    return Text("\n", no_wrap=True).join(_next_line(word, lead, room, most) for word in words)


def _next_line(word: NextWord, lead: int, room: int, most: float) -> Text:
    line = Text(fitted(word.word, lead), no_wrap=True)
    line.append(percent(word.p).rjust(P_WIDTH), "bold")
    return line.append(f"  {bar(word.p / most, room)}")


def neighbour_lines(found: Neighbours | None, width: int) -> Text:
    """The words most alike, by E on the left and by W_o on the right."""
    if found is None:
        return Text("the last word of the context is not in the vocabulary;\ntype one that is", "dim")
    half = (width - 2) // 2
    lines = [Text(f"{fitted('in E (as context)', half)}  in W_o (as prediction)"[:width], "dim", no_wrap=True)]
    for one, other in zip(found.E, found.W_o, strict=True):
        lines.append(Text(f"{_alike(one, half)}  {_alike(other, half)}", no_wrap=True))
    return Text("\n").join(lines) if found.E else Text("no other word to compare with", "dim")


def _alike(neighbour: Neighbour, width: int) -> str:
    cosine = number(neighbour.cosine, signed=True)
    return f"{fitted(neighbour.word, max(width - len(cosine) - 1, 4))} {cosine}"


def sampled_text(words: Sequence[str]) -> str:
    """The sentence, or that there is none."""
    return " ".join(words) if words else "(the sentence ends at once)"


def _cells(text: str) -> int:
    return Text(text).cell_len
