"""Training on a person's own text: true gradients in batches, the best weights kept, and answers from them.
Every odd text file trains to the end or is refused in one line."""

import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.activations import log_softmax
from core.cells.spec import Array
from core.corpus import BEGIN, CorpusError, PrepareOptions, corpus_from_bytes, prepare, read_corpus
from core.gradcheck import central_difference
from core.language_model import batch, text_training
from core.language_model.batch import log_probabilities, loss_and_gradients, losses
from core.language_model.faces import check
from core.language_model.query import neighbours, next_words, probabilities, read_context, sample
from core.language_model.settings import WEIGHT_NAMES, LanguageModelSettings
from core.language_model.step import backward, forward
from core.language_model.text_report import report, result, sentences
from core.language_model.text_settings import TextSettings, parse_language_model
from core.language_model.text_training import TrainSnapshot, final, run, start, train
from core.language_model.weights import Weights, draw
from core.report import Table, plain_data
from core.settings import SettingsError, parse

TEXT = Path(__file__).parents[1] / "data" / "text"
RHYME = b"the cat sat on the mat .\nthe dog sat on the log .\na bird ate a red berry .\n" * 40
SMALL = TextSettings(d=8, hidden=16, batch=32, look_every=20, epochs=6, rate=0.02, length=2)


@pytest.fixture(scope="module")
def weights() -> Weights:
    drawn = draw(np.random.default_rng(1), 7, 3, 2, 4, 0.8)
    return replace(drawn, b_h=np.linspace(-1, 1, 4), b_o=np.linspace(1, 0, 7))


CONTEXTS = np.array([[0, 1], [1, 1], [6, 2], [0, 5], [3, 1]])
TARGETS = np.array([2, 2, 0, 6, 1])


@pytest.fixture(scope="module")
def rhyme(tmp_path_factory: pytest.TempPathFactory) -> TrainSnapshot:
    path = tmp_path_factory.mktemp("text") / "rhyme.txt"
    path.write_bytes(RHYME)
    return final(replace(SMALL, corpus=str(path), prompt="the cat", top=5))


@pytest.mark.parametrize("name", WEIGHT_NAMES)
def test_batch_gradients_agree_with_nudges(weights: Weights, name: str) -> None:
    def loss(array: np.ndarray) -> float:
        return loss_and_gradients(replace(weights, **{name: array}), CONTEXTS, TARGETS)[0]

    numeric = central_difference(loss, getattr(weights, name))
    analytic = getattr(loss_and_gradients(weights, CONTEXTS, TARGETS)[1], name)
    assert np.allclose(analytic, numeric, rtol=0, atol=1e-8)


def test_a_batch_is_the_mean_of_its_single_steps(weights: Weights) -> None:
    loss, gradients = loss_and_gradients(weights, CONTEXTS, TARGETS)
    singles = []
    for context, target in zip(CONTEXTS.tolist(), TARGETS.tolist(), strict=True):
        passed = forward(weights, tuple(context), target)
        singles.append((passed.loss_nats, backward(weights, passed, tuple(context), target).dE))
    assert loss == pytest.approx(np.mean([single for single, _ in singles]), rel=1e-12)
    assert np.allclose(gradients.E, np.mean([dE for _, dE in singles], axis=0), rtol=0, atol=1e-14)


