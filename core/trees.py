"""Weights and gradients come as Params, tuples and dicts of arrays; an optimiser does not care which.

Two functions walk any nesting of them, so that a rule for one array becomes a rule for a whole model.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

import numpy as np

from core.cells.spec import Array

Tree = TypeVar("Tree")


def map_arrays(rule: Callable[..., Array], tree: Tree, *others: Tree) -> Tree:
    """Apply `rule` to every array of `tree` and its namesakes in `others`; the result has the tree's shape.

    A tree is an array, or a frozen dataclass, tuple or mapping of trees; whatever else it holds (None, a
    name) is kept. Trees that differ in structure raise ValueError.
    """
    mapped: Tree = _map(rule, tree, others)
    return mapped


def _map(rule: Callable[..., Array], tree: Any, others: tuple[Any, ...]) -> Any:
    if isinstance(tree, np.ndarray):
        for other in others:
            if not isinstance(other, np.ndarray):
                raise ValueError("trees differ: one has an array where another has none")
        return rule(tree, *others)
    if isinstance(tree, tuple):
        if any(len(other) != len(tree) for other in others):
            raise ValueError("trees differ: tuples of different lengths")
        return tuple(_map(rule, parts[0], parts[1:]) for parts in zip(tree, *others, strict=True))
    if isinstance(tree, Mapping):
        if any(other.keys() != tree.keys() for other in others):
            raise ValueError("trees differ: mappings with different names")
        return {name: _map(rule, tree[name], tuple(other[name] for other in others)) for name in tree}
    if is_dataclass(tree) and not isinstance(tree, type):
        names = [field.name for field in fields(tree)]
        mapped = {
            name: _map(rule, getattr(tree, name), tuple(getattr(other, name) for other in others)) for name in names
        }
        return replace(tree, **mapped)
    if any(isinstance(other, np.ndarray) for other in others):
        raise ValueError("trees differ: one has an array where another has none")
    return tree


def arrays(tree: object) -> list[Array]:
    """Every array of a tree, in the order in which map_arrays visits them."""
    found: list[Array] = []

    def keep(array: Array) -> Array:
        found.append(array)
        return array

    map_arrays(keep, tree)
    return found
