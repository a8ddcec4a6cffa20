"""The app's side of the guided tour: its keys. What they do is in guide.py, imported when a tour begins.

No other key of the app or of a pane is one of these capitals, and none of these acts while something is typed.
"""

from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on
from textual.binding import Binding, BindingType

from tui.pane import Pane
from tui.press import PressesKeys

if TYPE_CHECKING:
    from tui.tour.guide import Guide


class TakesTours(PressesKeys):
    """The keys of the tour, for the shell that inherits it; a `guide` is there once a tour has begun."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "A", "tour_answer", "answer", show=False, tooltip="Tour: the answer, then free play, then the question"
        ),
        Binding("F", "tour_move(1)", "next stop", show=False, tooltip="Tour: forward to the next stop"),
        Binding("P", "tour_move(-1)", "stop before", show=False, tooltip="Tour: back to the previous stop"),
        Binding("L", "tour_leave", "leave tour", show=False, tooltip="Tour: leave it; its place is kept"),
        Binding("G", "tour_resume", "guided tour", show=False, tooltip="Tour: take it, or go on where it was left"),
    ]

    guide: "Guide | None" = None
    keeper: Any

    async def on_mount(self) -> None:
        """The first stop, if the app was started for a tour, or the keys it is to begin with; after the shell is
        painted."""
        self.pressing = bool(self.opening_keys)
        if self.guide is not None:
            self.call_after_refresh(self.guide.open_stop, played=False)
        elif self.opening_keys:
            self.call_after_refresh(self.press_soon, self.opening_keys)

    def on_unmount(self) -> None:
        """No notes are left behind."""
        if self.guide is not None:
            self.guide.close()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The keys of a tour work while one is taken; any time one can be begun."""
        if not action.startswith("tour_"):
            return True
        if self.guide is None:
            return action == "tour_resume"
        return self.guide.can(action, *parameters)

    async def action_tour_answer(self) -> None:
        """Reveal the answer, then fold the bar, then ask again."""
        if self.guide is not None:
            await self.guide.turn_over()

    async def action_tour_move(self, by: int) -> None:
        """Open the next stop, or the one before."""
        if self.guide is not None:
            await self.guide.move(by)

    def action_tour_leave(self) -> None:
        """Back to the app as it is without a tour."""
        if self.guide is not None:
            self.guide.leave()

    async def action_tour_resume(self) -> None:
        """Go on where the last tour was left, in this run or an earlier one; without one, begin that of all panes."""
        if self.guide is None:
            from tui.tour.guide import last_guide

            self.guide = last_guide(self, self.keeper.folder if self.keeper else None)
        if self.guide is not None:
            await self.guide.resume()

    @on(Pane.Moved)
    def tell_guide(self) -> None:
        """Settings were changed, maybe those that an answer speaks of."""
        if self.guide is not None:
            self.guide.pane_moved()

    async def on_event(self, event: events.Event) -> None:
        """A tour that runs by itself waits for whoever presses a key."""
        if self.guide is not None and isinstance(event, events.Key):
            self.guide.touched()
        await super().on_event(event)

    def on_resize(self, event: events.Resize) -> None:
        """A taller screen shows more of a stop."""
        if self.guide is not None:
            self.call_after_refresh(self.guide.show)
