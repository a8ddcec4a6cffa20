"""The text of a formula, run as it is written, gives what the cells compute."""

import re

import numpy as np
import pytest
from numpy.testing import assert_allclose

from core.cells.formulas import BiasCount, Formula, bias_count, evaluate, formulas, variables
from core.cells.spec import LESSON, CellKind, Convention, Params
from core.cells.step import forward
from tests.core.cell_cases import CONVENTIONS, IDS, cell, states, value_of

pytestmark = pytest.mark.filterwarnings("error")

NAMES = {"rnn": ["h"], "lstm": ["f", "i", "c_tilde", "o", "c", "h"], "gru": ["z", "r", "n", "h"]}


@pytest.mark.parametrize("biases", [0, 1, 2])
@pytest.mark.parametrize(("kind", "convention"), CONVENTIONS, ids=IDS)
def test_the_text_is_the_formula(kind: CellKind, convention: Convention, biases: BiasCount) -> None:
    params = cell(kind, biases)
    given = states(params, batch=None)
    step = forward(params, **given, convention=convention)
    lines = formulas(kind, convention, biases)
    values = evaluate(lines, variables(params, **given))
    assert list(values) == [line.name for line in lines] == NAMES[kind]
    for line in lines:
        assert_allclose(values[line.name], value_of(step, line.quantity), rtol=0, atol=1e-12, err_msg=line.text)


@pytest.mark.parametrize("biases", [0, 1, 2])
def test_params_know_how_many_biases_their_formula_has(biases: int) -> None:
    assert bias_count(cell("gru", biases)) == biases


def test_a_recurrent_bias_alone_makes_the_formula_of_two() -> None:
    both = cell("gru", 2)
    params = Params("gru", both.W, both.U, b_rec=both.b_rec)
    given, convention = states(params, batch=None), Convention("past", "after")
    lines = formulas("gru", convention, bias_count(params))
    hidden = evaluate(lines, variables(params, **given))["h"]
    assert_allclose(hidden, forward(params, **given, convention=convention).hidden, atol=1e-12)


@pytest.mark.parametrize(
    ("kind", "convention", "biases", "text"),
    [
        ("rnn", LESSON, 1, "h = tanh(W @ x + b + U @ h_prev)"),
        ("lstm", LESSON, 0, "f = sigmoid(W_f @ x + U_f @ h_prev)"),
        ("lstm", LESSON, 1, "c = f * c_prev + i * c_tilde"),
        ("gru", LESSON, 0, "h = (1 - z) * h_prev + z * n"),
        ("gru", LESSON, 0, "n = tanh(W_n @ x + U_n @ (r * h_prev))"),
        ("gru", Convention("past", "after"), 2, "h = z * h_prev + (1 - z) * n"),
        ("gru", Convention("past", "after"), 2, "n = tanh(W_n @ x + b_n + r * (U_n @ h_prev + b_rec_n))"),
    ],
)
def test_what_a_reader_sees(kind: CellKind, convention: Convention, biases: BiasCount, text: str) -> None:
    assert text in [line.text for line in formulas(kind, convention, biases)]


@pytest.mark.parametrize(
    "expression",
    [
        "x / 2",
        "x ** 2",
        "-x",
        "exp(x)",
        "x.T",
        "x[0]",
        "missing",
        "'x'",
        "True",
        "tanh(x, x)",
        "tanh(*x)",
        "__import__('os')",
    ],
)
def test_nothing_else_may_be_said(expression: str) -> None:
    with pytest.raises(ValueError, match=re.escape("a formula may not say")):
        evaluate([Formula("y", f"y = {expression}", "hidden")], {"x": np.ones(2)})
