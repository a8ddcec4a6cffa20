"""The whole step on one page: the rows of E, x and h, then every word with its score, probability, push and outcome.

Which numbers there are is the result's business; here they get their places.
"""

from core.language_model.lesson import LanguageModelResult, WordRow
from tui.panes.lm_sheet import Line, Piece, Ref, Sheet, aligned, fitted, label, value

ROOMY = 92
"""Columns from which there is room for bars, changes and long words."""
BAR = 8
_EIGHTHS = " ▏▎▍▌▋▊▉"


def overview(result: LanguageModelResult, width: int) -> Sheet:
    """Everything that the lesson's text quotes, in 11 lines at its sizes."""
    return (*_vectors(result, width), *_words(result, width))


def bar(share: float, width: int) -> str:
    """A bar of `share` (0 to 1) of `width` cells, to an eighth of a cell."""
    eighths = round(max(0.0, min(share, 1.0)) * width * 8)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(width)


def _vectors(result: LanguageModelResult, width: int) -> Sheet:
    """The context's rows of E before and after beside x and h; below each other where they are too long for that."""
    rows = [_embedding(result, place) for place in range(len(result.context))]
    inside = [_vector("x", ("x",), result.forward.x), _vector("h", ("h",), result.forward.h)]
    beside = aligned([(*_padded(line),) for line in rows], flush_left=99, gap=1)
    room = width - max(map(_width, beside)) - 2
    if max(map(_width, inside)) <= room and len(rows) >= len(inside):
        gap = Piece("  ")
        return tuple((*line, gap, *inside[i]) if i < len(inside) else line for i, line in enumerate(beside))
    return tuple(part for line in (*rows, *inside) for part in _folded(line, width))


def _width(line: Line) -> int:
    return sum(piece.width for piece in line)


def _padded(line: Line) -> Line:
    """A number's sign keeps its column: shorter numbers get blanks in front."""
    return tuple(
        Piece(piece.text.rjust(7), piece.part, piece.ref) if piece.ref is not None else piece for piece in line
    )


def _embedding(result: LanguageModelResult, place: int) -> Line:
    word, number = result.context[place], result.context_numbers[place]
    before = [value(("rows", (place, j)), float(v)) for j, v in enumerate(result.forward.rows[place])]
    after = [value(("updated.E", (number, j)), float(v), part="answer") for j, v in enumerate(result.updated.E[number])]
    return (label(f"E[{fitted(word, min(Piece(word).width, 10))}]"), *before, label("->"), *after)


def _vector(name: str, ref: tuple[str], values: object) -> Line:
    numbers: list[float] = values.tolist()  # type: ignore[attr-defined]  # an array of the result
    pieces = [value((ref[0], (i,)), v) for i, v in enumerate(numbers)]
    return tuple(piece for p in (label(name), *_padded(tuple(pieces))) for piece in (p, Piece(" ")))[:-1]


def _folded(line: Line, width: int) -> Sheet:
    """A line of single pieces in as many lines as it needs, further ones indented."""
    lines: list[list[Piece]] = [[]]
    for piece in _padded(tuple(p for p in line if p.text != " ")):
        if sum(p.width for p in lines[-1]) + piece.width + 1 > width:
            lines.append([Piece("    ")])
        lines[-1] += [piece, Piece(" ")]
    return tuple(map(tuple, lines))


def _words(result: LanguageModelResult, width: int) -> Sheet:
    roomy = width >= ROOMY
    heads = ["word", "score z", "exp(z-max)", "p", *([""] if roomy else []), "p - y", "push",
             *(("p' old x", "change", "p' new E", "change") if roomy else ("p' old x", "p' new E"))]  # fmt: skip
    rows = [_word(row, index, roomy) for index, row in enumerate(result.word_rows)]
    table = [[label(text) for text in heads], *rows, *_losses(result, roomy)]
    wide = aligned(table)
    return wide if max(map(_width, wide)) <= width else aligned(table, gap=1)


def _word(row: WordRow, i: int, roomy: bool) -> list[Piece]:
    part, outcome = ("target", "target") if row.is_target else ("text", "answer")
    name = fitted(row.word, min(Piece(row.word).width, 24 if roomy else 9)) + (" ←" if row.is_target else "")
    change, anew = ([Piece(_signed(amount), "label")] if roomy else [] for amount in (row.change, row.change_updated_E))
    return [
        Piece(name, part), value(("z", (i,)), row.z, part=part), value(("e", (i,)), row.e, False, part),
        value(("p", (i,)), row.p, False, part), *([Piece(bar(row.p, BAR), "bar")] if roomy else []),
        value(("dz", (i,)), row.dz, part=part), Piece(ARROWS[row.push], part),
        value(("after_old_x.p", (i,)), row.p_after, False, outcome), *change,
        value(("after_updated_E.p", (i,)), row.p_after_updated_E, False, outcome), *anew,
    ]  # fmt: skip


ARROWS = {"down": "▼ down", "up": "▲ up  ", "none": "none  "}


def _signed(amount: float) -> str:
    return value(("", ()), amount).text


def _losses(result: LanguageModelResult, roomy: bool) -> list[list[Piece]]:
    passes = (("", result.forward), ("after_old_x.", result.after_old_x), ("after_updated_E.", result.after_updated_E))
    rows = []
    for field, title in (("loss_nats", "loss, nats"), ("loss_bits", "loss, bits"), ("perplexity", "perplexity")):
        before, old, new = (value((prefix + field, ()), getattr(f, field), False, "answer") for prefix, f in passes)
        blank = Piece("")
        between = [blank] * (3 if roomy else 2)
        rows.append([label(title), blank, blank, before, *between, old, *([blank] if roomy else []), new])
    return rows


def refs_of(sheet: Sheet) -> list[Ref]:
    """The numbers on a page, in reading order."""
    return [piece.ref for line in sheet for piece in line if piece.ref is not None]
