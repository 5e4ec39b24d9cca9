"""Networks ([S] sections 6.3.1 and 6.3.2): Hebbian ones, and one that returns its input.

Sources: docs/notation.md.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress, report
from kpca_core._support.threads import one_thread
from kpca_core._support.words import N_, _
from kpca_core.neighbours.linear import principal_line
from kpca_core.neighbours.neighbour import (
    CURVE_POINTS,
    FROM_RECONSTRUCTIONS,
    Method,
    Neighbour,
    Offer,
    Sentence,
    Stage,
    centred_and_scaled,
    degrees_away,
    is_kept,
)

_SAID = (
    Sentence("6.3.1", N_("They have advantages where the data change with time."), "nonstationary"),
    Sentence(
        "6.3.1",
        N_(
            "With activations they have no interpretation as PCA in a feature space, so what they "
            "extract is harder to say."
        ),
        "interpretation", (9, 7, 10),
    ),
)  # fmt: skip


@dataclass(frozen=True)
class Hebbian(Method):
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

    def _find(self, X: Array, q: int, seed: int, progress: Progress | None) -> Neighbour:
        rng = np.random.default_rng(seed)
        Z, middle, scale = centred_and_scaled(X)
        W = np.linalg.qr(rng.standard_normal((X.shape[1], q)))[0].T
        stages = [self._stage(0, W, X, middle, scale)]
        for t in range(self.passes):
            W = self.learnt(W, Z[rng.permutation(len(Z))], self.rate / (1 + t / self.decay))
            report(progress, t + 1, self.passes, _("passes over the points"))
            if is_kept(t + 1) or t + 1 == self.passes:
                stages.append(self._stage(t + 1, W, X, middle, scale))
        if self.activation == "tanh":
            return Neighbour(tuple(stages), FROM_RECONSTRUCTIONS, self._unrest(W, Z))
        variances, axes = np.linalg.eigh(Z.T @ Z)
        away = degrees_away(W @ axes[:, ::-1], variances[::-1], self.rule == "oja")
        return Neighbour(tuple(stages), FROM_RECONSTRUCTIONS, away=away)

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

        line = principal_line(functions(X), middle, scale * W)
        return Stage.there_and_back(step, X, functions, reconstruct, [line])


@dataclass(frozen=True)
class Autoencoder(Method):
    """Five layers D – h – q – h – D that learn to return their input; features are the middle.

    Where the training ends depends on its start. Points are centred and scaled to a mean square of
    1; weights are found by L-BFGS on all points at once.

    Parameters
    ----------
    width : int
        h units in the layers beside the middle; 0 for three layers D – q – D.
    activation : Literal['tanh', 'identity']
        "tanh", or "identity" for a linear network; of all layers but the last.
    alpha : float
        Penalty of squared weights.
    iterations : int
        At most.

    References
    ----------
    Diamantaras & Kung 1996, as [S] section 6.3.2 cites them; Kramer 1991.
    """

    width: int = 8
    activation: Literal["tanh", "identity"] = "tanh"
    alpha: float = 1e-5
    iterations: int = 500

    name: ClassVar[str] = N_("Autoassociative network")
    start: ClassVar[str] = "end"
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer(
            "network", N_("Network"),
            (
                Sentence(
                    "6.3.2",
                    N_("With three linear layers it finds what is closely related to PCA."),
                    "linear network",
                ),
                Sentence(
                    "6.3.2", N_("An activation in three layers alone does not help."),
                    "three layers",
                ),
                Sentence(
                    "6.3.2", N_("Training can end in local minima."), "local minima", (0, 9, 8)
                ),
                Sentence(
                    "6.3.2", N_("What it finds depends on its start."), "starting point",
                    (2, 10, 10),
                ),
                Sentence("6.3.2", N_("It may fit the noise."), "overfitting", (9, 10, 9)),
                Sentence(
                    "6.3.2", N_("The number of features has to be known before."),
                    "number of a network",
                ),
            ),
            seconds=1e-3, is_heavy=True,
        ),
    )  # fmt: skip

    def _find(self, X: Array, q: int, seed: int, progress: Progress | None) -> Neighbour:
        from sklearn.exceptions import ConvergenceWarning
        from sklearn.neural_network import MLPRegressor

        Z, middle, scale = centred_and_scaled(X)
        hidden = (self.width, q, self.width) if self.width else (q,)
        model = MLPRegressor(
            hidden_layer_sizes=hidden, activation=self.activation, solver="lbfgs", tol=1e-9,
            alpha=self.alpha, random_state=seed, warm_start=True, max_fun=10 * self.iterations,
        )  # fmt: skip
        stages, step, part = [], 0, 1
        while step < self.iterations:
            # Longer and longer parts: each of them begins L-BFGS anew.
            part = min(max(part, step // 4), self.iterations - step)
            model.set_params(max_iter=part)
            with one_thread(), warnings.catch_warnings():
                warnings.simplefilter("ignore", ConvergenceWarning)
                model.fit(Z, Z if Z.shape[1] > 1 else Z[:, 0])
            step += part
            stages.append(self._stage(step, model, X, middle, scale))
            report(progress, step, self.iterations, _("iterations of the network"))
        return Neighbour(tuple(stages), FROM_RECONSTRUCTIONS)

    def _stage(self, step: int, model: Any, X: Array, middle: Array, scale: float) -> Stage:
        layers = [
            (W.copy(), b.copy()) for W, b in zip(model.coefs_, model.intercepts_, strict=True)
        ]
        half = len(layers) // 2

        def functions(points: Array) -> Array:
            return self._through(layers[:half], (points - middle) / scale)

        def back(features: Array) -> Array:
            W, b = layers[-1]
            found: Array = middle + scale * (self._through(layers[half:-1], features) @ W + b)
            return found

        first, curves = functions(X), []
        if first.shape[1] == 1:
            curves = [back(np.linspace(first.min(axis=0), first.max(axis=0), CURVE_POINTS))]
        return Stage.there_and_back(step, X, functions, lambda one: back(functions(one)), curves)

    def _through(self, layers: list[tuple[Array, Array]], values: Array) -> Array:
        for W, b in layers:
            values = values @ W + b
            if self.activation == "tanh":
                values = np.tanh(values)
        return values
