"""What the race pane says beside its charts, fitted to the room: titles, lengths tried, goals, why a lane stalled.

The sentences are the core's; here is decided which of them there is room for, and what they look like.
"""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

from core.cells.spec import CellKind
from core.numbers import count, percent
from core.race.goals import Goal
from core.race.record import Outcome, Record
from core.race.settings import NAMES, REMEMBERS, RaceSettings
from core.race.snapshot import Snapshot
from tui.panes.race_plots import HOLLOW, ROLES
from tui.plots.model import MARKERS

TRIED = "lengths tried: "


def legend(settings: RaceSettings) -> str:
    """The marker, colour and name of every lane, as markup."""
    return "  ".join(f"[$lane-{kind}]{MARKERS[ROLES[NAMES[kind]]]} {NAMES[kind]}[/]" for kind in settings.kinds)


def titles(settings: RaceSettings, signal_at: int | None, by_time: bool) -> dict[str, tuple[str, ...]]:
    """The titles of each chart, the longest first; `signal_at` is the step of the signal if it is not untrained."""
    task = settings.exercise
    x = " by seconds" if by_time else ""
    when = "before training" if signal_at is None else f"at step {count(signal_at)}"
    short = "untrained" if signal_at is None else f"step {count(signal_at)}"
    share = f"accuracy{x} on 500 fresh {task.scored}"
    return {
        "accuracy": (share, f"accuracy{x}, 500 fresh", f"accuracy{x}", "accuracy"),
        "loss": (f"training loss{x}, {task.unit}", f"loss{x}, {task.unit}", f"loss, {task.unit}", "loss"),
        "signal": (f"signal |dL/dh_t| / |dL/dh_T| {when}", f"signal {when}", f"signal, {short}", "signal"),
    }


def tried_line(record: Record, settings: RaceSettings, width: int) -> Content:
    """The accuracy at every length tried with these settings, or those nearest to the present one that fit."""
    outcomes = record.like(settings)
    if not outcomes:
        return Content(f"{TRIED}none yet")
    exact = _joined([_tried(one, exact=True) for one in outcomes], 0, len(outcomes))
    if cell_len(exact.plain) <= width:
        return exact
    here = min(range(len(outcomes)), key=lambda index: abs(outcomes[index].length - settings.length))
    return _around([_tried(one, exact=False) for one in outcomes], here, width)


def _around(parts: list[Content], here: int, width: int) -> Content:
    """As many parts as fit around the one at `here`, with dots where some are left out."""
    first, last, grown = here, here + 1, True
    while grown:
        grown = False
        for low, high in ((first - 1, last), (first, last + 1)):
            if low >= 0 and high <= len(parts) and cell_len(_joined(parts, low, high).plain) <= width:
                first, last, grown = low, high, True
    return _joined(parts, first, last)


def _joined(parts: list[Content], first: int, last: int) -> Content:
    before, after = "…  " if first > 0 else "", "  …" if last < len(parts) else ""
    return Content.assemble(TRIED, before, Content("  ").join(parts[first:last]), after)


def _tried(outcome: Outcome, exact: bool) -> Content:
    """One length: its lanes' accuracies, or how many starts remember; hollow markers while its race is on its way."""
    parts: list[Content | str | tuple[str, str]] = [(str(outcome.length), "bold")]
    for kind, share in outcome.accuracy.items():
        mark = MARKERS[ROLES[NAMES[kind]]] if outcome.finished else HOLLOW[kind]
        parts.append((f" {mark}", f"$lane-{kind}"))
        parts.append(_score(outcome.starts.get(kind, ()), share, exact))
    return Content.assemble(*parts)


def _score(starts: Sequence[float], share: float, exact: bool) -> str:
    """Rounded where there is little room, unless it would read as enough to remember and is not."""
    if len(starts) > 1:
        return f" {sum(score >= REMEMBERS for score in starts)}/{len(starts)}"
    if exact:
        return f" {percent(share)}"
    whole = round(100 * share)
    return f"{100 * share:.1f}%" if share < REMEMBERS <= whole / 100 else f"{whole}%"


def goal_lines(goals: Sequence[Goal]) -> Content:
    """Each goal with a tick once it is met, and what is known of it."""
    lines = [
        Content.assemble(
            ("✓ ", "bold $success") if goal.met else "· ", (f"{goal.text} ", "$text-muted"), (f"{goal.value}.", "bold")
        )
        for goal in goals
    ]
    return Content("\n").join(lines)


def why_lines(snapshot: Snapshot) -> str:
    """Why the lanes stalled, or learnt all the same, a line a lane.

    They leave out what the error is that step 1 hears of, which the chart of the signal says.
    """
    settings = snapshot.settings
    known = f" of the error at step {settings.exercise.steps(settings.length)}"
    return "\n".join(detail.why for detail in snapshot.details).replace(known, "")


def tight(sentence: str) -> str:
    """A sentence for a narrow caption of many lanes: no number is parted from its sign or unit by the end of a line."""
    for wide, narrow in ((" %", "%"), (" = ", "="), ("1 - z", "1-z"), (" in the ", " in ")):
        sentence = sentence.replace(wide, narrow)
    return sentence


def gated(settings: RaceSettings) -> tuple[CellKind, ...]:
    """The lanes that have a gate to look at."""
    return tuple(kind for kind in settings.kinds if kind != "rnn")
