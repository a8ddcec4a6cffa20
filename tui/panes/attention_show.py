"""Pushes a result of the attention lesson into the pane's widgets; no number is computed here.

Only what the open view shows, on a screen of this size, is of interest; all of it is cheap enough to be kept up.
"""

from typing import TYPE_CHECKING

from textual.widgets import Static

from core.attention import MATRICES, AttentionResult
from core.attention.path import PathRow
from core.attention.tables import row_table
from core.report import Column, Table
from tui.panes.attention_edits import grid_of, title_of
from tui.panes.attention_map import AttentionMap
from tui.panes.attention_picture import MapPicture
from tui.panes.attention_terms import TermsPanel
from tui.panes.attention_words import open_cell, open_title, open_weight, short_lines
from tui.plots.model import Axis, Plot, curve
from tui.plots.underflow import decay_axis
from tui.plots.view import PlotView
from tui.widgets.matrix_grid import MatrixGrid
from tui.widgets.table_view import TableView

if TYPE_CHECKING:
    from tui.panes.attention import AttentionPane

STATES = {
    "map": "arrows pick the word that looks and the word looked at; e types your own words",
    "weights": "digits type a number, + and - nudge it by 0.1, d brings its default back",
    "computed": "arrows pick a cell: all that it was summed from is shown with it",
    "path": "how far apart word 1 and word T are, and what still arrives",
}
ATTENTION, RNN = "◆", "●"
BESIDE = 30
"""The least columns beside the map for what there is to see."""


def show(pane: "AttentionPane") -> None:
    """Everything."""
    result = pane.result
    if result is None:
        return
    _show_map(pane, result)
    for name in MATRICES:
        pane.query_one(f"#attention-grid-{name}", MatrixGrid).matrix = grid_of(result, name)
        pane.query_one(f"#attention-{name}").set_class(name == pane.weight, "-on")
        pane.title(f"#attention-{name}", title_of(result, name))
    pane.query_one("#attention-grid", MatrixGrid).matrix = grid_of(result, pane.matrix)
    pane.title("#attention-computed", title_of(result, pane.matrix))
    _share_height(pane, result)
    table = pane.query_one("#attention-row TableView", TableView)
    table.table = row_table(result)
    table.styles.width = table.natural_width - 1  # padded on one side only: with the formulas it fills 80 columns
    _show_path(pane, result)
    path = result.path_sentences if pane.screen.has_class("-tall") else result.path_sentences[:3]
    answers = {"path": path, "weights": result.sentences[2:]}
    text = "\n".join(answers.get(pane.view, result.sentences[:1]))
    pane.query_one("#attention-answer", Static).update(text)
    pane.query_one("#attention-see Static", Static).update("\n\n".join(result.sentences))
    pane.query_one("#attention-formulas", Static).update("\n".join(result.formulas))
    show_cell(pane)


def show_cell(pane: "AttentionPane") -> None:
    """What is behind the cell under the cursor."""
    result = pane.result
    if result is None:
        return
    board = pane.query_one(AttentionMap)
    board.column = pane.column
    row, column = board.cursor
    pane.query_one("#attention-short", Static).update("\n".join(short_lines(result, row, column, pane.size.width - 2)))
    name = "scores"
    if pane.view in ("computed", "weights"):
        name, (row, column) = pane.matrix, pane.query_one("#attention-grid", MatrixGrid).cursor
        rows, columns = getattr(result, name).shape
        row, column = min(row, rows - 1), min(column, columns - 1)
    pane.title("#attention-open", open_title(result, name, row, column))
    on_map = pane.view == "map"
    panel = pane.query_one(TermsPanel)
    width = panel.content_size.width or pane.size.width
    opened = open_weight(result, row, column, width) if on_map else open_cell(result, name, row, column, width=width)
    panel.show(opened.terms, opened.sums)


def _show_map(pane: "AttentionPane", result: AttentionResult) -> None:
    board = pane.query_one(AttentionMap)
    board.result = result
    gloss = f" ({result.looks[result.settings.looked_at].gloss})" if any(result.gloss) else ""
    pane.title("#attention-map", f"Who looks at whom? Row '{result.row_word}'{gloss}")
    pane.query_one("#attention-map").border_subtitle = "a row a query, a column a key; a row adds up to 1"
    most = pane.size.width - BESIDE
    picture = MapPicture(result, board.cursor, most - 4, 0)
    wide = pane.screen.has_class("-wide")
    roomy = wide and pane.screen.has_class("-tall")
    pane.query_one("#attention-top").styles.height = max(picture.needed + 2, 15) if roomy else "1fr"
    pane.query_one("#attention-map").styles.width = min(picture.taken + 4, most) if wide else "1fr"


def _share_height(pane: "AttentionPane", result: AttentionResult) -> None:
    """A matrix gets the rows that it has; the style sheet keeps it from taking more than its part."""
    sides = {name: len(getattr(result, name)) + 3 for name in (*MATRICES, pane.matrix)}
    all_four = max(sides["E"], sides["W_Q"]) + max(sides["W_V"], sides["W_K"])
    wide = pane.screen.has_class("-wide")
    pane.query_one("#attention-weights").styles.height = all_four if wide else sides[pane.weight]
    pane.query_one("#attention-computed").styles.height = "1fr" if wide else sides[pane.matrix]


def _show_path(pane: "AttentionPane", result: AttentionResult) -> None:
    panel = pane.query_one("#attention-path")
    panel.border_title = "what of word 1 arrives" + (", by T" if pane.screen.has_class("-wide") else "")
    panel.border_subtitle = f"{ATTENTION} attention  [$lane-rnn]{RNN} RNN[/]"
    panel.query_one(PlotView).plot = path_plot(result.path)
    table = pane.query_one("#attention-path-numbers TableView", TableView)
    table.table = path_numbers(result.path)
    pane.query_one("#attention-path-numbers").styles.width = table.natural_width + 2


def path_plot(rows: tuple[PathRow, ...]) -> Plot:
    """Both signals against T on a log axis."""
    lengths = [row.length for row in rows]
    lines = (
        curve("attention", "note", lengths, [row.attention for row in rows], ATTENTION),
        curve("RNN", "rnn", lengths, [row.rnn for row in rows], RNN),
    )
    axis = decay_axis(value for line in lines for value in line.y)
    return Plot(lines, Axis(0, lengths[-1]), axis)


def path_numbers(rows: tuple[PathRow, ...]) -> Table:
    """Steps and signals by length, under headings short enough to stand beside the chart."""
    columns = (
        Column("T", "count"),
        Column(f"{ATTENTION} steps", "count"),
        Column(f"{RNN} steps", "count"),
        Column(f"{ATTENTION} weight"),
        Column(f"{ATTENTION} signal", "scientific"),
        Column(f"{RNN} signal", "scientific"),
    )
    cells = tuple((r.length, r.attention_steps, r.rnn_steps, r.weight, r.attention, r.rnn) for r in rows)
    return Table("", columns, cells)
