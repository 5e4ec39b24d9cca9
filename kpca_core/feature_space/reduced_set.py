"""Reduced sets: the components of a fit expanded over few points (Burges 1996; [S] section 4.3).

Ṽⱼ = Σₖ B[k, j] φ(zₖ) with m points z, far fewer than the fit's, minimises Σⱼ ‖Vⱼ − Ṽⱼ‖² ([S] eq.
4.2): B in closed form, K(z, z) B = K(z, P) A, and z by its gradient, from landmarks of pivoted
Cholesky. Sources: docs/notation.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from kpca_core._support.arrays import EPS, Array, ratio, require_count
from kpca_core._support.one_line import in_one_line
from kpca_core._support.threads import few_threads, row_slices, rows_held
from kpca_core._support.words import E_
from kpca_core.expansion import Expansion
from kpca_core.feature_space.preimage.target import spread_of
from kpca_core.kernels.base import Kernel, require_psd
from kpca_core.kernels.rows import require_dense
from kpca_core.kernels.sums import kernel_sums
from kpca_core.solvers.gram import GramEntries
from kpca_core.solvers.linalg.pivoted_cholesky import greedy_pivots

# Share of the largest eigenvalue of the z's Gram matrix below which eigenvectors are left out of B:
# that, and the rounding that B amplifies, ε/CUT, then err alike.
CUT = math.sqrt(EPS)
# The cut is this share of 1/‖A‖² where that is less: of a fit with very small components.
SHARE = 0.01

Callback = Callable[[Array, float], object]


@dataclass(frozen=True, eq=False)
class ReducedSet:
    """Components over few points, and how far they are from those of the fit.

    Parameters
    ----------
    expansion : Expansion
        f̃_j over the points z: m of them, or q·m where each component has its own. Offsets and mean
        are those of the Ṽ, so that all that takes an expansion takes it.
    errors : (q,) array
        ‖Vⱼ − Ṽⱼ‖² of these coefficients, where ‖Vⱼ‖ = 1, from kernels alone. Rounding may make it
        wrong by some 1e-8, and slightly negative; by more, up to about 100 ε max k(p, p)/λⱼ, where
        λⱼ is tiny beside the kernel's values, as with a polynomial on points far from the origin:
        130 times ε max k(p, p)/λⱼ is the most that was seen.
    start : (q,) array
        The same over the landmarks, before they were moved.
    iterations : int
        Steps of all descents.
    converged : bool
        Whether they all ended before `max_iterations`.
    """

    expansion: Expansion
    errors: Array
    start: Array
    iterations: int
    converged: bool

    __repr__ = in_one_line


def reduced_set(
    expansion: Expansion,
    m: int,
    *,
    shared: bool = True,
    move: bool = True,
    max_iterations: int = 500,
    callback: Callback | None = None,
) -> ReducedSet:
    """Approximate the components of an expansion over m points.

    Parameters
    ----------
    m : int
        1 ≤ m ≤ the number of points of the expansion. Fewer points are taken where m landmarks
        would be linearly dependent in feature space.
    shared : bool
        All components over the same points; False: m points for each component.
    move : bool
        Descend from the landmarks; False keeps them, with optimal coefficients.
    max_iterations : int
        Limit of the steps of a descent.
    callback : callable, optional
        Called after each step with the points (m, D) and Σ ‖Vⱼ − Ṽⱼ‖² of the components that they
        approximate; what it raises ends the computation.

    Raises
    ------
    ValueError, TypeError
        if m is out of range, the kernel is not known to be psd or is precomputed, or, where points
        move, its gradient is not known.
    """
    kernel, P, q = expansion.kernel, expansion.points, expansion.coefficients.shape[1]
    least = E_("so ‖V − Ṽ‖² is no squared distance that could be minimised")
    require_psd(kernel, E_(" on points, {least}.").format(least=least))
    require_count("m", m, len(P))
    require_count("max_iterations", max_iterations)
    if move:
        require_dense(P, E_("Points that move (move=False chooses among the rows)"))
    groups = [slice(0, q)] if shared else [slice(j, j + 1) for j in range(q)]
    with few_threads(len(P) * m * (q + m)):
        landmarks = P[greedy_pivots(GramEntries(kernel, P), m)]
        parts = [_Part.of(expansion, group, landmarks) for group in groups]
        limit = max_iterations if move else 0
        ends = [part.moved(limit, callback) for part in parts]
        return ReducedSet(
            _expansion(expansion, [part for part, _, _ in ends]),
            np.concatenate([part.errors for part, _, _ in ends]),
            np.concatenate([part.errors for part in parts]),
            sum(steps for _, steps, _ in ends),
            all(converged for _, _, converged in ends),
        )


@dataclass(frozen=True, eq=False)
class _Part:
    """Some components with the points z that approximate them, and the optimal coefficients."""

    kernel: Kernel
    points: Array  # P (n, D)
    coefficients: Array  # A (n, p)
    norms: Array  # ‖Vⱼ‖² (p,)
    least: float  # the smallest eigenvalue of z's images at length 1 that B is to make use of
    Z: Array  # (m, D)
    B: Array  # (m, p)
    errors: Array  # ‖Vⱼ − Ṽⱼ‖² (p,)

    @classmethod
    def of(cls, expansion: Expansion, group: slice, Z: Array) -> _Part:
        kernel, P, A = expansion.kernel, expansion.points, expansion.coefficients[:, group]
        norms = np.einsum("ij,ij->j", A, kernel_sums(kernel, P, P, A))
        sizes = kernel.diagonal(P) @ np.square(A)
        least = SHARE / max(float(sizes.max(initial=0.0)), np.finfo(float).tiny)
        return cls(kernel, P, A, norms, least, Z, np.empty((0, 0)), norms).at(Z)

    def at(self, Z: Array) -> _Part:
        """The same components over other points."""
        sections = kernel_sums(self.kernel, Z, self.points, self.coefficients)
        K = self.kernel.gram_matrix(Z)
        B = _solve(K, sections, self.least)
        # Not norms − Σ sections·B: that holds for the exact minimiser only, and B is rounded.
        errors = self.norms + np.einsum("ij,ij->j", B, K @ B - 2.0 * sections)
        return replace(self, Z=Z, B=B, errors=errors)

    def gradient(self) -> Array:
        """That of Σⱼ ‖Vⱼ − Ṽⱼ‖² in z (m, D); the optimal B add nothing to it."""
        own = self.kernel.gradient_sum(self.Z, self.Z, self.B @ self.B.T)
        others = [
            self.kernel.gradient_sum(self.Z[rows], self.points, self.B[rows] @ self.coefficients.T)
            for rows in row_slices(len(self.Z), rows_held(len(self.points)))
        ]
        return 2.0 * (own - np.concatenate(others))

    def moved(self, limit: int, callback: Callback | None) -> tuple[_Part, int, bool]:
        """After a descent of at most that many steps, their number, and whether it had ended."""
        if limit == 0 or not self.B.size:
            return self, 0, True
        from scipy.optimize import OptimizeResult, minimize

        # Steps are counted from the landmarks, in units of the spread of the fit's points: the
        # lengths of the first step and of the last gradient mean nothing in the units of the data.
        unit = spread_of(self.points)

        def at(moves: Array) -> Array:
            return self.Z + unit * moves.reshape(self.Z.shape)

        def stepped(intermediate_result: OptimizeResult) -> None:
            if callback is not None:
                callback(at(intermediate_result.x), float(intermediate_result.fun))

        def objective(moves: Array) -> tuple[float, Array]:
            part = self.at(at(moves))
            return float(part.errors.sum()), unit * part.gradient().ravel()

        options = {"maxiter": limit, "maxfun": 4 * limit, "ftol": 0.0, "gtol": 1e-9}
        found = minimize(
            objective, np.zeros(self.Z.size), jac=True, method="L-BFGS-B", callback=stepped,
            options=options,
        )  # fmt: skip
        part = self.at(at(found.x))
        better = part.errors.sum() <= self.errors.sum()
        ended = found.status != 1  # that of steps or evaluations that have run out
        return part if better else self, int(found.nit), ended


def _expansion(fitted: Expansion, parts: list[_Part]) -> Expansion:
    """f̃_j(x) = ⟨Ṽⱼ, φ(x) − μ⟩ over the points of all parts."""
    from scipy.linalg import block_diag

    kernel, w = fitted.kernel, fitted.mean_weights
    Z, B = np.concatenate([part.Z for part in parts]), block_diag(*(part.B for part in parts))
    if w is None:
        return Expansion(kernel, Z, B, fitted.offsets.copy())
    sections = kernel_sums(kernel, Z, fitted.points, w[:, None])
    mean = _solve(kernel.gram_matrix(Z), sections)[:, 0]
    return Expansion(kernel, Z, B, -(sections[:, 0] @ B), mean_weights=mean)


def _solve(K: Array, right: Array, least: float = np.inf) -> Array:
    """K⁻¹ times the columns on the right, on eigenvectors above `least` or CUT of the largest.

    They are those of the images scaled to length 1: where a polynomial's points lie at different
    distances from 0, the short images would be lost in the rounding of the long ones.
    """
    lengths = np.sqrt(np.maximum(np.diagonal(K), 0.0))
    inverse = ratio(1.0, lengths)
    values, U = np.linalg.eigh(inverse[:, None] * K * inverse)
    largest = max(float(values[-1]), 0.0)
    kept = values > max(min(CUT * largest, least), len(K) * EPS * largest)
    U = inverse[:, None] * U[:, kept]
    found: Array = (U / values[kept]) @ (U.T @ right)
    return found
