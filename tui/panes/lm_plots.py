"""The two curves of the language model: the loss of the one example by updates, and perplexity while a text trains."""

import math

from core.language_model.lesson import LanguageModelResult
from core.language_model.text_training import TrainSnapshot
from core.numbers import tick
from tui.plots.model import Axis, Curve, Plot, Rule, curve

BEST = "◆"
MOST_TICKS = 5


def loss_plot(result: LanguageModelResult) -> Plot:
    """Loss in nats after 0, 1, 2... updates; the step shown is marked, and the loss of a guess is a line."""
    losses, at = result.losses.tolist(), result.settings.steps
    top = max([*(loss for loss in losses if math.isfinite(loss)), math.log(len(result.words))])
    guess = Rule(math.log(len(result.words)), "guess")
    curves = (
        curve("loss", "first", range(len(losses)), losses, marker="·"),
        curve("shown", "third", (at,), (losses[at],), marker=BEST, joined=False),
    )
    return Plot(curves, Axis(0, len(losses) - 1), Axis(0, _stop_above(top)), (guess,))


def perplexity_plot(snapshot: TrainSnapshot) -> Plot:
    """Train and dev perplexity (words) on a log axis over all the steps there may be; the best dev is marked."""
    points = snapshot.points
    steps = [point.step for point in points]
    train, dev = [point.train for point in points], [point.dev for point in points]
    best = curve("best", "third", (snapshot.best_step,), (snapshot.best_dev,), marker=BEST, joined=False)
    curves: tuple[Curve, ...] = (curve("train", "first", steps, train), curve("dev", "second", steps, dev), best)
    return Plot(curves, Axis(0, max(snapshot.most_steps, 1)), perplexity_axis([*train, *dev]))


def perplexity_axis(values: list[float]) -> Axis:
    """A log axis for what is finite of the values, from one stop to another, its ticks so far apart that none meet."""
    shown = [value for value in values if math.isfinite(value)] or [1.0]
    low, high = _stop_below(min(shown)), _stop_above(max(shown))
    return Axis(low, high, log=True, ticks=_ticks(low, high))


def _stops(low: float, high: float) -> list[float]:
    """1, 2, 5, 10, 20... from a power of ten at or below low to one above high."""
    powers = range(math.floor(math.log10(low)), min(math.ceil(math.log10(high)) + 2, 308))
    return [factor * 10.0**power for power in powers for factor in (1, 2, 5)]


def _stop_above(value: float) -> float:
    return min((stop for stop in _stops(max(value, 1e-3), max(value, 1e-3)) if stop > value), default=value)


def _stop_below(value: float) -> float:
    return max(stop for stop in _stops(max(value, 1e-3), max(value, 1e-3)) if stop <= value)


def _ticks(low: float, high: float) -> tuple[tuple[float, str], ...]:
    """All stops where there are few, else at most MOST_TICKS powers of ten, the ends always."""
    stops = [stop for stop in _stops(low, high) if low <= stop <= high]
    if len(stops) > 6:
        apart = 10 ** (math.log10(high / low) / MOST_TICKS)
        powers = [stop for stop in stops if round(math.log10(stop), 9) % 1 == 0 and low * apart <= stop <= high / apart]
        stops = [low, *powers[:: math.ceil(len(powers) / MOST_TICKS) or 1], high]
    return tuple((stop, tick(stop) if stop < 100_000 else f"{stop:.0e}") for stop in stops)
