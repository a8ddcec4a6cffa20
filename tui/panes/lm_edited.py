"""Takes the edits of the weight grids: each becomes new settings, or a line that says why not.

What an edit means is decided in lm_edits; here the messages of the grids are answered.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import on
from textual.containers import Vertical

from core.language_model.lesson import LanguageModelResult
from core.language_model.settings import LanguageModelSettings
from core.numbers import plural
from core.settings import SettingsError
from tui.panes import lm_edits
from tui.panes.lm_play import Player
from tui.widgets.matrix_grid import MatrixGrid

if TYPE_CHECKING:
    from tui.panes.lm import LmPane


class EditedWeights(Vertical):
    """A container with weight grids in it; a subclass computes `result` and plays with `player`."""

    pane: "LmPane"
    result: LanguageModelResult
    player: Player

    @on(MatrixGrid.CellEdited)
    @on(MatrixGrid.Pasted)
    def take_weight(self, event: MatrixGrid.CellEdited) -> None:
        """A weight was typed or rows were pasted."""
        event.stop()
        read = lm_edits.pasted if isinstance(event, MatrixGrid.Pasted) else lm_edits.typed
        self._edit(lambda: read(self.result, event.name, event.row, event.column, event.text))

    @on(MatrixGrid.CellNudged)
    def nudge_weight(self, event: MatrixGrid.CellNudged) -> None:
        """A weight was moved a little."""
        event.stop()
        self._edit(lambda: lm_edits.nudged(self.result, event.name, event.row, event.column, event.direction))

    @on(MatrixGrid.CellReset)
    def reset_weight(self, event: MatrixGrid.CellReset) -> None:
        """A weight is to be the lesson's again."""
        event.stop()
        self._edit(lambda: lm_edits.reset(self.result, event.name, event.row, event.column))

    def _edit(self, change: Callable[[], LanguageModelSettings]) -> None:
        self.player.stop()
        try:
            settings = change()
        except SettingsError as error:
            self.pane.say(str(error), refusal=True)
            return
        made = self.result.settings.steps
        self.pane.apply(settings)
        if made and not settings.steps:
            self.pane.remark(f"edited as they were after {plural(made, 'update')}; updates are counted from there anew")
