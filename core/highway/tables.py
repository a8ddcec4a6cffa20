"""The highway lesson's numbers as the tables and curves of a report.

Curves keep their zeros where float64 underflows; whoever draws them marks the floor instead.
"""

import math
from collections.abc import Sequence

import numpy as np

from core.decay import factor_text, places_text
from core.highway.idealised import Idealised, Point, left_text
from core.highway.real import Measured
from core.highway.sentences import NAMES
from core.report import Column, Series, Table

NEVER = "never"
UNRESOLVED = "not resolved"


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
            tuple(
                (
                    c.name,
                    *(
                        NEVER if when is None else when
                        for when in (c.half_life, c.below_one_percent, c.first_underflow)
                    ),
                )
                for c in ideal.curves
            ),
        ),
    )


def _cell(point: Point) -> str:
    if point.underflows:
        return f"{left_text(point)} (0 in float64)"
    return f"{left_text(point)} (inf in float64)" if point.overflows else left_text(point)


def ideal_series(ideal: Idealised) -> Series:
    """Every route against distance, on a log axis; the title says which steps are left out and where float64 holds only
    0 or infinity."""
    lines = {curve.name: curve.values for curve in ideal.curves}
    ends = any(curve.underflowed.any() or np.isinf(curve.values).any() for curve in ideal.curves)
    beyond = " (0 or inf: beyond float64, the table has the power)" if ends else ""
    title = f"What is left against distance{places_text(ideal.distances.tolist())}{beyond}"
    return Series(title, "distance, steps", ideal.distances, lines, log=True)


def real_table(cells: Sequence[Measured]) -> Table:
    """The real cells side by side, at step 0."""
    columns = (
        Column("cell", "text"),
        Column("state", "text"),
        Column("|dL/dstate_0|", "scientific"),
        Column("gate path alone", "scientific"),
        Column("length ratio", "percent"),
        Column("cosine"),
        Column("share explained", "percent"),
        Column("mean gate"),
        Column("factor a step"),
        Column("largest check error", "scientific"),
    )
    return Table("A real RNN, LSTM and GRU: the gradient at step 0", columns, tuple(map(_row, cells)))


def _row(cell: Measured) -> tuple[object, ...]:
    lost = cell.highway is not None and cell.highway[0] == 0  # no gate is 0, so neither is their product
    return (
        NAMES[cell.kind],
        "C" if cell.kind == "lstm" else "h",
        cell.carried[0],
        "no path" if cell.highway is None else "<5e-324" if lost else cell.highway[0],
        *(None if lost else value for value in (cell.norm_ratio, cell.cosine, cell.share)),
        None if cell.log_gate is None else factor_text(cell.log_gate),
        None if cell.rate is None else factor_text(math.log(cell.rate)),
        "none trusted" if cell.carried_check.largest_error is None else cell.carried_check.largest_error,
    )


def real_series(cell: Measured) -> Series:
    """One cell's curves over the steps: the gate path and the full gradient."""
    lines = {}
    if cell.highway is not None:
        lines["gate path alone"] = cell.highway
    if cell.cell is not None:
        lines["full |dL/dC_t|"] = cell.cell
    lines["full |dL/dh_t|"] = cell.hidden
    return Series(f"{NAMES[cell.kind]}: gradient by step", "step t", np.arange(len(cell.hidden)), lines, log=True)


def check_table(cell: Measured) -> Table:
    """The central differences of one cell's carried gradient, beside what back-propagation says there."""
    state, check = "C" if cell.kind == "lstm" else "h", cell.carried_check
    columns = (
        Column("step t", "count"),
        Column(f"|dL/d{state}_t|", "scientific"),
        Column("central differences", "scientific"),
    )
    rows = tuple(
        (int(step), cell.carried[step], UNRESOLVED if norm is None else norm)
        for step, norm in zip(check.steps, check.norms, strict=True)
    )
    return Table(f"{NAMES[cell.kind]}: the gradient checked by central differences", columns, rows)
