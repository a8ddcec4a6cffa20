"""Worker of the engine benchmark: ms a step in the steady state, the engines in turn so that noise hits all alike."""

import sys
import time

from core.cells.spec import CellKind
from tests.benchmarks.engine_nets import ENGINES, Net, Steps

SIZES = (*((H, 32, T) for H in (8, 16) for T in (10, 30, 80)), (64, 32, 30), (128, 64, 30))
KINDS: tuple[CellKind, ...] = ("rnn", "gru", "lstm")
ROUNDS, SECONDS = 30, 0.02


def steady(dtype: str, names: list[str]) -> None:
    """Print a row for each cell and size: the least of several rounds, which a busy machine disturbs least."""
    others = [name for name in names if name != "ours"]
    print(f"  {'cell':5}{'H':>4}{'B':>4}{'T':>4}" + "".join(f"{n:>10}" for n in names + [f"/ {n}" for n in others]))
    for H, B, T in SIZES:
        for kind in KINDS:
            takes = {name: ENGINES[name](Net(kind, H, B, T, dtype)) for name in names}
            counts = {name: _warm(take) for name, take in takes.items()}
            ms = dict.fromkeys(names, float("inf"))
            for _ in range(ROUNDS):
                for name, take in takes.items():
                    ms[name] = min(ms[name], _timed(take, counts[name]))
            row = "".join(f"{ms[name]:10.3f}" for name in names)
            row += "".join(f"{ms[name] / ms['ours']:10.2f}" for name in others)
            print(f"  {kind:5}{H:4}{B:4}{T:4}{row}", flush=True)


def _warm(take: Steps) -> int:
    """Compile and warm up; the number of steps that fill a round."""
    take(3)
    return max(3, round(1000 * SECONDS / _timed(take, 5)))


def _timed(take: Steps, count: int) -> float:
    began = time.perf_counter()
    take(count)
    return 1000 * (time.perf_counter() - began) / count


if __name__ == "__main__":
    steady(sys.argv[1], sys.argv[2:])
