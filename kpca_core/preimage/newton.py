"""Newton's method on many small problems at once: each row of an array is a problem of its own.

It knows no kernel. Steps are H⁻¹ g with the absolute values of the Hessian's eigenvalues, so that
they lead downhill at saddle points too (Nocedal & Wright 2006, section 3.4). Sources:
docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kpca_core.arrays import Array, Indices, ratio
from kpca_core.preimage.lbfgs import Minima, line_search

# (rows, X (r, D)) ↦ values (r,), gradients (r, D) and Hessians (r, D, D) of those problems.
Curved = Callable[[Indices, Array], tuple[Array, Array, Array]]


def minimise_curved(
    objective: Curved,
    X: Array,
    *,
    longest: float,
    tol: float,
    noise: Array,
    max_iterations: int,
    visit: Callable[[Array], None] = lambda X: None,
) -> Minima:
    """Minima near the rows of X (n, D).

    Parameters
    ----------
    longest : float, steps are cut to this length
    tol : float
        A problem has converged when its next step is no longer, or when along it no step of more
        than that length lowers the value.
    noise : (n,) array, rounding errors of the values
    visit : called with the points (n, D) after every iteration
    """
    X, iterations = X.copy(), np.zeros(len(X), np.int64)
    converged = np.zeros(len(X), bool)
    f, G, H = objective(np.arange(len(X)), X)
    rows: Indices = np.flatnonzero(np.isfinite(f) & np.isfinite(H).all(axis=(1, 2)))
    for _ in range(max_iterations):
        step = _steps(G[rows], H[rows])
        length = np.linalg.norm(step, axis=1)
        step *= np.minimum(1.0, longest / np.maximum(length, longest))[:, None]
        going = np.minimum(length, longest) > tol
        converged[rows] = ~going
        rows, step = rows[going], step[going]
        if len(rows) == 0:
            break
        moved = line_search(objective, (X, f, G, H), rows, step, noise, tol)
        iterations[rows] += 1
        visit(X)
        converged[rows] = ~moved
        rows = rows[moved]
    return X, f, iterations, converged


def _steps(G: Array, H: Array) -> Array:
    """−|H|⁻¹ g for gradients G (r, D) and Hessians H (r, D, D)."""
    values, vectors = np.linalg.eigh(H)
    sizes = np.abs(values)
    sizes = np.maximum(sizes, 1e-3 * sizes.max(axis=1, initial=0.0, keepdims=True))
    parts = ratio(np.einsum("rij,ri->rj", vectors, G), sizes)
    return -np.einsum("rij,rj->ri", vectors, parts)
