"""A snapshot of the study as a chart, tables narrow enough to stand side by side, and the split in words.
The numbers are the snapshot's; only what is left out for want of room is decided here.
"""

import math
from itertools import chain
from typing import Any

from rich.text import Text

from core.generalise.data import Sentence, split_as_written
from core.generalise.report import UNSEEN, cosines_of, points_of
from core.generalise.settings import ANIMAL, PLACE, GeneraliseSettings
from core.generalise.study import LOOK_EVERY, GeneraliseSnapshot, Point
from core.numbers import count, number, tick, visible
from core.report import Column, Table
from tui.plots.model import MARKERS, Axis, Plot, Rule, Upright, curve

LEGEND = f"[$lane-rnn]{MARKERS['first']} train[/]  [$lane-gru]{MARKERS['second']} held out[/]  · dev"
STOP, CHOSEN, NOTED = "›", "›", "*"
_ROUND = tuple(float(f"{digit}e{power}") for power in range(300) for digit in (1, 2, 5))


def at_work(snapshot: GeneraliseSnapshot) -> bool:
    """Whether the snapshot's seed has no row yet."""
    return snapshot.seed - snapshot.settings.first == len(snapshot.rows)


def stop_of(points: tuple[Point, ...]) -> int:
    """The step with the lowest dev perplexity so far, the first of several."""
    return min(points, key=lambda point: point.dev).step


