"""The parameter lesson's counts as the tables and sentences of a report.

The sum behind each total stands beside it, so that a reader can add it up again.
"""

from core.parameters.lesson import CellCount, ParametersResult
from core.parameters.reconcile import NAMES, Reconciliation
from core.report import Column, Report, Table, Text


def report(result: ParametersResult) -> Report:
    """Cells, gates, the reconciler and the feed-forward LM, each with its sentence."""
    return (
        _cells(result),
        _gates(result),
        Text("What to see", (result.sentence,)),
        _conventions(result.reconciliation),
        Text("Your framework's number", (result.reconciliation.sentence,)),
        _language_model(result),
        Text("", (result.lm_sentence,)),
    )


def cell_name(cell: CellCount) -> str:
    """The name of a row: LSTM, or LSTM P = 250 where its h is projected to 250 numbers."""
    return f"{NAMES[cell.cell]} P = {cell.projection}" if cell.projection else NAMES[cell.cell]


def _cells(result: ParametersResult) -> Table:
    columns = (
        Column("cell", "text"),
        Column("gates", "count"),
        Column("per gate", "count"),
        Column("layer 1", "count"),
        Column("total", "count"),
        Column("against RNN", "factor"),
        Column("sum", "text"),
    )
    rows = tuple((cell_name(c), c.gates, c.per_gate, c.layer, c.total, c.ratio, c.equation) for c in result.cells)
    return Table("Parameters of a recurrent cell", columns, rows)


def _gates(result: ParametersResult) -> Table:
    columns = (
        Column("cell", "text"),
        Column("gate", "text"),
        Column("H d", "count"),
        Column("H H", "count"),
        Column("bias H", "count"),
        Column("sum", "count"),
        Column("what it is", "text"),
    )
    rows = tuple(
        (NAMES[g.cell], g.gate, g.input_weights, g.recurrent_weights, g.biases, g.total, g.role) for g in result.gates
    )
    title = "What each gate is, in layer 1" + (", without the projection" if result.settings.projection else "")
    return Table(title, columns, rows)


def _conventions(reconciliation: Reconciliation) -> Table:
    columns = (
        Column("cell", "text"),
        Column("convention", "text"),
        Column("total", "count"),
        Column("printed less total", "count"),
        Column("a layer", "text"),
        Column("who counts so", "text"),
    )
    typed = reconciliation.printed > 0
    rows = tuple(
        (NAMES[m.cell], m.convention, m.total, m.difference if typed else None, m.symbols, m.users)
        for m in reconciliation.candidates
    )
    return Table("The same cell, counted by every convention", columns, rows)


def _language_model(result: ParametersResult) -> Table:
    lm = result.lm
    columns = (Column("array", "text"), Column("size", "count"), Column("share", "percent"), Column("made of", "text"))
    rows = tuple((row.name, row.size, row.share, row.formula) for row in result.lm_rows)
    ends = (
        ("total", lm.total, 1.0, ""),
        ("trigram cells", lm.trigram_cells, None, "|V|^3 - |V|^2"),
    )
    title = f"The feed-forward LM: |V| = {lm.V}, d = {lm.d}, context {lm.context}, H = {lm.H}"
    return Table(title, columns, rows + ends)
