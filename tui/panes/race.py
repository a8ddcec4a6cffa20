"""The race pane: three charts, a row of numbers a lane, and the keys that play, step, restart and change the race.

The worker thread makes snapshots; here one reactive holds the latest, and its watcher hands it to the widgets.
"""

from collections.abc import Iterator
from typing import ClassVar

from textual import events, on
from textual.binding import BindingType

from core.numbers import plural
from core.race.run import run
from core.race.settings import RaceSettings
from core.race.snapshot import Snapshot
from tui.key_words import walk
from tui.panes.race_clock import words as clock_words
from tui.panes.race_gates import GateView
from tui.panes.race_keys import VIEWED, keys, offered
from tui.panes.race_lengths import Lengths, same_but_length, to_try
from tui.panes.race_looks import Looks
from tui.panes.race_screen import CHARTS, RaceScreen
from tui.panes.race_words import gated
from tui.widgets.settings_line import SettingField

ZOOMS = ("charts", *CHARTS)


class RacePane(RaceScreen, sheet="race.tcss"):
    """Who still remembers at the end?"""

    BINDINGS: ClassVar[list[BindingType]] = keys()
    PACES: ClassVar[dict[str, float]] = {"steady": 40.0, "full speed": 0.0, "slow": 8.0}

    @property
    def view_keys(self) -> tuple[str, ...]:
        """The view, and what is shown in it; a chart by the seconds of this machine is no view."""
        zoomed = ("v",) * ZOOMS.index(self.view) if self.view in ZOOMS else ()
        kinds = gated(self.now)
        gates = ("g",) * (kinds.index(self.gate) + 1) if self.view == "gates" and self.gate in kinds else ()
        toggled = (("b", self.view == "lengths"), ("y", self.has_class("-why")))
        now = ("i",) if self.signal_now else ()  # before the gates, which have no signal
        view = self.query_one(GateView)
        moved = walk((0, 0), (view.unit, view.cursor)) if gates else ()
        more = ("s",) if self.has_class("-more") else ()  # last, for it gives the arrows to the settings
        return (*now, *zoomed, *(key for key, on in toggled if on), *gates, *moved, *more)

    def snapshots(self, settings: RaceSettings) -> Iterator[Snapshot]:
        """The race, step by step."""
        return run(settings)

    def ending(self, snapshot: Snapshot) -> str:
        """How far it went."""
        return f"finished after {plural(snapshot.step, 'step')}"

    def opened(self) -> None:
        """A sweep goes on too."""
        super().opened()
        self.query_one(Lengths).pause(False)

    def hidden(self) -> None:
        """Nothing is computed behind another pane."""
        super().hidden()
        self.query_one(Lengths).pause(True)

    def settings_changed(self, old: RaceSettings, new: RaceSettings) -> None:
        """Another race; what is known of other lengths stays as long as nothing but the length is new."""
        lengths = self.query_one(Lengths)
        ends = lengths.sweeping and not same_but_length(old, new)
        if ends:
            lengths.stop("The sweep has ended, for the settings are others.")
        if self.view == "gates" and self.gate not in gated(new):
            self.view = "charts"
        self.forget_looks()
        super().settings_changed(old, new)
        if ends:
            self.app.refresh_bindings()

    def on_resize(self, event: events.Resize) -> None:
        """Titles and lists are fitted to the room, once that is known."""
        self.call_after_refresh(self.show)

    # keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Time steps and units can be moved through where there are some; a key is offered by its view's words."""
        if action == "gate_move":
            return self.view == "gates"
        if action == "key":
            return offered(str(parameters[0]), self.view, self.is_mounted and self.query_one(Lengths).sweeping)
        return super().check_action(action, parameters)

    def action_key(self, groups: str, action: str) -> None:
        """What a key of these groups of views does."""
        getattr(self, f"action_{action}")()

    def action_next_start(self) -> None:
        """The next numbered start, after the last the first."""
        self.apply(self.now.change("start", self.now.start % 5 + 1))

    def action_zoom(self) -> None:
        """Enlarge the next chart."""
        at = ZOOMS.index(self.view) + 1 if self.view in ZOOMS else 0
        self.view = ZOOMS[at % len(ZOOMS)]

    def action_lengths(self) -> None:
        """Accuracy by length, or the charts again."""
        self.view = "charts" if self.view == "lengths" else "lengths"

    def action_gates(self) -> None:
        """The gates of the first lane that has some, then of the next, then the charts."""
        kinds = gated(self.now)
        if not kinds:
            self.say("a plain RNN has no gate to show; s chooses other lanes", refusal=True)
            return
        at = kinds.index(self.gate) + 1 if self.view == "gates" and self.gate in kinds else 0
        self.gate = kinds[at] if at < len(kinds) else ""
        self.view = "gates" if self.gate else "charts"
        self.look()
        self.show()

    def action_gate_move(self, times: int, units: int) -> None:
        """Another time step, other units."""
        self.query_one(GateView).move(times, units)

    def action_more(self) -> None:
        """Show the other settings, or put them away."""
        self.toggle_class("-more")
        field = next(iter(self.query("#race-more SettingField").results(SettingField)))
        (field if self.has_class("-more") else self).focus()

    def action_sweep(self) -> None:
        """Start a sweep over the usual lengths, or stop it."""
        lengths = self.query_one(Lengths)
        missing = to_try(self.record, self.now)
        self.view = "lengths"
        if lengths.sweeping:
            lengths.stop()
        elif missing:
            lengths.start(self.now, missing, self.record)
        else:
            self.say("the usual lengths are all raced with these settings; type another length", refusal=True)
        self.app.refresh_bindings()
        self.show()

    def action_signal(self) -> None:
        """The signal now, or before training."""
        if self.view == "gates":
            self.say("i is for the signal, which the charts and b show: escape, then i", refusal=True)
            return
        self.signal_now = not self.signal_now
        self.look()
        self.show()

    def action_why(self) -> None:
        """Say why a lane stalled, or put that away."""
        if self.view in VIEWED:
            self.say("y says why a lane stalled below the charts: escape, then y", refusal=True)
            return
        self.toggle_class("-why")
        self.look()
        self.call_after_refresh(self.show)

    def action_clock(self) -> None:
        """By seconds or by steps."""
        if self.view in VIEWED:
            self.say("x draws accuracy and loss by seconds: escape, then x", refusal=True)
        elif self.app.still:  # type: ignore[attr-defined]
            self.say("seconds are this machine's own, so a still picture shows steps", refusal=True)
        elif self.by_time:
            self.by_time = False
            self.say_state()
        else:
            self.say("measuring the time of a step")
            self.measure()
        self.show()

    # what comes in

    def say_state(self) -> None:
        """Say how it goes; large nets take seconds before there is anything to show."""
        super().say_state()
        waits = self.snapshot is None or self.snapshot.settings != self.now
        if waits and self.live is not None:
            nets = plural(len(self.now.kinds) * len(self.now.numbers), "net")
            self.say(f"preparing {nets}: the signal and the accuracy before training")

    def watch_snapshot(self, snapshot: Snapshot | None) -> None:
        """Keep what it tells, show it, say how it ended."""
        if snapshot is None:
            return
        self.record = self.record.with_snapshot(snapshot)
        self.look()
        self.show()
        if snapshot.finished or snapshot.step <= 1:
            self.say_state()

    def view_opened(self) -> None:
        """Another view may need a closer look."""
        self.call_after_refresh(self.show)

    @on(Looks.Looked)
    def show_closer(self, event: Looks.Looked) -> None:
        """A closer look at a snapshot of this race."""
        if self.take_look(event):
            self.show()
            self.look()

    @on(Looks.Timed)
    def show_by_time(self, event: Looks.Timed) -> None:
        """The steps of this race have been timed."""
        if event.settings == self.now:
            self.by_time, self.seconds = True, event.seconds
            self.say(clock_words(event.seconds))
            self.show()

    @on(Lengths.Learnt)
    def keep_learnt(self, event: Lengths.Learnt) -> None:
        """A sweep has more to show."""
        event.stop()
        for outcome in event.record.outcomes:
            self.record = self.record.with_outcome(outcome)
        self.show()
        if not self.query_one(Lengths).sweeping:
            self.app.refresh_bindings()  # w starts one again
