"""What stands across the screen below the curve: the cosines in columns on a short screen, the points on a tall one.

Both are tables of the report laid out the other way round, so that few lines hold them.
"""

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from core.generalise.study import PAIRS, GeneraliseSnapshot
from core.numbers import visible
from tui.panes.generalise_parts import STOP, cosine_table, points_table

GAP = 4
"""Columns between two pairs."""
POINT = 9
"""Columns that a point takes."""
LABEL = 8


def cosine_lines(snapshot: GeneraliseSnapshot, row: int, width: int) -> Text:
    """The pairs beside each other, read downwards: of one family or not, the cosine in E, the cosine in W_o."""
    cells = [[visible(cell) for cell in line] for line in cosine_table(snapshot, row).written()]
    if not cells:
        return Text("when this seed has finished" + "\n" * (len(PAIRS) // 2), "dim")
    widths = [max(len(line[column]) for line in cells) for column in (1, 2, 3)]
    figures = sum(widths) + 2 * len(widths)
    name = max(min(max(cell_len(pair) for pair, *_ in cells), (width - GAP) // 2 - figures), 5)
    across = max((width + GAP) // (name + figures + GAP), 1)
    down = -(-len(cells) // across)
    lines = [Text(no_wrap=True) for _ in range(down)]
    for index, (pair, kin, E, W_o) in enumerate(cells):
        line = lines[index % down].append(" " * GAP if index >= down else "").append(_fitted(pair, name))
        line.append(f"  {kin:<{widths[0]}}", "dim").append(f"  {E:>{widths[1]}}  {W_o:>{widths[2]}}")
    return Text("\n").join(lines)


def _fitted(pair: str, width: int) -> str:
    """The pair in so many columns: both of its words are cut where they are too long together."""
    if cell_len(pair) > width:
        first, _, second = pair.partition("/")
        first = _cut(first, max((width - 1) // 2, width - 1 - cell_len(second)))
        pair = f"{first}/{_cut(second, width - 1 - cell_len(first))}"
    return set_cell_size(pair, width)


def _cut(word: str, width: int) -> str:
    return word if cell_len(word) <= width else set_cell_size(word, width - 1) + "…"


def point_lines(snapshot: GeneraliseSnapshot, row: int, width: int) -> Text:
    """The steps of a seed in a line, and below them the perplexity of each part."""
    table = points_table(snapshot, row, (width - LABEL) // POINT)
    heads = [column.name for column in table.columns]
    columns = list(zip(*table.written(), strict=True))
    cell = min((width - LABEL) // max(len(table.rows), 1), POINT)
    stop = next(index for index, step in enumerate(columns[0]) if step.startswith(STOP))
    lines = []
    for name, figures in zip(heads, columns, strict=True):
        lines.append(Text(no_wrap=True).append(name.ljust(LABEL), "dim"))
        for index, figure in enumerate(figures):
            style = "bold" if index == stop else "dim" if name == heads[0] else ""
            lines[-1].append(figure.rjust(cell), style)
    return Text("\n").join(lines)
