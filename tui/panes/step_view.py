"""Pushes what the step pane shows into its widgets; only what is on screen is made.

It reads a StepState and writes widgets, nothing else: no number is computed here.
"""

from collections.abc import Callable
from dataclasses import replace

from rich.text import Text
from textual.widget import Widget
from textual.widgets import Static

from core.numbers import visible
from core.step_inspector.adapt import in_force
from core.step_inspector.explain import explain
from core.step_inspector.settings import StepSettings
from tui.panes.step_matrices import input_matrix, move_matrix, product_matrix, value_matrix, weight_matrix
from tui.panes.step_state import LOWER, StepState
from tui.panes.step_time import heat, signal_line, signal_plot
from tui.panes.step_words import check_line, formulas, pre_line
from tui.plots.model import MARKERS
from tui.plots.view import PlotView
from tui.widgets.heat_map import HeatMap
from tui.widgets.matrix import Matrix
from tui.widgets.matrix_grid import MatrixGrid
from tui.widgets.settings_line import SettingsLine
from tui.widgets.tabs_line import WIDE

TALL = 28
"""Rows of the pane from which the weights get more of them."""


class FormulasText(Static):
    """Lines of text that only ask for a new layout when their lengths change, which costs more than a repaint."""

    lengths: tuple[int, ...] = ()

    def show(self, text: Text) -> None:
        """Show a text."""
        before, self.lengths = self.lengths, tuple(map(len, text.plain.split("\n")))
        self.update(text, layout=self.lengths != before)


def show(pane: Widget, state: StepState) -> None:
    """Bring every visible widget of the pane up to date."""
    for name in LOWER:
        pane.set_class(state.lower == name, f"-only-{name}")
    pane.set_class(state.gradients, "-gradients")
    pane.set_class(state.over_time, "-over-time")
    pane.set_class(state.large, "-large")
    if state.over_time:
        _show_time(pane, state)
    else:
        _show_top(pane, state)
        _show_lower(pane, state)
    pane.query_one("#step-sentence", Static).update(sentence(state), layout=state.over_time)


def sentence(state: StepState) -> Text:
    """The one thing to see: what moved while it is news, else what the part that is looked at says."""
    if state.over_time:
        return Text(state.result.time.sentence)
    if state.gradients:
        return Text("\n").join([check_line(state), Text(state.result.gradient_sentence)])
    if state.moves is not None and state.news:
        return Text("\n").join([Text(state.moves.sentence), Text(state.result.sentence, style="dim")])
    return Text(state.result.sentence)


def _show_top(pane: Widget, state: StepState) -> None:
    result, gate = state.result, state.gate
    prefix = f"d({result.loss_name}) / d " if state.gradients else ""
    _grid(pane, "step-inputs", f"{prefix}inputs", input_matrix(result, state.moves, state.gradients))
    title = f"{prefix}weights of {gate.name.upper()}"
    if pane.size.width >= WIDE and not state.gradients:
        title = f"{gate.name.upper()}  {next(line.text for line in result.formulas if line.quantity == gate.name)}"
    elif gate.theirs != gate.letter:
        title += f" (there: {gate.theirs})"
    weights = _grid(pane, "step-weights", title, weight_matrix(result, gate, state.moves, state.gradients))
    if not weights.has_focus:
        weights.cursor = (state.unit, weights.cursor[1])
    most = 7 if pane.size.height < TALL else 13
    height = "1fr" if state.large else min(max(result.settings.hidden + 5, 7), most)
    pane.query_one("#step-top").styles.height = height
    panel = pane.query_one("#step-weights-panel")
    index, total = result.step.gates.index(gate) + 1, len(result.step.gates)
    panel.border_subtitle = f"gate {index} of {total}, + - nudge {result.settings.nudge:g}"
    pane.query_one("#step-pre", Static).update(pre_line(state), layout=False)


def _show_lower(pane: Widget, state: StepState) -> None:
    result, gate, unit = state.result, state.gate, state.unit
    news = "what moved, and what the gradient said" if state.news else "what moved: nothing edited yet"
    matrices: dict[str, tuple[str, Callable[[], Matrix]]] = {
        "values": ("what it makes", lambda: value_matrix(result, state.moves)),
        "products": (f"{gate.name} u{unit + 1}, product by product", lambda: _products(state)),
        "moves": (
            news,
            lambda: move_matrix(result, state.moves),
        ),
    }
    for name, (title, matrix) in matrices.items():
        if _is_shown(pane, name):
            grid = _grid(pane, f"step-{name}", title, matrix())
            if name == "values" and not grid.has_focus:
                grid.cursor = (result.step.gates.index(gate), unit)
    panel = pane.query_one("#step-formulas-panel")
    panel.border_title = f"formulas, as {visible(result.reading.title)} reads the weights"
    if _is_shown(pane, "formulas"):
        width = pane.size.width // (2 if pane.size.width >= WIDE else 1) - 4
        pane.query_one("#step-formulas-text", FormulasText).show(formulas(result, width))
        pane.query_one("#step-reading", SettingsLine).settings = as_own(result.settings)


def _products(state: StepState) -> Matrix:
    return product_matrix(explain(state.result, state.gate.name, state.unit))


def _is_shown(pane: Widget, name: str) -> bool:
    return bool(pane.query_one(f"#step-{name}-panel").display)


def _grid(pane: Widget, id: str, title: str, matrix: Matrix) -> MatrixGrid:
    grid = pane.query_one(f"#{id}", MatrixGrid)
    grid.matrix = matrix
    pane.query_one(f"#{id}-panel").border_title = title
    return grid


def _show_time(pane: Widget, state: StepState) -> None:
    result = state.result
    view = pane.query_one(HeatMap)
    view.heat, view.cursor = heat(result, pane.size.height - 9), result.settings.t - 1
    pane.query_one("#step-heat-panel").border_title = "states, gates and inputs over time"
    pane.query_one("#step-heat-panel").border_subtitle = view.legend
    signal = pane.query_one("#step-signal-panel")
    signal.border_title = f"d({result.loss_name}) by step"
    signal.query_one(PlotView).plot = signal_plot(state)
    copy = "copy path" if result.time.copy_path is None else "gates"
    cell = "" if result.time.cell_signal is None else f"{MARKERS['first']} dc  "
    signal.border_subtitle = f"{MARKERS[result.settings.kind]} dh  {cell}{MARKERS['dim']} {copy}"
    pane.query_one("#step-signal-line", Static).update(signal_line(state))


def as_own(settings: StepSettings) -> StepSettings:
    """The settings with the choices that the convention makes as if they were one's own: the line shows what holds."""
    if settings.convention == "own":
        return settings
    return replace(settings, convention="own", **in_force(settings.kind, settings.convention))
