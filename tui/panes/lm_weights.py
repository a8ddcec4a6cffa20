"""All five weight arrays side by side, each a grid that is edited in place; Tab goes from one to the next.

A weight that has just moved carries a mark and what it moved by.
"""

import numpy as np
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from core.language_model.lesson import LanguageModelResult
from core.language_model.settings import WEIGHT_NAMES
from core.language_model.weights import Weights
from tui.widgets.matrix import Matrix, matrix_of
from tui.widgets.matrix_grid import MatrixGrid

ABOUT = {"E": "E, a row a word", "W_h": "W_h, from x to h", "W_o": "W_o, from h to the scores"}
MOST_ROWS = 12
"""Of two matrices one above the other each gets lines by its rows, but none so many that the other has none."""


class WeightsView(Horizontal):
    """Two columns of grids; `show` fills them from a result and, for the marks, the weights before."""

    def compose(self) -> ComposeResult:
        """E on the left, on the right the two layers; a bias stands under its matrix and needs no heading."""
        for side, names in (("left", ("E",)), ("right", ("W_h", "b_h", "W_o", "b_o"))):
            with Vertical(classes=f"lm-grids -{side}"):
                for name in names:
                    if name in ABOUT:
                        yield Static("", classes="caption", markup=False, id=f"lm-about-{_key(name)}")
                    yield MatrixGrid(id=f"lm-grid-{_key(name)}", show_changes=True)

    def show(self, result: LanguageModelResult, before: Weights | None) -> None:
        """Put the weights of the step shown into the grids."""
        for name in WEIGHT_NAMES:
            matrix = _matrix(result, before, name)
            grid = self.query_one(f"#lm-grid-{_key(name)}", MatrixGrid)
            grid.matrix = matrix
            if name in ABOUT:
                grid.styles.height = f"{1 + min(len(matrix.rows), MOST_ROWS)}fr"
                shape = f"{len(matrix.rows)} x {len(matrix.columns)}"
                self.query_one(f"#lm-about-{_key(name)}", Static).update(f"{ABOUT[name]}: {shape}")


def _key(name: str) -> str:
    """A name as it stands in a widget's id."""
    return name.replace("_", "-")


def _matrix(result: LanguageModelResult, before: Weights | None, name: str) -> Matrix:
    rows = np.atleast_2d(getattr(result.weights, name))
    old = np.atleast_2d(getattr(before, name)) if before is not None else rows
    changes = (rows - old).tolist() if old.shape == rows.shape and (rows != old).any() else ()
    labels, columns = _names(result, name, rows.shape)
    return matrix_of(name, columns, labels, rows.tolist(), changes)


def _names(result: LanguageModelResult, name: str, shape: tuple[int, ...]) -> tuple[list[str], list[str]]:
    columns = list(result.words) if name.endswith("_o") else [str(i) for i in range(shape[1])]
    if name == "E":
        return list(result.words), columns
    if name.startswith("b"):
        return [name], columns
    unit = "x" if name == "W_h" else "h"
    return [f"{unit}[{i}]" for i in range(shape[0])], columns
