"""One stage of the step on a page: each formula with its shape, and below it the numbers it makes.

Arrays that count the vocabulary are columns of one table with a row a word; all others are blocks of their own.
"""

from collections.abc import Sequence

import numpy as np

from core.language_model.explain import value_of
from core.language_model.lesson import LanguageModelResult
from core.language_model.stages import Formula, Stage
from core.numbers import number
from tui.panes.lm_pages import ARROWS
from tui.panes.lm_sheet import Line, Piece, Ref, Sheet, aligned, fitted, label, matrix_block, value, wrapped

NARROW = 60
"""Columns below which there is no room for whole formulas."""
UNSIGNED = ("e", "p", "y", "loss_nats", "loss_bits", "perplexity")
_TABLES = {
    "score": (("z", "score z"),),
    "softmax": (("z", "score z"), ("e", "exp(z-max)"), ("p", "p")),
    "score error": (("p", "p"), ("y", "y"), ("dz", "p - y")),
    "did it work": (("p", "p before"), ("after_old_x.p", "old x"), ("after_updated_E.p", "new E")),
}

_COMPUTED = {"score": "z", "softmax": "p", "score error": "dz", "did it work": "after_old_x.p"}
"""What a stage of words is about: the columns before it are what it is made of."""


def stage_page(result: LanguageModelResult, stage: Stage, width: int) -> Sheet:
    """The page of one stage."""
    if stage.name in _TABLES:
        formulas = tuple(line for f in stage.formulas for line in _formula(f, width))
        return (*formulas, *_table(result, stage.name))
    return (
        *(line for formula in stage.formulas for line in (*_formula(formula, width), *_array(result, formula, width))),
        *(_whole_E(result, width) if stage.name == "look up" else ()),
    )


def first_number(result: LanguageModelResult, stage: Stage) -> Ref:
    """Where the cursor begins on the page of a stage: on the first number that it computes, of words the target's."""
    if stage.name in _TABLES:
        return (_COMPUTED[stage.name], (result.target_number,))
    name = explained_name(stage.formulas[0].name)
    return (name, (0,) * value_of(result, name).ndim)


def contents_page(stages: tuple[Stage, ...], width: int) -> Sheet:
    """Every stage with the formulas it stands for, a line each; where it is narrow with the arrays that it makes."""
    narrow = width < NARROW
    rows = []
    for index, stage in enumerate(stages, start=1):
        made = ", ".join(f.name for f in stage.formulas) if narrow else "; ".join(f.text for f in stage.formulas)
        phase = [] if narrow else [label(stage.phase)]
        room = max(width - (20 if narrow else 34), 10)
        rows.append(
            [label(f"{index}"), Piece(stage.name, "answer"), *phase, Piece(fitted(made, room).rstrip(), "formula")]
        )
    return aligned(rows, flush_left=4)


def explained_name(name: str) -> str:
    """What core.language_model.explain calls the array that a formula makes."""
    if name.startswith("p_after_"):
        return f"{name.removeprefix('p_')}.p"
    return f"updated.{name.removesuffix('_after')}" if name.endswith("_after") else name


def _formula(formula: Formula, width: int) -> Sheet:
    """The formula, its shape at the right edge of its last line."""
    shape = label(formula.shape)
    lines = wrapped(formula.text, width)
    if Piece(lines[-1]).width + 2 + shape.width > width:
        lines.append("")
    gap = " " * (width - Piece(lines[-1]).width - shape.width)
    return (*((Piece(line, "formula"),) for line in lines[:-1]), (Piece(lines[-1], "formula"), Piece(gap), shape))


def _array(result: LanguageModelResult, formula: Formula, width: int) -> Sheet:
    name = explained_name(formula.name)
    array = value_of(result, name)
    if array.ndim == 0:
        return ((Piece("    "), value((name, ()), float(array), name not in UNSIGNED, "answer")),)
    axes = [_labels(result, axis, size) for axis, size in zip(_axes(formula), array.shape, strict=True)]
    rows: Sequence[Sequence[float]] = np.atleast_2d(array).tolist()
    labels, heads = axes if array.ndim == 2 else ([""], axes[0])
    signed, vector = name not in UNSIGNED, array.ndim == 1
    cells = [
        tuple(value((name, (c,) if vector else (r, c)), v, signed) for c, v in enumerate(row))
        for r, row in enumerate(rows)
    ]
    return matrix_block(cells, [label(f"  {text}") for text in labels], heads, width)


def _axes(formula: Formula) -> list[str]:
    """The letters of the shape, as written in brackets behind the sizes."""
    return formula.shape[formula.shape.index("(") + 1 : -1].split(" x ")


def _labels(result: LanguageModelResult, axis: str, size: int) -> list[str]:
    """Words where an axis counts words, indices elsewhere."""
    if axis == "V":
        return [fitted(word, min(Piece(word).width, 12)) for word in result.words]
    if axis == "n":
        return [fitted(word, min(Piece(word).width, 12)) for word in result.context]
    return [str(index) for index in range(size)]


def _whole_E(result: LanguageModelResult, width: int) -> Sheet:
    """E with the rows that were picked marked."""
    parts = ["answer" if i in result.context_numbers else "label" for i in range(len(result.words))]
    marks = {"answer": "› ", "label": "  "}
    words = _labels(result, "V", len(result.words))
    labels = [Piece(marks[part] + word, part) for part, word in zip(parts, words, strict=True)]
    rows = [
        tuple(Piece(number(v, signed=True), part) for v in row)
        for part, row in zip(parts, result.weights.E.tolist(), strict=True)
    ]
    title = f"E, a row of {result.settings.d} numbers for each of {len(words)} words, › those that were picked"
    heads = [str(j) for j in range(result.settings.d)]
    return ((label(fitted(title, min(len(title), width))),), *matrix_block(rows, labels, heads, width))


def _table(result: LanguageModelResult, stage: str) -> Sheet:
    columns = _TABLES[stage]
    work = stage == "did it work"
    heads = ["  word", *(text for name, title in columns for text in ([title, "change"] if _moved(name) else [title]))]
    rows = [[label(text) for text in (*heads, *(["push"] if stage == "score error" else []))]]
    arrays = {name: value_of(result, name) for name, _ in columns}
    for i, row in enumerate(result.word_rows):
        part = "target" if row.is_target else "text"
        word = fitted(row.word, min(Piece(row.word).width, 16)) + (" ←" if row.is_target else "")
        cells = [Piece(f"  {word}", part)]
        for name, array in arrays.items():
            cells.append(value((name, (i,)), float(array[i]), name.rpartition(".")[2] not in UNSIGNED, part))
            if _moved(name):
                change = row.change if name == "after_old_x.p" else row.change_updated_E
                cells.append(Piece(number(change, signed=True), "label"))
        rows.append([*cells, *([Piece(ARROWS[row.push], part)] if stage == "score error" else [])])
    return aligned([*rows, *(_losses(result) if work else [])])


def _moved(name: str) -> bool:
    return name.startswith("after_")


def _losses(result: LanguageModelResult) -> list[list[Piece]]:
    found = []
    for field, title in (("loss_nats", "loss, nats"), ("loss_bits", "loss, bits"), ("perplexity", "perplexity")):
        before = float(getattr(result.forward, field))
        cells: Line = (label(f"  {title}"), value((field, ()), before, False, "answer"))
        for owner in ("after_old_x", "after_updated_E"):
            after = float(getattr(getattr(result, owner), field))
            cells += (
                value((f"{owner}.{field}", ()), after, False, "answer"),
                label(number(after - before, signed=True)),
            )
        found.append(list(cells))
    return found
