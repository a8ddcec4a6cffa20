"""The step pane: one cell with every number open to be edited, and what each edit does, forward and back.

Grids report what a person did in them, keys do the rest; both make new settings, and one reactive holds what is shown.
"""

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.message import Message
from textual.reactive import var
from textual.widgets import Static

from core.settings import SettingsError
from core.step_inspector import edits
from core.step_inspector.check import gradient_check
from core.step_inspector.lesson import compute
from core.step_inspector.moves import moved
from core.step_inspector.presets import PRESETS
from core.step_inspector.result import GradientCheck, StepResult
from core.step_inspector.settings import StepSettings
from tui.pane import Pane
from tui.panes.step_edits import paste, reach, target
from tui.panes.step_keys import KEYS
from tui.panes.step_state import LOWER, StepState
from tui.panes.step_view import EXTRA, FormulasText, show
from tui.panes.step_words import remark
from tui.plots.view import PlotView
from tui.widgets.heat_map import HeatMap
from tui.widgets.matrix_grid import MatrixGrid
from tui.widgets.settings_line import SettingsLine
from tui.widgets.status_line import StatusLine


class StepPane(Pane[StepSettings], sheet="step.tcss"):
    """One cell, every number."""

    BINDINGS: ClassVar[list[BindingType]] = KEYS
    KEYS_INSIDE = MappingProxyType({"In a grid of numbers": MatrixGrid})
    state: var[StepState | None] = var(None)

    class GradientChecked(Message):
        """The gradient of these settings has been compared with nudges."""

        bubble = False

        def __init__(self, settings: StepSettings, check: GradientCheck) -> None:
            super().__init__()
            self.settings = settings
            self.check = check

    def compose(self) -> ComposeResult:
        """Settings, then the numbers or the sequence, then a sentence."""
        yield SettingsLine(self.now, ("cell", "inputs", "hidden", "t", "convention"), id="step-main")
        for id, names in EXTRA.items():
            line = SettingsLine(self.now, names, id=id)
            line.add_class("step-extra")
            yield line
        with Container(id="step-top"):
            with Vertical(id="step-inputs-panel", classes="panel"):
                yield MatrixGrid(id="step-inputs")
            with Vertical(id="step-weights-panel", classes="panel"):
                yield MatrixGrid(id="step-weights")
                yield Static("", id="step-pre", markup=False)
        with Container(id="step-lower"):
            for name in LOWER[:-1]:
                with Vertical(id=f"step-{name}-panel", classes="panel step-lower"):
                    yield MatrixGrid(id=f"step-{name}", show_changes=True)
            with VerticalScroll(id="step-formulas-panel", classes="panel step-lower", can_focus=False):
                yield FormulasText("", id="step-formulas-text", markup=False)
        with Container(id="step-time"):
            with Vertical(id="step-heat-panel", classes="panel"):
                yield HeatMap(id="step-heat")
            with Vertical(id="step-signal-panel", classes="panel"):
                yield PlotView()
                yield Static("", id="step-signal-line", classes="caption", markup=False)
        yield Static("", id="step-sentence", classes="sentence", markup=False)
        yield StatusLine()

    @property
    def view_keys(self) -> tuple[str, ...]:
        """The gate, and the part that is looked at."""
        return () if self.state is None else (*self.state.keys, *(("s",) if self.has_class("-more") else ()))

    @property
    def shown(self) -> StepResult | None:
        """What is on screen."""
        return None if self.state is None else self.state.result

    @property
    def ready(self) -> bool:
        """Whether the gradient check that was asked for is shown."""
        return self.state is not None and not (self.state.gradients and not self.state.check)

    def opened(self) -> None:
        """Compute for the first time."""
        if self.state is None:
            self.state = StepState(compute(self.now))
            self.say(remark(None, self.state.result))

    def settings_changed(self, old: StepSettings, new: StepSettings) -> None:
        """Recompute, and see what moved."""
        if self.state is not None:
            result = compute(new)
            self.say(remark(self.state.result, result))
            self.state = self.state.advanced(result, moved(self.state.result, result))

    def watch_state(self, old: StepState | None, new: StepState | None) -> None:
        """Hand what is shown to the widgets; a gradient is checked while it is looked at."""
        if new is None:
            return
        show(self, new)
        focused = self.screen.focused
        if focused is not None and not all(node.display for node in focused.ancestors_with_self):
            self.focus()  # what had the keys is not on screen any more
        if new.gradients and not new.check:
            if self.app.still:  # type: ignore[attr-defined]  # a screen shot waits for nothing
                self.take_check(self.GradientChecked(new.result.settings, gradient_check(new.result.settings)))
            elif old is None or not old.gradients or old.result is not new.result:
                self._check(new.result.settings)

    @work(thread=True, exclusive=True, exit_on_error=False)
    def _check(self, settings: StepSettings) -> None:
        self.post_message(self.GradientChecked(settings, gradient_check(settings)))

    @on(GradientChecked)
    def take_check(self, event: GradientChecked) -> None:
        """Show the check of what is still on screen; one of older numbers is dropped."""
        if self.state is not None and event.settings == self.state.result.settings:
            self.state = replace(self.state, check=event.check)

    def on_resize(self, event: events.Resize) -> None:
        """Lines of text know how wide they are."""
        if self.state is not None:
            self.call_after_refresh(show, self, self.state)

    # edits in the grids

    @on(MatrixGrid.CellEdited)
    def take_edit(self, event: MatrixGrid.CellEdited) -> None:
        """A number was typed."""
        self._edit(event, lambda at: edits.with_value(self.now, at.name, at.row, at.column, event.text))

    @on(MatrixGrid.CellNudged)
    def take_nudge(self, event: MatrixGrid.CellNudged) -> None:
        """A number was nudged."""
        self._edit(event, lambda at: edits.nudged(self.now, at.name, at.row, at.column, event.direction))

    @on(MatrixGrid.CellReset)
    def take_reset(self, event: MatrixGrid.CellReset) -> None:
        """A number is to be as it was."""
        self._edit(event, lambda at: edits.reset_value(self.now, at.name, at.row, at.column))

    @on(MatrixGrid.Pasted)
    def take_paste(self, event: MatrixGrid.Pasted) -> None:
        """A row or a matrix was pasted."""
        if self.state is not None:
            state, grid = self.state, str(event.grid.id)
            taken = self._try(lambda: paste(state.result, state.gate, grid, event.row, event.column, event.text))
            if taken and (said := reach(state.result, state.gate, grid, event.column, event.text)):
                self.remark(said)

    @on(MatrixGrid.EditRefused)
    def refuse_edit(self, event: MatrixGrid.EditRefused) -> None:
        """Somebody typed where nothing can be typed."""
        gradients = self.state is not None and self.state.gradients
        hint = "g goes back to the numbers" if gradients else "edit the weights and inputs"
        self.say(f"this is computed, not typed: {hint}", refusal=True)

    @on(MatrixGrid.CursorMoved)
    def follow_cursor(self, event: MatrixGrid.CursorMoved) -> None:
        """The unit, and among the values the gate, that is looked at."""
        if self.state is None or not event.grid.has_focus:
            return
        if event.grid.id == "step-weights":
            self.state = replace(self.state, unit_index=event.row)
        elif event.grid.id == "step-values":
            gates = len(self.state.result.step.gates)
            gate = event.row if event.row < gates else self.state.gate_index
            self.state = replace(self.state, unit_index=event.column, gate_index=gate)

    @on(HeatMap.TimePicked)
    def go_to_step(self, event: HeatMap.TimePicked) -> None:
        """A step was clicked."""
        self._try(lambda: self.now.change("t", event.index + 1))

    def _edit(self, event: MatrixGrid.Place, change: Callable[..., StepSettings]) -> None:
        if self.state is not None:
            at = target(self.state.result, self.state.gate, str(event.grid.id), event.row, event.column)
            self._try(lambda: change(at))

    def _try(self, change: Callable[[], StepSettings]) -> bool:
        """Whether the change was allowed; a refusal is said."""
        try:
            settings = change()
        except SettingsError as error:
            self.say(str(error), refusal=True)
            return False
        if settings == self.now:
            self.say("that is what it was")
        self.apply(settings)
        return True

    # keys

    def action_gate(self, by: int) -> None:
        """Another gate's weights."""
        if self.state is not None:
            self.state = self.state.turned(by)

    def action_look(self, lower: str) -> None:
        """Another part in the lower half, or back to the values."""
        if self.state is not None:
            self.state = self.state.looked(lower)

    def action_large(self) -> None:
        """All the room for the weights, and back."""
        if self.state is not None:
            self.state = replace(self.state, large=not self.state.large, over_time=False)

    def action_gradients(self) -> None:
        """Gradients in place of numbers, and back."""
        if self.state is not None:
            self.state = self.state.differentiated()

    def action_output(self, by: int) -> None:
        """Another output's gradient."""
        self._try(lambda: self.now.nudged("output", by))

    def action_convention(self, by: int) -> None:
        """Another framework's reading."""
        self._try(lambda: self.now.nudged("convention", by))
        if self.state is not None:
            self.say(self.state.result.reading.brief)

    def action_over_time(self) -> None:
        """The sequence, and back."""
        if self.state is not None:
            self.focus()
            self.state = replace(self.state, over_time=not self.state.over_time)

    def action_preset(self) -> None:
        """The next preset."""
        presets = list(PRESETS.values())
        known = [preset.settings for preset in presets]
        preset = presets[(known.index(self.now) + 1) % len(presets) if self.now in known else 0]
        self.apply(preset.settings)
        self.say(f"preset {preset.name}: {preset.about}")

    def action_more(self) -> None:
        """Further settings, and back."""
        self.toggle_class("-more")

    def action_fill(self) -> None:
        """Weights at random."""
        self._try(lambda: edits.filled(self.now, self.now.seed + 1, self.now.scale))
        self.say(f"weights drawn by seed {self.now.seed}, scale {self.now.scale:g}")

    def action_reset_all(self) -> None:
        """The lesson's numbers."""
        old = self.now
        self._try(lambda: edits.reset_all(old))
        self.say("every number is the lesson's " + ("already" if old == self.now else "again; u brings yours back"))

    def action_nudge_by(self, direction: int) -> None:
        """A coarser or finer nudge."""
        self._try(lambda: self.now.nudged("nudge", direction))
        self.say(f"+ and - now move a number by {self.now.nudge:g}")

    def action_scrub(self, by: int) -> None:
        """Another step of the sequence."""
        t = self.now.t + by
        if 1 <= t <= self.now.steps:
            self._try(lambda: self.now.change("t", t))
        else:
            self.say(f"t runs from 1 to {self.now.steps}; p and the sequence settings give longer sequences")

    def action_arrow(self, right: int, down: int) -> None:
        """Into the weights; over time, scrub and scroll."""
        if self.state is None:
            return
        if not self.state.over_time:
            self.query_one("#step-weights", MatrixGrid).focus()
        elif down:
            heat = self.query_one(HeatMap)
            heat.top = max(min(heat.top + down, heat.last_top), 0)
        elif right:
            self.action_scrub(right)

    def action_out(self) -> None:
        """Out of a grid, or back to the values."""
        if self.state is not None and self.has_focus:
            self.state = replace(self.state, lower="values", gradients=False, over_time=False, large=False)
        self.focus()
