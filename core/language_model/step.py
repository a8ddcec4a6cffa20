"""One example through the language model and back, every intermediate by name.

Forward: look up, concatenate, tanh, softmax, cross-entropy (Bengio et al. 2003, without the direct connections).
Backward: the chain rule, written out; dz = p - y is the softmax and the cross-entropy taken together.
"""

import math
from dataclasses import dataclass

import numpy as np

from core.activations import dtanh, log_softmax, softmax
from core.cells.spec import Array
from core.language_model.weights import Weights
from core.optim import SGD


@dataclass(frozen=True, eq=False)
class Forward:
    """rows (n, d), x (n d,), pre (H,), h (H,), z (V,), e (V,), p (V,); z_max and e_sum as in the softmax.

    loss_nats is -log p[target]; loss_bits the same over log 2; perplexity is exp(loss_nats).
    """

    rows: Array
    x: Array
    pre: Array
    h: Array
    z: Array
    z_max: float
    e: Array
    e_sum: float
    p: Array
    loss_nats: float
    loss_bits: float
    perplexity: float


@dataclass(frozen=True, eq=False)
class Backward:
    """The gradient of loss_nats by each named array; drows (n, d) is dx a word a row, dE (V, d) its sum by word."""

    y: Array
    dz: Array
    dW_o: Array
    db_o: Array
    dh: Array
    dpre: Array
    dW_h: Array
    db_h: Array
    dx: Array
    drows: Array
    dE: Array

    @property
    def gradients(self) -> Weights:
        """The gradients of the weights, as weights."""
        return Weights(E=self.dE, W_h=self.dW_h, b_h=self.db_h, W_o=self.dW_o, b_o=self.db_o)


def forward(weights: Weights, context: tuple[int, ...], target: int) -> Forward:
    """Predicts the word after `context` (n word numbers) and scores `target`."""
    return forward_from_rows(weights, weights.E[list(context)], target)


def forward_from_rows(weights: Weights, rows: Array, target: int) -> Forward:
    """As `forward`, from rows of E (n, d) that are already looked up."""
    x = rows.reshape(-1)
    pre = x @ weights.W_h + weights.b_h
    h = np.tanh(pre)
    z = h @ weights.W_o + weights.b_o
    e = np.exp(z - z.max())
    loss = float(0 - log_softmax(z)[target])
    return Forward(
        rows=rows,
        x=x,
        pre=pre,
        h=h,
        z=z,
        z_max=float(z.max()),
        e=e,
        e_sum=float(e.sum()),
        p=softmax(z),
        loss_nats=loss,
        loss_bits=loss / math.log(2),
        perplexity=perplexity(loss),
    )


def backward(weights: Weights, forward: Forward, context: tuple[int, ...], target: int) -> Backward:
    """Every gradient of loss_nats; a word that is twice in the context has the sum of both in dE."""
    y = np.zeros_like(forward.p)
    y[target] = 1
    dz = forward.p - y
    dh = weights.W_o @ dz
    dpre = dh * dtanh(forward.h)
    dx = weights.W_h @ dpre
    drows = dx.reshape(forward.rows.shape)
    dE = np.zeros_like(weights.E)
    np.add.at(dE, list(context), drows)
    return Backward(
        y=y,
        dz=dz,
        dW_o=np.outer(forward.h, dz),
        db_o=dz,
        dh=dh,
        dpre=dpre,
        dW_h=np.outer(forward.x, dpre),
        db_h=dpre,
        dx=dx,
        drows=drows,
        dE=dE,
    )


def updated(weights: Weights, gradients: Weights, eta: float) -> Weights:
    """One step of gradient descent: w - eta dw for every array."""
    return SGD(eta).step(weights, gradients)


def perplexity(loss_nats: float) -> float:
    """exp(loss_nats): how many equally likely words the loss is worth; inf where a float64 cannot hold it."""
    return math.exp(loss_nats) if loss_nats < 709 else math.inf
