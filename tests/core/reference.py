"""Loads what other frameworks computed, so that a test can hold this project's numbers against theirs.
The conventions of each framework are in tests/data/frameworks/README.md."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

DATA = Path(__file__).parents[1] / "data"
FRAMEWORKS = DATA / "frameworks"


@dataclass(frozen=True, eq=False)
class Case:
    """One reference case: its index entry, its weights (torch only) and its inputs, outputs and gradients.

    The half types have no index entry, and only their weights, widened to float32, among their values.
    """

    name: str
    info: dict[str, Any]
    weights: dict[str, NDArray[Any]]
    values: dict[str, NDArray[Any]]


def index(framework: str) -> dict[str, dict[str, Any]]:
    """The index of "torch", "keras" or "onnx": how each case was made, by name."""
    text = (FRAMEWORKS / framework / "index.json").read_text(encoding="utf-8")
    entries: dict[str, dict[str, Any]] = json.loads(text)
    return entries


def names(framework: str, **wanted: Any) -> list[str]:
    """The cases stored here whose index entry has these values, as names("torch", kind="gru", cell=True)."""
    return [
        name
        for name, info in index(framework).items()
        if all(info.get(key) == value for key, value in wanted.items())
        and (FRAMEWORKS / framework / f"{name}_io.npz").exists()
    ]


def load(framework: str, name: str) -> Case:
    """One case by name; the weights of Keras and ONNX cases are among their values."""
    folder = FRAMEWORKS / framework
    return Case(
        name=name,
        info=index(framework).get(name, {}),
        weights=_arrays(folder / f"{name}.npz"),
        values=_arrays(folder / f"{name}_io.npz"),
    )


def lesson_values() -> dict[str, Any]:
    """Every number of the three lessons, computed in float64 from their definitions."""
    values: dict[str, Any] = json.loads((DATA / "lesson_values.json").read_text(encoding="utf-8"))
    return values


def _arrays(path: Path) -> dict[str, NDArray[Any]]:
    """The arrays of one npz file, or none if there is no such file."""
    if not path.exists():
        return {}
    with np.load(path, allow_pickle=False) as archive:
        return {key: archive[key] for key in archive.files}
