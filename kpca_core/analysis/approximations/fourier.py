"""Random Fourier features for the Gaussian kernel (Rahimi & Recht 2008), drawn by scikit-learn.

k(x, y) = E[2 cos(ω·x + β) cos(ω·y + β)] with ω ~ N(0, 2/c) and β uniform in [0, 2π]. So the m
features φ̂ᵢ(x) = √(2/m) cos(ωᵢ·x + βᵢ) of m draws approximate k(x, y) by φ̂(x)·φ̂(y), with an error
of order 1/√m. Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array, finite_points, require_columns, require_count
from kpca_core._support.one_line import in_one_line
from kpca_core._support.threads import few_threads, in_blocks, rows_held
from kpca_core._support.words import E_
from kpca_core.analysis.approximations.approximation import Approximation
from kpca_core.grid import Grid
from kpca_core.kernels import Kernel
from kpca_core.solvers.linalg.feature_pca import feature_pca


@dataclass(frozen=True, eq=False)
class FourierExpansion:
    """f_j(x) = √(2/m) Σᵢ A[i, j] cos(x·Ω[:, i] + β[i]) + b[j]."""

    frequencies: Array  # Ω (D, m)
    phases: Array  # β (m,)
    coefficients: Array  # A (m, q)
    offsets: Array  # b (q,)

    __repr__ = in_one_line

    def features(self, X: Array) -> Array:
        """φ̂(x) of every row of X (n, D), shape (n, m)."""
        columns = X @ self.frequencies
        columns += self.phases
        np.cos(columns, out=columns)
        columns *= np.sqrt(2.0 / len(self.phases))
        return columns

    def __call__(self, X: ArrayLike) -> Array:
        """f_j(X[i]), shape (n, q), for X (n, D); computed in blocks of bounded memory."""
        X = finite_points(X, "X")
        require_columns(X, len(self.frequencies))
        q, rows = len(self.offsets), rows_held(len(self.phases))
        values = in_blocks(lambda part: self.features(part) @ self.coefficients, X, q, rows)
        return values + self.offsets

    def on_grid(self, grid: Grid) -> Array:
        """f_j on a grid of the plane, shape (q, ny, nx)."""
        return grid.fields(self(grid.points))


def fourier(
    kernel: Kernel,
    X: ArrayLike,
    m: int,
    n_components: int = 8,
    *,
    centre: bool = True,
    seed: int = 0,
) -> Approximation:
    """Kernel PCA of X (n, D) with m random Fourier features, in O(n m²).

    Raises
    ------
    ValueError
        if the kernel is not Gaussian, or `m` or `n_components` no whole number >= 1.
    """
    width = kernel.gaussian_width
    if width is None:
        said = E_(
            "Random Fourier features are those of the Gaussian kernel; got {kernel!r}. "
            "Use landmarks for any other positive kernel."
        )
        raise ValueError(said.format(kernel=kernel))
    from sklearn.kernel_approximation import RBFSampler

    X = finite_points(X, "X")
    require_count("m", m)
    require_count("n_components", n_components)
    sampler = RBFSampler(gamma=1.0 / width, n_components=m, random_state=seed).fit(X)
    F = sampler.transform(X)
    with few_threads(len(X) * m**2):
        found = feature_pca(F, n_components, 1.0, centre=centre)
    functions = FourierExpansion(
        sampler.random_weights_, sampler.random_offset_, found.axes, found.offsets
    )
    return Approximation(found.eigenvalues, found.scores, functions, m, None)
