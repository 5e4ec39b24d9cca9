"""Minima of many small problems at once: each row of an array is a problem of its own.

It knows no kernel. Steps are those of L-BFGS (Nocedal & Wright 2006, algorithms 7.4 and 7.5), or
Newton's where Hessians are known. Sources: docs/notation.md.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import EPS, Array, Indices, power_of_two, powers_of_two, ratio

# (rows, X (r, D)) ↦ values (r,), gradients (r, D) and, for Newton's steps, Hessians (r, D, D).
Objective = Callable[[Indices, Array], tuple[Array, ...]]
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

# The least curvature of Newton's steps, in units of the largest: near saddle points one may be 0.
SMALLEST = 1e-3


def minimise(
    objective: Objective,
    X: Array,
    *,
    found: tuple[Array, ...] | None = None,
    first: Callable[..., Array],
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
        A length of the size of the distances between points; Newton's steps are cut to it.
    visit
        Called with the points (n, D) after every iteration.
    """
    every = np.arange(len(X))
    # In these units, powers of two, squares of gradients and of steps stay within float64.
    errors = rounding(every, X)
    length, sizes = power_of_two(unit), powers_of_two(errors / EPS)

    def scaled(parts: tuple[Array, ...], rows: Indices) -> tuple[Array, ...]:
        f, G, *H = (part / sizes[rows].reshape(-1, *[1] * (part.ndim - 1)) for part in parts)
        return f, length * G, *(length * (length * part) for part in H)

    def at(rows: Indices, X: Array) -> tuple[Array, ...]:
        return scaled(objective(rows, length * X), rows)

    parts = found or objective(every, X)
    lengths, tol = first(*parts[:2]) / length, tol / length
    state = (X / length, *scaled(parts, every))
    X, f, G = state[:3]
    iterations, pairs = np.zeros(len(X), np.int64), deque[Pair](maxlen=KEPT_STEPS)
    known = np.isfinite(f) & _finite(state[-1])
    converged = known & (np.linalg.norm(G, axis=1) <= errors / sizes)
    rows: Indices = np.flatnonzero(known & ~converged)
    for _ in range(max_iterations):
        if len(state) > 3:
            step = _newton(G[rows], state[3][rows], unit / length)
        else:
            kept = [(steps[rows], changes[rows], dots[rows]) for steps, changes, dots in pairs]
            step = -_product(G[rows], kept, lengths[rows])
        going = np.linalg.norm(step, axis=1) > tol
        converged[rows] = ~going
        rows, step = rows[going], step[going]
        if len(rows) == 0:
            break
        before, slopes = X[rows], G[rows]
        errors = rounding(rows, length * before) / sizes[rows]
        moved = _line_search(at, state, rows, step, errors, tol)
        if len(state) == 3:
            steps, changes = np.zeros((2, *X.shape))
            steps[rows], changes[rows] = X[rows] - before, G[rows] - slopes
            pairs.appendleft((steps, changes, np.einsum("ij,ij->i", steps, changes)))
        iterations[rows] += 1
        visit(length * X)
        converged[rows] = ~moved
        rows = rows[moved]
    return length * X, sizes * f, iterations, converged


def _line_search(
    objective: Objective,
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
    found
        X (n, D), then what the objective returned there, of all problems; changed in place.
    rows
        (r,) indices of the problems that move.
    step : (r, D) array
    rounding : (r,) array
        Rounding errors of the values where they are.
    """
    X, f, G = found[:3]
    slope, length = np.einsum("ij,ij->i", G[rows], step), np.linalg.norm(step, axis=1)
    factor, moved = np.ones(len(rows)), np.zeros(len(rows), bool)
    pending = np.flatnonzero(slope < 0)
    while len(pending):
        at = rows[pending]
        trial = X[at] + factor[pending, None] * step[pending]
        parts = (trial, *objective(at, trial))
        good = parts[1] <= f[at] + rounding[pending] + SUFFICIENT * factor[pending] * slope[pending]
        good &= _finite(parts[-1])
        for whole, part in zip(found, parts, strict=True):
            whole[at[good]] = part[good]
        moved[pending[good]] = True
        pending = pending[~good]
        factor[pending] *= 0.5
        pending = pending[factor[pending] * length[pending] > tol]
    return moved


def _finite(part: Array) -> NDArray[np.bool_]:
    return np.asarray(np.isfinite(part).all(axis=tuple(range(1, part.ndim))))


def _product(G: Array, pairs: Sequence[Pair], first: Array) -> Array:
    """The inverse Hessian times the gradients G (r, D), by the two-loop recursion.

    The newest of the pairs comes first; those without positive curvature are left out. Without any,
    the gradient itself, at length `first` (r,).
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


def _newton(G: Array, H: Array, longest: float) -> Array:
    """−|H|⁻¹ g for gradients G (r, D) and Hessians H (r, D, D), no longer than `longest`.

    The absolute values of the Hessian's eigenvalues lead downhill at saddle points, too (Nocedal &
    Wright 2006, section 3.4).
    """
    values, vectors = np.linalg.eigh(H)
    sizes = np.abs(values)
    sizes = np.maximum(sizes, SMALLEST * sizes.max(axis=1, initial=0.0, keepdims=True))
    parts = ratio(np.einsum("rij,ri->rj", vectors, G), sizes)
    steps: Array = -np.einsum("rij,rj->ri", vectors, parts)
    lengths = np.linalg.norm(steps, axis=1)
    return steps * ratio(np.minimum(lengths, longest), lengths)[:, None]
