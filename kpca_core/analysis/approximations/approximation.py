"""Results of approximate kernel PCA, and their errors against the exact decomposition."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.one_line import in_one_line
from kpca_core._support.words import E_
from kpca_core.decomposition import Decomposition
from kpca_core.grid import Grid
from kpca_core.spectrum import aligned_signs


class Functions(Protocol):
    """The q functions f_j: an `Expansion` or a `FourierExpansion`."""

    def __call__(self, X: Array) -> Array:
        """f_j(X[i]), shape (n, q)."""

    def on_grid(self, grid: Grid) -> Array:
        """f_j on the grid, shape (q, ny, nx)."""


@dataclass(frozen=True, eq=False)
class Approximation:
    """Kernel PCA of n points with K̂ = Φ̂Φ̂ᵀ in the place of K, from feature columns Φ̂ (n, r).

    Where K − K̂ is positive semi-definite, as with landmarks, λ̂ ≤ λ ≤ λ̂ + bound for every
    eigenvalue.
    """

    eigenvalues: Array  # (q,) of the centred K̂, descending
    scores: Array  # (n, q), the functions at the n points
    functions: Functions  # the f_j
    columns: int  # r, at most the number that was asked for
    bound: float | None  # trace(K − K̂) where K − K̂ is positive semi-definite, else None

    __repr__ = in_one_line

    @property
    def n_components(self) -> int:
        return len(self.eigenvalues)

    @property
    def held_bytes(self) -> int:
        """Bytes of Φ̂ (n, r), the largest array of the fit."""
        return len(self.scores) * self.columns * self.scores.itemsize


@dataclass(frozen=True, eq=False)
class Comparison:
    """The errors of an approximation, component by component.

    `fields` has the signs of the exact functions and, within a near-degenerate group, the rotation
    closest to them.
    """

    eigenvalues: Array  # (q,), |λ̂ − λ| / λ; 1 for a component that the approximation lacks
    fields: Array  # (q, ny, nx), f̂ on the grid
    errors: Array  # (q, ny, nx), |f̂ − f| as a fraction of the range of f on the grid

    __repr__ = in_one_line

    @property
    def root_mean_square(self) -> Array:
        """√(mean of errors² over the grid), shape (q,)."""
        values: Array = np.sqrt(np.square(self.errors).mean(axis=(1, 2)))
        return values

    @property
    def largest(self) -> Array:
        """The largest error on the grid, shape (q,)."""
        values: Array = self.errors.max(axis=(1, 2))
        return values


def compare(
    approximation: Approximation, exact: Decomposition, grid: Grid, exact_fields: Array
) -> Comparison:
    """Compute the errors of an approximation of `exact`.

    Parameters
    ----------
    exact_fields : (q, ny, nx) array
        The exact functions on `grid`.

    Raises
    ------
    ValueError
        if the two were fitted to different numbers of points, or the fields have another shape.
    """
    q = exact.n_components
    shape = (q, len(grid.y), len(grid.x))
    if len(approximation.scores) != exact.n_samples:
        said = E_(
            "An approximation is compared on its own points: it has {n}, the exact "
            "decomposition {n_samples}."
        )
        raise ValueError(said.format(n=len(approximation.scores), n_samples=exact.n_samples))
    if exact_fields.shape != shape:
        said = E_("exact_fields must have shape {shape}; got shape {given}.")
        raise ValueError(said.format(shape=shape, given=exact_fields.shape))
    values = np.pad(approximation.eigenvalues[:q], (0, max(0, q - approximation.n_components)))
    rotation = closest_rotation(approximation.scores, exact)
    fields = np.tensordot(rotation.T, approximation.functions.on_grid(grid), axes=1)
    ranges = np.ptp(exact_fields, axis=(1, 2))
    errors = np.abs(fields - exact_fields) / np.where(ranges > 0, ranges, 1.0)[:, None, None]
    return Comparison(np.abs(values - exact.eigenvalues) / exact.eigenvalues, fields, errors)


def closest_rotation(scores: Array, exact: Decomposition) -> Array:
    """Return R (p, q) that minimises ‖ŜR − S‖ for scores Ŝ (n, p) and exact scores S (n, q).

    R changes the signs of single components and rotates near-degenerate groups: with ŜᵀS = U Σ Vᵀ
    over the columns of a group, its block of R is U Vᵀ (orthogonal Procrustes, Schönemann 1966).
    """
    p, q = scores.shape[1], exact.n_components
    R = np.eye(p, q) * aligned_signs(scores, exact.scores)[:, None]
    for group in exact.near_degenerate:
        columns = [j for j in group if j < p]
        overlap = scores[:, columns].T @ exact.scores[:, group]
        U, _, Vt = np.linalg.svd(overlap, full_matrices=False)
        R[np.ix_(columns, group)] = U @ Vt
    return R
