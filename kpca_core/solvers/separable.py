"""The separable route: a product kernel in one or two dimensions, O(n) with a small constant.

With Φ(x) = φ(x₁) ⊗ φ(x₂) (`kpca_core.separable`) kernel PCA is PCA of Φ, and its scatter needs of
the rows only sums of products of two features. These are smooth, so Σᵢ g(xᵢ) = Σₜ mₜ g(t) over a
lattice of Chebyshev nodes t with masses m = Σᵢ ℓ(xᵢ₂) ℓ(xᵢ₁)ᵀ, ℓ Lagrange's polynomials: one pass
over the rows, after which the eigenproblem knows n no more. With a lattice of N₂×N₁ nodes a product
with the scatter costs O(r N) multiplications a vector, and the scatter itself is never formed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, TypeVar

import numpy as np

from kpca_core.decomposition import Certificate, Decomposition
from kpca_core.expansion import Expansion
from kpca_core.kernels import Kernel
from kpca_core.kernels.base import Array
from kpca_core.progress import Progress, report
from kpca_core.separable import BLOCK_ROWS, LatticeSum, Plane, contract
from kpca_core.solvers.lanczos import EPS
from kpca_core.solvers.primal import (
    ALL_POINTS,
    SMALLEST_TOL,
    FeaturePCA,
    over_all_points,
    scatter_axes,
)
from kpca_core.threads import map_blocks

# More features than this, or than two a row, are left to the routes whose rank the rows decide.
MAX_FEATURES = 5_000

# Eigenvalues below this fraction of the trace are left to them too. The smallest features carry
# rounding errors up to ε/√LEFT_OUT = 7e-9, which differ between the rows and the nodes.
SMALLEST = 1e-6

# Columns of the scatter made at once where all of it is needed.
BLOCK_COLUMNS = 64

# No tolerance leaves out more than this: functions that are to be the scores at the rows need it.
LARGEST_TOL = 1e-14

# What is left out is measured at the rows to some ε·trace(K) only.
MEASURED = 16 * EPS

# Cosine that the scores of two components may have at the rows. Wide kernels reach 5e-11.
DEPENDENT = 1e-9

T = TypeVar("T")


def is_separable(kernel: Kernel, dimension: int) -> bool:
    """Whether the route knows the kernel, on some intervals at least."""
    return dimension <= 2 and bool(np.isfinite(kernel.axis_growth(1.0, np.ones(1))).all())


def solve_separable(
    kernel: Kernel,
    X: Array,
    q: int | None,
    *,
    centre: bool,
    tol: float,
    progress: Progress | None = None,
) -> Decomposition | None:
    """The q largest eigenpairs of K̃ through the features of the axes; None where these are too
    many around the points, or where some of the pairs lie below `SMALLEST`."""
    if q is None:
        return None
    n, dimension = X.shape
    points = X if dimension == 2 else np.column_stack([X, np.zeros(n)])
    plane = Plane.spanning(kernel, points)
    if plane is None or len(plane) > min(MAX_FEATURES, 2 * n):
        return None
    scatter = Scatter.of(plane, points, min(tol, LARGEST_TOL), centre=centre, progress=progress)
    axes = scatter_axes(scatter, n, q, 1.0)
    if len(axes.eigenvalues) < q or axes.eigenvalues[-1] < SMALLEST * n:
        return None
    offsets = -scatter.mean @ axes.axes
    M, scores = scatter.matrices(axes.axes), np.empty((n, q))

    def score(block: slice) -> Array:
        F, G = plane.features(*points[block].T)
        scores[block] = contract(M, F, G) + offsets
        return np.square(G) @ np.square(F).T

    norms = reduce(np.add, _over_rows(score, n, progress, "scores of all rows"))
    if centre:
        scores -= scores.mean(axis=0)
    # What the rows themselves say was left out, and how far they are from what the lattice said.
    left_out = max(float(n - norms.ravel()[scatter.kept].sum()), 0.0)
    squares, root = scores.T @ scores, np.sqrt(axes.eigenvalues)
    if not np.abs(squares / np.outer(root, root) - np.eye(q)).max() <= DEPENDENT:  # nor NaN
        return None
    off = np.linalg.eigvalsh(squares)[::-1] - axes.eigenvalues
    error = left_out + float(np.abs(off).max())
    # An expansion over the rows makes λ₁/λⱼ times as much of what scores j have of scores 1.
    scores = scores @ (np.linalg.inv(np.linalg.cholesky(squares)).T * root)
    found = FeaturePCA(**vars(axes), scores=scores, offsets=offsets)
    return Decomposition(
        eigenvalues=axes.eigenvalues,
        scores=scores,
        expansion=_expansion(kernel, X, plane, scatter, found, centre=centre),
        trace=axes.trace + left_out,
        negative=np.empty(0),
        rank=None,
        requested=q,
        solver="separable",
        certificate=Certificate("trace bound", error, max(tol * scatter.trace(), MEASURED * n)),
        n_samples=n,
    )


@dataclass(frozen=True, eq=False)
class Scatter:
    """Σᵢ (Φ(xᵢ) − μ)(Φ(xᵢ) − μ)ᵀ, a symmetric operator on the r features that are kept.

    nodes       (N₁,) across and (N₂,) up, about the plane's middle
    across, up  (r₁, N₁) and (r₂, N₂), the axes' features at them
    masses      m (N₂, N₁)
    kept        (r,) indices into the r₂·r₁ products of features
    norms       Σᵢ Φ(xᵢ)² (r,)
    mean        μ (r,), or 0 where nothing is centred
    """

    nodes: tuple[Array, Array]
    across: Array
    up: Array
    masses: Array
    kept: Array
    norms: Array
    mean: Array

    @classmethod
    def of(
        cls, plane: Plane, X: Array, tol: float, *, centre: bool, progress: Progress | None
    ) -> Scatter:
        """That of the rows of X (n, 2), without the products whose norms add up to half of
        what trace(E) ≤ tol·trace(K̃) allows."""
        across, up = plane.across.nodes(factors=2), plane.up.nodes(factors=2)
        n, (x, y) = len(X), plane.middle

        def masses_of(block: slice) -> Array:
            return up.shares(X[block, 1] - y) @ across.shares(X[block, 0] - x).T

        masses = reduce(np.add, _over_rows(masses_of, n, progress, "adding up all rows"))
        F, G = plane.across.features(across.values), plane.up.features(up.values)
        norms = np.maximum(np.square(G) @ masses @ np.square(F).T, 0.0).ravel()
        mean = (G @ masses @ F.T).ravel() / n if centre else np.zeros(norms.size)
        trace = norms.sum() - n * (mean @ mean)
        order = np.argsort(norms)
        kept = np.sort(order[np.cumsum(norms[order]) > 0.5 * max(tol * trace, SMALLEST_TOL * n)])
        nodes = across.values, up.values
        return cls(nodes, F, G, masses, kept, norms[kept], mean[kept])

    def __len__(self) -> int:
        return len(self.kept)

    def matrices(self, W: Array) -> Array:
        """The columns of W (r, b) as matrices of products of features, (b, r₂, r₁)."""
        M = np.zeros((W.shape[1], len(self.up) * len(self.across)))
        M[:, self.kept] = W.T
        return M.reshape(-1, len(self.up), len(self.across))

    def functions(self, W: Array) -> Array:
        """(Φ − μ)ᵀ w at the nodes for the columns w of W (r, b), shape (b, N₂, N₁)."""
        values = self.up.T @ (self.matrices(W) @ self.across)
        values -= (self.mean @ W)[:, None, None]
        return values

    def __matmul__(self, W: Array) -> Array:
        values = self.functions(W)
        values *= self.masses
        products = self.up @ values @ self.across.T
        sums = products.reshape(len(values), -1).take(self.kept, axis=1)
        sums -= np.multiply.outer(values.sum(axis=(1, 2)), self.mean)
        return sums.T

    def __array__(self, *_: Any, **__: Any) -> Array:
        identity = np.eye(len(self))
        blocks = range(0, len(self), BLOCK_COLUMNS)
        return np.hstack([self @ identity[:, a : a + BLOCK_COLUMNS] for a in blocks])

    def trace(self) -> float:
        return float(self.norms.sum() - self.masses.sum() * (self.mean @ self.mean))


def _over_rows(
    function: Callable[[slice], T], n: int, progress: Progress | None, what: str
) -> Iterator[T]:
    """function(block) for blocks of n rows, in order, and each block reported."""
    with closing(map_blocks(function, n, BLOCK_ROWS)) as parts:
        for done, part in enumerate(parts, start=1):
            report(progress, min(done * BLOCK_ROWS, n), n, what)
            yield part


def _expansion(
    kernel: Kernel, X: Array, plane: Plane, scatter: Scatter, found: FeaturePCA, *, centre: bool
) -> Expansion:
    """f(x) = Σᵢ k(x, xᵢ) f(xᵢ)/λ + b over all points, or over the nodes that stand for many; on a
    grid over these in any case."""
    dimension = X.shape[1]
    values = scatter.masses * scatter.functions(found.axes)
    coefficients = values.reshape(len(values), -1).T / found.eigenvalues
    lattice = LatticeSum(kernel, plane.middle, *scatter.nodes, coefficients)
    if len(X) <= max(ALL_POINTS, scatter.masses.size) or _far_from_origin(plane):
        expansion = over_all_points(kernel, X, found, centre=centre)
    else:
        points = lattice.points[:, :dimension]
        expansion = Expansion(kernel, points, coefficients, found.offsets)
    return replace(expansion, lattice=lattice) if dimension == 2 else expansion


def _far_from_origin(plane: Plane) -> bool:
    """Whether the coordinates of nodes about the middle would lose digits that the rows have."""
    return bool(np.abs(plane.middle).max() > 8.0 * max(plane.across.half, plane.up.half))
