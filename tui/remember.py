"""The app's memory between runs: it keeps what is open and changed, and offers what the last run left."""

from textual import on
from textual.timer import Timer

from core.settings import SettingsError
from tui.lessons import FIRST, UnknownLesson, find
from tui.opens_panes import OpensPanes
from tui.pane import Pane
from tui.state import Keeper, State
from tui.themes import THEMES

DELAY = 0.2
"""Seconds after a change until it is written with all that has changed since: a held key is written now and then."""


class RemembersState(OpensPanes):
    """Keeps the state of this run through `keeper`, and can go back to that of the last one."""

    keeper: Keeper | None = None
    offered: State | None = None
    _announcing = True
    _keeping: Timer | None = None
    _pending: State | None = None

    def begin_remembering(self, keeper: Keeper, announce: bool, take_theme: bool) -> None:
        """Look for the last state: its pane and settings can be had back, which is said at the start if one is to
        `announce` it, and its theme is taken."""
        self.keeper = keeper
        last = keeper.last()
        worth_it = last is not None and bool(last.words or last.pane != FIRST)
        self.offered = last if worth_it else None
        self._announcing = announce
        if take_theme and last is not None and last.theme in {known.name for known in THEMES}:
            self.theme = last.theme

    def opening_words(self) -> str:
        """What is to be said of the last state when the first pane is open, or nothing."""
        if self.keeper is not None and self.keeper.trouble:
            return self.keeper.trouble
        return f"B goes back to last time: {self.offered.command()}" if self.offered and self._announcing else ""

    def watch_theme(self) -> None:
        """Another theme was chosen."""
        if self.lesson:
            self.keep_soon()

    @on(Pane.Moved)
    def remember_settings(self) -> None:
        """Settings were changed."""
        self.keep_soon()

    def on_unmount(self) -> None:
        """The last change may not be written yet."""
        self.keep_pending()

    def keep_soon(self) -> None:
        """Write the state as it is now, shortly."""
        if self.keeper is None:
            return
        self._pending = State(self.lesson, self._words(), self.theme)
        if self._keeping is None:
            self._keeping = self.set_timer(DELAY, self.keep_pending)

    def keep_pending(self) -> None:
        """Write what is to be written, and say it if that cannot be done."""
        self._keeping = None
        if self.keeper is None or self._pending is None:
            return
        had = self.keeper.trouble
        self.keeper.keep(self._pending)
        self._pending = None
        if self.keeper.trouble != had and not self.leaving:
            for pane in self.panes:
                if pane.lesson.name == self.lesson:
                    pane.say(self.keeper.trouble, refusal=True)

    async def action_last_time(self) -> None:
        """Go back to the pane and the settings that the last run left."""
        if self.offered is None:
            return
        state, self.offered = self.offered, None
        self.refresh_bindings()
        for name, words in state.words.items():
            self._give(name, words)
        try:
            await self.run_action(f"open('{find(state.pane).name}')")
        except UnknownLesson:
            self.pane.say(f"the pane {state.pane!r} of last time is not here", refusal=True)

    def _give(self, name: str, words: tuple[str, ...]) -> None:
        """Hand settings of the last run to a pane; what this version no longer knows is passed over."""
        try:
            settings = find(name).parsed(words)
        except (SettingsError, UnknownLesson):
            return
        made = [pane for pane in self.panes if pane.lesson.name == name]
        if made:
            made[0].apply(settings)
        else:
            self.given_settings[name] = settings

    def _words(self) -> dict[str, tuple[str, ...]]:
        given = {name: tuple(settings.words()) for name, settings in self.given_settings.items()}
        made = {pane.lesson.name: tuple(pane.now.words()) for pane in self.panes}
        return {name: words for name, words in (given | made).items() if words}
