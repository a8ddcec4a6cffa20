"""A step's result as the matrices that the grids show, and which number of the cell each place of a grid is.

The weights of a gate stand side by side as one matrix, [h, x, bias], as in W [h, x] + b.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from core.step_inspector.result import Explanation, GateView, Move, Moves, StepResult, StepView
from core.step_inspector.weights import bias_names
from tui.widgets.matrix import Matrix, matrix_of

Row = tuple[float | None, ...]
GROUPS = ("recurrent", "input", "bias")


@dataclass(frozen=True)
class Target:
    """One number of the cell: its matrix by name, its row and column from 0."""

    name: str
    row: int
    column: int


def suffix(result: StepResult, gate: GateView) -> str:
    """What the formulas put behind W, U and b for a gate."""
    return "" if result.settings.cell == "rnn" else f"_{gate.letter}"


def units(result: StepResult) -> tuple[str, ...]:
    """Names of the hidden units."""
    return tuple(f"u{k + 1}" for k in range(result.settings.hidden))


def _parts(result: StepResult, gate: GateView) -> list[tuple[str, str]]:
    """The matrices of a gate in the order of the columns, with the letter that heads them."""
    end = suffix(result, gate)
    wanted = [(f"U{end}", "h"), (f"W{end}", "x"), *((f"{name}{end}", name) for name in bias_names(result.settings))]
    return [(name, letter) for name, letter in wanted if name in result.values]


def weight_target(result: StepResult, gate: GateView, row: int, column: int) -> Target:
    """The weight at a place of weight_matrix."""
    for name, _ in _parts(result, gate):
        width = result.values[name].shape[1]
        if column < width:
            return Target(name, row, column)
        column -= width
    raise IndexError(f"no column {column} in the weights of {gate.name}")


def weight_matrix(result: StepResult, gate: GateView, moves: Moves | None, gradients: bool) -> Matrix:
    """U, W and the biases of a gate, side by side, or their gradients."""
    source = result.gradients if gradients else result.values
    parts = _parts(result, gate)
    heads = [head for name, letter in parts for head in _heads(letter, result.values[name].shape[1])]
    rows = [[value for name, _ in parts for value in source[name][row]] for row in range(result.settings.hidden)]
    if gradients:
        return matrix_of(gate.letter, heads, units(result), rows, read_only=True)
    changed = _edited(moves)
    changes = [
        [changed.get((name, row, k), 0.0) for name, _ in parts for k in range(result.values[name].shape[1])]
        for row in range(result.settings.hidden)
    ]
    return matrix_of(gate.letter, heads, units(result), rows, changes)


def _heads(letter: str, width: int) -> list[str]:
    return [letter] if letter.startswith("b") else [f"{letter}{k + 1}" for k in range(width)]


def _edited(moves: Moves | None) -> dict[tuple[str, int, int], float]:
    edits = moves.edits if moves else ()
    return {(edit.name, edit.row, edit.column): edit.after - edit.before for edit in edits}


def input_names(result: StepResult) -> tuple[str, ...]:
    """The rows of input_matrix."""
    return ("h_prev", "c_prev", "x") if result.settings.cell == "lstm" else ("h_prev", "x")


def input_target(result: StepResult, row: int, column: int) -> Target:
    """The number at a place of input_matrix."""
    name = input_names(result)[row]
    return Target(name, result.settings.t - 1 if name == "x" else 0, column)


def input_matrix(result: StepResult, moves: Moves | None, gradients: bool) -> Matrix:
    """What the step reads, a row each of h_prev, c_prev and x, or the gradients by them."""
    names, step = input_names(result), result.step
    if gradients:
        at = {"x": result.settings.t - 1}
        rows = [list(result.gradients[name][at.get(name, 0)]) for name in names]
    else:
        shown: Mapping[str, object] = {"h_prev": step.h_prev, "c_prev": step.c_prev, "x": step.x}
        rows = [list(shown[name]) for name in names]  # type: ignore[call-overload]  # those of this cell are arrays
    changed = {} if gradients else _edited(moves)
    targets = [[input_target(result, row, k) for k in range(len(cells))] for row, cells in enumerate(rows)]
    changes = [[changed.get((to.name, to.row, to.column), 0.0) for to in line] for line in targets]
    width = max(result.settings.hidden, result.settings.inputs)
    labels = [f"{name}0" if gradients and result.settings.t > 1 and name != "x" else name for name in names]
    labels = [label.replace("_prev0", "_0") for label in labels]
    return matrix_of("inputs", [str(k + 1) for k in range(width)], labels, rows, changes, read_only=gradients)


def value_rows(result: StepResult) -> list[tuple[str, str, str, Row]]:
    """What the step makes: the group and name of its moves, a label, and a number a unit."""
    step = result.step
    names = {line.quantity: line.name for line in result.formulas}
    rows: list[tuple[str, str, str, Row]] = []
    for gate in step.gates:
        if result.settings.cell == "rnn":
            rows.append(("pre", gate.letter, "pre-activation", tuple(gate.pre)))
        else:
            rows.append(("gate", gate.letter, f"{gate.name:<9} {names[gate.name]}", tuple(gate.value)))
    if step.kept is not None and step.added is not None:
        rows.append(("kept", "kept", f"kept      {step.kept_text}", tuple(step.kept)))
        rows.append(("added", "added", f"added     {step.added_text}", tuple(step.added)))
    return [*rows, *_states(step)]


def _states(step: StepView) -> list[tuple[str, str, str, Row]]:
    cell = [] if step.cell is None else [("cell", "c", "cell      c", tuple(step.cell))]
    return [*cell, ("hidden", "h", "hidden    h", tuple(step.hidden))]


def value_matrix(result: StepResult, moves: Moves | None) -> Matrix:
    """Gates, the two terms, the states: a row each, a column a unit."""
    rows = value_rows(result)
    moved = {(move.group, move.name, move.unit): move.change for move in (moves.moves if moves else ())}
    changes = [[_moved(moved, group, name, unit) for unit in range(len(values))] for group, name, _, values in rows]
    return matrix_of("values", units(result), [row[2] for row in rows], [row[3] for row in rows], changes, True)


def _moved(moved: Mapping[tuple[str, str, int], float], group: str, name: str, unit: int) -> float:
    return moved.get((group, name, unit), 0.0)


def product_matrix(explanation: Explanation) -> Matrix:
    """A pre-activation as its products, the sum of each group, their sum and what the activation makes of it."""
    terms = sorted(explanation.terms, key=lambda term: GROUPS.index(term.group))  # in the order of the weights
    labels, rows = [], []
    most = max(len(term.factors) for term in terms) if terms else 1
    for index, term in enumerate(terms):
        last = index + 1 == len(terms) or terms[index + 1].group != term.group
        factors = (*term.factors, *(None,) * (most - len(term.factors))) if len(term.factors) > 1 else (None,) * most
        total = sum(other.value for other in terms if other.group == term.group) if last else None
        labels.append(term.label)
        rows.append((*factors, term.value, total))
    labels += ["pre, the sum", explanation.text]
    rows += [(*(None,) * (most + 1), value) for value in (explanation.pre, explanation.value)]
    heads = (*("factor", "times", "times")[:most], "product", "sum")
    return matrix_of("products", heads, labels, rows, read_only=True)


def move_matrix(result: StepResult, moves: Moves | None) -> Matrix:
    """What moved: before, after, by how much, and what the gradient had predicted."""
    names = {line.quantity: line.name for line in result.formulas}
    letters = {gate.letter: names[gate.name] for gate in result.step.gates}  # as the formulas write them
    found = moves.moves if moves else ()
    labels = [f"{_quantity(move, letters)} u{move.unit + 1}" for move in found]
    rows = [(move.before, move.after, move.change, move.predicted) for move in found]
    heads = ("before", "after", "moved", "predicted")
    return replace(matrix_of("moves", heads, labels, rows, read_only=True), pairs=((0, 1), (2, 3)))


def _quantity(move: Move, letters: Mapping[str, str]) -> str:
    if move.group == "pre":
        return f"{letters.get(move.name, move.name)} pre"
    return letters.get(move.name, move.name) if move.group == "gate" else move.name
