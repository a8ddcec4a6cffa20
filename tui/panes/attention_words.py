"""What is behind a cell of the attention lesson, in lines: short for the map, every product for the open cell.

The terms come from core.attention.explain; only their layout is made here.
"""

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from core.attention import AttentionResult, Explanation, Term, explain
from core.numbers import number


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


def open_weight(result: AttentionResult, row: int, column: int) -> Text:
    """The score behind a weight and the softmax that makes the weight of it, their numbers in the same columns."""
    room = max(cell_len(label) for name in ("scores", "A") for label in _labels(explain(result, name, row, column)))
    text = open_cell(result, "scores", row, column, room)
    text.append_text(Text("\nA: softmax of the row's scaled scores\n", "dim"))
    return text.append_text(open_cell(result, "A", row, column, room))


def open_cell(result: AttentionResult, name: str, row: int, column: int, room: int = 0) -> Text:
    """Every term of a cell with both factors, their sum, and what is done with it; `room` is the least for a label."""
    explanation = explain(result, name, row, column)
    softmax = name == "A"
    labels = _labels(explanation)
    widest = max(room, *map(cell_len, labels))
    text = Text(no_wrap=True)
    for index, (label, term) in enumerate(zip(labels, explanation.terms, strict=True)):
        strong = "bold" if softmax and index == column else ""
        middle = _exponential(term) if softmax else f"{_signed(term.left)} * {_signed(term.right).strip():<8}"
        text.append(label + " " * (widest - cell_len(label) + 1), strong)
        text.append(f"{middle.rjust(21)} ", "dim")
        text.append(f"{number(term.value, signed=not softmax).rjust(9)}\n", strong)
    text.append("sum".ljust(widest + 23), "" if softmax else "bold")
    text.append(number(explanation.total, signed=not softmax).rjust(9), "" if softmax else "bold")
    if softmax:
        text.append("\n" + _left(explanation.rule, widest + 23) + number(explanation.value).rjust(9), "bold")
    return text


def _labels(explanation: Explanation) -> list[str]:
    """The factors by name; of an exponential what it is taken of, as the numbers beside it show the rest."""
    return [term.label.removeprefix("exp(").removesuffix(" - max)") for term in explanation.terms]


def _left(text: str, width: int) -> str:
    return text + " " * max(width - cell_len(text), 0)


def _signed(value: float) -> str:
    return number(value, signed=True).rjust(8)


def open_title(result: AttentionResult, name: str, row: int, column: int) -> str:
    """The name of the open cell and its value."""
    explanation = explain(result, name, row, column)
    return f"{explanation.name} = {number(explanation.value, signed=name != 'A')}"
