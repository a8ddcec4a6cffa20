"""Traces the total that a framework printed back to the convention that makes it, or to the nearest.

Where the shape as given makes it under no convention, the usual slips are tried too: the other number of
directions, other layers, both, d and H swapped.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from core.cells.spec import CellKind
from core.numbers import count, plural
from core.parameters.counting import Counting, Shape, countings, equation, symbols, total

NAMES: dict[CellKind, str] = {"rnn": "RNN", "gru": "GRU", "lstm": "LSTM"}
ARTICLES: dict[CellKind, str] = {"rnn": "an", "gru": "a", "lstm": "an"}
MOST_LAYERS = 8
MOST_NAMED = 2
"""A sentence spells out this many conventions that give the number, and counts the rest."""


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
    """The matches at shapes with one slip, and only where there is none, with two."""
    for slips in (_slips(shape), _double_slips(shape)):
        found = (_match(printed, c, slipped, slip) for slip, slipped in slips for c in counted)
        matches = tuple(match for match in found if match.difference == 0)
        if matches:
            return matches
    return ()


def _slips(shape: Shape) -> Iterator[tuple[str, Shape]]:
    """Shapes that differ from the given one by one usual slip, and what to call it."""
    yield _other_directions(shape)
    yield from _other_layers(shape)
    if shape.inputs != shape.hidden and shape.projection < shape.inputs:
        yield "with d and H swapped", replace(shape, inputs=shape.hidden, hidden=shape.inputs)


def _double_slips(shape: Shape) -> Iterator[tuple[str, Shape]]:
    """Shapes with other layers and the other number of directions."""
    other, turned = _other_directions(shape)
    for layers, slipped in _other_layers(turned):
        yield f"{layers} {other}", slipped


def _other_directions(shape: Shape) -> tuple[str, Shape]:
    other = 3 - shape.directions
    return ("in both directions" if other == 2 else "in one direction"), replace(shape, directions=other)


def _other_layers(shape: Shape) -> Iterator[tuple[str, Shape]]:
    for layers in range(1, MOST_LAYERS + 1):
        if layers != shape.layers:
            yield f"with {plural(layers, 'layer')}", replace(shape, layers=layers)


def _exact_sentence(exact: tuple[Match, ...], candidates: tuple[Match, ...]) -> str:
    first = exact[0]
    text = f"{count(first.total)} is {_listed(exact, MOST_NAMED)}."
    if len(exact) > 1:
        return text
    others = [m for m in candidates if m.cell == first.cell and m.total != first.total]
    other = min(others, key=lambda match: _projected(match) != _projected(first))
    return f"{text} With {other.convention} it would be {count(other.total)}, {_apart(other.difference)}."


def _projected(match: Match) -> bool:
    return "projection" in match.convention


def _nearest_sentence(printed: int, nearest: tuple[Match, ...], elsewhere: tuple[Match, ...]) -> str:
    if elsewhere:
        return f"{count(printed)} is {_listed(elsewhere, 1)}. No convention gives it at the shape above."
    larger = any(match.difference > 0 for match in nearest)
    return (
        f"No convention gives {count(printed)} at this shape. The nearest, {_apart(nearest[0].difference)}, is "
        f"{_listed(nearest, 1)}.{' An embedding or a head may be in it.' if larger else ''}"
    )


def _listed(matches: tuple[Match, ...], most: int) -> str:
    """What the matches are, with their sums; the first few of them, and how many more there are."""
    made = "; or ".join(f"{_named(match)}: {match.equation}" for match in matches[:most])
    more = len(matches) - most
    return f"{made}; or {plural(more, 'other')}" if more > 0 else made


def _named(match: Match) -> str:
    slip = f" {match.slip}" if match.slip else ""
    return f"{ARTICLES[match.cell]} {NAMES[match.cell]}{slip} with {match.convention} ({match.users})"


def _apart(difference: int) -> str:
    """How a count lies beside the printed one, given the printed one minus it: 192 fewer, 192 more."""
    return f"{count(abs(difference))} {'fewer' if difference > 0 else 'more'}"
