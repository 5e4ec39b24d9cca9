"""Landmarks make the factor F of K = F Fᵀ + E; `Bound` says how much E and rounding may be.

Landmarks P span a subspace of feature space; the rows φ̂(x) = k(x, P) R⁻¹ of F, with RᵀR = k(P, P),
are the coordinates of φ(x) projected on it. `Summary` has the moments of rows in these features:
memory is O(r²) and a block, however many rows there are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from kpca_core._support.arrays import EPS, Array, Indices, ratio
from kpca_core.certificate import SUM_ROUNDING, Certificate, rounding_limit
from kpca_core.decomposition import Decomposition
from kpca_core.expansion import Expansion
from kpca_core.kernels import Kernel
from kpca_core.kernels.base import finite_diagonal
from kpca_core.solvers.gram import GramEntries
from kpca_core.solvers.linalg.feature_pca import scatter_axes
from kpca_core.solvers.linalg.moments import Moments
from kpca_core.solvers.linalg.pivoted_cholesky import PivotedCholesky, pivoted_cholesky


@dataclass(frozen=True, eq=False)
class Landmarks:
    """The feature map φ̂(x) = k(x, P) R⁻¹."""

    kernel: Kernel
    points: Array  # (r, D), P
    cholesky_factor: Array  # (r, r), R, upper triangular with RᵀR = k(P, P), column by column
    left: float = 1.0  # trace(E)/trace(K) on the rows among which they were chosen

    def __len__(self) -> int:
        return len(self.points)

    @classmethod
    def of(cls, kernel: Kernel, X: Array, factor: PivotedCholesky) -> Landmarks:
        """The pivots among the rows of X (n, D) of a factor of their Gram matrix."""
        left = factor.residual_trace / factor.trace if factor.trace else 0.0
        return cls(kernel, X[factor.pivots], np.asfortranarray(factor.cholesky_factor), left)

    @classmethod
    def among(
        cls, kernel: Kernel, X: Array, tol: float, most: int, give_up_after: float = math.inf
    ) -> Landmarks:
        """Pivots of the rows of X until trace(E) ≤ tol·trace(K) on them, as `pivoted_cholesky`."""
        K = GramEntries(kernel, X)
        factor = pivoted_cholesky(K, tol, min(most, len(X)), give_up_after=give_up_after)
        return cls.of(kernel, X, factor)

    def extended(self, X: Array, tol: float, most: int) -> Landmarks:
        """These and further ones among the rows of X, until trace(E) ≤ tol·trace(K) on X.

        Features of the old landmarks keep their values: R gets further columns.
        """
        old = len(self)
        if old == 0:
            return Landmarks.among(self.kernel, X, tol, most)
        E = _Residual.of(self, X, tol)
        if old >= most or not E.diagonal().any():
            return self
        # E is in units of what each row may leave; it stops where the sum is 1.
        factor = pivoted_cholesky(E, 1.0 / float(E.diagonal().sum()), min(most - old, len(X)))
        new = factor.pivots
        R = np.zeros((old + len(new), old + len(new)), order="F")
        R[:old, :old] = self.cholesky_factor
        R[:old, old:] = E.F[new].T
        R[old:, old:] = factor.cholesky_factor * np.sqrt(E.unit[new])
        left = float(np.abs(factor.residual) @ E.unit) / E.trace
        return Landmarks(self.kernel, np.concatenate([self.points, X[new]]), R, left)

    @cached_property
    def inverse_norm(self) -> float:
        """‖R⁻¹‖ in the Frobenius norm; infinity where a diagonal entry of R is 0."""
        from scipy.linalg import lapack

        inverse, singular = lapack.dtrtri(self.cholesky_factor)
        return math.inf if singular else float(np.linalg.norm(np.triu(inverse)))

    def features(self, X: Array) -> Array:
        """φ̂(X), shape (n, r)."""
        # Importing SciPy here keeps the explorer's first page, which needs none of it, fast.
        from scipy.linalg import blas

        values = self.kernel.gram(self.points, X).T
        found: Array = blas.dtrsm(1.0, self.cholesky_factor, values, side=1, overwrite_b=1)
        return found

    def factor(self, X: Array) -> tuple[Array, Array, Bound]:
        """F = φ̂(X) (n, r), the residuals k(x, x) − ‖φ̂(x)‖² (n,), and the bound of K − F Fᵀ."""
        diagonal, F = finite_diagonal(self.kernel, X), self.features(X)
        residual = diagonal - np.einsum("ij,ij->i", F, F)
        rounding = self.kernel.rounding(np.concatenate([self.points, X]))
        amplified = _amplified(self, F, residual, float(diagonal.max()))
        return F, residual, Bound.of(diagonal, residual, len(self), rounding, amplified)

    def expansion(self, axes: Array, mean: Array) -> Expansion:
        """f_j(x) = (φ̂(x) − μ)ᵀ w_j as an expansion over the landmarks, for the mean μ (r,)."""
        from scipy.linalg import solve_triangular

        coefficients = solve_triangular(self.cholesky_factor, axes, check_finite=False)
        weights = solve_triangular(self.cholesky_factor, mean, check_finite=False)
        return Expansion(self.kernel, self.points, coefficients, -mean @ axes, mean_weights=weights)


@dataclass(frozen=True, eq=False)
class _Residual:
    """E = k(X, X) − φ̂(X) φ̂(X)ᵀ, each row in a unit of its own, with entries on demand.

    A unit is what a residual may be: tol·trace(K)/n, or its rounding error where that is more. With
    φ̂(x) = Rw the latter is proportional to ‖w‖².
    """

    landmarks: Landmarks
    X: Array
    F: Array  # (n, r), φ̂(X)
    trace: float  # of K
    unit: Array  # (n,)
    residual: Array  # (n,), in these units

    @classmethod
    def of(cls, landmarks: Landmarks, X: Array, tol: float) -> _Residual:
        kernel = landmarks.kernel
        diagonal = finite_diagonal(kernel, X)
        F, trace = landmarks.features(X), float(diagonal.sum())
        largest = kernel.largest(np.concatenate([landmarks.points, X]))
        noise = _weight_rounding(landmarks, F, largest)
        unit = np.maximum(noise, tol * trace / len(X))
        residual = ratio(diagonal - np.einsum("ij,ij->i", F, F), unit)
        return cls(landmarks, X, F, trace, unit, np.where(residual > 1.0, residual, 0.0))

    @property
    def rounding(self) -> float:
        return 1.0 / float(self.residual.max())

    def diagonal(self) -> Array:
        return self.residual

    def entries(self, rows: Indices, columns: Indices | None = None) -> Array:
        columns = np.arange(len(self.X)) if columns is None else columns
        K = self.landmarks.kernel.gram(self.X[rows], self.X[columns])
        K -= self.F[rows] @ self.F[columns].T
        K /= np.sqrt(np.outer(self.unit[rows], self.unit[columns]))
        return K


def _weight_rounding(landmarks: Landmarks, F: Array, largest: float) -> Array:
    """What k(x, x) − ‖φ̂(x)‖² may err by, (n,), for features F (n, r) and max k = `largest`."""
    from scipy.linalg import solve_triangular

    W = solve_triangular(landmarks.cholesky_factor, F.T, check_finite=False)
    errors: Array = SUM_ROUNDING * largest * np.einsum("ij,ij->j", W, W)
    return errors


def _amplified(landmarks: Landmarks, F: Array, residual: Array, largest: float) -> float:
    """A bound of ‖N‖₂ for the rounding N of K̂ = F Fᵀ, where residuals exceed what is certified.

    |Nᵢⱼ| is below √(eᵢ eⱼ) with e = `_weight_rounding`, hence ‖N‖₂ below Σ eᵢ. N is not psd, so
    that its diagonal, which the residuals (n,) hold, does not bound it: of 1,750 streams whose
    first block was nearly one direction 7 erred by 1.04 to 2.06 times the bound without this.
    """
    size = float(np.abs(residual).sum())
    if not rounding_limit(len(F), largest) < size < math.inf:
        return 0.0
    rough = SUM_ROUNDING * largest * landmarks.inverse_norm**2 * float(np.vdot(F, F))
    # Where it is small this bound, which needs no further products, is enough.
    return rough if rough <= 0.01 * size else float(_weight_rounding(landmarks, F, largest).sum())


@dataclass(frozen=True, eq=False)
class Bound:
    """What eigenvalues of F Fᵀ may err by from those of K = F Fᵀ + E; `merge` adds further rows."""

    count: int  # n, the number of rows
    columns: int  # r, of F
    trace: float  # Σ k(x, x)
    residual_trace: float  # trace(E) = Σ k(x, x) − ‖φ̂(x)‖²
    deviation: float  # Σ |k(x, x) − ‖φ̂(x)‖²|, of which rounding makes some negative
    largest: float  # max k(x, x)
    kernel_rounding: float  # bound of the rounding of kernel values
    amplified: float = 0.0  # bound of ‖rounding of K̂‖₂ where R⁻¹ amplifies it, see `_amplified`
    parts: int = 1  # bounds merged into this one

    @classmethod
    def of(
        cls,
        diagonal: Array,
        residual: Array,
        columns: int,
        kernel_rounding: float,
        amplified: float,
    ) -> Bound:
        """Return the bound for n rows x: `diagonal` (n,) is k(x, x), `residual` (n,) its remainder.

        The remainder k(x, x) − ‖φ̂(x)‖² is what the landmarks do not represent.
        """
        return cls(
            count=len(diagonal),
            columns=columns,
            trace=float(diagonal.sum()),
            residual_trace=float(residual.sum()),
            deviation=float(np.abs(residual).sum()),
            largest=float(diagonal.max()),
            kernel_rounding=kernel_rounding,
            amplified=amplified,
        )

    def merge(self, other: Bound) -> Bound:
        """The bound for both sets of rows together."""
        return Bound(
            self.count + other.count,
            self.columns,
            self.trace + other.trace,
            self.residual_trace + other.residual_trace,
            self.deviation + other.deviation,
            max(self.largest, other.largest),
            max(self.kernel_rounding, other.kernel_rounding),
            self.amplified + other.amplified,
            self.parts + other.parts,
        )

    @property
    def rounding(self) -> float:
        """Bound of the rounding errors of eigenvalues, but for those that R⁻¹ amplifies.

        n times that of a kernel value, and √(r + parts) ε trace(K): entry (i, j) of K̂ is a sum of
        r products of ‖φ̂(xᵢ)‖ ‖φ̂(xⱼ)‖ at most, the scatter a sum over the parts. Rounding
        that R⁻¹ amplifies is in `amplified`, or in `deviation` if that is zero.
        """
        sums = self.columns + self.parts
        return self.count * self.kernel_rounding + math.sqrt(sums) * EPS * self.trace

    @property
    def noise_floor(self) -> float:
        """The size below which an eigenvalue may belong to no component.

        K̂ has eigenvalues that K has not only where K − K̂ is not psd, hence has a negative diagonal.
        """
        return self.rounding + (self.deviation - self.residual_trace) / 2

    def certificate(
        self, tol: float, cross: float = 0.0, of_axes: float = 0.0, norm: float = 0.0
    ) -> Certificate:
        """Bound of |λ̂ − λ| ≤ ‖K − K̂‖₂: Σ|Eᵢᵢ|, rounding, the part `cross` of K − K̂, and `of_axes`.

        It is judged by tol·trace(K); `norm` is the largest eigenvalue, where it is known.
        """
        error = self.deviation + self.rounding + self.amplified + cross + of_axes
        size = max(self.largest, norm)
        return Certificate.of_trace(error, self.count, size, tol * self.trace, of_axes)


@dataclass(frozen=True, eq=False)
class Summary:
    """A summary of rows; `merge` is associative: blocks, workers and `partial_fit` all use it."""

    moments: Moments  # of the features φ̂
    bound: Bound

    @classmethod
    def of(cls, landmarks: Landmarks, X: Array) -> tuple[Summary, Array]:
        """The summary of the rows of X, and their residuals k(x, x) − ‖φ̂(x)‖² (n,)."""
        F, residual, bound = landmarks.factor(X)
        return cls(Moments.of(F), bound), residual

    def merge(self, other: Summary) -> Summary:
        """The summary of both sets of rows together."""
        return Summary(self.moments.merge(other.moments), self.bound.merge(other.bound))

    def padded(self, r: int) -> Summary:
        """The same rows in r features, of which the further ones are 0."""
        return Summary(self.moments.padded(r), replace(self.bound, columns=r))

    def decomposition(
        self,
        landmarks: Landmarks,
        n_components: float | None,
        certificate: Certificate,
        *,
        centre: bool,
        advice: str = "",
    ) -> Decomposition:
        """Kernel PCA of all rows summarised, without their scores; `n_components` as for `fit`."""
        share = None if n_components is None or n_components >= 1 else float(n_components)
        q = None if n_components is None or share else int(n_components)
        moments, bound = self.moments, self.bound
        mean = moments.mean if centre else np.zeros_like(moments.mean)
        scatter = moments.scatter if centre else moments.uncentred
        size = max(bound.largest, bound.noise_floor / (bound.count * EPS))
        found = scatter_axes(scatter, bound.count, q, size)
        expansion = landmarks.expansion(found.axes, mean)
        norm = max(bound.largest, float(found.eigenvalues.max(initial=0.0)))
        error = float(certificate.error + found.error)
        signed = Decomposition(
            eigenvalues=found.eigenvalues,
            scores=expansion.at(landmarks.points),
            expansion=expansion,
            trace=found.trace + bound.residual_trace,
            negative=np.empty(0),
            rank=len(landmarks) if found.rank is None else found.rank,
            requested=q,
            solver="streaming",
            certificate=Certificate.of_trace(
                error, bound.count, norm, certificate.limit, found.error
            ),
            n_samples=bound.count,
            advice=advice,
        ).canonical()
        if share:
            signed = signed.fewest(share)
        return signed.with_scores(np.empty((0, signed.n_components)))
