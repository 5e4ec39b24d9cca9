"""The autoassociative network ([S] section 6.3.2), by scikit-learn's `MLPRegressor`.

Sources: docs/notation.md.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress, report
from kpca_core._support.threads import one_thread
from kpca_core._support.words import N_, _
from kpca_core.neighbours.neighbour import CURVE_POINTS, Neighbour, Stage, checked
from kpca_core.neighbours.offer import Offer, Sentence


@dataclass(frozen=True)
class Autoencoder:
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
            "network",
            N_("Network"),
            (
                Sentence(
                    "6.3.2",
                    N_("With three linear layers it finds what is closely related to PCA."),
                    "linear network",
                ),
                Sentence(
                    "6.3.2",
                    N_("An activation in three layers alone does not help."),
                    "three layers",
                ),
                Sentence(
                    "6.3.2", N_("Training can end in local minima."), "local minima", (0, 9, 8)
                ),
                Sentence(
                    "6.3.2",
                    N_("What it finds depends on its start."),
                    "starting point",
                    (2, 10, 10),
                ),
                Sentence("6.3.2", N_("It may fit the noise."), "overfitting", (9, 10, 9)),
                Sentence(
                    "6.3.2",
                    N_("The number of features has to be known before."),
                    "number of a network",
                ),
            ),
            seconds=1e-3,
            is_heavy=True,
        ),
    )

    def most(self, n: int, dimension: int) -> int:
        return n - 1

    def fit(
        self, X: ArrayLike, q: int, seed: int = 0, progress: Progress | None = None
    ) -> Neighbour:
        from sklearn.exceptions import ConvergenceWarning
        from sklearn.neural_network import MLPRegressor

        X = checked(self, X, q)
        middle = X.mean(axis=0)
        scale = float(np.sqrt(np.square(X - middle).sum(axis=1).mean())) or 1.0
        Z = (X - middle) / scale
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
        return Neighbour(tuple(stages), N_("mean squared distance from the reconstructions"))

    def _stage(self, step: int, model: Any, X: Array, middle: Array, scale: float) -> Stage:
        layers = [
            (W.copy(), b.copy()) for W, b in zip(model.coefs_, model.intercepts_, strict=True)
        ]
        half = len(layers) // 2

        def functions(points: Array) -> Array:
            return self._through(layers[:half], (points - middle) / scale)

        def back(features: Array) -> Array:
            values = self._through(layers[half:-1], features)
            W, b = layers[-1]
            found: Array = middle + scale * (values @ W + b)
            return found

        def reconstruct(points: Array) -> Array:
            return back(functions(points))

        scores = functions(X)
        error = float(np.square(X - reconstruct(X)).sum(axis=1).mean())
        ends = scores[:, 0].min(), scores[:, 0].max()
        one = scores.shape[1] == 1
        curves = (back(np.linspace(*ends, CURVE_POINTS)[:, None]),) if one else ()
        return Stage(step, error, scores, functions, reconstruct, curves)

    def _through(self, layers: list[tuple[Array, Array]], values: Array) -> Array:
        for W, b in layers:
            values = values @ W + b
            if self.activation == "tanh":
                values = np.tanh(values)
        return values
