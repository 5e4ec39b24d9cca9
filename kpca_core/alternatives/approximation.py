"""An approximate kernel PCA, and how far its eigenvalues and functions are from the exact ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from kpca_core.decomposition import Decomposition
from kpca_core.expansion import Grid
from kpca_core.kernels.base import Array, is_whole


class Functions(Protocol):
    """q functions of a point: an `Expansion` or a `FourierExpansion`."""

    def __call__(self, X: Array) -> Array:
        """f_j(X[i]), shape (n, q)."""

    def on_grid(self, grid: Grid) -> Array:
        """f_j on a grid, shape (q, ny, nx)."""


@dataclass(frozen=True, eq=False)
class Approximation:
    """Kernel PCA of n points with K̂ = Φ̂Φ̂ᵀ in the place of K, from feature columns Φ̂ (n, r).

    method              its name
    eigenvalues (q,)    of the centred K̂, descending, on the scale of those of K̃
    scores (n, q)       the functions at the points
    functions           the functions anywhere
    columns             r, at most what was asked for
    bound               trace(K − K̂) where K − K̂ ≥ 0 is known, as it is with landmarks: then
                        λ̂ ≤ λ ≤ λ̂ + bound for every eigenvalue. None where the error has no sign
    """

    method: str
    eigenvalues: Array
    scores: Array
    functions: Functions
    columns: int
    bound: float | None

    @property
    def n_components(self) -> int:
        return len(self.eigenvalues)

    @property
    def held_bytes(self) -> int:
        """Of Φ̂ (n, r), the largest array that the fit holds."""
        return len(self.scores) * self.columns * self.scores.itemsize


@dataclass(frozen=True, eq=False)
class Comparison:
    """An approximation beside the exact decomposition, component by component.

    eigenvalues (q,)    |λ̂ − λ| / λ; 1 for a component that the approximation lacks
    fields (q, ny, nx)  f̂ on the grid, with the signs of the exact functions and, within a group
                        of near-degenerate ones, the rotation closest to them
    errors (q, ny, nx)  |f̂ − f| as a fraction of the range of f on the grid
    """

    eigenvalues: Array
    fields: Array
    errors: Array

    @property
    def root_mean_square(self) -> Array:
        """√(mean of errors² over the grid), shape (q,)."""
        return np.sqrt(np.square(self.errors).mean(axis=(1, 2)))

    @property
    def largest(self) -> Array:
        """The largest error on the grid, shape (q,)."""
        return self.errors.max(axis=(1, 2))


def compare(
    approximation: Approximation, exact: Decomposition, grid: Grid, exact_fields: Array
) -> Comparison:
    """Errors of `approximation` against `exact`, whose functions on `grid` are `exact_fields`.

    Raises ValueError if the two were fitted on different numbers of points, or if the fields are
    not those of every component on this grid.
    """
    q, shape = exact.n_components, (len(grid.y), len(grid.x))
    if len(approximation.scores) != exact.n_samples:
        raise ValueError(
            f"An approximation is compared on its own points: it has "
            f"{len(approximation.scores)}, the exact decomposition {exact.n_samples}."
        )
    if exact_fields.shape != (q, *shape):
        raise ValueError(
            f"exact_fields must have shape {(q, *shape)}; got shape {exact_fields.shape}."
        )
    values = np.zeros(q)
    common = min(q, approximation.n_components)
    values[:common] = approximation.eigenvalues[:common]
    rotation = closest_rotation(approximation.scores, exact)
    fields = np.tensordot(rotation.T, approximation.functions.on_grid(grid), axes=1)
    ranges = np.ptp(exact_fields, axis=(1, 2))
    errors = np.abs(fields - exact_fields) / np.where(ranges > 0, ranges, 1.0)[:, None, None]
    return Comparison(np.abs(values - exact.eigenvalues) / exact.eigenvalues, fields, errors)


def closest_rotation(scores: Array, exact: Decomposition) -> Array:
    """R (p, q), so that scores (n, p) R are as close to the exact scores (n, q) as they may be.

    A component may change its sign, a group of near-degenerate ones may rotate: with
    ŜᵀS = U Σ Vᵀ over its columns, R = U Vᵀ (orthogonal Procrustes, Schönemann 1966).
    """
    p, q = scores.shape[1], exact.n_components
    R = np.zeros((p, q))
    grouped = {j for group in exact.near_degenerate for j in group}
    alone = [(j,) for j in range(q) if j not in grouped]
    for group in (*exact.near_degenerate, *alone):
        columns = [j for j in group if j < p]
        overlap = scores[:, columns].T @ exact.scores[:, group]
        U, _, Vt = np.linalg.svd(overlap, full_matrices=False)
        R[np.ix_(columns, group)] = U @ Vt
    return R


def check_count(name: str, value: Any, most: int | None = None) -> None:
    """A whole number from 1 to `most`, else ValueError."""
    limit = f" <= {most}" if most is not None else ""
    if not (is_whole(value) and value >= 1 and (most is None or value <= most)):
        raise ValueError(f"Need a whole number 1 <= {name}{limit}; got {name}={value!r}.")
