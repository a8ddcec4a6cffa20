"""Pushes a result of the embeddings lesson into the pane's widgets; no number is computed here.

The list of analogies has a row for every question, right or wrong.
"""

from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.widgets import Static

from core.embeddings import EmbeddingsResult, Neighbour
from core.embeddings.tables import components_table
from core.numbers import count
from core.report import Column, Table
from tui.key_words import walk
from tui.panes.embeddings_legend import legend, map_title, unnamed
from tui.panes.embeddings_map import WordMap
from tui.panes.embeddings_room import MATRICES, opened_cell, title_of
from tui.panes.embeddings_scatter import Scatter
from tui.plots.model import Role
from tui.widgets.matrix_grid import MatrixGrid
from tui.widgets.row_table import RowTable
from tui.widgets.settings_line import SettingField
from tui.widgets.table_view import TableView

if TYPE_CHECKING:
    from tui.panes.embeddings import EmbeddingsPane

LINES = {
    "text": ("corpus", "window", "dims", "cap", "axes"),
    "asked": ("word", "a", "b", "c", "top"),
    "file": ("sentences", "lower", "megabytes"),
}
"""The settings, a line each; the style sheet says which view has which."""
EMPTY = "e asks an analogy of your own"
STATES = {
    "map": "arrows walk the words; z, + and - zoom, v turns the map; e asks an analogy",
    "list": "enter asks the question under the cursor; what fails is kept",
    "matrices": "n goes on: counts, PPMI, vectors; arrows walk the words",
    "words": "all there is to see, in words",
}
VERDICTS: dict[str, tuple[str, Role]] = {"right": ("✓", "lstm"), "fails": ("✗", "rnn")}
NEAR, NEAR_WIDE = 19, 25
"""Columns for a word or a question beside the map."""
NO_LIST = "None of the listed analogies has all its words in this text; e asks one of your own."


def idle_settings(result: EmbeddingsResult | None) -> dict[str, str]:
    """A cap that leaves out no word of the text has no effect."""
    if result is None or len(result.space.words) < result.space.distinct:
        return {}
    return {"cap": f"all {count(result.space.distinct)} words of the text have vectors"}


def show(pane: "EmbeddingsPane") -> None:
    """Everything that the result says."""
    result, room = pane.result, pane.room
    if result is None or room is None:
        return
    pane.query_one(WordMap).result = result
    asked = {
        "nearest": (f"nearest to {result.word}", result.neighbours),
        "analogy": (result.analogy.question, result.analogy.answers[: result.settings.top]),
    }
    room_for = NEAR_WIDE if pane.screen.has_class("-wide") else NEAR
    for name, (title, found) in asked.items():
        pane.query_one(f"#embeddings-{name}", TableView).table = _answers(title, found, room_for)
    rows = pane.query_one(RowTable)
    rows.marks, rows.table = VERDICTS, analogies(result)
    pane.query_one("#embeddings-components", TableView).table = components_table(result.space)
    _show_words(pane, result)
    _show_blanks(pane, result)
    show_matrix(pane)


def show_matrix(pane: "EmbeddingsPane") -> None:
    """The matrix that is open, and where the number under the cursor comes from."""
    room = pane.room
    if room is None:
        return
    grid = pane.query_one(MatrixGrid)
    grid.matrix = room.grids[pane.matrix]
    pane.query_one("#embeddings-matrix").border_title = Text(title_of(room.space, pane.matrix))
    row, column = grid.cursor
    pane.query_one("#embeddings-cell", Static).update(opened_cell(room.space, pane.matrix, row, column))


def keys_to(pane: "EmbeddingsPane") -> tuple[str, ...]:
    """The keys that lead to the row of the list, or to the matrix and the cell of it that is open."""
    if pane.view == "list":
        return ("down",) * pane.query_one(RowTable).cursor
    if pane.view != "matrices" or pane.result is None:
        return ()
    start = pane.result.space.words.index(pane.result.word), 0
    return (*(("n",) * MATRICES.index(pane.matrix)), *walk(start, pane.query_one(MatrixGrid).cursor))


def show_around(pane: "EmbeddingsPane", scatter: Scatter) -> None:
    """What is written around the map, and beside it the words that have no label on it."""
    panel = pane.query_one("#embeddings-map")
    panel.border_title, panel.border_subtitle = map_title(scatter, panel.outer_size.width), legend(scatter)
    said = (scatter.result.sentences[1], scatter.result.sentences[-1], unnamed(scatter))
    pane.query_one("#embeddings-see Static", Static).update("\n\n".join(filter(None, said)))


def _show_words(pane: "EmbeddingsPane", result: EmbeddingsResult) -> None:
    """The outcome, where all of it comes from, and every sentence."""
    origin = result.sentences[-2]
    pane.query_one("#embeddings-answer", Static).update(result.sentences[0])
    pane.query_one("#embeddings-origin", Static).update(origin)
    score = result.sentences[2] if result.analogies else NO_LIST
    pane.query_one("#embeddings-score", Static).update(score)
    notes = "\n".join(result.space.notes)
    text = "\n\n".join(part for part in (*result.sentences, notes) if part)
    pane.query_one("#embeddings-words Static", Static).update(text)


def _show_blanks(pane: "EmbeddingsPane", result: EmbeddingsResult) -> None:
    """Which words an empty setting stands for."""
    asked = result.analogy
    blanks = {"word": result.word, "a": asked.a, "b": asked.b, "c": asked.c, "corpus": "bundled"}
    for name, word in blanks.items():
        pane.query_one(f"#set-{name}", SettingField).blank = word


def _answers(title: str, found: tuple[Neighbour, ...], width: int) -> Table:
    """Words with their cosines, headed by what was asked, the words in as many columns as there are for them."""
    rows = tuple((_fitted(one.word, width), one.cosine) for one in found)
    return Table("", (Column(_fitted(title, width), "text"), Column("cosine", "signed")), rows)


def _fitted(text: str, width: int) -> str:
    return set_cell_size(text if cell_len(text) <= width else set_cell_size(text, width - 1) + "…", width)


def analogies(result: EmbeddingsResult) -> Table:
    """The list: what was hoped for, what came, its place, and what a alone would have given."""
    columns = (
        Column("", "text"),
        Column("question", "text"),
        Column("answer", "text"),
        Column("cosine", "signed"),
        Column("expected", "text"),
        Column("its place", "count"),
        Column("a alone", "text"),
    )
    rows = tuple(
        (
            "right" if one.right else "fails",
            one.question,
            one.answer.word,
            one.answer.cosine,
            one.expected,
            one.expected_rank,
            one.plain.word,
        )
        for one in result.analogies
    )
    return Table("", columns, rows)
