"""`python -m tests.benchmarks.engine`: what a training step costs here, in PyTorch and in JAX, in one run.

The measuring is done in processes of their own, whose single thread is set before numpy loads. PyTorch and JAX come
with the optional extra `bench`; without them their columns stay empty.
"""

import argparse
import os
import subprocess
import sys
import time
from importlib.util import find_spec

from tests.benchmarks.engine_nets import ENGINES, MODULES

ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "JAX_PLATFORMS": "cpu",
    "JAX_ENABLE_X64": "1",
}
COLD_RUNS = 3


def engine(dtype: str = "float64") -> None:
    """Print the table of steady steps, then the seconds from a cold process to 200 trained steps."""
    missing = [name for name, module in MODULES.items() if find_spec(module) is None]
    for name in missing:
        print(f"{name} is not installed: its columns are empty (pip install 'gatescope[bench]')")
    present = [name for name in ENGINES if name not in missing]
    print(f"ms a training step in {dtype}, one thread each; the ratio is theirs over ours, above 1 we are faster")
    _worker("engine_steady", [dtype, *present])
    print(f"seconds from a cold process to 200 trained steps (H 8, batch 32, T 30, {dtype}), best of {COLD_RUNS}")
    for kind in ("rnn", "gru", "lstm"):
        shown = {name: min(_cold(name, kind, dtype) for _ in range(COLD_RUNS)) for name in present}
        print(f"  {kind:5}" + "".join(f"{name:>9} {seconds:6.2f}" for name, seconds in shown.items()))


def _cold(name: str, kind: str, dtype: str) -> float:
    began = time.perf_counter()
    _worker("engine_cold", [name, kind, dtype])
    return time.perf_counter() - began


def _worker(module: str, words: list[str]) -> None:
    command = [sys.executable, "-m", f"tests.benchmarks.{module}", *words]
    subprocess.run(command, env=os.environ | ONE_THREAD, check=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--float32", action="store_true", help="all three in float32 instead of float64")
    engine("float32" if parser.parse_args().float32 else "float64")
