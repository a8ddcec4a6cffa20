"""Traces the total that a framework printed back to the convention that makes it, or to the nearest.

Where the shape as given makes it under no convention, the usual slips are tried too: the other number of
directions, other layers, d and H swapped.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from core.cells.spec import CellKind
from core.numbers import count
from core.parameters.counting import Counting, Shape, countings, equation, symbols, total

NAMES: dict[CellKind, str] = {"rnn": "RNN", "gru": "GRU", "lstm": "LSTM"}
ARTICLES: dict[CellKind, str] = {"rnn": "an", "gru": "a", "lstm": "an"}
MOST_LAYERS = 8


@dataclass(frozen=True)
class Match:
    """One convention at one shape: its total, the printed number minus it, and the sum written out."""

    cell: CellKind
    convention: str
    users: str
    shape: Shape
    slip: str
    total: int
    difference: int
    symbols: str
    equation: str


@dataclass(frozen=True)
class Reconciliation:
    """Where a printed total comes from.

    candidates are all conventions at the shape as given. exact are those that make the number; elsewhere those
    that make it at a shape with one slip, `slip` saying which; nearest are the closest ones, where none is exact.
    """

    printed: int
    candidates: tuple[Match, ...]
    exact: tuple[Match, ...]
    elsewhere: tuple[Match, ...]
    nearest: tuple[Match, ...]
    sentence: str


def reconcile(printed: int, cells: tuple[CellKind, ...], shape: Shape) -> Reconciliation:
    """Compare a printed total with every convention of `cells`; 0 stands for nothing typed."""
    counted = countings(cells, shape.projection)
    candidates = tuple(_match(printed, counting, shape) for counting in counted)
    if printed == 0:
        sentence = "Type the number that your framework printed, and its convention is named here."
        return Reconciliation(0, candidates, (), (), (), sentence)
    exact = tuple(match for match in candidates if match.difference == 0)
    elsewhere = () if exact else _elsewhere(printed, counted, shape)
    closest = min(abs(match.difference) for match in candidates)
    nearest = () if exact else tuple(match for match in candidates if abs(match.difference) == closest)
    sentence = _exact_sentence(exact, candidates) if exact else _nearest_sentence(printed, nearest, elsewhere)
    return Reconciliation(printed, candidates, exact, elsewhere, nearest, sentence)


def _match(printed: int, counting: Counting, shape: Shape, slip: str = "") -> Match:
    made = total(counting, shape)
    return Match(
        cell=counting.cell,
        convention=counting.name,
        users=counting.users,
        shape=shape,
        slip=slip,
        total=made,
        difference=printed - made,
        symbols=symbols(counting),
        equation=equation(counting, shape),
    )


def _elsewhere(printed: int, counted: tuple[Counting, ...], shape: Shape) -> tuple[Match, ...]:
    found = (_match(printed, c, slipped, slip) for slip, slipped in _slips(shape) for c in counted)
    return tuple(match for match in found if match.difference == 0)


def _slips(shape: Shape) -> Iterator[tuple[str, Shape]]:
    """Shapes that differ from the given one by one usual slip, and what to call it."""
    other = 3 - shape.directions
    yield ("in both directions" if other == 2 else "in one direction"), replace(shape, directions=other)
    for layers in range(1, MOST_LAYERS + 1):
        if layers != shape.layers:
            yield f"with {layers} layer{'s' if layers > 1 else ''}", replace(shape, layers=layers)
    if shape.inputs != shape.hidden and shape.projection < shape.inputs:
        yield "with d and H swapped", replace(shape, inputs=shape.hidden, hidden=shape.inputs)


def _exact_sentence(exact: tuple[Match, ...], candidates: tuple[Match, ...]) -> str:
    made = "; or ".join(f"{_named(match)}: {match.equation}" for match in exact)
    first = exact[0]
    others = [m for m in candidates if m.cell == first.cell and m.total != first.total]
    return (
        f"{count(first.total)} is {made}. {_capital(_named(others[0]))} would have {count(others[0].total)}, "
        f"{_apart(others[0].difference)}."
    )


def _nearest_sentence(printed: int, nearest: tuple[Match, ...], elsewhere: tuple[Match, ...]) -> str:
    close = "; or ".join(f"{_named(match)}: {match.equation}" for match in nearest)
    off = _apart(nearest[0].difference)
    text = f"No convention gives {count(printed)} at this shape. The nearest, which is {off}, is {close}."
    if not elsewhere:
        return f"{text} Other layers of the model, such as an embedding or a head, are counted by many printouts."
    return f"{text} But {'; or '.join(f'{_named(m)} {m.slip} gives it: {m.equation}' for m in elsewhere)}."


def _named(match: Match) -> str:
    return f"{ARTICLES[match.cell]} {NAMES[match.cell]} with {match.convention} ({match.users})"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _apart(difference: int) -> str:
    """How a count lies beside the printed one, given the printed one minus it: 192 fewer, 192 more."""
    return f"{count(abs(difference))} {'fewer' if difference > 0 else 'more'}"
