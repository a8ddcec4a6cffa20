"""The highway lesson's charts and the tables beside them, short enough for 80 columns.

The idealised chart has a curve a route; the real one has the gate path, the whole gradient and its check.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.highway.idealised import Idealised, Point, left_text
from core.highway.lesson import HighwayResult
from core.highway.real import Measured
from core.highway.sentences import NAMES
from core.highway.tables import NEVER, real_table
from core.numbers import count, number
from core.report import Column, Table
from tui.plots.model import FLOOR_MARK, Axis, Curve, Plot, Role, curve
from tui.plots.underflow import decay_axis
from tui.widgets.panel import fitting_markup

LSTM_SYMBOLS = "▲△◆◇"
PATH_SYMBOL, CHECK_SYMBOL, HIDDEN_SYMBOL = "◆", "×", "△"
ROLES: dict[str, Role] = {"RNN": "rnn", "LSTM": "lstm", "GRU": "gru"}
SAID_ELSEWHERE = ("state", "length ratio", "cosine")
SHORT_HEADINGS = {
    "|dL/dstate_0|": "|dL/ds_0|",
    "gate path alone": "gates alone",
    "share explained": "share",
    "mean gate": "gate",
    "factor a step": "a step",
    "largest check error": "check",
}


def ideal_plot(ideal: Idealised) -> Plot:
    """What every route leaves against distance; a curve that is stored as 0 lies on the marked floor."""
    axis = decay_axis(float(value) for line in ideal.curves for value in line.values)
    lines = tuple(
        curve(line.name, role, ideal.distances, line.values, symbol)
        for line, (role, symbol) in zip(ideal.curves, _marks(len(ideal.curves)), strict=True)
    )
    return Plot(lines, Axis(0, max(float(ideal.distances[-1]), 1)), axis)


def ideal_legend(ideal: Idealised, width: int) -> str:
    """Each route's symbol, name and colour, as markup for a panel of this width.

    Where not all names fit, the symbols alone: the table beside the chart has the names with them.
    """
    marks = _marks(len(ideal.curves))
    named = "  ".join(
        f"[$lane-{role}]{symbol} {name}[/]" for name, (role, symbol) in zip(_short_names(ideal), marks, strict=True)
    )
    gates = "".join(symbol for _, symbol in marks[1:])
    return fitting_markup((named, f"[$lane-rnn]● RNN[/]  [$lane-lstm]{gates} LSTM[/]", ""), width)


def ideal_numbers(ideal: Idealised) -> Table:
    """A column a route: what it leaves at each distance, then how fast it forgets, in steps."""
    marks = _marks(len(ideal.curves))
    heads = [f"{symbol} {name}" for name, (_, symbol) in zip(_short_names(ideal), marks, strict=True)]
    rows: list[tuple[str, ...]] = [(count(row.distance), *map(_left, row.points)) for row in ideal.rows]
    rows.append(("",) * (1 + len(ideal.curves)))
    rows.append(("half-life", *(NEVER if line.half_life is None else number(line.half_life) for line in ideal.curves)))
    rows.append(("<1 % from", *(_step(line.below_one_percent) for line in ideal.curves)))
    rows.append(("0 from", *(_step(line.first_underflow) for line in ideal.curves)))
    return Table("", (Column("distance", "count"), *(Column(head, "count") for head in heads)), tuple(rows))


def _short_names(ideal: Idealised) -> list[str]:
    rnn, *gates = ideal.curves
    return [f"RNN {rnn.factor:g}", *(f"f {gate.factor:g}" for gate in gates)]


def _marks(curves: int) -> list[tuple[Role, str]]:
    return [("rnn", "●"), *(("lstm", symbol) for symbol in LSTM_SYMBOLS[: curves - 1])]


def _left(point: Point) -> str:
    return f"{FLOOR_MARK} {left_text(point)}" if point.underflows else left_text(point)


def _step(first: int | None) -> str:
    return NEVER if first is None else count(first)


def real_axis(cells: Sequence[Measured]) -> Axis:
    """One axis for every cell, so that their charts can be compared."""
    return decay_axis(float(value) for cell in cells for line in _lines(cell) for value in line)


def _lines(cell: Measured) -> Iterable[Iterable[float]]:
    return [line for line in (cell.hidden, cell.cell, cell.highway) if line is not None]


def real_plot(cell: Measured, axis: Axis) -> Plot:
    """One cell's gradient by step: the gate path alone, every path together, and central differences as marks."""
    steps = range(len(cell.hidden))
    role = ROLES[NAMES[cell.kind]]
    curves: list[Curve] = []
    if cell.cell is not None:
        curves.append(curve("|dL/dh_t|", "dim", steps, cell.hidden, HIDDEN_SYMBOL))
    if cell.highway is not None:
        curves.append(curve("gates alone", "note", steps, cell.highway, PATH_SYMBOL))
    curves.append(curve("full", role, steps, cell.carried))
    for check in (cell.hidden_check, cell.cell_check):
        if check is not None:
            norms = [math.nan if norm is None else norm for norm in check.norms]  # a gap where there is nothing to see
            curves.append(curve("central differences", "note", check.steps, norms, CHECK_SYMBOL, joined=False))
    last = len(cell.hidden) - 1
    ticks = tuple((at, f"t={at}" if at == 0 else str(at)) for at in sorted({0, last // 2, last}))
    return Plot(tuple(curves), Axis(0, last, ticks=ticks), axis)


def real_legend(cell: Measured) -> str:
    """What the symbols of a cell's chart stand for, as markup."""
    role = ROLES[NAMES[cell.kind]]
    words = [f"[$lane-{role}]{Curve('', role, (), ()).symbol} s={'h' if cell.cell is None else 'C'}[/]"]
    if cell.cell is not None:
        words.append(f"{HIDDEN_SYMBOL} s=h")
    if cell.highway is not None:
        words.append(f"{PATH_SYMBOL} gates")
    return "  ".join([*words, f"{CHECK_SYMBOL} check"])


def real_numbers(result: HighwayResult) -> Table:
    """The cells side by side at step 0, short enough for 80 columns.

    Which state s is stands in the charts' legends, what a share is made of in the sentence.
    """
    table = real_table([cell.measured for cell in result.cells])
    shown = [index for index, column in enumerate(table.columns) if column.name not in SAID_ELSEWHERE]
    columns = tuple(_short(table.columns[index]) for index in shown)
    return Table(table.title, columns, tuple(tuple(row[index] for index in shown) for row in table.rows))


def _short(column: Column) -> Column:
    style = "scientific" if column.name == "gate path alone" else column.style
    return replace(column, name=SHORT_HEADINGS.get(column.name, column.name), style=style)
