"""The memory experiment as a table, a list of judged statements and a table of signals, measured yet or not.

Every number is the snapshot's; before there is one, the same rows stand empty and say what will be run.
"""

import math
from itertools import groupby

from textual.content import Content

from core.cells.spec import CellKind
from core.memory.settings import MemoryRace, MemorySettings
from core.memory.snapshot import MemorySnapshot, Statement
from core.memory.statements import judge
from core.race.settings import NAMES
from core.report import Column, Table

EMPTY = "·"
MARKS = {True: ("✓ ", "bold $success"), False: ("✗ ", "bold $error"), None: (f"{EMPTY} ", "$text-muted")}
LEGEND = "✓ met  ✗ not met  · not measured"
GROUPS = ("After 200 steps the ", "After 1000 steps the ", "Untrained, step 1 of 10 ")
"""How statements begin; one heading stands for all that begin alike."""


def memory_table(settings: MemorySettings, snapshot: MemorySnapshot | None, exact: bool) -> Table:
    """A row a cell and length: the accuracy of every start after each look, and how many of them remember.

    `exact` shows a decimal; else a share is never rounded up, so that 99 is always enough to remember.
    """
    races = settings.races()
    numbers, looks = races[0].numbers, (settings.early, settings.late)
    starts = f"starts {numbers[0]}-{numbers[-1]}" if len(numbers) > 1 else f"start {numbers[0]}"
    columns: tuple[Column, ...] = (Column("cell", "text"), Column("T", "count"))
    for steps in looks:
        columns += (Column(f"{steps} steps: {starts}", "text"), Column("kept", "text"))
    rows = tuple(
        (NAMES[kind], race.length, *(cell for steps in looks for cell in _look(snapshot, race, kind, steps, exact)))
        for kind in races[0].kinds
        for race in races
    )
    return Table("accuracy by start", columns, rows)


def _look(
    snapshot: MemorySnapshot | None, race: MemoryRace, kind: CellKind, steps: int, exact: bool
) -> tuple[str, str]:
    """The accuracies of one look side by side, and the count of those that remember."""
    row = snapshot.row(kind, race.length, steps) if snapshot else None
    width = 5 if exact else 3
    if row is None:
        return " ".join(EMPTY.rjust(width) for _ in race.numbers), EMPTY
    shares = (f"{100 * score:.1f}" if exact else str(math.floor(100 * score + 1e-9)) for score in row.scores)
    return " ".join(share.rjust(width) for share in shares), f"{row.remembering} of {len(row.scores)}"


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
    for heading, group in groupby(statements, key=_heading):
        if heading:
            lines.append(Content.styled(f"{heading.strip()}", "$text-muted"))
        lines.extend(_line(statement, heading) for statement in group)
    return Content("\n").join(lines)


def _heading(statement: Statement) -> str:
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
