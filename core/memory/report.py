"""The memory table as tables and sentences, the same for the pane and the printer.

First what was measured, then the lesson's statements with their true outcome, held or not.
"""

from core.memory.settings import STARTS_IN_A_GROUP, MemorySettings
from core.memory.snapshot import MemorySnapshot
from core.numbers import percent
from core.race.settings import FRESH, NAMES, REMEMBERS
from core.report import Column, Report, Table, Text


def report(snapshot: MemorySnapshot) -> Report:
    """The set-up, a table for each number of steps, the signals, the statements."""
    settings = snapshot.settings
    return (
        Text("", setup(settings)),
        *(accuracy_table(snapshot, steps) for steps in (settings.early, settings.late)),
        signal_table(snapshot),
        statement_table(snapshot),
        Text("", (verdict(snapshot),)),
    )


def setup(settings: MemorySettings) -> tuple[str, ...]:
    """The one configuration, and what counts as remembering."""
    race = settings.races()[0]
    first, last = race.numbers[0], race.numbers[-1]
    lstm = f", f bias {race.forget:g}" if "lstm" in settings.cells else ""
    return (
        f"Recall the first of T symbols; starts {first} to {last}, hidden {race.hidden}, batches of {race.batch}, "
        f"Adam at {race.rate:g}, weights uniform in +-1/sqrt(H), z bias {race.bias:g}{lstm}: the same for every cell.",
        f'"Remembers" is {percent(REMEMBERS)} or more of {FRESH} fresh sequences; a guess gets 50 %.',
    )


def accuracy_table(snapshot: MemorySnapshot, steps: int) -> Table:
    """A row for each cell and length: the accuracy of every start, and how many remember."""
    starts = snapshot.settings.races()[0].numbers
    columns = (
        Column("cell", "text"),
        Column("T", "count"),
        *(Column(f"start {start}", "percent") for start in starts),
        Column("remember", "text"),
    )
    rows = sorted(
        (row for row in snapshot.rows if row.steps == steps), key=lambda row: (list(NAMES).index(row.kind), row.length)
    )
    return Table(
        f"after {steps} steps",
        columns,
        tuple((NAMES[r.kind], r.length, *r.scores, f"{r.remembering} of {len(r.scores)}") for r in rows),
    )


def signal_table(snapshot: MemorySnapshot) -> Table:
    """How much of the error at step T reaches step 1 before training, of every start."""
    starts = snapshot.settings.races()[0].numbers
    columns = (Column("cell", "text"), Column("T", "count"), *(Column(f"start {s}", "scientific") for s in starts))
    heard = sorted(snapshot.heard, key=lambda one: (list(NAMES).index(one.kind), one.length))
    return Table("signal at step 1, untrained", columns, tuple((NAMES[h.kind], h.length, *h.signals) for h in heard))


def statement_table(snapshot: MemorySnapshot) -> Table:
    """The lesson's statements: whether each holds here, and what was measured."""
    columns = (Column("holds", "text"), Column("measured", "text"), Column("the lesson's statement", "text"))
    words = {True: "yes", False: "NO", None: "-"}
    return Table(
        "the lesson's statements", columns, tuple((words[s.met], s.value, s.text) for s in snapshot.statements)
    )


def verdict(snapshot: MemorySnapshot) -> str:
    """How many of the statements hold, and on which starts."""
    measured, held = snapshot.measured, snapshot.held
    if not measured:
        return f"None of the {len(snapshot.statements)} statements can be judged from what was measured."
    numbers = snapshot.settings.races()[0].numbers
    at = f"starts {numbers[0]} to {numbers[-1]}"
    missing = len(snapshot.statements) - measured
    share = f"All {held}" if held == measured else f"{held} of {measured}"
    judged = " judged" + ("" if snapshot.finished else " so far") if missing else ""
    rest = f"; {missing} cannot be judged from these settings" if missing and snapshot.finished else ""
    other = " Other starts may differ: change the group." if len(numbers) == STARTS_IN_A_GROUP else ""
    return f"{share} statements{judged} hold on {at}{rest}.{other}"
