"""The matrices that a step starts from, beside its other numbers where a screen has room for them.

What belongs to a word stands in its row: its row of E, and the column of W_o that makes its score.
"""

from core.language_model.lesson import LanguageModelResult
from core.numbers import number
from tui.panes.lm_sheet import Line, Piece, Sheet, fitted, label, matrix_block


def matrices(result: LanguageModelResult, width: int) -> Sheet:
    """E and W_o by word, then W_h by component of x."""
    w = result.weights
    words = [label(fitted(word, min(Piece(word).width, 12))) for word in result.words]
    by_word = [_numbers([*E, *W_o]) for E, W_o in zip(w.E.tolist(), w.W_o.T.tolist(), strict=True)]
    heads = [*(f"E[,{j}]" for j in range(w.E.shape[1])), *(f"W_o[{k},]" for k in range(w.W_o.shape[0]))]
    components = [label(f"x[{i}]") for i in range(w.W_h.shape[0])]
    hidden = [f"W_h[,{k}]" for k in range(w.W_h.shape[1])]
    below = matrix_block([_numbers(row) for row in w.W_h.tolist()], components, hidden, width, gap=1)
    return (*matrix_block(by_word, words, heads, width, gap=1), (), *below)


def _numbers(row: list[float]) -> Line:
    return tuple(Piece(number(value, signed=True)) for value in row)
