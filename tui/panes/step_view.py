"""Pushes what the step pane shows into its widgets; only what is on screen is made.

It reads a StepState and writes widgets, nothing else: no number is computed here.
"""

import textwrap
from collections.abc import Callable
from dataclasses import replace

from rich.text import Text
from textual.widget import Widget
from textual.widgets import Static

from core.numbers import visible
from core.step_inspector.adapt import in_force
from core.step_inspector.explain import explain
from core.step_inspector.result import Moves
from core.step_inspector.sentences import short_title
from core.step_inspector.settings import StepSettings
from tui.panes.step_matrices import input_matrix, move_matrix, product_matrix, value_matrix, weight_matrix
from tui.panes.step_state import LOWER, StepState
from tui.panes.step_time import HERE, heat, signal_line, signal_plot
from tui.panes.step_words import check_line, formulas, pre_line
from tui.plots.model import MARKERS
from tui.plots.view import PlotView
from tui.widgets.classes import wear
from tui.widgets.heat_map import HeatMap
from tui.widgets.matrix import Matrix
from tui.widgets.matrix_grid import MatrixGrid
from tui.widgets.settings_line import SettingsLine
from tui.widgets.tabs_line import WIDE

TALL = 28
"""Rows of the pane from which the weights get more of them."""

EXTRA = {
    "step-numbers": ("nudge", "seed", "scale", "output", "activation"),
    "step-reading": ("update_scales", "reset", "biases"),
    "step-sequence": ("sequence", "length", "sequence_seed", "copy_z"),
}
"""The second settings line: what matters to the part that is looked at."""


class FormulasText(Static):
    """Lines of text that only ask for a new layout when their lengths change, which costs more than a repaint."""

    lengths: tuple[int, ...] = ()

    def show(self, text: Text) -> None:
        """Show a text."""
        before, self.lengths = self.lengths, tuple(map(len, text.plain.split("\n")))
        self.update(text, layout=self.lengths != before)


def show(pane: Widget, state: StepState) -> None:
    """Bring every visible widget of the pane up to date."""
    views = {"-gradients": state.gradients, "-over-time": state.over_time, "-large": state.large}
    wear(pane, {f"-only-{name}": state.lower == name for name in LOWER} | views)
    if state.over_time:
        _show_time(pane, state)
    else:
        _show_top(pane, state)
        _show_lower(pane, state)
    said = pane.query_one("#step-sentence", Static)
    rows = 3 if pane.screen.has_class("-tall") else 2
    said.update(sentence(state, pane.size.width - 2, rows), layout=state.over_time)


def sentence(state: StepState, width: int, rows: int) -> Text:
    """The one thing to see: what moved while it is news, else what the part that is looked at says.

    Nothing is cut off: below what moved, the lesson's sentence stands whole, or in brief, or not at all.
    """
    if state.over_time:
        return Text(state.result.time.sentence)
    if state.gradients:
        return Text("\n").join([check_line(state), Text(state.result.gradient_sentence)])
    if state.moves is not None and state.news:
        room = rows - lines(state.moves.sentence, width)
        fitting = (text for text in (state.result.sentence, state.result.brief) if lines(text, width) <= room)
        return Text("\n").join([Text(state.moves.sentence), *(Text(text, style="dim") for text in [*fitting][:1])])
    return Text(state.result.sentence)


def lines(text: str, width: int) -> int:
    """The rows that a text takes when it is wrapped."""
    return len(textwrap.wrap(text, max(width, 1)))


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
    matrices: dict[str, tuple[str, Callable[[], Matrix]]] = {
        "values": ("what it makes", lambda: value_matrix(result, state.moves)),
        "products": (f"{gate.name} u{unit + 1}, product by product", lambda: _products(state)),
        "moves": ("", lambda: move_matrix(result, state.compared)),
    }
    for name, (title, matrix) in matrices.items():
        if _is_shown(pane, name):
            grid = _grid(pane, f"step-{name}", title or moves_title(state.compared), matrix())
            if name == "values" and not grid.has_focus:
                grid.cursor = (result.step.gates.index(gate), unit)
    panel = pane.query_one("#step-formulas-panel")
    panel.border_title = f"formulas: {visible(short_title(result.reading.title))}"
    if _is_shown(pane, "formulas"):
        width = pane.size.width // (2 if pane.size.width >= WIDE else 1) - 4
        pane.query_one("#step-formulas-text", FormulasText).show(formulas(result, width))
        pane.query_one("#step-reading", SettingsLine).settings = as_own(result.settings)


def moves_title(moves: Moves | None) -> str:
    """What moved, and by what."""
    if moves is None or not moves.cause:
        return "what moved: nothing edited yet"
    if not moves.comparable:
        return f"nothing to compare: {moves.cause}"
    against = f" against {moves.against}" if moves.against else ""
    return f"{'moved' if moves.moves else 'nothing moved'}{against}: {visible(moves.cause)}"


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
    silent = result.time.silent.partition("; ")[2]
    pane.query_one("#step-heat-panel").border_title = "states, gates, inputs" + (f" ({silent})" if silent else "")
    pane.query_one("#step-heat-panel").border_subtitle = view.legend
    signal = pane.query_one("#step-signal-panel")
    signal.border_title = f"d({result.loss_name}) by step"
    signal.query_one(PlotView).plot = signal_plot(state)
    copy = "copy path" if result.time.copy_path is None else "gates"
    cell = "" if result.time.cell_signal is None else f"{MARKERS['first']} dc  "
    signal.border_subtitle = f"{MARKERS[result.settings.kind]} dh  {cell}{MARKERS['dim']} {copy}  {HERE} t"
    pane.query_one("#step-signal-line", Static).update(signal_line(state))


def as_own(settings: StepSettings) -> StepSettings:
    """The settings with the choices that the convention makes as if they were one's own: the line shows what holds."""
    if settings.convention == "own":
        return settings
    return replace(settings, convention="own", **in_force(settings.kind, settings.convention))
