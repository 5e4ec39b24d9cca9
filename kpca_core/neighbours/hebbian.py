"""Hebbian networks ([S] section 6.3.1): Oja's rule and Sanger's, linear or with an activation.

Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress, report
from kpca_core._support.words import N_, _
from kpca_core.neighbours.linear import principal_line
from kpca_core.neighbours.neighbour import Neighbour, Stage, checked, degrees_away, is_kept
from kpca_core.neighbours.offer import Offer, Sentence

_SAID = (
    Sentence("6.3.1", N_("They have advantages where the data change with time."), "nonstationary"),
    Sentence(
        "6.3.1",
        N_(
            "With activations they have no interpretation as PCA in a feature space, so what they "
            "extract is harder to say."
        ),
        "interpretation",
        (9, 7, 10),
    ),
)


@dataclass(frozen=True)
class Hebbian:
    """ΔW = η g (x − W₍ᵢ₎ᵀ g)ᵀ with g = W x or tanh(gain · W x), one sample after another.

    Row i of W (q, D) learns from what the rows before it and itself leave of x (Sanger), or from
    what all rows leave (Oja): then only their span is that of PCA. With q = 1 both are Oja's rule.
    Where eigenvalues differ much, or little, the passes may not suffice: `Neighbour.converged` says
    so, without an activation by the angle to the components of PCA or to their span. Samples are
    centred and scaled to a mean square of 1.
    η falls as rate / (1 + t / decay) with t in passes over the data.

    Parameters
    ----------
    rule : Literal['sanger', 'oja']
        "sanger" or "oja".
    activation : Literal['linear', 'tanh']
        "linear" or "tanh".
    rate, decay : float
        Float > 0, see above; decay = inf keeps η constant, for data that change.
    passes : int
        Over all points, in a new order each time.
    gain : float
        Of the activation.

    References
    ----------
    Oja 1982; Oja 1989, several neurons; Sanger 1989; Karhunen & Joutsensalo 1994, activations.
    """

    rule: Literal["sanger", "oja"] = "sanger"
    activation: Literal["linear", "tanh"] = "linear"
    rate: float = 0.05
    decay: float = 2.0
    passes: int = 200
    gain: float = 2.0

    name: ClassVar[str] = N_("Hebbian network")
    start: ClassVar[str] = "sign"
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer("oja", N_("Oja's rule"), _SAID, {"rule": "oja"}),
        Offer("sanger", N_("Sanger's rule"), _SAID),
        Offer("sanger-tanh", N_("Sanger's rule, tanh"), _SAID, {"activation": "tanh"}),
    )

    def most(self, n: int, dimension: int) -> int:
        return dimension

    def fit(
        self, X: ArrayLike, q: int, seed: int = 0, progress: Progress | None = None
    ) -> Neighbour:
        X = checked(self, X, q)
        rng = np.random.default_rng(seed)
        middle = X.mean(axis=0)
        scale = float(np.sqrt(np.square(X - middle).sum(axis=1).mean())) or 1.0
        Z = (X - middle) / scale
        W = np.linalg.qr(rng.standard_normal((X.shape[1], q)))[0].T
        stages = [self._stage(0, W, X, middle, scale)]
        for t in range(self.passes):
            W = self.learnt(W, Z[rng.permutation(len(Z))], self.rate / (1 + t / self.decay))
            report(progress, t + 1, self.passes, _("passes over the points"))
            if is_kept(t + 1) or t + 1 == self.passes:
                stages.append(self._stage(t + 1, W, X, middle, scale))
        objective = N_("mean squared distance from the reconstructions")
        if self.activation == "tanh":
            return Neighbour(tuple(stages), objective, self._unrest(W, Z))
        variances, axes = np.linalg.eigh(Z.T @ Z)
        away = degrees_away(W @ axes[:, ::-1], variances[::-1], self.rule == "oja")
        return Neighbour(tuple(stages), objective, away=away)

    def _unrest(self, W: Array, Z: Array) -> float:
        """Return max over rows i of ‖E ΔWᵢ‖ / ‖E gᵢ x‖, both at η = 1 over all samples."""
        g = self._activated(Z @ W.T)
        grown = g.T @ Z / len(Z)
        change = grown - (self._seen(len(W)) * (g.T @ g / len(Z))) @ W
        sizes = np.linalg.norm(grown, axis=1)
        return float((np.linalg.norm(change, axis=1)[sizes > 0] / sizes[sizes > 0]).max(initial=0))

    def _seen(self, q: int) -> Array:
        """Return which of the features are subtracted from x for each row (q, q)."""
        every = np.ones((q, q))
        return np.tril(every) if self.rule == "sanger" else every

    def learnt(self, W: Array, samples: Array, rate: float) -> Array:
        """Return the weights (q, D) after one step for each of the samples (n, D), in order."""
        W = W.copy()
        seen = self._seen(len(W))
        for x in samples:
            g = self._activated(W @ x)
            W += rate * g[:, None] * (x - (seen * g) @ W)
        return W

    def _activated(self, values: Array) -> Array:
        return np.tanh(self.gain * values) if self.activation == "tanh" else values

    def _stage(self, step: int, W: Array, X: Array, middle: Array, scale: float) -> Stage:
        def functions(points: Array) -> Array:
            return self._activated((points - middle) / scale @ W.T)

        def reconstruct(points: Array) -> Array:
            return middle + scale * functions(points) @ W

        error = float(np.square(X - reconstruct(X)).sum(axis=1).mean())
        scores = functions(X)
        line = principal_line(scores, middle, scale * W)
        curves = (line,) if len(W) == 1 else ()
        return Stage(step, error, scores, functions, reconstruct, curves)
