"""The forget-bias lesson's numbers as tables, curves, sentences and code.

A share is written as a percentage as long as that is readable, then as a power of ten.
"""

import math

from core.decay import places_text, share_text
from core.forget_bias.lesson import BiasResult
from core.forget_bias.sentences import gate_text, left_text
from core.report import Column, Report, Series, Table, Text
from core.settings import write_value

BEYOND = " (0: beyond float64, the table has the power)"


def report(result: BiasResult) -> Report:
    """The table and its plot, the inverse question, the traps, and the code of each framework."""
    steps = f"{result.settings.steps:,}"
    beyond = BEYOND if any(line.underflowed.any() for line in result.lines) else ""
    return (
        Text("Formula", ("f = sigma(b_f) = 1 / (1 + exp(-b_f)); left after N steps = f^N",)),
        _rows(result),
        Series(
            f"What is left against distance{places_text(result.axis.tolist())}{beyond}",
            "distance, steps",
            result.axis,
            {f"b_f = {write_value(line.b_f)}": line.values for line in result.lines},
            log=True,
        ),
        Text("What to see", (result.rows_sentence, result.gain_sentence)),
        _answers(result),
        Text("Which b_f?", (result.answer_sentence, result.chrono_sentence)),
        _traps(result, steps),
        Text("Traps", tuple(trap.sentence for trap in result.traps)),
        *(Text(f"Code: {s.framework}", tuple(s.code.rstrip().split("\n"))) for s in result.snippets),
    )


def _rows(result: BiasResult) -> Table:
    columns = (
        Column("b_f", "plain"),
        Column("f"),
        *(Column(f"after {left.steps:,}", "text") for left in result.rows[0].left),
        Column("half-life, steps"),
        Column("steps to 1 %"),
        Column("chrono T"),
    )
    rows = tuple(
        (row.b_f, gate_text(row.b_f), *map(left_text, row.left), row.half_life, row.to_one_percent, row.horizon)
        for row in result.rows
    )
    return Table("What is left of the cell after so many steps", columns, rows)


def _answers(result: BiasResult) -> Table:
    columns = (Column("share to keep", "percent"), Column("over steps", "count"), Column("b_f"), Column("f"))
    rows = tuple((share_text(math.log(a.share)), a.steps, a.b_f, gate_text(a.b_f)) for a in result.answers)
    return Table("Which b_f keeps it", columns, rows)


def _traps(result: BiasResult, steps: str) -> Table:
    columns = (
        Column("trap", "text"),
        Column("meant a step"),
        Column("got a step"),
        Column(f"meant after {steps}"),
        Column(f"got after {steps}"),
    )
    rows = tuple((trap.name, *trap.written()) for trap in result.traps)
    return Table(f"The traps, for b_f = {result.settings.chosen:g}", columns, rows)
