"""The highway lesson's numbers as the tables and curves of a report.

Curves keep their zeros where float64 underflows; whoever draws them marks the floor instead.
"""

from collections.abc import Sequence

import numpy as np

from core.highway.idealised import Idealised, Point, share_text
from core.highway.real import Measured
from core.highway.sentences import NAMES
from core.report import Column, Series, Table


def ideal_tables(ideal: Idealised) -> tuple[Table, Table]:
    """What each route leaves at each distance, then when each falls to a half and below 1 %."""
    return (
        Table(
            "Left of a gradient after so many steps",
            (Column("distance", "count"), *(Column(curve.name, "text") for curve in ideal.curves)),
            tuple((row.distance, *(_cell(point) for point in row.points)) for row in ideal.rows),
        ),
        Table(
            "How fast each route forgets",
            (
                Column("route", "text"),
                Column("half-life, steps"),
                Column("below 1 % from step", "count"),
                Column("0 in float64 from step", "count"),
            ),
            tuple((c.name, c.half_life, c.below_one_percent, c.first_underflow) for c in ideal.curves),
        ),
    )


def _cell(point: Point) -> str:
    if point.underflows:
        return f"{share_text(point)} (0 in float64)"
    return f"{share_text(point)} (inf in float64)" if point.overflows else share_text(point)


def ideal_series(ideal: Idealised) -> Series:
    """Every route against distance, on a log axis."""
    lines = {curve.name: curve.values for curve in ideal.curves}
    return Series("What is left against distance", "distance, steps", ideal.distances, lines, log=True)


def real_table(cells: Sequence[Measured]) -> Table:
    """The real cells side by side, at step 0."""
    columns = (
        Column("cell", "text"),
        Column("state", "text"),
        Column("|dL/dstate_0|", "scientific"),
        Column("gate path alone", "scientific"),
        Column("share explained", "percent"),
        Column("mean gate"),
        Column("factor a step"),
        Column("largest check error", "scientific"),
    )
    return Table("A real RNN, LSTM and GRU: the gradient at step 0", columns, tuple(map(_row, cells)))


def _row(cell: Measured) -> tuple[object, ...]:
    return (
        NAMES[cell.kind],
        "C" if cell.kind == "lstm" else "h",
        cell.carried[0],
        "no gate path" if cell.highway is None else cell.highway[0],
        cell.share,
        cell.mean_gate,
        cell.rate,
        "none trusted" if cell.carried_check.largest_error is None else cell.carried_check.largest_error,
    )


def real_series(cell: Measured) -> Series:
    """One cell's curves over the steps: the gate path, the full gradient and its central differences."""
    steps = np.arange(len(cell.hidden))
    check = np.full(len(steps), np.nan)
    check[cell.carried_check.steps] = cell.carried_check.norms
    lines = {}
    if cell.highway is not None:
        lines["gate path alone"] = cell.highway
    if cell.cell is not None:
        lines["full |dL/dC_t|"] = cell.cell
    lines["full |dL/dh_t|"] = cell.hidden
    lines["central differences"] = check
    return Series(f"{NAMES[cell.kind]}: gradient by step", "step t", steps, lines, log=True)
