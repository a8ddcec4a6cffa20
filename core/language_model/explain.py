"""Opens any number of the lesson: the labelled terms it was summed from, and what was done to the sum.
The terms are taken from the arrays of the result, never from the number they explain.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.cells.spec import Array
from core.language_model.lesson import LanguageModelResult
from core.language_model.step import Forward
from core.language_model.weights import Weights
from core.numbers import number

Index = tuple[int, ...]


@dataclass(frozen=True)
class Term:
    """One summand with the names of its factors, such as "h[0] * W_o[0,sat]", and with their values in `worked`.

    worked is "" where the label names a single number, which is the value.
    """

    label: str
    value: float
    worked: str = ""


@dataclass(frozen=True)
class Explanation:
    """`name` is `function` of the sum of `terms` ("" where it is the sum itself); value is that, computed anew."""

    name: str
    terms: tuple[Term, ...]
    total: float
    function: str
    value: float


_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "": float,
    "tanh": math.tanh,
    "exp": lambda x: math.exp(x) if x < 709 else math.inf,
}
_PASSES = ("", "after_old_x.", "after_updated_E.")
_FORWARD = ("rows", "x", "pre", "h", "z", "e", "p", "loss_nats", "loss_bits", "perplexity")
_BACKWARD = ("y", "dz", "dW_o", "db_o", "dh", "dpre", "dW_h", "db_h", "dx", "drows", "dE")
_UPDATED = ("updated.E", "updated.W_h", "updated.b_h", "updated.W_o", "updated.b_o")
EXPLAINED = tuple(prefix + name for prefix in _PASSES for name in _FORWARD) + _BACKWARD + _UPDATED
"""Every name that `explain` knows; "after_old_x." and "after_updated_E." go before those of the forward pass."""


def value_of(result: LanguageModelResult, name: str) -> Array:
    """The array (or 0-d array) that a name of EXPLAINED stands for."""
    holder, _, field = name.rpartition(".")
    if holder:
        owner: object = getattr(result, holder)
    else:
        owner = result.forward if name in _FORWARD else result.backward
    array: Array = np.asarray(getattr(owner, field))
    return array


def explain(result: LanguageModelResult, name: str, index: Index = ()) -> Explanation:
    """The sum behind entry `index` of array `name`, one of EXPLAINED.

    Raises KeyError for another name and IndexError for an index outside the array.
    """
    if name not in EXPLAINED:
        raise KeyError(f"{name} is not explained; one of {', '.join(EXPLAINED)}")
    array = value_of(result, name)
    if len(index) != array.ndim or any(not 0 <= i < size for i, size in zip(index, array.shape, strict=True)):
        raise IndexError(f"{name} has shape {array.shape}; {index} is outside")
    terms, function = _terms(result, name, index)
    total = math.fsum(term.value for term in terms)
    label = f"{name}[{_index(result, name, index)}]" if index else name
    return Explanation(label, tuple(terms), total, function, _FUNCTIONS[function](total))


def _terms(result: LanguageModelResult, name: str, index: Index) -> tuple[list[Term], str]:
    holder, _, field = name.rpartition(".")
    if holder == "updated":
        return _updated(result, field, index), ""
    if field in _FORWARD:
        owner = getattr(result, holder) if holder else result.forward
        weights = result.updated if holder else result.weights
        return _forward(result, owner, weights, field, index, holder)
    return _backward(result, field, index), ""


def _forward(
    result: LanguageModelResult, f: Forward, w: Weights, name: str, index: Index, holder: str
) -> tuple[list[Term], str]:
    prime = "'" if holder else ""
    i, target = index[0] if index else 0, result.target_number
    match name:
        case "rows":
            E, mark = (result.updated.E, "'") if holder == "after_updated_E" else (result.weights.E, "")
            word, j = result.context_numbers[i], index[1]
            return [Term(f"E{mark}[{result.words[word]},{j}]", float(E[word, j]))], ""
        case "x":
            row, j = divmod(i, f.rows.shape[1])
            return [Term(f"rows[{row},{j}]", float(f.rows[row, j]))], ""
        case "pre":
            terms = _products("x", f.x, f"W_h{prime}", w.W_h[:, i], lambda k: f"{k},{i}")
            return [*terms, Term(f"b_h{prime}[{i}]", float(w.b_h[i]))], ""
        case "h":
            return [Term(f"pre[{i}]", float(f.pre[i]))], "tanh"
        case "z":
            word_name = result.words[i]
            terms = _products("h", f.h, f"W_o{prime}", w.W_o[:, i], lambda k: f"{k},{word_name}")
            return [*terms, Term(f"b_o{prime}[{word_name}]", float(w.b_o[i]))], ""
        case "e":
            return [Term(f"z[{result.words[i]}]", float(f.z[i])), Term("-max(z)", -f.z_max)], "exp"
        case "p":
            share = f"{number(float(f.e[i]))} / {number(f.e_sum)}"
            return [Term(f"e[{result.words[i]}] / sum(e)", float(f.e[i] / f.e_sum), share)], ""
        case "loss_bits":
            share = f"{number(f.loss_nats)} / {number(math.log(2))}"
            return [Term("loss_nats / log(2)", f.loss_nats / math.log(2), share)], ""
        case "perplexity":
            return [Term("loss_nats", f.loss_nats)], "exp"
    sums = Term("log(sum(e))", math.log(f.e_sum), f"log({number(f.e_sum)})")
    return [sums, Term(f"-z[{result.words[target]}]", -float(f.z[target])), Term("max(z)", f.z_max)], ""


def _backward(result: LanguageModelResult, name: str, index: Index) -> list[Term]:
    f, b, w, words = result.forward, result.backward, result.weights, result.words
    i, j = (*index, 0, 0)[:2]
    match name:
        case "y":
            return [Term("1 at the target, else 0", float(i == result.target_number))]
        case "dz":
            return [Term(f"p[{words[i]}]", float(f.p[i])), Term(f"-y[{words[i]}]", -float(b.y[i]))]
        case "dW_o":
            return [Term(f"h[{i}] * dz[{words[j]}]", float(f.h[i] * b.dz[j]), _worked(f.h[i], b.dz[j]))]
        case "db_o":
            return [Term(f"dz[{words[i]}]", float(b.dz[i]))]
        case "dh":
            return [
                Term(f"W_o[{i},{word}] * dz[{word}]", float(weight * dz), _worked(weight, dz))
                for word, weight, dz in zip(words, w.W_o[i], b.dz, strict=True)
            ]
        case "dpre":
            slope = 1 - f.h[i] * f.h[i]
            return [Term(f"dh[{i}] * (1 - h[{i}]^2)", float(b.dh[i] * slope), _worked(b.dh[i], slope))]
        case "dW_h":
            return [Term(f"x[{i}] * dpre[{j}]", float(f.x[i] * b.dpre[j]), _worked(f.x[i], b.dpre[j]))]
        case "db_h":
            return [Term(f"dpre[{i}]", float(b.dpre[i]))]
        case "dx":
            return _products("dpre", b.dpre, "W_h", w.W_h[i], lambda u: f"{i},{u}")
        case "drows":
            k = i * f.rows.shape[1] + j
            return [Term(f"dx[{k}]", float(b.dx[k]))]
    places = [place for place, word in enumerate(result.context_numbers) if word == i]
    return [Term(f"drows[{place},{j}]", float(b.drows[place, j])) for place in places] or [
        Term("not in the context", 0.0)
    ]


def _updated(result: LanguageModelResult, name: str, index: Index) -> list[Term]:
    at = _index(result, name, index)
    before, gradient = getattr(result.weights, name)[index], getattr(result.backward, f"d{name}")[index]
    eta = result.settings.eta
    moved = Term(f"-eta * d{name}[{at}]", -eta * float(gradient), _worked(-eta, gradient))
    return [Term(f"{name}[{at}]", float(before)), moved]


def _products(left: str, a: Array, right: str, b: Array, at: Callable[[int], str]) -> list[Term]:
    return [Term(f"{left}[{k}] * {right}[{at(k)}]", float(a[k] * b[k]), _worked(a[k], b[k])) for k in range(len(a))]


def _worked(*factors: float) -> str:
    """A product in numbers."""
    return " * ".join(number(float(factor)) for factor in factors)


def _index(result: LanguageModelResult, name: str, index: Index) -> str:
    """The index with words in the places that count the vocabulary."""
    field = name.rpartition(".")[2].removeprefix("d")
    word_axis = {"E": 0, "W_o": 1, "b_o": 0, "z": 0, "e": 0, "p": 0, "y": 0}.get(field)
    return ",".join(result.words[i] if axis == word_axis else str(i) for axis, i in enumerate(index))
