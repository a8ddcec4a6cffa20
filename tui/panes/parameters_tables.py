"""The parameter lesson's tables, short enough for 80 columns.

What is the same in every row is said once under the table instead.
"""

from textwrap import wrap

from core.numbers import count
from core.parameters.counting import per_gate
from core.parameters.lesson import CellCount, ParametersResult
from core.parameters.reconcile import NAMES, Match, Reconciliation
from core.report import Column, Table

EXACT, NEAREST, SLIPPED = "=", "≈", "*"
FRAMES = 8
"""Rows of the three answers that no sentence changes: their borders, a heading and the settings of the last."""


def cell_table(result: ParametersResult) -> Table:
    """A row a cell: gates, parameters of one gate, of the first layer and of the whole, against the RNN."""
    columns = (
        Column("cell", "text"),
        Column("gates", "count"),
        Column("per gate", "count"),
        Column("layer 1", "count"),
        Column("total", "count"),
        Column("vs RNN", "factor"),
    )
    rows = tuple((_name(c), c.gates, c.per_gate, c.layer, c.total, c.ratio) for c in result.cells)
    return Table("", columns, rows)


def _name(cell: CellCount) -> str:
    """The name of a row; P, whose number stands in the settings, marks the projected cell."""
    return f"{NAMES[cell.cell]} P" if cell.projection else NAMES[cell.cell]


def gate_table(result: ParametersResult) -> Table:
    """A row a gate: whose it is, how many numbers it learns, and what it is for."""
    columns = (Column("cell", "text"), Column("gate", "text"), Column("size", "count"), Column("what it is", "text"))
    return Table("", columns, tuple((NAMES[g.cell], g.gate, g.total, g.role) for g in result.gates))


def gate_sum(result: ParametersResult) -> str:
    """The sum of one gate, which is the same for all of them."""
    gate = result.gates[0]
    s = result.settings
    return (
        f"One gate: H d + H H + H = {count(gate.input_weights)} + {count(gate.recurrent_weights)} + "
        f"{count(gate.biases)} = {count(per_gate(s.inputs, s.hidden))}{' unprojected' if s.projection else ''}"
    )


def sums(result: ParametersResult) -> str:
    """The sum behind each cell's total, a line a cell."""
    width = 1 + max(len(_name(cell)) for cell in result.cells)
    return "\n".join(f"{_name(cell):{width}}{cell.equation}" for cell in result.cells)


def convention_table(reconciliation: Reconciliation, wide: bool) -> Table:
    """A row a convention: its total, and the printed number less that, with a mark where it is the number."""
    columns: tuple[Column, ...] = (
        Column("", "text"),
        Column("cell", "text"),
        Column("convention", "text"),
        Column("total", "count"),
        Column("off by", "count"),
        Column("a layer", "text"),
    )[: 6 if wide else 5]
    rows = tuple(_convention(match, reconciliation)[: len(columns)] for match in reconciliation.candidates)
    return Table("", columns, rows)


def _convention(match: Match, reconciliation: Reconciliation) -> tuple[object, ...]:
    off = f"{match.difference:+,}" if match.difference and reconciliation.printed else ""
    return _mark(match, reconciliation), NAMES[match.cell], match.convention, match.total, off, match.symbols


def best(reconciliation: Reconciliation) -> int:
    """The row of the convention that makes the printed number, here or at another shape, or of the nearest.

    0 where nothing is typed.
    """
    rows = [i for i, match in enumerate(reconciliation.candidates) if _mark(match, reconciliation) != " "]
    return rows[0] if rows else 0


def detail(match: Match, reconciliation: Reconciliation) -> str:
    """Who counts by a convention, and the sum with its numbers; of the shape that makes the printed number."""
    slipped = _slipped(match, reconciliation)
    named = f"{NAMES[match.cell]}, {match.convention}: {match.users}\n"
    if slipped:
        return f"{named}{SLIPPED} {slipped[0].slip}: {slipped[0].equation}"
    return f"{named}{match.symbols} a layer: {match.equation}"


def _mark(match: Match, reconciliation: Reconciliation) -> str:
    if match in reconciliation.exact:
        return EXACT
    if reconciliation.elsewhere:
        return SLIPPED if _slipped(match, reconciliation) else " "
    return NEAREST if match in reconciliation.nearest else " "


def _slipped(match: Match, reconciliation: Reconciliation) -> list[Match]:
    """The same convention at the other shapes that make the printed number."""
    asked = (match.cell, match.convention)
    return [other for other in reconciliation.elsewhere if (other.cell, other.convention) == asked]


def totals_height(result: ParametersResult, width: int) -> int:
    """The rows that the three answers take one below another, their sentences wrapped at a width."""
    sentences = (result.sentence, result.lm_sentence, result.reconciliation.sentence)
    lines = sum(len(wrap(sentence, max(width, 1), break_on_hyphens=False)) for sentence in sentences)
    return FRAMES + len(result.cells) + lines


def lm_table(result: ParametersResult) -> Table:
    """The feed-forward LM by array, with shares, against the cells of a trigram table."""
    lm = result.lm
    columns = (Column("array", "text"), Column("size", "count"), Column("share", "percent"), Column("made of", "text"))
    rows = tuple((row.name, row.size, row.share, row.formula) for row in result.lm_rows)
    ends = (("total", lm.total, 1.0, ""), ("trigram", lm.trigram_cells, None, "|V|^3 - |V|^2 cells"))
    return Table("", columns, rows + ends)
