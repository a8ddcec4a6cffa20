"""A core Table on screen: numbers right aligned under dim headings, a lane's row with its marker and colour."""

from collections.abc import Mapping

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.app import RenderResult
from textual.geometry import Region
from textual.reactive import reactive
from textual.widget import Widget

from core.numbers import visible
from core.report import Table
from tui.plots.model import MARKERS, Role


class TableView(Widget):
    """Shows `table`; `roles` maps the text of a row's first cell to the role whose marker and colour it gets."""

    COMPONENT_CLASSES = {"table--head", "table--cell", "table--rnn", "table--gru", "table--lstm"}
    DEFAULT_CSS = """
    TableView { height: auto; width: 1fr; padding: 0 1; }
    TableView > .table--head { color: $text-muted; }
    TableView > .table--cell { color: $foreground; }
    TableView > .table--rnn { color: $lane-rnn; text-style: bold; }
    TableView > .table--gru { color: $lane-gru; text-style: bold; }
    TableView > .table--lstm { color: $lane-lstm; text-style: bold; }
    """

    table: reactive[Table | None] = reactive(None, repaint=False)

    def __init__(self, roles: Mapping[str, Role] | None = None, *, gap: int = 3, id: str | None = None) -> None:
        super().__init__(id=id)
        self.roles = dict(roles or {})
        self.gap = gap
        self._drawn: list[str] = []

    @property
    def natural_width(self) -> int:
        """The columns that the table takes with its full gaps, and the padding beside it."""
        if self.table is None:
            return 0
        rows = [[column.name for column in self.table.columns], *self.table.written()]
        widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
        return sum(widths) + self.gap * (len(widths) - 1) + 2

    def watch_table(self, before: Table | None, table: Table | None) -> None:
        """Paint the cells that differ; other numbers of rows or columns are laid out, which repaints the screen."""
        drawn, self._drawn = self._drawn, [line.plain for line in self._text().split("\n")]
        if _shape(before) != _shape(table) or [len(line) for line in drawn] != [len(line) for line in self._drawn]:
            self.refresh(layout=_shape(before) != _shape(table))
            return
        regions = [_difference(y, *lines) for y, lines in enumerate(zip(drawn, self._drawn, strict=True))]
        if changed := [region for region in regions if region is not None]:
            self.refresh(*changed)

    def render(self) -> RenderResult:
        """The table as lines of text."""
        text = self._text()
        self._drawn = [line.plain for line in text.split("\n")]
        return text

    def _text(self) -> Text:
        """On its side, a lane a column, where it would not fit as it is."""
        if self.table is None:
            return Text("")
        names = [column.name for column in self.table.columns]
        rows = [names, *([visible(text) for text in row] for row in self.table.written())]
        left = [column.style == "text" for column in self.table.columns]
        marked = [self._marked(row[0]) for row in rows]
        if not self._fits(rows) and self.roles:
            return self._on_its_side(rows, marked)
        return self._lines(rows, marked, left)

    def _marked(self, name: str) -> tuple[str, Style]:
        role = self.roles.get(name)
        if role is None:
            return ("  " if self.roles else "") + name, self.get_component_rich_style("table--cell")
        return f"{MARKERS[role]} {name}", self.get_component_rich_style(f"table--{role}")

    def _fits(self, rows: list[list[str]]) -> bool:
        needed = sum(max(map(len, column)) for column in zip(*rows, strict=True)) + 2 + 2 * (len(rows[0]) - 1)
        return needed <= self.container_size.width - 2

    def _lines(self, rows: list[list[str]], marked: list[tuple[str, Style]], left: list[bool]) -> Text:
        head, cell = self.get_component_rich_style("table--head"), self.get_component_rich_style("table--cell")
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        widths[0] = max(cell_len(text) for text, _ in marked)
        space = self.container_size.width - 2 - sum(widths)
        gap = " " * min(max(space // max(len(widths) - 1, 1), 1), self.gap)
        flush_first = bool(self.roles) or left[0]  # a marker stands at the edge
        lines = []
        for index, (row, (first, style)) in enumerate(zip(rows, marked, strict=True)):
            fill = " " * (widths[0] - cell_len(first))
            line = Text(no_wrap=True).append(first + fill if flush_first else fill + first, style if index else head)
            for text, width, flush in zip(row[1:], widths[1:], left[1:], strict=True):
                line.append(gap + (text.ljust(width) if flush else text.rjust(width)), cell if index else head)
            lines.append(line)
        return Text("\n").join(lines)

    def _on_its_side(self, rows: list[list[str]], marked: list[tuple[str, Style]]) -> Text:
        head, cell = self.get_component_rich_style("table--head"), self.get_component_rich_style("table--cell")
        first = max(map(len, rows[0]))
        widths = [max(8, cell_len(name), *map(len, row)) for (name, _), row in zip(marked[1:], rows[1:], strict=True)]
        gap = " " * self.gap
        top = Text(" " * first, no_wrap=True)
        for (name, style), width in zip(marked[1:], widths, strict=True):
            top.append(gap + " " * (width - cell_len(name)) + name, style)
        lines = [top]
        for index in range(1, len(rows[0])):
            line = Text(rows[0][index].ljust(first), head, no_wrap=True)
            for row, width in zip(rows[1:], widths, strict=True):
                line.append(gap + row[index].rjust(width), cell)
            lines.append(line)
        return Text("\n").join(lines)


def _shape(table: Table | None) -> tuple[int, int]:
    return (len(table.rows), len(table.columns)) if table else (0, 0)


def _difference(y: int, before: str, after: str) -> Region | None:
    """The cells of row y that differ between two equally long lines, wide characters counted as they are."""
    differ = [x for x, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]
    if not differ:
        return None
    return Region(cell_len(after[: differ[0]]), y, cell_len(after[differ[0] : differ[-1] + 1]), 1)
