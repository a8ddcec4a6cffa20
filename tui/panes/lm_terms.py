"""Where a number came from: its name, the sum in letters and in numbers, short for a line and in full for a screen.

The terms are computed by core.language_model.explain from the arrays of the step, never from the number shown.
"""

from collections.abc import Callable
from typing import ClassVar

from rich.cells import cell_len
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from core.language_model.explain import Explanation, Term
from core.numbers import number
from tui.panes.lm_sheet import fitted
from tui.widgets.keys_line import KeysLine

PASSES = {"after_old_x.": "after the step, old x: ", "after_updated_E.": "after the step, new E: ", "updated.": "new "}


def in_letters(explanation: Explanation) -> str:
    """As z[sat] = h[0] * W_o[0,sat] + b_o[sat]."""
    body = explanation.terms[0].label
    for term in explanation.terms[1:]:
        body += f" - {term.label[1:]}" if term.label.startswith("-") else f" + {term.label}"
    return f"{shown_name(explanation)} = {_wrapped(explanation, body)}"


def in_numbers(explanation: Explanation) -> str:
    """As = -0.1196 + -0.0187 = -0.1383, with the signs of the letters; a sum of one number is that number."""
    return _answered(explanation, _joined(explanation, lambda _: ""))


def in_factors(explanation: Explanation) -> str:
    """As = 0.3267 * -0.3661 + 0 = -0.1196: every product with its factors."""
    return _answered(explanation, _joined(explanation, lambda term: term.worked))


def _joined(explanation: Explanation, worked: Callable[[Term], str]) -> str:
    """The terms in numbers, each with the sign that it has in letters: what is taken off there is taken off here."""
    body = worked(explanation.terms[0]) or number(explanation.terms[0].value)
    for term in explanation.terms[1:]:
        if term.label.startswith("-"):
            body += f" - {worked(term).removeprefix('-') or number(-term.value)}"
        else:
            body += f" + {worked(term) or number(term.value)}"
    return body


def _answered(explanation: Explanation, body: str) -> str:
    answer, worked = number(explanation.value), _wrapped(explanation, body)
    return f"= {answer}" if worked == answer else f"= {worked} = {answer}"


def shown_name(explanation: Explanation) -> str:
    """The name with the pass it belongs to in words."""
    for prefix, words in PASSES.items():
        if explanation.name.startswith(prefix):
            return words + explanation.name.removeprefix(prefix)
    return explanation.name


def _wrapped(explanation: Explanation, body: str) -> str:
    return f"{explanation.function}({body})" if explanation.function else body


def two_lines(explanation: Explanation, width: int) -> Text:
    """Letters and numbers, a line each; where one is cut off, Enter shows all."""
    under = " " * min(cell_len(shown_name(explanation)) + 1, 24)
    choices = [under + in_factors(explanation), "  " + in_factors(explanation), under + in_numbers(explanation)]
    numbers = next((line for line in choices if cell_len(line) <= width), choices[-1])
    lines = Text(no_wrap=True)
    lines.append(fitted(in_letters(explanation), width).rstrip(), "bold")
    lines.append("\n" + fitted(numbers, width).rstrip())
    return lines


class TermsScreen(ModalScreen[None]):
    """Every term of the sum behind one number."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q", "dismiss", "close", key_display="esc", tooltip="Back to the step"),
    ]
    CSS = """
    TermsScreen { align: center middle; }
    TermsScreen > VerticalScroll {
        min-width: 44; max-width: 92%; height: auto; max-height: 90%; border: round $primary;
        padding: 0 2; background: $surface; border-title-color: $primary;
    }
    TermsScreen Static { height: auto; width: 100%; }
    """

    def __init__(self, explanation: Explanation) -> None:
        super().__init__()
        self.explanation = explanation

    def compose(self) -> ComposeResult:
        """The terms, their sum, and what was done to it."""
        with VerticalScroll() as column:
            title = f"where this comes from: {shown_name(self.explanation)}"
            column.border_title = Text(title)
            table = self._table()
            yield Static(table, markup=False)
            wide = Measurement.get(self.app.console, self.app.console.options, table).maximum
            column.styles.width = max(wide + 8, cell_len(title) + 6)
        yield KeysLine()

    def _table(self) -> Table:
        table = Table("term", "in numbers", "value", box=None, padding=(0, 2, 0, 0), header_style="dim")
        table.columns[2].justify = "right"
        for term in self.explanation.terms:
            table.add_row(Text(term.label), Text(term.worked), Text(number(term.value, signed=True)))
        single = len(self.explanation.terms) == 1
        if not single:
            total = Text(number(self.explanation.total, signed=True), style="bold")
            table.add_row(Text("sum", style="dim"), Text(""), total)
        if self.explanation.function:
            result = number(self.explanation.value, signed=True)
            of = f"{self.explanation.function}({self.explanation.terms[0].label if single else 'sum'})"
            table.add_row(Text(of, style="dim"), Text(""), Text(result, style="bold"))
        return table
