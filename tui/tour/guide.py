"""Leads an app through a tour: opens stops, reveals answers, folds away for free play, and remembers its place."""

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import ContentSwitcher, Input

from core.history import History
from core.settings import Settings
from tui.pane import Pane, what_changed
from tui.press import called, emptied
from tui.tour.answer import answered, has_numbers
from tui.tour.bar import TourBar, TourLine, mark_sentences
from tui.tour.model import Stop, Tour
from tui.tour.now import Board
from tui.tour.place import DEFAULT, Place, forget_last, last_source
from tui.tour.read import TourError, default_tour, read_tour
from tui.tour.visit import Visit


class Guide:
    """One tour in one app. Its place and what the speaker's notes need go to `folder`, if there is one; with `auto`
    each stop takes so many seconds, the answer coming half-way, and after the last stop comes the first."""

    def __init__(self, app: Any, tour: Tour, folder: Path | None, resume: bool = False, auto: float = 0.0) -> None:
        self.app = app
        self.place = Place(folder, tour) if folder else None
        self.board = Board(folder) if folder else None
        kept = self.place.kept() if self.place else 0
        self.visit = Visit(tour, kept if resume else 0)
        self.kept = 0 if resume else kept
        self.auto = auto
        self.touring = True
        self._timer: Timer | None = None
        self._view: tuple[str, ...] = ()
        """How to get to the view in which the question is asked."""
        self._answered: Settings | None = None
        """The settings of the pane when it showed the answer."""

    def can(self, action: str, *parameters: Any) -> bool:
        """Whether one of the tour's actions has something to do."""
        if action == "tour_resume":
            return not self.touring or bool(self.kept)
        return self.touring and (action != "tour_move" or parameters[0] > 0 or self.visit.reaches(parameters[0]))

    async def turn_over(self) -> None:
        """Reveal the answer, then fold the bar, then ask again."""
        self.visit, self._answered = self.visit.turned(), None
        if self.visit.shown == "answer":
            await self._show_answer(self.visit.stop)
        self.show()

    async def move(self, by: int) -> None:
        """Open another stop; after the last one the tour is over."""
        if by > 0 and not self.visit.reaches(by):
            self.finish()
            return
        self.kept, self._answered = 0, None
        self.visit = self.visit.moved(by)
        await self.open_stop()

    def leave(self) -> None:
        """The app as it is without a tour."""
        self.touring = False
        self.show()
        when = "now or at the next start" if self.place is not None and self.place.kept_at_all else "in this run"
        self.app.pane.say(f"you left the tour; G goes on where it was left, {when}")

    def finish(self) -> None:
        """The last stop is behind; the next tour begins with the first."""
        self.visit = self.visit.moved(-self.visit.number)
        if self.place is not None:
            self.place.over()
        self.touring = False
        self.show()
        self.app.pane.say("the tour is over, and every key is yours; G takes it again")

    async def resume(self) -> None:
        """Go on after leaving, or go to where an earlier run left."""
        self.touring = True
        await self.move(self.kept - self.visit.number if self.kept else 0)

    def touched(self) -> None:
        """Somebody pressed a key: a tour that runs by itself waits anew."""
        if self.auto:
            self._restart_clock()

    def pane_moved(self) -> None:
        """The settings of a pane are others: an answer on screen says which ones it speaks of."""
        if self.touring and self._answered is not None:
            self._write()

    def close(self) -> None:
        """The app ends."""
        if self.board is not None:
            self.board.take_away()

    # a stop

    async def open_stop(self, played: bool = True) -> None:
        """Open the pane of the stop, set it and press its keys; the question is asked, the answer is prepared.
        `played` says that somebody may have used the pane before."""
        if not self.app.leaving:
            with self.app.finishing():
                await self._open_stop(played)

    async def _open_stop(self, played: bool) -> None:
        room = self._screen.query_one("#room")
        if not room.query(TourBar):
            await room.mount(TourLine(), before=0)
            await room.mount(TourBar("", markup=False), after="#panes")
        stop = self.visit.stop
        await self._open_pane(stop.before, played)
        self.app.press_soon(stop.keys, self._note_view)
        if self.place is not None:
            self.place.keep(self.visit.number)
        self._begin_answer(self.visit)
        self.show()

    async def _take_away(self, name: str) -> "History[Settings] | None":
        """Remove a pane, so that no view or chart of earlier play is left in the one that is made next; what is given
        back are its settings before now, to which undo can lead."""
        switcher = self.app.query_one("#panes", ContentSwitcher)
        for old in self.app.query(f"#panes > #{name}").results(Pane):
            if self.app.lesson == name:
                old.hidden()
                self.app.lesson, switcher.current = "", None
            await emptied(old.walk_children(Widget, with_self=True))
            await called(old.call_after_refresh)
            old.going = True
            await old.remove()
            past: History[Settings] = old.history
            return past
        return None

    async def _open_pane(self, settings: Settings, anew: bool) -> None:
        """Bring the stop's pane to the front with these settings; `anew` makes another one of it."""
        name = self.visit.stop.pane
        past = await self._take_away(name) if anew else None
        if not self.app.query(f"#panes > #{name}"):
            self.app.given_settings[name] = settings
        await self.app.action_open(name)
        if past is not None:
            self.app.pane.history = past.push(settings)

    def _note_view(self) -> None:
        if self.app.lesson == self.visit.stop.pane:  # and no other stop is being opened already
            self._view = self.app.pane.view_keys

    async def _show_answer(self, stop: Stop) -> None:
        """Set the pane for the answer; where somebody has gone to another view, it is opened as for the question."""
        if self.app.lesson != stop.pane or self.app.pane.view_keys != self._view:
            await self._open_pane(stop.after, anew=True)
            self.app.press_soon((*stop.keys, *stop.answer_keys), self._end_of_answer)
            return
        pane: Pane[Any] = self.app.pane
        pane.focus()
        pane.opened()
        if pane.now != stop.after:
            pane.apply(stop.after)
        self.app.press_soon(stop.answer_keys, self._end_of_answer)

    def _end_of_answer(self) -> None:
        """The pane comes to what the answer says, also if its training was paused or has not begun."""
        if self.touring and self.visit.shown == "answer" and self.app.lesson == self.visit.stop.pane:
            self.app.pane.go_to_end()
            self._answered = self.app.pane.now

    @property
    def _elsewhere(self) -> str:
        """What is other in the settings that the answer speaks of than in those on screen, or nothing."""
        if self._answered is None or self.app.lesson != self.visit.stop.pane or self.app.pane.now == self._answered:
            return ""
        return what_changed(self.app.pane.now, self._answered)

    def _begin_answer(self, visit: Visit) -> None:
        """Compute the answer's numbers in a thread, where that may take long; neither keys nor leaving wait for it."""
        if self.app.still or not has_numbers(visit.stop):
            self._take_answer(visit, answered(visit.stop))
            return

        def work() -> None:
            self.app.call_later(self._take_answer, visit, answered(visit.stop))

        threading.Thread(target=work, name="tour answer", daemon=True).start()

    def _take_answer(self, visit: Visit, answer: str) -> None:
        if visit.number == self.visit.number and self.app.screen_stack:
            self.visit = replace(self.visit, answer=answer)
            self._write()

    def show(self) -> None:
        """Show the visit as it is now, and let its time begin."""
        if self.app.screen_stack and self._screen.query(TourBar):
            self._write()
            self.app.refresh_bindings()
            self._restart_clock()

    def _write(self) -> None:
        """Write the line, the bar and the notes from the visit."""
        room = self._screen.query_one("#room")
        room.set_class(self.touring, "-touring")
        room.set_class(self.touring and self.visit.shown != "free", "-asking")
        mark_sentences(room)
        line = self._screen.query_one(TourLine)
        line.place = (self.visit.place + (" auto" if self.auto else ""), self.visit.stop.title)
        line.keys = self.visit.keys(self.kept)
        roomy = self.app.size.height >= self.app.VERTICAL_BREAKPOINTS[-1][0]
        self._screen.query_one(TourBar).show(
            self.visit.lines(roomy, self._elsewhere), folded=self.visit.shown == "free"
        )
        if self.board is not None:
            self.board.show(self.visit, left=not self.touring)

    @property
    def _screen(self) -> Screen[Any]:
        """The app's own screen, whatever lies over it."""
        screen: Screen[Any] = self.app.screen_stack[0]
        return screen

    # by itself

    def _restart_clock(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self.auto and self.touring:
            self._timer = self.app.set_timer(self.auto / 2, self._go_on)

    async def _go_on(self) -> None:
        if len(self.app.screen_stack) != 1 or isinstance(self.app.focused, Input):
            self._restart_clock()  # somebody reads or types, or the app closes
        elif self.visit.shown == "question":
            await self.turn_over()
        else:
            await self.move(1 if self.visit.reaches(1) else -self.visit.number)


def last_guide(app: Any, folder: Path | None) -> Guide | None:
    """A guide through the tour that was left last, from where it was left. Where its file is gone or wrong by now None:
    the pane says so, and the next one is through all panes."""
    source = last_source(folder)
    try:
        tour = default_tour() if source == DEFAULT else read_tour(Path(source), compute=False)
    except TourError as error:
        if folder is not None:
            forget_last(folder)
        app.pane.say(f"the last tour cannot go on, G now takes that of all panes: {error}", refusal=True)
        return None
    return Guide(app, tour, folder, resume=True)
