"""Newton's method on many small problems at once: each row of an array is a problem of its own.

It knows no kernel. Steps are H⁻¹ g with the absolute values of the Hessian's eigenvalues, so that
they lead downhill at saddle points too (Nocedal & Wright 2006, section 3.4). Sources:
docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kpca_core._support.arrays import Array, Indices, ratio
from kpca_core.feature_space.preimage.lbfgs import Minima, Rounding, line_search

# (rows, X (r, D)) ↦ values (r,), gradients (r, D) and Hessians (r, D, D) of those problems.
Curved = Callable[[Indices, Array], tuple[Array, Array, Array]]

# The least curvature of a step, in units of the largest: near saddle points one may be almost 0.
SMALLEST = 1e-3


def minimise_curved(
    objective: Curved,
    X: Array,
    *,
    found: tuple[Array, ...] | None = None,
    longest: float,
    tol: float,
    rounding: Rounding,
    max_iterations: int,
    visit: Callable[[Array], None] = lambda X: None,
) -> Minima:
    """Minima near the rows of X (n, D).

    Parameters
    ----------
    found : what the objective returns at X, if that is known; changed in place
    longest : float, steps are cut to this length
    tol : float
        A problem has converged when its next step is no longer, or when along it no step of more
        than that length lowers the value.
    rounding : (rows, X (r, D)) ↦ rounding errors (r,) of the values
    visit : called with the points (n, D) after every iteration
    """
    X, iterations = X.copy(), np.zeros(len(X), np.int64)
    converged = np.zeros(len(X), bool)
    f, G, H = found or objective(np.arange(len(X)), X)
    rows: Indices = np.flatnonzero(np.isfinite(f) & np.isfinite(H).all(axis=(1, 2)))
    for _ in range(max_iterations):
        step = _steps(G[rows], H[rows])
        length = np.linalg.norm(step, axis=1)
        step *= np.minimum(1.0, longest / np.maximum(length, longest))[:, None]
        going = length > tol
        converged[rows] = ~going
        rows, step = rows[going], step[going]
        if len(rows) == 0:
            break
        moved = line_search(objective, (X, f, G, H), rows, step, rounding(rows, X[rows]), tol)
        iterations[rows] += 1
        visit(X)
        converged[rows] = ~moved
        rows = rows[moved]
    return X, f, iterations, converged


def _steps(G: Array, H: Array) -> Array:
    """−|H|⁻¹ g for gradients G (r, D) and Hessians H (r, D, D), without loops over problems.

    Positive definite ones by elimination, which takes a sixth of the time of their eigenvectors.
    """
    A, steps = H.copy(), -G
    least = SMALLEST * np.abs(H).max(axis=(1, 2), initial=0.0)
    definite = np.ones(len(H), bool)
    columns = range(G.shape[1])
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        for j in columns:
            pivots = A[:, j, j].copy()
            definite &= pivots > least
            factors = A[:, j + 1 :, j] / pivots[:, None]
            A[:, j + 1 :, j + 1 :] -= factors[:, :, None] * A[:, None, j, j + 1 :]
            steps[:, j + 1 :] -= factors * steps[:, j, None]
        for j in reversed(columns):
            steps[:, j] -= np.einsum("rk,rk->r", A[:, j, j + 1 :], steps[:, j + 1 :])
            steps[:, j] /= A[:, j, j]
    rest = np.flatnonzero(~definite)
    steps[rest] = _downhill(G[rest], H[rest])
    return steps


def _downhill(G: Array, H: Array) -> Array:
    """−|H|⁻¹ g by eigenvectors; absolute eigenvalues are at least SMALLEST of the largest."""
    values, vectors = np.linalg.eigh(H)
    sizes = np.abs(values)
    sizes = np.maximum(sizes, SMALLEST * sizes.max(axis=1, initial=0.0, keepdims=True))
    parts = ratio(np.einsum("rij,ri->rj", vectors, G), sizes)
    found: Array = -np.einsum("rij,rj->ri", vectors, parts)
    return found
