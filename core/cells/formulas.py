"""The formulas of one step as text that is shown and as text that is run: there is no other copy to differ from.
A line is run by its syntax tree, with nothing but the operations that a formula may use, never by eval.
"""

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from core.activations import relu, sigmoid, tanh
from core.cells.spec import LESSON, Array, CellKind, Convention, Params

BiasCount = Literal[0, 1, 2]

LETTERS: Mapping[CellKind, Mapping[str, str]] = {
    "rnn": {"hidden": "h"},
    "lstm": {"forget": "f", "input": "i", "candidate": "c", "output": "o"},
    "gru": {"update": "z", "reset": "r", "candidate": "n"},
}
"""The letter of each gate in these formulas: the subscript of its weights."""

_OPERATORS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.MatMult: operator.matmul,
}
Functions = Mapping[str, Callable[[Any], Array]]
_FUNCTIONS: Functions = {"sigmoid": sigmoid, "tanh": tanh, "relu": relu}


@dataclass(frozen=True)
class Formula:
    """One line: text is `name = expression`; quantity is the field of the Step (a gate or a state) it gives."""

    name: str
    text: str
    quantity: str

    @property
    def expression(self) -> str:
        """The right-hand side."""
        return self.text.partition(" = ")[2]


def formulas(kind: CellKind, convention: Convention = LESSON, biases: BiasCount = 1) -> tuple[Formula, ...]:
    """The lines of one step in the order they are computed, with 0, 1 or 2 bias vectors."""
    if kind == "rnn":
        return _rnn(convention, biases)
    return _lstm(biases) if kind == "lstm" else _gru(convention, biases)


def _line(name: str, quantity: str, expression: str) -> Formula:
    """A Formula from its two sides."""
    return Formula(name, f"{name} = {expression}", quantity)


def _sum(suffix: str, biases: BiasCount, hidden: str = "h_prev") -> str:
    """W x + b + U h + b_rec of one gate, with the biases there are."""
    b = f" + b{suffix}" if biases >= 1 else ""
    b_rec = f" + b_rec{suffix}" if biases == 2 else ""
    return f"W{suffix} @ x{b} + U{suffix} @ {hidden}{b_rec}"


def _rnn(convention: Convention, biases: BiasCount) -> tuple[Formula, ...]:
    return (_line("h", "hidden", f"{convention.activation}({_sum('', biases)})"),)


def _lstm(biases: BiasCount) -> tuple[Formula, ...]:
    return (
        _line("f", "forget", f"sigmoid({_sum('_f', biases)})"),
        _line("i", "input", f"sigmoid({_sum('_i', biases)})"),
        _line("c_tilde", "candidate", f"tanh({_sum('_c', biases)})"),
        _line("o", "output", f"sigmoid({_sum('_o', biases)})"),
        _line("c", "cell", "f * c_prev + i * c_tilde"),
        _line("h", "hidden", "o * tanh(c)"),
    )


def _gru(convention: Convention, biases: BiasCount) -> tuple[Formula, ...]:
    blends = {"candidate": "(1 - z) * h_prev + z * n", "past": "z * h_prev + (1 - z) * n"}
    return (
        _line("z", "update", f"sigmoid({_sum('_z', biases)})"),
        _line("r", "reset", f"sigmoid({_sum('_r', biases)})"),
        _line("n", "candidate", f"tanh({_gru_candidate(convention, biases)})"),
        _line("h", "hidden", blends[convention.update_scales]),
    )


def _gru_candidate(convention: Convention, biases: BiasCount) -> str:
    """The candidate's pre-activation, with the reset gate where the convention puts it."""
    if convention.reset == "before":
        return _sum("_n", biases, hidden="(r * h_prev)")
    b = " + b_n" if biases >= 1 else ""
    recurrent = "(U_n @ h_prev + b_rec_n)" if biases == 2 else "(U_n @ h_prev)"
    return f"W_n @ x{b} + r * {recurrent}"


def bias_count(params: Params) -> BiasCount:
    """How many bias vectors a formula needs for these Params."""
    if params.b_rec is not None:
        return 2
    return 0 if params.b is None else 1


def variables(params: Params, x: Array, h_prev: Array, c_prev: Array | None = None) -> dict[str, Array]:
    """The arrays that the formulas name, for single vectors x (I,), h_prev (H,) and c_prev (H,)."""
    named = {"x": x, "h_prev": h_prev} | ({} if c_prev is None else {"c_prev": c_prev})
    arrays = {"W": params.W, "U": params.U, "b": params.b, "b_rec": params.b_rec}
    if params.b_rec is not None and params.b is None:
        arrays["b"] = 0 * params.b_rec
    for g, letter in enumerate(LETTERS[params.kind].values()):
        suffix = "" if params.kind == "rnn" else f"_{letter}"
        named |= {f"{name}{suffix}": array[g] for name, array in arrays.items() if array is not None}
    return named


def evaluate(
    lines: Sequence[Formula], variables: Mapping[str, Array], functions: Functions = _FUNCTIONS
) -> dict[str, Array]:
    """The value of every line by its name, each line seeing those above it.

    Raises ValueError for a name without a value and for anything that is not a number, a name, +, -, *, @ or
    one of the functions: sigmoid, tanh and relu unless others are given.
    """
    known = dict(variables)
    for line in lines:
        known[line.name] = _value(ast.parse(line.expression, mode="eval").body, known, functions)
    return {line.name: known[line.name] for line in lines}


def _value(node: ast.expr, known: Mapping[str, Array], functions: Functions) -> Any:
    """The value of one node: a number, an array, or a sum, difference, product or function of such."""
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return number
        case ast.Name(id=name) if name in known:
            return known[name]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value(left, known, functions), _value(right, known, functions))
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in functions:
            return functions[name](_value(argument, known, functions))
    raise ValueError(f"a formula may not say {ast.unparse(node)!r}: no such variable, function or operation")
