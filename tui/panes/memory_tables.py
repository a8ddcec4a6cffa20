"""The memory experiment as a table, a list of judged statements and a table of signals, measured yet or not.

Every number is the snapshot's; before there is one, the same rows stand empty and say what will be run.
"""

from collections.abc import Sequence
from itertools import groupby

from textual.content import Content

from core.cells.spec import CellKind
from core.memory.settings import MemoryRace, MemorySettings
from core.memory.snapshot import MemorySnapshot, Statement
from core.memory.statements import judge
from core.race.settings import NAMES
from core.report import Column, Table
from tui.widgets.table_view import TableView

EMPTY = "·"
SCORE = 5
"""Columns of a start's score and the blank beside it."""
HEAD = 22
"""Columns of the steps and starts in a heading, so that two of them fit a row of 80 with all beside them."""
COUNTED = "remember"


class Scores(TableView):
    """A table that keeps its rows: it is made as narrow as the narrowest screen."""

    def _fits(self, rows: list[list[str]]) -> bool:
        return True


MARKS = {True: ("✓ ", "bold $success"), False: ("✗ ", "bold $error"), None: (f"{EMPTY} ", "$text-muted")}
LEGEND = "✓ met  ✗ not met  · not measured"
GROUPS = ("After 200 steps the ", "After 1000 steps the ", "Untrained, step 1 of 10 ")
"""How statements begin; one heading stands for all that begin alike."""


def memory_table(settings: MemorySettings, snapshot: MemorySnapshot | None) -> Table:
    """A row a cell and length: the accuracy of every start after each look, and how many of them remember.

    A share of 500 sequences has one decimal at most, so none is rounded; a look is one column, to fit 80.
    """
    races = settings.races()
    numbers, looks = races[0].numbers, (settings.early, settings.late)
    heads = [_heading(steps, numbers) for steps in looks]
    columns = (Column("cell", "text"), Column("T", "count"), *(Column(head, "text") for head in heads))
    rows = tuple(
        (NAMES[kind], race.length, *(_look(snapshot, race, kind, *look) for look in zip(looks, heads, strict=True)))
        for kind in races[0].kinds
        for race in races
    )
    return Table("accuracy by start", columns, rows)


def _heading(steps: int, numbers: Sequence[int]) -> str:
    """What stands over the scores of a look, and over the count at its end."""
    starts = f"{numbers[0]}-{numbers[-1]}" if len(numbers) > 1 else f"{numbers[0]}"
    plural = "s" if len(numbers) > 1 else ""
    named = f"{steps} steps: start{plural} {starts}"
    head = named if len(named) <= HEAD else f"{steps} steps: {starts}"
    scores = SCORE * len(numbers) + len(f"{len(numbers)} of {len(numbers)}")
    return f"{head} {COUNTED.rjust(scores - len(head) - 1)}"


def _look(snapshot: MemorySnapshot | None, race: MemoryRace, kind: CellKind, steps: int, heading: str) -> str:
    """The accuracies of one look side by side, and under the end of its heading the count of those that remember."""
    row = snapshot.row(kind, race.length, steps) if snapshot else None
    shares = [_share(score) for score in row.scores] if row else [EMPTY] * len(race.numbers)
    count = f"{row.remembering} of {len(row.scores)}" if row else EMPTY
    scores = " ".join(share.rjust(SCORE - 1) for share in shares)
    return scores + count.rjust(len(heading) - len(scores))


def _share(score: float) -> str:
    """In percent, in four columns."""
    return "100" if score == 1 else f"{100 * score:.1f}"


def signals(settings: MemorySettings, snapshot: MemorySnapshot | None) -> Table:
    """A row a cell and length: how much of the error at step T reaches step 1 before training, of every start."""
    races = settings.races()
    heard = {(one.kind, one.length): one.signals for one in snapshot.heard} if snapshot else {}
    starts = races[0].numbers
    columns = (Column("cell", "text"), Column("T", "count"), *(Column(f"start {n}", "scientific") for n in starts))
    rows = tuple(
        (NAMES[kind], race.length, *heard.get((kind, race.length), (EMPTY,) * len(starts)))
        for kind in races[0].kinds
        for race in races
    )
    return Table("signal at step 1, untrained", columns, rows)


def statement_lines(snapshot: MemorySnapshot | None) -> Content:
    """The twelve statements under their headings, each with its mark and what was measured."""
    statements = snapshot.statements if snapshot else judge((), ())
    lines: list[Content] = []
    for heading, group in groupby(statements, key=_common):
        if heading:
            lines.append(Content.styled(f"{heading.strip()}", "$text-muted"))
        lines.extend(_line(statement, heading) for statement in group)
    return Content("\n").join(lines)


def _common(statement: Statement) -> str:
    return next((start for start in GROUPS if statement.text.startswith(start)), "")


def _line(statement: Statement, heading: str) -> Content:
    text = statement.text.removeprefix(heading).rstrip(".")
    indent = "  " if heading else ""
    style = "$text-muted" if statement.met is None else "bold"
    return Content.assemble(indent, MARKS[statement.met], f"{text}: ", (statement.value, style))


def plan(settings: MemorySettings) -> str:
    """What a run will do, in one sentence."""
    races = settings.races()
    lengths = ", ".join(str(race.length) for race in races)
    cells = ", ".join(NAMES[kind] for kind in races[0].kinds)
    starts = len(races[0].numbers)
    trained = len(races) * len(races[0].kinds) * starts
    return (
        f"Nothing has run yet. space trains {trained} nets ({cells}; lengths {lengths}; {starts} starts) "
        f"for {settings.late} steps, looked at after {settings.early} and {settings.late}."
    )
