"""L-BFGS on many small problems at once: each row of an array is a problem of its own.

It knows no kernel. Nocedal & Wright 2006, algorithms 7.4 and 7.5. Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import EPS, Array, Indices, power_of_two, powers_of_two, ratio

# (rows, X (r, D)) ↦ values (r,) and gradients (r, D) of those problems.
Objective = Callable[[Indices, Array], tuple[Array, Array]]
Rounding = Callable[[Indices, Array], Array]

# Points (n, D), the values there (n,), the numbers of iterations, and whether they converged.
Minima = tuple[Array, Array, NDArray[np.int64], NDArray[np.bool_]]

# Steps (r, D), the changes of the gradient along them, and their dot products (r,).
Pair = tuple[Array, Array, Array]

# Pairs of steps and changes of the gradient that stand for the Hessian.
KEPT_STEPS = 10

# A step is accepted where it lowers the value by this part of what the slope promises (Nocedal &
# Wright 2006, eq. 3.4), but for rounding.
SUFFICIENT = 1e-4


def minimise(
    objective: Objective,
    X: Array,
    *,
    found: tuple[Array, ...] | None = None,
    first: Callable[[Array, Array], Array],
    tol: float,
    rounding: Rounding,
    unit: float,
    max_iterations: int,
    visit: Callable[[Array], None] = lambda X: None,
) -> Minima:
    """Minima near the rows of X (n, D).

    Parameters
    ----------
    found
        What the objective returns at X, if that is known.
    first
        Lengths (n,) of the first steps, which follow the gradient, from values and gradients.
    tol : float
        A problem has converged when the next step would be no longer, when along it no step of
        more than that length lowers the value, or where a step of length `unit` down the gradient
        at X is not expected to change the value by more than rounding.
    rounding
        (rows, X (r, D)) ↦ rounding errors (r,) of the values.
    unit : float
        a length of the size of the distances between points.
    visit
        Called with the points (n, D) after every iteration.
    """
    n, dimension = X.shape
    every = np.arange(n)
    # In these units, powers of two, squares of gradients and of steps stay within float64.
    errors = rounding(every, X)
    length, sizes = power_of_two(unit), powers_of_two(errors / EPS)

    def scaled(f: Array, G: Array, rows: Indices) -> tuple[Array, Array]:
        return f / sizes[rows], length * (G / sizes[rows, None])

    def at(rows: Indices, X: Array) -> tuple[Array, Array]:
        return scaled(*objective(rows, length * X), rows)

    f, G = found or objective(every, X)
    lengths, tol = first(f, G) / length, tol / length
    f, G = scaled(f, G, every)
    X, iterations = X / length, np.zeros(n, np.int64)
    converged = np.linalg.norm(G, axis=1) <= errors / sizes
    steps, changes = (np.zeros((KEPT_STEPS, n, dimension)) for _ in range(2))
    curvatures = np.zeros((KEPT_STEPS, n))
    rows: Indices = np.flatnonzero(np.isfinite(f) & np.isfinite(G).all(axis=1) & ~converged)
    for iteration in range(max_iterations):
        if len(rows) == 0:
            break
        oldest = max(0, iteration - KEPT_STEPS)
        slots = [age % KEPT_STEPS for age in range(iteration - 1, oldest - 1, -1)]
        pairs = [(steps[i, rows], changes[i, rows], curvatures[i, rows]) for i in slots]
        direction = -_product(G[rows], pairs, lengths[rows])
        going = np.linalg.norm(direction, axis=1) > tol
        converged[rows] = ~going
        rows, direction = rows[going], direction[going]
        if len(rows) == 0:
            break
        slot, before, slopes = iteration % KEPT_STEPS, X[rows], G[rows]
        errors = rounding(rows, length * before) / sizes[rows]
        moved = line_search(at, (X, f, G), rows, direction, errors, tol)
        steps[slot, rows], changes[slot, rows] = X[rows] - before, G[rows] - slopes
        curvatures[slot, rows] = np.einsum("ij,ij->i", steps[slot, rows], changes[slot, rows])
        iterations[rows] += 1
        visit(length * X)
        converged[rows] = ~moved
        rows = rows[moved]
    return length * X, sizes * f, iterations, converged


def line_search(
    objective: Callable[..., tuple[Array, ...]],
    found: tuple[Array, ...],
    rows: Indices,
    step: Array,
    rounding: Array,
    tol: float,
) -> NDArray[np.bool_]:
    """Move problems along their steps, halved until the value is low enough; whether each moved.

    None moves by `tol` or less, or to where the last of what the objective returns is not finite.

    Parameters
    ----------
    objective
        (rows, X (r, D)) ↦ values, gradients and what else is kept of these problems.
    found
        X (n, D), then what the objective returned there, of all problems; changed in place.
    rows
        (r,) indices of the problems that move.
    step : (r, D) array
    rounding : (r,) array
        Rounding errors of the values where they are.
    tol
        As for `minimise`.
    """
    X, f, G, *_ = found
    slope, length = np.einsum("ij,ij->i", G[rows], step), np.linalg.norm(step, axis=1)
    factor, moved = np.ones(len(rows)), np.zeros(len(rows), bool)
    pending = np.flatnonzero(slope < 0)
    while len(pending):
        at = rows[pending]
        trial = X[at] + factor[pending, None] * step[pending]
        parts = (trial, *objective(at, trial))
        good = parts[1] <= f[at] + rounding[pending] + SUFFICIENT * factor[pending] * slope[pending]
        good &= np.isfinite(parts[-1]).reshape(len(at), -1).all(axis=1)
        for whole, part in zip(found, parts, strict=True):
            whole[at[good]] = part[good]
        moved[pending[good]] = True
        pending = pending[~good]
        factor[pending] *= 0.5
        pending = pending[factor[pending] * length[pending] > tol]
    return moved


def _product(G: Array, pairs: list[Pair], first: Array) -> Array:
    """The inverse Hessian times the gradients G (r, D), by the two-loop recursion.

    `pairs` of steps, changes and their dot products, newest first; those without positive curvature
    are left out. Without any, the gradient itself, at length `first` (r,).
    """
    scale = ratio(first, np.linalg.norm(G, axis=1))
    for _, change, curvature in reversed(pairs):
        squares = np.einsum("ij,ij->i", change, change)
        np.divide(curvature, squares, out=scale, where=(curvature > 0) & (squares > 0))
    product, shares = G.copy(), []
    for step, change, curvature in pairs:
        share = ratio(np.einsum("ij,ij->i", step, product), curvature)
        product -= share[:, None] * change
        shares.append(share)
    product *= scale[:, None]
    for (step, change, curvature), share in zip(reversed(pairs), reversed(shares), strict=True):
        share = share - ratio(np.einsum("ij,ij->i", change, product), curvature)
        product += share[:, None] * step
    return product