def curve_plot(snapshot: GeneraliseSnapshot, row: int, tall: bool) -> Plot:
    """Place perplexity against steps on a log axis, the counter's level as a rule, and upright the dev-chosen stop,
    which `stop_words` names: no place in the chart is sure to be free of curves."""
    points, steps = points_of(snapshot, row), snapshot.settings.steps
    x = [point.step for point in points]
    level = [snapshot.rows[row].trigram] if row < len(snapshot.rows) else []
    values = [*level, *chain.from_iterable((p.train, p.dev, p.held_out) for p in points)]
    curves = (
        curve("dev", "dim", x, (point.dev for point in points)),
        curve("train", "first", x, (point.train for point in points)),
        curve("held out", "second", x, (point.held_out for point in points)),
    )
    return Plot(
        curves,
        Axis(0, steps, ticks=tuple((at, tick(at)) for at in (0, steps // 2, steps))),
        _axis([value for value in values if math.isfinite(value)], tall),
        tuple(Rule(value, f"trigram {number(value)}") for value in level),
        (Upright(stop_of(points)),),
    )


def stop_words(snapshot: GeneraliseSnapshot, row: int) -> str:
    """What the upright line of the chart is: where dev is lowest, which for a finished seed is where it stops."""
    verb = "stops" if row < len(snapshot.rows) else "lowest"
    return f"│ dev {verb} at {count(stop_of(points_of(snapshot, row)))}"


def _axis(values: list[float], tall: bool) -> Axis:
    """From 2 or less to 100 or more, so that it seldom moves while a curve grows; few ticks where it is not tall."""
    low, high = min([2.0, *values]), max([100.0, *values])
    bottom = max(value for value in _ROUND if value <= max(low, 1.0))
    top = min(value for value in _ROUND if value >= high)
    shown = [value for value in _ROUND if bottom <= value <= top]
    if not tall or len(shown) > 12:
        decades = [v for v in shown if math.log10(v).is_integer() and v >= 4 * bottom and top >= 4 * v]
        shown = sorted({bottom, *decades[:: math.ceil(len(decades) / 6)], top})
    return Axis(bottom, top, log=True, ticks=tuple((value, _tick(value)) for value in shown))


def _tick(value: float) -> str:
    return tick(value) if value < 100_000 else f"{value:.0e}"


def seed_table(snapshot: GeneraliseSnapshot, chosen: int) -> Table:
    """A row a seed, the one whose curve is drawn marked; the seed at work; the means and their ratio."""
    columns = (Column("seed", "text"), Column("stop at", "count"), Column("trigram"), Column("neural"),
               Column("ratio", "factor"))  # fmt: skip
    rows: list[tuple[Any, ...]] = [
        (_seed(row.seed, index == chosen, bool(row.note)), row.stopped_at, row.trigram, row.neural, row.ratio)
        for index, row in enumerate(snapshot.rows)
    ]
    if at_work(snapshot):
        seed = _seed(snapshot.seed, chosen == len(rows), False)
        rows.append((seed, "not yet", None, None, None))
    if snapshot.rows:
        rows.append(("  all", None, snapshot.mean_trigram, snapshot.mean_neural, snapshot.overall_ratio))
    return Table("held-out perplexity (words) by seed", columns, tuple(rows))


def seeds_legend(snapshot: GeneraliseSnapshot) -> str:
    """What the arrows do, and how far the seed at work is."""
    at = f"seed {snapshot.seed}: step {count(snapshot.step)}, " if at_work(snapshot) else ""
    return f"{at}↑↓ another seed{'' if at else chr(39) + 's curve'}"


def _seed(seed: int, chosen: bool, noted: bool) -> str:
    return f"{CHOSEN if chosen else ' '} {seed}{NOTED if noted else ''}"


def note_lines(snapshot: GeneraliseSnapshot, chosen: int) -> str:
    """What is unusual, seed by seed, the chosen one first: there may be room for no more."""
    noted = [(index != chosen, row) for index, row in enumerate(snapshot.rows) if row.note]
    return "\n".join(f"{row.seed}{NOTED} {visible(row.note)}" for _, row in sorted(noted, key=lambda pair: pair[0]))


def points_table(snapshot: GeneraliseSnapshot, row: int, room: int) -> Table:
    """The points of a seed in at most about `room` rows: every so many steps, the last one, and where dev stops."""
    points = points_of(snapshot, row)
    stop, every = stop_of(points), _every(snapshot, room)
    columns = (Column("steps", "count"), Column("train"), Column("dev"), Column("held out"))
    rows = tuple(
        (f"{STOP} {count(point.step)}" if point.step == stop else point.step, point.train, point.dev, point.held_out)
        for index, point in enumerate(points)
        if index % every == 0 or point.step == stop or index == len(points) - 1
    )
    return Table("place perplexity (words)", columns, rows)


def points_legend(snapshot: GeneraliseSnapshot, room: int) -> str:
    """What the mark means, and which points are shown where there is no room for all."""
    every = _every(snapshot, room)
    if every == 1:
        return f"{STOP} lowest dev: stops here"
    return f"every {count(every * LOOK_EVERY)} steps, {STOP} lowest dev"


def _every(snapshot: GeneraliseSnapshot, room: int) -> int:
    """Of so many points one is shown."""
    looks = math.ceil(snapshot.settings.steps / LOOK_EVERY) + 1
    return math.ceil(looks / max(room - 1, 1))


def cosine_title(snapshot: GeneraliseSnapshot, row: int) -> str:
    """Whose cosines they are: those of the model that is scored, so at the step where dev stops."""
    stop = f" at its stop, {count(snapshot.rows[row].stopped_at)}" if row < len(snapshot.rows) else ""
    return f"cosines, seed {snapshot.settings.first + row}{stop}"


def cosine_table(snapshot: GeneraliseSnapshot, row: int) -> Table:
    """The pairs, whether they are of one family, and their cosines; empty where a word was never in training."""
    columns = (Column("pair", "text"), Column("kin", "text"), Column("E", "signed"), Column("W_o", "signed"))
    rows = tuple(
        (f"{pair.first}/{pair.second}", "yes" if pair.same_family else "no", _known(pair.E), _known(pair.W_o))
        for pair in cosines_of(snapshot, row)
    )
    return Table("cosines", columns, rows)


def _known(value: float | None) -> float | str:
    return "unseen" if value is None else value


def split_words(settings: GeneraliseSettings, seed: int) -> Text:
    """Which sentences a seed holds out, stops by and trains on, each as its animal and its place."""
    parts, text = split_as_written(settings, seed), Text()
    for name, part in (("held out", parts.held_out), ("dev", parts.dev), ("train", parts.train)):
        text.append(f"{name} {len(part)}: ", "bold")
        text.append(", ".join(_slots(settings, sentence, parts.unseen) for sentence in part) + "\n")
    if parts.unseen:
        text.append(f"{NOTED} never in training, scored as <unk>: ", "bold")
        text.append(visible(f"{', '.join(parts.unseen)}. {UNSEEN}"))
    return text


def _slots(settings: GeneraliseSettings, sentence: Sentence, unseen: tuple[str, ...]) -> str:
    """The animal and the place; a word that training never shows is marked."""
    places = (settings.template_words.index(slot) for slot in (ANIMAL, PLACE))
    return " ".join(visible(sentence[at]) + (NOTED if sentence[at] in unseen else "") for at in places)
