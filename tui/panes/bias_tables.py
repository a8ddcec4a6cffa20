"""The forget-bias lesson's chart and tables, short enough for 80 columns.

A row of the table and its curve carry the same symbol and colour.
"""

import math

from rich.text import Text

from core.decay import share_text
from core.forget_bias.code import Snippet
from core.forget_bias.lesson import BiasResult
from core.forget_bias.sentences import chrono_left, gate_text, left_text
from core.report import Column, Table
from core.settings import write_value
from tui.plots.model import Axis, Plot, Role, curve
from tui.plots.underflow import decay_axis

SYMBOLS = "●■▲◆○□△◇x+*%"
COLOURS: tuple[Role, ...] = ("rnn", "gru", "lstm")


def names(result: BiasResult) -> list[str]:
    """Every b_f as it is written in the table, right aligned."""
    written = [write_value(row.b_f) for row in result.rows]
    return [name.rjust(max(map(len, written))) for name in written]


def marks(result: BiasResult) -> dict[str, tuple[str, Role]]:
    """The symbol and colour of every b_f; rows that repeat a b_f share its first one."""
    found: dict[str, tuple[str, Role]] = {}
    for index, name in enumerate(names(result)):
        found.setdefault(name, (SYMBOLS[index], COLOURS[index % len(COLOURS)]))
    return found


def left_plot(result: BiasResult) -> Plot:
    """What each b_f leaves against distance, on a log axis."""
    marked = marks(result)
    curves = []
    for name, line in zip(names(result), result.lines, strict=True):
        symbol, role = marked[name]
        curves.append(curve(name, role, result.axis, line.values, symbol))
    axis = decay_axis(float(value) for line in result.lines for value in line.values)
    return Plot(tuple(curves), Axis(0, float(result.axis[-1])), axis)


def row_table(result: BiasResult) -> Table:
    """A row a b_f: f, what is left at each distance, half-life and steps to 1 %, and the T of the chrono rule."""
    columns = (
        Column("b_f", "text"),
        Column("f"),
        *(Column(f"after {left.steps:,}") for left in result.rows[0].left),
        Column("half-life"),
        Column("to 1 %"),
        Column("chrono T"),
    )
    rows = tuple(
        (name, gate_text(row.b_f), *map(left_text, row.left), row.half_life, row.to_one_percent, row.horizon)
        for name, row in zip(names(result), result.rows, strict=True)
    )
    return Table("", columns, rows)


def answer_table(result: BiasResult) -> Table:
    """Which b_f keeps which share over N steps, and its f."""
    columns = (Column("keep", "percent"), Column("over steps", "count"), Column("b_f", "signed"), Column("f"))
    rows = tuple((share_text(math.log(a.share)), a.steps, a.b_f, gate_text(a.b_f)) for a in result.answers)
    return Table("", columns, rows)


def chrono_table(result: BiasResult) -> Table:
    """The chrono rule for one T."""
    rule = result.chrono
    columns = (
        Column("T", "count"),
        Column("b_f", "signed"),
        Column("b_i", "signed"),
        Column("f"),
        Column("left after T"),
    )
    return Table("", columns, ((rule.horizon, rule.b_f, rule.b_i, gate_text(rule.b_f), chrono_left(rule)),))


def trap_table(result: BiasResult) -> Table:
    """What was meant and what was got with each trap: the share kept a step, f, and its N-th power."""
    names = ("meant f", "got f", "meant f^N", "got f^N")
    columns = (Column("trap", "text"), *(Column(name) for name in names))
    return Table("", columns, tuple((trap.name, *trap.written()) for trap in result.traps))


def shown_code(snippet: Snippet) -> Text:
    """The code with its comments dim."""
    text = Text()
    for line in snippet.code.rstrip().split("\n"):
        code, sign, comment = line.partition("#")
        text.append(code)
        text.append(f"{sign}{comment}\n", "dim italic")
    return text
