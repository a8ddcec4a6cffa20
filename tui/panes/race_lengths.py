"""Accuracy by length: every length tried so far in one chart, the two goals, and a sweep that fills in the rest.

The sweep is a run of its own in a thread of its own; what it learns goes up as a message and into the pane's record.
"""

from collections.abc import Sequence
from dataclasses import replace

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.message import Message

from core.numbers import count, plural
from core.race.goals import goals
from core.race.record import Record
from core.race.settings import LENGTHS, RaceSettings
from core.race.sweep import SweepSnapshot, sweep
from tui.live import Run, wall_pacer
from tui.panes.race_plots import lengths_plot
from tui.panes.race_words import goal_lines, legend
from tui.plots.model import Plot
from tui.plots.view import PlotView
from tui.widgets.panel import Panel, fitting
from tui.widgets.words import Words

BAR = 20


class Lengths(Vertical):
    """The chart by length with its sweep; `show` puts a record on it."""

    DEFAULT_CSS = """
    Lengths { height: 1fr; }
    """

    run: Run[SweepSnapshot] | None = None
    """The sweep on its way."""
    latest: SweepSnapshot | None = None
    ended: str = ""
    """Why the last sweep ended early, if nobody asked for that."""

    class Swept(Message):
        """The sweep called `run` has come so far."""

        def __init__(self, run: object, snapshot: SweepSnapshot) -> None:
            super().__init__()
            self.run = run
            self.snapshot = snapshot

    class Stopped(Message):
        """The sweep called `run` raised an error."""

        def __init__(self, run: object, reason: str) -> None:
            super().__init__()
            self.run = run
            self.reason = reason

    class Learnt(Message):
        """What is known by length is now more than it was."""

        def __init__(self, record: Record) -> None:
            super().__init__()
            self.record = record

    def compose(self) -> ComposeResult:
        """The chart, the goals, what is known or on its way."""
        with Container(id="race-length-charts"):
            with Panel(id="race-by-length"):
                yield PlotView()
            with Panel(id="race-length-signal"):
                yield PlotView()
        yield Words(id="race-sweep", classes="caption")
        yield Words(id="race-goals", classes="answer")

    def on_unmount(self) -> None:
        """Let the thread end."""
        self.stop()

    # the sweep

    @property
    def sweeping(self) -> bool:
        """Whether a sweep is on its way."""
        return self.run is not None

    def start(self, settings: RaceSettings, lengths: Sequence[int], record: Record) -> None:
        """Race these lengths one after the other, in the background; in a still picture here and now."""
        snapshots = sweep(settings, lengths, record)
        self.ended = ""
        if self.app.still:  # type: ignore[attr-defined]
            *_, last = snapshots
            self.latest = last
            self.post_message(self.Learnt(last.record))
            return
        live: Run[SweepSnapshot]

        def post(snapshot: SweepSnapshot) -> None:
            self.post_message(self.Swept(live, snapshot))

        def failed(error: Exception) -> None:
            self.post_message(self.Stopped(live, str(error)))

        frames = self.app.frames  # type: ignore[attr-defined]
        self.run = live = Run(snapshots, post, wall_pacer(0, min(frames, 4.0)), playing=True)
        live.start(failed)

    def stop(self, because: str = "") -> None:
        """End the sweep; what it has finished is kept."""
        self.ended = because
        if self.run is not None:
            self.run.cancel()
        self.run = self.latest = None

    def pause(self, on: bool) -> None:
        """Nothing is computed behind another pane."""
        if self.run is not None:
            self.run.play(not on)

    def on_lengths_swept(self, event: Swept) -> None:
        """Take what the present sweep has found."""
        event.stop()
        if event.run is not self.run:
            return
        self.latest = event.snapshot
        if event.snapshot.finished:
            self.run = None
        self.post_message(self.Learnt(event.snapshot.record))

    def on_lengths_stopped(self, event: Stopped) -> None:
        """A sweep that could not go on says why."""
        event.stop()
        if event.run is self.run:
            self.stop(f"The sweep stopped: {event.reason}.")
            self.post_message(self.Learnt(Record()))  # nothing new, but it is to be shown

    # what is on screen

    def show(self, record: Record, settings: RaceSettings, signal: Plot, signal_titles: Sequence[str]) -> None:
        """Draw what is known with these settings, and the signal of the present length beside or below it."""
        known = record.like(settings)
        self.query_one("#race-by-length PlotView", PlotView).plot = lengths_plot(known, settings)
        self.query_one("#race-length-signal PlotView", PlotView).plot = signal
        mean = f", mean of {len(settings.numbers)} starts" if len(settings.numbers) > 1 else ""
        step = f"after {plural(settings.steps, 'step')}{mean}"
        panel, below = self.query_one("#race-by-length", Panel), self.query_one("#race-length-signal", Panel)
        titles = (f"accuracy by length, {step}", f"accuracy by length{mean}", "accuracy by length", "by length")
        panel.entitle(fitting(titles, panel.outer_size.width), legend(settings))
        below.entitle(fitting(signal_titles, below.outer_size.width), "")
        self.query_one("#race-sweep", Words).say(self._words(record, settings))
        self.query_one("#race-goals", Words).say(goal_lines(goals(record, settings)))

    def _words(self, record: Record, settings: RaceSettings) -> str:
        if self.run is not None and self.latest is not None:
            now = self.latest
            done = "▓" * round(BAR * now.progress)
            at = f"length {now.lengths[min(now.done, len(now.lengths) - 1)]}, step {count(now.step)}"
            return f"sweep {done.ljust(BAR, '░')} {now.progress:.0%}, {at}; w stops it"
        known = record.like(settings)
        missing = to_try(record, settings)
        other = len(record.outcomes) - len(known)
        said = (
            SweepSnapshot(settings, tuple(one.length for one in known), len(known), 0, 1.0, record).sentence()
            if any(one.finished for one in known)
            else "No race has ended yet."
        )
        more = f" w races {', '.join(map(str, missing))} too." if missing else ""
        apart = f" {other} with other settings not shown." if other else ""
        return f"{self.ended} {said}{more}{apart}".strip()


def to_try(record: Record, settings: RaceSettings) -> tuple[int, ...]:
    """The usual lengths that have not been raced to the end with these settings."""
    done = {one.length for one in record.like(settings) if one.finished}
    return tuple(length for length in LENGTHS if length not in done)


def same_but_length(one: RaceSettings, other: RaceSettings) -> bool:
    """Whether what is known under one holds under the other."""
    return replace(one, length=other.length) == other
