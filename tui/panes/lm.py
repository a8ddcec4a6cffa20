"""The language model pane: one step with every number open, or the same model on a text of one's own.

The kind of the settings decides which half is on screen; undo and redo lead from one to the other and back.
"""

from types import MappingProxyType
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container

from core.history import History
from core.language_model.faces import AnySettings, check
from core.language_model.settings import LanguageModelSettings
from core.language_model.text_settings import TextSettings
from tui.lesson import Lesson
from tui.pane import Pane
from tui.panes.lm_lesson import LessonHalf
from tui.panes.lm_models import Models
from tui.panes.lm_open import OpenScreen
from tui.panes.lm_paths import gate
from tui.panes.lm_text import TextHalf
from tui.panes.lm_way import keys_to
from tui.widgets.status_line import StatusLine

Half = LessonHalf | TextHalf


class LmPane(Pane[Any], sheet="lm.tcss"):
    """What does one step of a neural language model do?"""

    HOME_INSIDE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "open_text", "file", tooltip="Train the model on a text file of your own"),
    ]

    KEYS_INSIDE = MappingProxyType({"In the one-step lesson": LessonHalf, "On a text of your own": TextHalf})
    opening = True

    def __init__(self, lesson: Lesson, settings: AnySettings) -> None:
        super().__init__(lesson, settings)
        self.models = Models()

    def compose(self) -> ComposeResult:
        """The half that the settings belong to, and the status."""
        self.half = self._made(self.now)
        with Container(id="lm-half"):
            yield self.half
        yield StatusLine()

    def _made(self, settings: AnySettings) -> Half:
        return TextHalf(self, settings) if isinstance(settings, TextSettings) else LessonHalf(self, settings)

    @property
    def shown(self) -> Any:
        """The step, or the training with the answers to what is asked now."""
        return self.half.shown

    @property
    def view_keys(self) -> tuple[str, ...]:
        """Those of the half on screen."""
        return keys_to(self.half)

    @property
    def ready(self) -> bool:
        """Whether the half on screen has nothing left to do."""
        return not self.opening and self.half.is_mounted and self.half.ready

    def opened(self) -> None:
        """The half takes the keys."""
        self.opening = True
        self.call_after_refresh(self._open_half)

    def _open_half(self) -> None:
        self.opening = False
        if self.half.is_mounted and self.in_front:
            self.half.opened()

    def go_to_end(self) -> None:
        """A training on a text."""
        if isinstance(self.half, TextHalf):
            self.half.go_to_end()

    def hidden(self) -> None:
        """Nothing trains or plays behind another pane."""
        self.half.hidden()

    def settings_changed(self, old: AnySettings, new: AnySettings) -> None:
        """The half on screen follows."""
        self.half.settings_changed(old, new)  # type: ignore[arg-type]  # both are of the kind that the half shows

    def merge_history(self, before: History[Any]) -> None:
        """Count everything since `before` as one change, so that one undo takes it back."""
        self.history = before.push(self.now)

    def _move(self, history: History[Any]) -> None:
        """As every pane, except that settings of the other kind need the other half."""
        if type(history.present) is type(self.history.present):
            super()._move(history)
            return
        self.history = history
        self.settings = history.present
        self.app.refresh_bindings()
        self.half.hidden()
        self.opening = True
        self.run_worker(self._exchange(), exclusive=True)
        self.post_message(self.Moved())

    async def _exchange(self) -> None:
        await self.half.remove()
        self.half = self._made(self.now)
        await self.query_one("#lm-half").mount(self.half)
        self._open_half()

    def action_open_text(self) -> None:
        """Ask for a text file."""
        known = self.now.corpus if isinstance(self.now, TextSettings) else ""
        self.app.push_screen(OpenScreen(known, refusal=gate(self._opening, check)), self._take_file)

    def _opening(self, path: str) -> TextSettings:
        settings = self.now if isinstance(self.now, TextSettings) else TextSettings()
        return settings.change("corpus", path)

    def _take_file(self, path: str | None) -> None:
        if path:
            self.apply(self._opening(path))

    def action_lesson(self) -> None:
        """Back to the one-step lesson, as it was left."""
        earlier = [state for state in self.history.past if isinstance(state, LanguageModelSettings)]
        self.apply(earlier[-1] if earlier else LanguageModelSettings())
