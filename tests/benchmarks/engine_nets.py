"""The same net, batch and Adam in three engines: this core, PyTorch's own modules, and a jitted JAX scan.

Each maker returns a function that takes n training steps. The GRUs differ in one thing: PyTorch's reset gate acts
after the recurrent product, the lesson's and the JAX one before it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from core.cells.spec import GATES, CellKind
from core.optim import Adam
from core.race.lane import start_network
from core.race.packed import Layout
from core.race.teach import Teacher
from core.recurrent import keep_freed_memory
from core.tasks import TASKS, Batch, first_symbol

RATE = 0.01
Steps = Callable[[int], None]


@dataclass(frozen=True)
class Net:
    """What is trained: the cell, its units H, the batch B and the time steps T, in which precision."""

    kind: CellKind
    hidden: int
    batch: int
    steps: int
    dtype: str

    def batches(self) -> list[Batch]:
        """Eight batches of first-symbol recall, used in turn."""
        rng = np.random.default_rng(0)
        drawn = [first_symbol(rng, self.steps, self.batch) for _ in range(8)]
        return [Batch(one.x.astype(self.dtype), one.y.astype(self.dtype)) for one in drawn]


def ours(net: Net) -> Steps:
    """The step that core.race.runner takes."""
    keep_freed_memory()
    layout, adam = Layout(net.kind, net.hidden, 1, 1), Adam(lr=RATE)
    teacher = Teacher(layout, TASKS["first"])
    row = layout.pack(start_network(net.kind, net.hidden, -2.0, np.random.default_rng(1))).astype(net.dtype)
    batches, memory = net.batches(), adam.start(row)

    def take(count: int) -> None:
        nonlocal row, memory
        for step in range(count):
            row, memory = adam.step(row, teacher.teach(row, batches[step % 8]).gradient, memory)

    return take


def pytorch(net: Net) -> Steps:
    """nn.RNN, nn.GRU or nn.LSTM with nn.Linear, eager."""
    torch = import_module("torch")
    torch.set_num_threads(1)
    torch.set_default_dtype(getattr(torch, net.dtype))
    cell = getattr(torch.nn, net.kind.upper())(1, net.hidden)
    readout = torch.nn.Linear(net.hidden, 1)
    adam = torch.optim.Adam([*cell.parameters(), *readout.parameters()], lr=RATE)
    loss_of = torch.nn.BCEWithLogitsLoss()
    batches = [(torch.from_numpy(one.x), torch.from_numpy(one.y[0])) for one in net.batches()]

    def take(count: int) -> None:
        for step in range(count):
            x, y = batches[step % 8]
            adam.zero_grad()
            loss_of(readout(cell(x)[0][-1])[:, 0], y).backward()
            adam.step()

    return take


def jax(net: Net) -> Steps:
    """lax.scan over time, value_and_grad and Adam in one jitted function."""
    jax, jnp = import_module("jax"), import_module("jax.numpy")
    H, gates = net.hidden, len(GATES[net.kind])
    rng = np.random.default_rng(1)

    def drawn(*shape: int) -> Any:
        return jnp.asarray(rng.uniform(-(H**-0.5), H**-0.5, shape).astype(net.dtype))

    weights = (drawn(1, gates * H), drawn(H, gates * H), drawn(gates * H), drawn(H), drawn(1))
    cell = _jax_cells(jax, jnp, H)[net.kind]

    def loss(weights: Any, x: Any, y: Any) -> Any:
        W, U, b, readout, offset = weights
        start = (jnp.zeros((net.batch, H), net.dtype),) * 2
        (h, _), _ = jax.lax.scan(lambda state, a: (cell(state, a, U), None), start, x @ W + b)
        z = h @ readout + offset
        return jnp.mean(jnp.maximum(z, 0) - z * y + jnp.log1p(jnp.exp(-jnp.abs(z))))

    def step(weights: Any, m: Any, v: Any, t: Any, x: Any, y: Any) -> Any:
        d, t = jax.grad(loss)(weights, x, y), t + 1
        m = jax.tree.map(lambda m, d: 0.9 * m + 0.1 * d, m, d)
        v = jax.tree.map(lambda v, d: 0.999 * v + 0.001 * d * d, v, d)
        r, q = (1 - 0.9**t).astype(net.dtype), (1 - 0.999**t).astype(net.dtype)
        moved = jax.tree.map(lambda w, m, v: w - RATE * (m / r) / (jnp.sqrt(v / q) + 1e-8), weights, m, v)
        return moved, m, v, t

    zeros = jax.tree.map(jnp.zeros_like, weights)
    state = (weights, zeros, zeros, jnp.zeros((), "float64"))
    batches = [(jnp.asarray(one.x), jnp.asarray(one.y[0])) for one in net.batches()]
    jitted = jax.jit(step)

    def take(count: int) -> None:
        nonlocal state
        for number in range(count):
            state = jitted(*state, *batches[number % 8])
        jax.block_until_ready(state)

    return take


def _jax_cells(jax: Any, jnp: Any, H: int) -> dict[CellKind, Callable[[Any, Any, Any], Any]]:
    """One step of each cell on the state (h, c), from a = W x + b."""

    def rnn(state: Any, a: Any, U: Any) -> Any:
        return jnp.tanh(a + state[0] @ U), state[1]

    def gru(state: Any, a: Any, U: Any) -> Any:
        h = state[0]
        rz = jax.nn.sigmoid(a[:, : 2 * H] + h @ U[:, : 2 * H])
        n = jnp.tanh(a[:, 2 * H :] + (rz[:, :H] * h) @ U[:, 2 * H :])
        return h + rz[:, H:] * (n - h), state[1]

    def lstm(state: Any, a: Any, U: Any) -> Any:
        a = a + state[0] @ U
        gates = jax.nn.sigmoid(a[:, : 3 * H])
        c = gates[:, :H] * state[1] + gates[:, H : 2 * H] * jnp.tanh(a[:, 3 * H :])
        return gates[:, 2 * H :] * jnp.tanh(c), c

    return {"rnn": rnn, "gru": gru, "lstm": lstm}


ENGINES: dict[str, Callable[[Net], Steps]] = {"ours": ours, "PyTorch": pytorch, "JAX": jax}
MODULES = {"PyTorch": "torch", "JAX": "jax"}
