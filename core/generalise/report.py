"""The comparison as tables and sentences that say no more than the numbers do.
It is computed from a snapshot, so a study that is still running reports what it has.
"""

from statistics import fmean

from core.generalise.study import CosineRow, GeneraliseSnapshot, Point, SeedRow
from core.numbers import count, factor, number, plural
from core.report import Column, Report, Table, Text

UNSEEN = (
    "Where training never shows a word, <unk> joins both vocabularies and stands for it: the counter has "
    "never counted it, and its row of E is as it was drawn."
)


def report(snapshot: GeneraliseSnapshot) -> Report:
    """The table by seed, the first seed's points, its cosines, and what to see."""
    return (_by_seed(snapshot), _points(snapshot), _cosines(snapshot), Text("what to see", sentences(snapshot)))


def sentences(snapshot: GeneraliseSnapshot) -> tuple[str, ...]:
    """What the study shows so far, each sentence chosen by its numbers."""
    found = [overfit(snapshot)]
    if snapshot.rows:
        found += [wins(snapshot.rows), overall(snapshot), *untrained(snapshot.rows)]
    if any(row.unseen for row in snapshot.rows):
        found.append(UNSEEN)
    return (*found, *likeness(snapshot))


def points_of(snapshot: GeneraliseSnapshot, row: int) -> tuple[Point, ...]:
    """The points of the seed in a row of the table, the one at work if it has no row yet."""
    return snapshot.rows[row].points if row < len(snapshot.rows) else snapshot.points


def overfit(snapshot: GeneraliseSnapshot, row: int = 0) -> str:
    """How far training went for the seed in a row, and whether the held-out sentences went with it."""
    points = points_of(snapshot, row)
    first, last = points[0], points[-1]
    lowest = min(points, key=lambda point: point.held_out)
    start = (
        f"Seed {snapshot.settings.first + row}, {plural(last.step, 'step')}: perplexity from {number(first.train)} to "
        f"{number(last.train)} in training, from {number(first.held_out)} to {number(last.held_out)} held out"
    )
    if last.train > first.train:
        return f"{start}: it diverged, eta is too large."
    if last.held_out > lowest.held_out and last.train < lowest.train:
        return f"{start}, lowest {number(lowest.held_out)} at {count(lowest.step)}: from there it overfits."
    return f"{start}."


def wins(rows: tuple[SeedRow, ...]) -> str:
    """On how many of the seeds (one at least) the neural model is better."""
    lost = [str(row.seed) for row in rows if row.neural >= row.trigram]
    if len(rows) == 1:
        verb = "does not have" if lost else "has"
        return f"The neural model {verb} the lower held-out perplexity on seed {rows[0].seed}, the one finished."
    if not lost:
        return f"The neural model has the lower held-out perplexity on each of the {len(rows)} seeds finished."
    if len(lost) == len(rows):
        return f"The neural model has the lower held-out perplexity on none of the {len(rows)} seeds finished."
    return (
        f"The neural model has the lower held-out perplexity on {len(rows) - len(lost)} of the {len(rows)} seeds "
        f"finished; not on seed{'s' if len(lost) > 1 else ''} {', '.join(lost)}."
    )


def untrained(rows: tuple[SeedRow, ...]) -> list[str]:
    """Of which seeds the neural model that is compared was never trained, in a sentence if of any."""
    seeds = [str(row.seed) for row in rows if not row.stopped_at]
    if not seeds:
        return []
    which = "that seed" if len(rows) == 1 else f"seed{'s' if len(seeds) > 1 else ''} {', '.join(seeds)}"
    return [f"Dev never fell on {which}: the neural model is untrained there."]


def overall(snapshot: GeneraliseSnapshot) -> str:
    """The means over the seeds and their ratio."""
    several = len(snapshot.rows) > 1
    return (
        f"{'On average' if several else 'There'} {number(snapshot.mean_neural)} words against the counter's "
        f"{number(snapshot.mean_trigram)}: {factor(snapshot.overall_ratio)}."
    )


def cosines_of(snapshot: GeneraliseSnapshot, row: int) -> tuple[CosineRow, ...]:
    """The cosines of the seed in a row of the table, at its dev stop; none before it has finished."""
    return snapshot.rows[row].cosines if row < len(snapshot.rows) else ()


def likeness(snapshot: GeneraliseSnapshot, row: int = 0) -> list[str]:
    """Whether family shows in the cosines of the seed in a row, for each of the two matrices."""
    found = []
    for name in ("E", "W_o"):
        known = [pair for pair in cosines_of(snapshot, row) if getattr(pair, name) is not None]
        within = [getattr(pair, name) for pair in known if pair.same_family]
        across = [getattr(pair, name) for pair in known if not pair.same_family]
        if within and across:
            verb = "more" if fmean(within) > fmean(across) else "no more"
            found.append(
                f"In {name} words of one family are {verb} alike than words of two: mean cosine "
                f"{number(fmean(within), signed=True)} within, {number(fmean(across), signed=True)} across."
            )
    return found


def _by_seed(snapshot: GeneraliseSnapshot) -> Table:
    columns = (Column("seed", "text"), Column("stopped at (steps)", "count"), Column("trigram (perplexity)"),
               Column("neural (perplexity)"), Column("ratio", "factor"), Column("note", "text"))  # fmt: skip
    rows = [(str(r.seed), r.stopped_at, r.trigram, r.neural, r.ratio, r.note) for r in snapshot.rows]
    overall = ("all", None, snapshot.mean_trigram, snapshot.mean_neural, snapshot.overall_ratio, "ratio of the means")
    return Table("held-out place perplexity by seed", columns, (*rows, *([overall] if rows else [])))


def _points(snapshot: GeneraliseSnapshot) -> Table:
    stop = snapshot.rows[0].stopped_at if snapshot.rows else None
    columns = (Column("steps", "count"), Column("train"), Column("dev"), Column("held out"), Column("", "text"))
    rows = tuple(
        (p.step, p.train, p.dev, p.held_out, "dev stops here" if p.step == stop else "") for p in snapshot.curve
    )
    return Table(f"place perplexity (words), seed {snapshot.settings.first}", columns, rows)


def _cosines(snapshot: GeneraliseSnapshot) -> Table:
    columns = (Column("pair", "text"), Column("family", "text"), Column("E", "signed"), Column("W_o", "signed"))
    rows = tuple(
        (f"{row.first} / {row.second}", "one" if row.same_family else "two", row.E, row.W_o) for row in snapshot.cosines
    )
    stop = f", at its dev stop ({plural(snapshot.rows[0].stopped_at, 'step')})" if snapshot.rows else ""
    return Table(f"cosines, seed {snapshot.settings.first}{stop}", columns, rows)
