"""What is behind a cell of the attention lesson, in lines: short for the map, every product for the open cell.

The terms come from core.attention.explain; only their layout is made here.
"""

from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from core.attention import AttentionResult, Explanation, Term, explain
from core.numbers import number

SCORE_SUM = "score, the sum of products"
NUMBERS, LEAST_LABEL, WIDEST = 32, 16, 120
"""Columns of a term's numbers, the fewest for its label, and the most for both where nobody says otherwise."""


def short_lines(result: AttentionResult, row: int, column: int, width: int) -> tuple[str, ...]:
    """The score as its dot product, the weight as a share, and the output as the mean of the values."""
    score, weight = explain(result, "scores", row, column), explain(result, "A", row, column)
    return (
        f"{score.name} = {_products(score, width - cell_len(score.name) - 3)}",
        f"{weight.name} = {_exponential(weight.terms[column])} / {number(weight.total)} = {number(weight.value)}",
        _cut(f"output[{result.words[row]}] = mean of V = {_mean(result, row)}", width),
    )


def _products(explanation: Explanation, room: int) -> str:
    """The products as a sum, those that are zero or too many for the line left out and said so."""
    total = number(explanation.value, signed=True)
    for terms in (explanation.terms, tuple(term for term in explanation.terms if term.value != 0)):
        left_out = " (zeros left out)" if len(terms) < len(explanation.terms) else ""
        text = f"{' + '.join(map(_factors, terms)) or '0'} = {total}{left_out}"
        if cell_len(text) <= room:
            return text
    return f"{' + '.join(map(_factors, terms[:2]))} + {len(terms) - 2} more = {total}"


def _factors(term: Term) -> str:
    return f"{number(term.left)}*{number(term.right)}"


def _exponential(term: Term) -> str:
    sign, largest = ("-", term.right) if term.right >= 0 else ("+", -term.right)
    return f"exp({number(term.left)} {sign} {number(largest)})"


def _mean(result: AttentionResult, row: int) -> str:
    """The vector that comes out of the values' weighted mean."""
    return "  ".join(number(value, signed=True) for value in result.output[row].tolist())


def _cut(text: str, width: int) -> str:
    """What fits, without the part of a number that would be another one."""
    if cell_len(text) <= width:
        return text
    return f"{set_cell_size(text, max(width - 3, 0)).rpartition(' ')[0].rstrip()} ..."


@dataclass(frozen=True)
class Opened:
    """A cell, a line a term and a line a sum, their numbers in the same columns."""

    terms: Text
    sums: Text


def open_weight(result: AttentionResult, row: int, column: int, width: int = WIDEST) -> Opened:
    """The score behind a weight and the softmax that makes the weight of it, their numbers in the same columns."""
    both = [explain(result, name, row, column) for name in ("scores", "A")]
    room = max(cell_len(label) for one in both for label in (*_labels(one, width), SCORE_SUM))
    score, weight = (open_cell(result, name, row, column, room, width) for name in ("scores", "A"))
    terms = Text("\n").join([score.terms, Text("softmax of the row's scaled scores:", "dim"), weight.terms])
    total = _left(SCORE_SUM, room + 23) + number(both[0].total, signed=True).rjust(9)
    return Opened(terms, Text("\n").join([Text(total, "bold"), weight.sums]))


def open_cell(result: AttentionResult, name: str, row: int, column: int, room: int = 0, width: int = WIDEST) -> Opened:
    """Every term of a cell with both factors, their sum, and what is done with it, in lines of at most `width` columns
    where that is enough for the numbers; `room` is the least for a label.
    """
    explanation = explain(result, name, row, column)
    softmax = name == "A"
    labels = _labels(explanation, width)
    widest = max(room, *map(cell_len, labels))
    lines = []
    for index, (label, term) in enumerate(zip(labels, explanation.terms, strict=True)):
        strong = "bold" if softmax and index == column else ""
        middle = _exponential(term) if softmax else f"{_signed(term.left)} * {_signed(term.right).strip():<8}"
        text = Text(_left(label, widest + 1), strong, no_wrap=True)
        text.append(f"{middle.rjust(21)} ", "dim")
        lines.append(text.append(number(term.value, signed=not softmax).rjust(9), strong))
    total = _left("sum", widest + 23) + number(explanation.total, signed=not softmax).rjust(9)
    sums = Text(total, "" if softmax else "bold", no_wrap=True)
    if softmax:
        sums.append("\n" + _left(explanation.rule, widest + 23) + number(explanation.value).rjust(9), "bold")
    return Opened(Text("\n", no_wrap=True).join(lines), sums)


def _labels(explanation: Explanation, width: int) -> list[str]:
    """The factors by name; of an exponential what it is taken of, as the numbers beside it show the rest."""
    labels = [term.label.removeprefix("exp(").removesuffix(" - max)") for term in explanation.terms]
    return [_bent(label, max(width - NUMBERS, LEAST_LABEL)) for label in labels]


def _bent(text: str, width: int) -> str:
    """A label with its middle left out where it is too long: both its ends tell it from the others."""
    if cell_len(text) <= width:
        return text
    half = (width - 1) // 2
    end = text[-half:]
    while cell_len(end) > half:
        end = end[1:]
    return set_cell_size(text, width - 1 - cell_len(end)).rstrip() + "…" + end


def _left(text: str, width: int) -> str:
    return text + " " * max(width - cell_len(text), 0)


def _signed(value: float) -> str:
    return number(value, signed=True).rjust(8)


def open_title(result: AttentionResult, name: str, row: int, column: int) -> str:
    """The name of the open cell and its value."""
    explanation = explain(result, name, row, column)
    return f"{explanation.name} = {number(explanation.value, signed=name != 'A')}"