def test_scoring_in_pieces_changes_nothing(weights: Weights, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = losses(weights, CONTEXTS, TARGETS)
    assert np.allclose(whole, -log_probabilities(weights, CONTEXTS)[np.arange(5), TARGETS])
    monkeypatch.setattr(batch, "MOST_SCORES", 14)
    assert np.array_equal(losses(weights, CONTEXTS, TARGETS), whole)


def test_float32_stays_float32(weights: Weights) -> None:
    light = Weights(*(getattr(weights, name).astype(np.float32) for name in WEIGHT_NAMES))
    gradients = loss_and_gradients(light, CONTEXTS, TARGETS)[1]
    assert {getattr(gradients, name).dtype for name in WEIGHT_NAMES} == {np.dtype(np.float32)}


def test_equal_scores_have_a_perplexity_of_the_vocabulary_size() -> None:
    flat = draw(np.random.default_rng(0), 50, 4, 2, 8, 0.0)
    assert np.exp(losses(flat, CONTEXTS, TARGETS)) == pytest.approx(np.full(5, 50.0))
    begun = start(np.random.default_rng(0), 50, TextSettings(length=2))
    assert np.exp(losses(begun, CONTEXTS, TARGETS).mean()) == pytest.approx(50, rel=0.1)


def test_training_learns_the_text(rhyme: TrainSnapshot) -> None:
    assert rhyme.points[0].dev == pytest.approx(rhyme.best.vocabulary.size, rel=0.1)
    assert rhyme.best_dev < 2
    assert rhyme.points[-1].train < 2
    context = read_context(rhyme.best, "the cat")
    assert next_words(rhyme.best, context, 3)[0].word == "sat"
    assert sample(rhyme.best, read_context(rhyme.best, "the cat"), 0, 0)[:3] == ("sat", "on", "the")


def test_the_same_seed_trains_the_same_model() -> None:
    prepared = prepare(corpus_from_bytes(RHYME, "rhyme"), SMALL.options)
    first, again, other = (list(train(replace(SMALL, epochs=1, seed=seed), prepared))[-1] for seed in (0, 0, 1))
    assert first.points == again.points != other.points
    assert np.array_equal(first.best.weights.W_o, again.best.weights.W_o)


def test_early_stopping_keeps_the_weights_of_the_best_look() -> None:
    noise = np.random.default_rng(0).choice(list("abcdefgh"), (120, 6))
    prepared = prepare(corpus_from_bytes("\n".join(map(" ".join, noise)).encode(), "noise"), SMALL.options)
    *_, last = train(replace(SMALL, epochs=200, patience=3, rate=0.05), prepared)
    assert last.ended == "stopped early: dev has not been better for 3 looks"
    best = min(last.points, key=lambda point: point.dev)
    assert (best.step, best.dev) == (last.best_step, last.best_dev)
    again = np.exp(losses(last.best.weights, prepared.dev.contexts, prepared.dev.targets).mean())
    assert again == pytest.approx(last.best_dev, rel=1e-6)
    assert last.points[-1].dev > last.best_dev
    assert len(last.points) - 1 - last.points.index(best) == 3


def test_plain_gradient_descent_learns_too() -> None:
    prepared = prepare(corpus_from_bytes(RHYME, "rhyme"), SMALL.options)
    *_, last = train(replace(SMALL, optimiser="sgd", rate=1.0), prepared)
    assert last.best_dev < 3
    assert last.ended == f"done: all {last.most_steps:,} steps were made"


def test_a_loss_that_is_not_finite_stops_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(weights: Weights, contexts: np.ndarray, targets: np.ndarray) -> tuple[float, Weights]:
        loss, gradients = loss_and_gradients(weights, contexts, targets)
        calls.append(loss)
        return (loss if len(calls) <= 25 else float("nan")), gradients

    calls: list[float] = []
    monkeypatch.setattr(text_training, "loss_and_gradients", broken)
    *_, last = train(SMALL, prepare(corpus_from_bytes(RHYME, "rhyme"), SMALL.options))
    assert "no longer finite" in last.ended
    assert last.step == 25
    assert last.best.weights.all_finite()


def test_snapshots_come_every_10_steps_and_at_each_look() -> None:
    prepared = prepare(corpus_from_bytes(RHYME, "rhyme"), SMALL.options)
    steps = [snapshot.step for snapshot in train(replace(SMALL, epochs=2, look_every=15), prepared)]
    assert steps == [0, 10, 15, 20, 30, 40, 45, 50, 54]


@pytest.mark.parametrize("name", sorted(path.name for path in TEXT.iterdir()))
def test_every_text_file_trains_or_is_refused(name: str) -> None:
    quick = replace(SMALL, corpus=str(TEXT / name), epochs=1, prompt="\x1b[31m the", top=40)
    try:
        last = final(quick)
    except CorpusError as refusal:
        assert str(refusal).isprintable()
        return
    assert np.isfinite(last.best_dev)
    tables = [section for section in report(last) if isinstance(section, Table)]
    cells = [cell for table in tables for row in table.written() for cell in row]
    assert all(cell.isprintable() for cell in (*cells, *last.notes, *sentences(last)))


def test_a_short_context_is_padded_and_a_long_one_cut(rhyme: TrainSnapshot) -> None:
    assert read_context(rhyme.best, "").shown == ("<s>", "<s>")
    assert read_context(rhyme.best, "The").shown == ("<s>", "the")
    assert read_context(rhyme.best, "on the cat sat").shown == ("cat", "sat")
    assert read_context(rhyme.best, "zebra cat").unknown == 1


def test_probabilities_leave_out_begin_and_sharpen_as_it_cools(rhyme: TrainSnapshot) -> None:
    numbers = read_context(rhyme.best, "the").numbers
    warm, cold = (probabilities(rhyme.best, numbers, temperature) for temperature in (1.0, 0.3))
    assert warm.sum() == pytest.approx(1)
    assert warm[BEGIN] == cold[BEGIN] == 0
    assert cold.max() > warm.max()
    words = next_words(rhyme.best, read_context(rhyme.best, "the"), 40)
    assert len(words) == rhyme.best.vocabulary.size - 1
    assert [word.p for word in words] == sorted((word.p for word in words), reverse=True)


def test_sampling_is_seeded(rhyme: TrainSnapshot) -> None:
    context = read_context(rhyme.best, "")
    said = {seed: sample(rhyme.best, context, 2.0, seed) for seed in range(6)}
    assert said == {seed: sample(rhyme.best, context, 2.0, seed) for seed in range(6)}
    assert len(set(said.values())) > 1


def test_neighbours_are_sorted_cosines_without_the_word_itself(rhyme: TrainSnapshot) -> None:
    number = rhyme.best.vocabulary.number("cat")
    found = neighbours(rhyme.best, number, 4)
    assert found.word == "cat"
    E = rhyme.best.weights.E.astype(float)
    for near in (found.E, found.W_o):
        assert len(near) == 4
        assert "cat" not in [word.word for word in near]
        assert [word.cosine for word in near] == sorted((word.cosine for word in near), reverse=True)
    other = rhyme.best.vocabulary.number(found.E[0].word)
    cosine = E[number] @ E[other] / np.linalg.norm(E[number]) / np.linalg.norm(E[other])
    assert found.E[0].cosine == pytest.approx(cosine, rel=1e-5)


def test_the_report_shows_every_look(rhyme: TrainSnapshot) -> None:
    looks = next(section for section in report(rhyme) if isinstance(section, Table))
    assert len(looks.rows) == len(rhyme.points)
    assert sum(row[3] == "best" for row in looks.rows) == 1
    written = plain_data(result(rhyme))
    assert written["best_step"] == rhyme.best_step
    assert written["answers"]["next_words"][0]["word"] == "sat"


def test_a_file_that_cannot_be_used_is_refused_before_the_first_snapshot() -> None:
    for path in ("", "/no/such/file", "/dev/zero"):
        with pytest.raises(CorpusError, match="needed"):
            next(run(TextSettings(corpus=path)))


def test_the_word_corpus_chooses_training() -> None:
    assert isinstance(parse_language_model(["eta=0.1"]), LanguageModelSettings)
    chosen = parse_language_model(["corpus=-dash first.txt", "cap=50"])
    assert isinstance(chosen, TextSettings)
    assert chosen.corpus == "-dash first.txt"
    assert chosen.options == PrepareOptions(cap=50, context=3)


def test_batches_that_would_not_fit_are_refused() -> None:
    with pytest.raises(SettingsError, match="at most 400 examples"):
        parse(TextSettings, ["cap=20000", "batch=2048"])


def test_a_large_file_is_only_looked_at_before_it_is_trained_on(tmp_path: Path) -> None:
    large, same = tmp_path / "large.txt", "same " * 50_000
    large.write_text(same, encoding="utf-8")
    check(TextSettings(corpus=str(large)))
    with pytest.raises(CorpusError, match=r"large\.txt': 50,000 words, all the same"):
        next(run(TextSettings(corpus=str(large))))
    large.write_text(same[:100], encoding="utf-8")
    with pytest.raises(CorpusError, match="20 words, all the same"):
        check(TextSettings(corpus=str(large)))


@pytest.mark.parametrize(
    "megabytes, remedy",
    [(8, r"use a part of it, or a larger megabytes \(at most 32\)"), (32, "megabytes is 32, the most")],
)
def test_a_file_that_is_too_large_names_the_setting_to_change(tmp_path: Path, megabytes: int, remedy: str) -> None:
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as file:
        file.truncate(33_000_000)
    with pytest.raises(CorpusError, match=remedy):
        check(TextSettings(corpus=str(huge), megabytes=megabytes))


def test_a_file_of_32_megabytes_is_counted_in_a_few_hundred(tmp_path: Path) -> None:
    words = " ".join(f"w{i}" for i in range(1000)) + "\n"
    path = tmp_path / "large.txt"
    path.write_text(words * (2_000_000 // len(words)), encoding="utf-8")
    tracemalloc.start()
    prepared = prepare(read_corpus(path, TextSettings().limits), TextSettings().options)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert prepared.train.contexts.dtype == np.uint16
    assert most < 16 * path.stat().st_size


def test_no_array_of_words_by_examples_is_larger_than_64_megabytes(monkeypatch: pytest.MonkeyPatch) -> None:
    for cap in (5, 2000, 3906, 20_000):
        most = min(2048, 8_000_000 // cap)
        settings = TextSettings(cap=cap, batch=most)
        assert (settings.cap + 3) * settings.batch * np.float32().nbytes <= 33e6
        if most < 2048:
            with pytest.raises(SettingsError, match=f"at most {most:,} example"):
                TextSettings(cap=cap, batch=most + 1)
    sizes: list[int] = []

    def softmax(z: Array) -> Array:
        sizes.append(z.nbytes)
        return log_softmax(z)

    monkeypatch.setattr(batch, "log_softmax", softmax)
    weights = draw(np.random.default_rng(0), 20_003, 2, 1, 2, 0.1)
    scored = batch.losses(weights, np.zeros((250, 1), dtype=int), np.arange(250))
    assert len(scored) == 250 and len(sizes) == 3 and max(sizes) <= 16e6


def test_a_training_that_diverges_is_called_so_and_its_model_untrained(tmp_path: Path) -> None:
    path = tmp_path / "story.txt"
    path.write_text("the cat sat on the mat\na dog ran to the cat\n" * 20, encoding="utf-8")
    wild = TextSettings(corpus=str(path), epochs=30, look_every=5, d=4, hidden=4)
    snapshot = final(replace(wild, rate=10))
    assert snapshot.ended.endswith(", but it diverged: a smaller rate is needed") and snapshot.best_step == 0
    assert any("the model that answers is the untrained one" in line for line in sentences(snapshot))
    calm = sentences(final(wild))
    assert not any("diverged" in line or "untrained" in line for line in calm)
    assert any(line.startswith("Train perplexity is a mean over the batches since the last look") for line in calm)
