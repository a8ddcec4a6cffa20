"""The one-step lesson as tables, curves and sentences, for the pane and for the plain printer alike.
Each sentence is chosen by the numbers it states.
"""

import numpy as np

from core.language_model.lesson import LanguageModelResult
from core.language_model.stages import stages
from core.numbers import count, factor, number
from core.report import Column, Report, Series, Table, Text


def report(result: LanguageModelResult) -> Report:
    """Forward, backward, the update, whether it worked, the loss curve and the size of a real model."""
    return (
        _words(result),
        _vectors(result),
        _losses(result),
        _embeddings(result),
        *_matrices(result),
        Series(
            "loss (nats) after so many updates",
            "updates",
            np.arange(len(result.losses)),
            {"loss": result.losses},
        ),
        Text(
            "stages",
            tuple(f"{s.name}: {f.text}   [{f.shape}]" for s in stages(result) for f in s.formulas),
        ),
        _size(result),
        Text("what to see", sentences(result)),
    )


def sentences(result: LanguageModelResult) -> tuple[str, ...]:
    """What the step did, from the numbers of the result."""
    f, rows = result.forward, result.word_rows
    target = rows[result.target_number]
    return (
        f"Before the step {result.target} has p = {number(target.p)}: a loss of {number(f.loss_nats)} nats = "
        f"{number(f.loss_bits)} bits, as hard as choosing among {number(f.perplexity)} equal words.",
        _pushed(result),
        f"{_moved(result)} With the new rows of E the loss is {number(result.after_updated_E.loss_nats)} nats.",
        f"A vocabulary of {count(result.size.V)} needs {count(result.size.total)} numbers here and "
        f"{count(result.size.trigram_cells)} cells in a trigram table: {times(result.size.ratio)} as many.",
    )


def times(ratio: float) -> str:
    """How many times a trigram table is as large as the model, in full where it is thousands, as the counts are."""
    return f"{count(ratio)} x" if 1000 <= ratio < 1e12 else factor(ratio)


def _pushed(result: LanguageModelResult) -> str:
    """Which way p - y pushes the target, and the word that it pushes down the most."""
    target = result.word_rows[result.target_number]
    worst = max((row for row in result.word_rows if not row.is_target), key=lambda row: row.dz)
    if not (target.dz or worst.dz):
        return "p - y is 0 for every word: nothing is pushed."
    own = f"pushes {result.target} up by {number(-target.dz)}" if target.dz else f"is 0 for {result.target}"
    others = f'; of the others "{worst.word}" is pushed down the most, by {number(worst.dz)}' if worst.dz else ""
    return f"p - y {own}{others}. All of it sums to zero."


def _moved(result: LanguageModelResult) -> str:
    f, after = result.forward, result.after_old_x
    p_before, p_after = float(f.p[result.target_number]), float(after.p[result.target_number])
    loss = _change(f.loss_nats, after.loss_nats, number(f.loss_nats), number(after.loss_nats))
    p = _change(p_before, p_after, number(p_before), number(p_after))
    return f"With the old x kept the loss {loss} nats, and p of {result.target} {p}."


def _change(before: float, after: float, written_before: str, written_after: str) -> str:
    """As "falls from 1.6794 to 1.1018"; where the digits shown are the same, what it stays at."""
    if before == after:
        return f"stays at {written_before}"
    verb = "falls" if after < before else "rises"
    if written_before == written_after:
        return f"{verb} by less than the digits shown: {written_before}"
    return f"{verb} from {written_before} to {written_after}"


def _words(result: LanguageModelResult) -> Table:
    columns = (
        Column("word", "text"), Column("target", "text"), Column("score z", "signed"), Column("e"), Column("p"),
        Column("p - y", "signed"), Column("push", "text"), Column("p after, old x"), Column("change", "signed"),
        Column("p after, new E"), Column("change", "signed"),
    )  # fmt: skip
    rows = tuple(
        (r.word, "<-" if r.is_target else "", r.z, r.e, r.p, r.dz, r.push, r.p_after, r.change,
         r.p_after_updated_E, r.change_updated_E)
        for r in result.word_rows
    )  # fmt: skip
    return Table(f"{' '.join(result.context)} -> {result.target}?", columns, rows)


def _vectors(result: LanguageModelResult) -> Table:
    f, b = result.forward, result.backward
    most = max(len(f.x), len(f.h))
    vectors = (("x", f.x), ("pre-activation", f.pre), ("h", f.h), ("dh", b.dh), ("dpre", b.dpre), ("dx", b.dx))
    columns = (Column("vector", "text"), *(Column(str(i), "signed") for i in range(most)))
    return Table("inside", columns, tuple((n, *v.tolist(), *[None] * (most - len(v))) for n, v in vectors))


def _losses(result: LanguageModelResult) -> Table:
    passes = (
        ("before", result.forward),
        ("after, old x kept", result.after_old_x),
        ("after, new rows of E", result.after_updated_E),
    )
    columns = (Column("pass", "text"), Column("loss (nats)"), Column("loss (bits)"), Column("perplexity (words)"))
    rows = tuple((name, f.loss_nats, f.loss_bits, f.perplexity) for name, f in passes)
    return Table("did it work", columns, rows)


def _embeddings(result: LanguageModelResult) -> Table:
    d = result.settings.d
    heads = [Column(f"{part} {j}", "signed") for part in ("before", "dE", "after") for j in range(d)]
    rows = tuple((r.word, *r.before.tolist(), *r.gradient.tolist(), *r.after.tolist()) for r in result.embedding_rows)
    return Table("E and its gradient", (Column("word", "text"), *heads), rows)


def _matrices(result: LanguageModelResult) -> list[Table]:
    """Each weight array with its gradient beside it, a table each."""
    w, b = result.weights, result.backward
    pairs = (
        ("W_h", w.W_h, b.dW_h), ("b_h", w.b_h[None], b.db_h[None]),
        ("W_o", w.W_o, b.dW_o), ("b_o", w.b_o[None], b.db_o[None]),
    )  # fmt: skip
    tables = []
    for name, weights, gradient in pairs:
        heads = [result.words[j] if name.endswith("_o") else str(j) for j in range(weights.shape[1])]
        columns = (
            Column("row", "count"),
            *(Column(f"{kind} {head}", "signed") for kind in (name, f"d{name}") for head in heads),
        )
        lines = zip(weights.tolist(), gradient.tolist(), strict=True)
        tables.append(Table(f"{name} and its gradient", columns, tuple((i, *a, *g) for i, (a, g) in enumerate(lines))))
    return tables


def _size(result: LanguageModelResult) -> Table:
    s = result.size
    rows = (("E", s.E), ("W_h", s.W_h), ("W_o", s.W_o), ("biases", s.biases), ("total", s.total))
    lines = (*rows, ("trigram table", s.trigram_cells), ("ratio", times(s.ratio)),
             ("orders of magnitude", number(s.orders_of_magnitude)))  # fmt: skip
    title = f"numbers needed: V = {count(s.V)}, d = {s.d}, {s.context} context words, H = {s.H}"
    return Table(title, (Column("part", "text"), Column("numbers", "count")), lines)
