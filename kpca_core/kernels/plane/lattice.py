"""Sums over many points of the plane as sums over few nodes of a lattice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import reduce
from typing import Any, TypeVar

import numpy as np

from kpca_core._support.arrays import SMALLEST_TOL, Array, Indices
from kpca_core._support.progress import Progress, report
from kpca_core._support.threads import COLUMNS, ROWS, map_blocks
from kpca_core._support.words import _
from kpca_core.grid import Grid
from kpca_core.kernels import Kernel
from kpca_core.kernels.plane.tensor_features import TINY, Matrices, TensorFeatures, axis_values

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class LatticeScatter:
    """The scatter Σᵢ (Φ(xᵢ) − μ)(Φ(xᵢ) − μ)ᵀ of tensor features, as a symmetric operator (r, r).

    Products of two features are smooth, so Σᵢ g(xᵢ) = Σₜ wₜ g(t) over the nodes t of a lattice with
    weights W = Σᵢ ℓ(xᵢ₂) ℓ(xᵢ₁)ᵀ, ℓ the Lagrange polynomials: one pass over the rows, after which a
    product with the scatter costs O(r N) multiplications a vector, N nodes, whatever n.

    Parameters
    ----------
    nodes : (N₁,) and (N₂,) arrays
        Coordinates of the lattice across and up, about the middle of the features.
    factors : sequence of (r₁, N₁) and (r₂, N₂) arrays
        The features along the axes at the nodes, of each term.
    lattice_weights : (N₂, N₁) array, W
    kept : (r,) array
        Indices into all products of features; the others are too small to matter.
    norms : (r,) array
        Σᵢ Φ(xᵢ)² of those kept.
    mean : (r,) array
        μ, or 0 where nothing is centred.
    """

    nodes: tuple[Array, Array]
    factors: tuple[tuple[Array, Array], ...]
    lattice_weights: Array
    kept: Indices
    norms: Array
    mean: Array

    @classmethod
    def of(
        cls,
        features: TensorFeatures,
        X: Array,
        tol: float,
        *,
        centre: bool,
        progress: Progress | None = None,
    ) -> LatticeScatter:
        """The scatter of the rows of X (n, 2).

        It leaves out the products of features whose norms add up to half of tol·trace(K̃), or to
        2 ε trace(K) if that is more.
        """
        across, up = features.nodes(factors=2)
        n, (x, y) = len(X), features.middle

        def weights_of(block: slice) -> Array:
            return up.lagrange_basis(X[block, 1] - y) @ across.lagrange_basis(X[block, 0] - x).T

        weights = reduce(np.add, over_rows(weights_of, n, progress, _("summing over all rows")))
        factors = tuple((F(across.values), G(up.values)) for F, G in features.terms)
        if n <= ROWS:
            # Weights of few rows are large and of both signs: small norms are lost in rounding.
            squares = [(G**2 @ (F**2).T).ravel() for F, G in features.factors(*X.T)]
        else:
            squares = [(G**2 @ weights @ (F**2).T).ravel() for F, G in factors]
        norms = np.maximum(np.concatenate(squares), 0.0)
        mean = np.zeros(norms.size)
        if centre:
            mean = np.concatenate([(G @ weights @ F.T).ravel() for F, G in factors]) / n
        trace = norms.sum()
        order = np.argsort(norms)
        negligible = 0.5 * max(tol * (trace - n * (mean @ mean)), SMALLEST_TOL * trace)
        kept = np.sort(order[np.cumsum(norms[order]) > negligible])
        return cls((across.values, up.values), factors, weights, kept, norms[kept], mean[kept])

    def __len__(self) -> int:
        return len(self.kept)

    def matrices(self, W: Array) -> Matrices:
        """The columns of W (r, b) as arrays (b, r₂, r₁) of products of features, one a term."""
        sizes = [len(G) * len(F) for F, G in self.factors]
        M = np.zeros((W.shape[1], sum(sizes)))
        M[:, self.kept] = W.T
        parts = np.split(M, np.cumsum(sizes)[:-1], axis=1)
        return [
            part.reshape(-1, len(G), len(F))
            for part, (F, G) in zip(parts, self.factors, strict=True)
        ]

    def functions(self, W: Array) -> Array:
        """(Φ − μ)ᵀ w at the nodes for the columns w of W (r, b), shape (b, N₂, N₁)."""
        parts = [G.T @ (m @ F) for m, (F, G) in zip(self.matrices(W), self.factors, strict=True)]
        values: Array = sum(parts[1:], start=parts[0])
        values -= (self.mean @ W)[:, None, None]
        return values

    def __matmul__(self, W: Array) -> Array:
        values = self.functions(W)
        values *= self.lattice_weights
        products = [(G @ values @ F.T).reshape(len(values), -1) for F, G in self.factors]
        both = products[0] if len(products) == 1 else np.hstack(products)
        sums = both.take(self.kept, axis=1)
        sums -= np.multiply.outer(values.sum(axis=(1, 2)), self.mean)
        return sums.T

    def __array__(self, *_: Any, **__: Any) -> Array:
        identity = np.eye(len(self))
        blocks = range(0, len(self), COLUMNS)
        return np.hstack([self @ identity[:, a : a + COLUMNS] for a in blocks])

    def trace(self) -> float:
        """The trace, which is that of K̃ without what was left out."""
        return float(self.norms.sum() - self.lattice_weights.sum() * (self.mean @ self.mean))


@dataclass(frozen=True, eq=False)
class LatticeSums:
    """Σₜ A[t, j] k(·, t) over the nodes of a lattice, for the grids of an `Expansion`.

    Parameters
    ----------
    kernel : Kernel
        k, with a product form in two coordinates.
    middle : (2,) array
        The origin of x and y.
    x, y
        (N₁,) and (N₂,) arrays, coordinates of the nodes across, running fastest, and up.
    coefficients : (N₂·N₁, q) array, A
    """

    kernel: Kernel
    middle: Array
    x: Array
    y: Array
    coefficients: Array

    @property
    def points(self) -> Array:
        """The nodes (N₂·N₁, 2)."""
        return Grid(self.x, self.y).points + self.middle

    def on_grid(self, grid: Grid) -> Array:
        """The sums on a grid, shape (q, ny, nx)."""
        x, y = grid.x - self.middle[0], grid.y - self.middle[1]
        A = np.ascontiguousarray(self.coefficients.T).reshape(-1, len(self.y), len(self.x))
        values = np.zeros((len(A), len(y), len(x)))
        for weight, kernel_1d in self.kernel.product_form(2):
            F, G = axis_values(kernel_1d, self.x, x), axis_values(kernel_1d, y, self.y)
            F[F < TINY] = 0.0
            G[G < TINY] = 0.0
            values += (weight * G) @ (A @ F)
        return values


def over_rows(
    function: Callable[[slice], T], n: int, progress: Progress | None, what: str
) -> Iterator[T]:
    """function(block) for blocks of n rows, in order, reporting each to `progress`."""
    with closing(map_blocks(function, n, ROWS)) as parts:
        for done, part in enumerate(parts, start=1):
            report(progress, min(done * ROWS, n), n, what)
            yield part
