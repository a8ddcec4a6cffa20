"""The stages of one step, in the order in which they are computed, each with its formulas and shapes.
A formula is Python that numpy runs, so that a test can compute every array from its text alone.
"""

from dataclasses import dataclass

from core.language_model.lesson import LanguageModelResult


@dataclass(frozen=True)
class Formula:
    """One line of a stage: the array it makes, its shape such as "(3) = H", and the executable text."""

    name: str
    shape: str
    text: str


@dataclass(frozen=True)
class Stage:
    """One stop of the walk: `phase` is "forward", "backward" or "after"; `about` is one plain sentence."""

    name: str
    phase: str
    about: str
    formulas: tuple[Formula, ...]


_STAGES: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    ("look up", "forward", "Each context word picks its row of E.", ("rows = E[context]",)),
    ("concatenate", "forward", "The rows are laid end to end.", ("x = rows.reshape(-1)",)),
    (
        "hidden",
        "forward",
        "Every hidden unit weighs all of x and squashes the sum.",
        ("pre = x @ W_h + b_h", "h = tanh(pre)"),
    ),
    ("score", "forward", "Every word of the vocabulary gets a score.", ("z = h @ W_o + b_o",)),
    (
        "softmax",
        "forward",
        "Scores become probabilities; taking off the largest score first changes nothing and cannot overflow.",
        ("e = exp(z - max(z))", "p = e / sum(e)"),
    ),
    (
        "loss",
        "forward",
        "The surprise at the target, -log p[target], in nats and in bits, and as a number of words.",
        (
            "loss_nats = log(sum(e)) - (z[target] - max(z))",
            "loss_bits = loss_nats / log(2)",
            "perplexity = exp(loss_nats)",
        ),
    ),
    (
        "score error",
        "backward",
        "Softmax and cross-entropy together: what was said minus what was right; positive pushes down.",
        ("y = one_hot(target, V)", "dz = p - y"),
    ),
    (
        "output weights",
        "backward",
        "A weight's gradient is what went in times the error that came out.",
        ("dW_o = outer(h, dz)", "db_o = dz"),
    ),
    (
        "hidden error",
        "backward",
        "The error goes back through W_o, and through tanh by its slope 1 - h^2.",
        ("dh = W_o @ dz", "dpre = dh * (1 - h * h)"),
    ),
    (
        "hidden weights",
        "backward",
        "Again input times error, and the error goes on to x.",
        ("dW_h = outer(x, dpre)", "db_h = dpre", "dx = W_h @ dpre"),
    ),
    (
        "embeddings",
        "backward",
        "dx is cut into rows; a word that is in the context twice gets the sum.",
        ("drows = dx.reshape(rows.shape)", "dE = add_rows(V, context, drows)"),
    ),
    (
        "update",
        "after",
        "Every weight moves against its gradient; a row of E whose word is not in the context stays.",
        (
            "E_after = E - eta * dE",
            "W_h_after = W_h - eta * dW_h",
            "b_h_after = b_h - eta * db_h",
            "W_o_after = W_o - eta * dW_o",
            "b_o_after = b_o - eta * db_o",
        ),
    ),
    (
        "did it work",
        "after",
        "p anew with the new weights: once with the old x kept, once with the new rows of E looked up.",
        (
            "p_after_old_x = softmax(tanh(x @ W_h_after + b_h_after) @ W_o_after + b_o_after)",
            "p_after_updated_E = "
            "softmax(tanh(E_after[context].reshape(-1) @ W_h_after + b_h_after) @ W_o_after + b_o_after)",
        ),
    ),
)
_SHAPES = {
    "rows": ("n", "d"), "drows": ("n", "d"), "x": ("n d",), "dx": ("n d",), "pre": ("H",), "h": ("H",),
    "dh": ("H",), "dpre": ("H",), "z": ("V",), "e": ("V",), "p": ("V",), "y": ("V",), "dz": ("V",),
    "p_after_old_x": ("V",), "p_after_updated_E": ("V",), "E": ("V", "d"), "W_h": ("n d", "H"), "b_h": ("H",),
    "W_o": ("H", "V"), "b_o": ("V",), "loss_nats": (), "loss_bits": (), "perplexity": (),
}  # fmt: skip


def stages(result: LanguageModelResult) -> tuple[Stage, ...]:
    """Every stage of the step that `result` shows, with the sizes it has there."""
    settings = result.settings
    sizes = {"n": settings.length, "d": settings.d, "H": settings.hidden, "V": len(result.words)}
    sizes["n d"] = sizes["n"] * sizes["d"]
    return tuple(
        Stage(name, phase, about, tuple(_formula(text, sizes) for text in texts))
        for name, phase, about, texts in _STAGES
    )


def _formula(text: str, sizes: dict[str, int]) -> Formula:
    name = text.partition(" = ")[0]
    letters = _SHAPES.get(name) or _SHAPES.get(name.removesuffix("_after").removeprefix("d"), ())
    if not letters:
        return Formula(name, "a number", text)
    numbers = " x ".join(str(sizes[letter]) for letter in letters)
    return Formula(name, f"{numbers} ({' x '.join(letters)})", text)
