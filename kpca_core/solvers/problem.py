"""The types of the solvers' interface: `Problem`, `Solver` and `HandOver`."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from kpca_core._support.arrays import EPS, SAMPLE, SMALLEST_TOL, Array
from kpca_core._support.progress import Progress
from kpca_core._support.words import E_
from kpca_core.decomposition import Decomposition
from kpca_core.expansion import Expansion
from kpca_core.kernels import Kernel
from kpca_core.kernels.base import finite_diagonal
from kpca_core.kernels.plane.coordinates import PlaneCoordinates
from kpca_core.kernels.plane.laplacian_matvec import Matvec, laplacian_matvec
from kpca_core.kernels.rows import SparseRows
from kpca_core.solvers.arguments import allowed_memory
from kpca_core.solvers.linalg.feature_pca import FeaturePCA

# Up to this n functions are expanded over all points where the factor is exact enough.
ALL_POINTS = 20_000

# Up to this size of a matrix LAPACK finds the whole spectrum within about a minute.
WHOLE_LIMIT = 5_000

# Solvers that need dense rows.
DENSE_ROWS = ("explicit", "separable")

# `tol` by default: limit of trace(E)/trace(K̃).
DEFAULT_TOL = 1e-14

# Peak memory in units of K: with Lanczos, and with LAPACK's full spectrum.
LEADING_PART, WHOLE_SPECTRUM = 1.5, 5.0

# Bytes that are taken without asking how many are free.
SMALL_MEMORY = 2**26

# A kernel of dot products is taken about the mean where ‖x‖² exceeds ‖x − mean‖² by this factor.
FAR_FROM_ORIGIN = 100.0


@dataclass(frozen=True)
class HandOver:
    """The reason for which a solver has not solved a problem.

    Parameters
    ----------
    reason : str
    slow_lanczos : bool
        Whether Lanczos was given up in favour of LAPACK.
    """

    reason: str
    slow_lanczos: bool = False


@dataclass(frozen=True)
class Cost:
    """What a solver is expected to take, within a factor of about three.

    Measured on one thread for standardised mixtures of three normal clouds with the median distance
    as length.

    Parameters
    ----------
    seconds, bytes : float
    quadratic : bool
        Whether both or the seconds grow with n².
    """

    seconds: float
    bytes: float
    quadratic: bool = False


@dataclass(frozen=True, eq=False)
class Problem:
    """Kernel PCA of points, with all arguments checked.

    Parameters
    ----------
    kernel : Kernel
    X : (n, D) array or SparseRows
        Finite points, which the expansion keeps; a Gram matrix (n, n) if precomputed.
    n_components : int or None
        q, None for all with positive eigenvalue.
    centre : bool
        Subtract the mean in feature space.
    tol : float
        Limit of trace(E)/trace(K̃).
    progress : callable, optional
    named : bool
        The caller named the solver, which then has to run to the end or to say why it cannot.
    max_memory : float or None
        Bytes that a solver may hold at once; None for a share of the free.
    slow_lanczos : bool
        Another solver has found that LAPACK is faster here than Lanczos.
    """

    kernel: Kernel
    X: Array
    n_components: int | None
    centre: bool = True
    tol: float = DEFAULT_TOL
    progress: Progress | None = None
    named: bool = False
    max_memory: float | None = None
    slow_lanczos: bool = False

    @property
    def n(self) -> int:
        """The number of points."""
        return len(self.X)

    @property
    def table_bytes(self) -> float:
        """Bytes of three copies of X and of four numbers for each row and component."""
        return float(3 * self.X.nbytes + 32 * self.n * (self.n_components or self.n))

    @property
    def wants_all(self) -> bool:
        """Whether all components with positive eigenvalue are asked for."""
        return self.n_components is None

    @cached_property
    def matrix_fits(self) -> bool:
        """Whether `max_memory` is enough for K and what finding its eigenpairs needs besides."""
        return self.fits(self.matrix_memory)

    @property
    def matrix_memory(self) -> float:
        """Bytes of K and of what finding its eigenpairs needs besides."""
        return self.n**2 * 8 * (WHOLE_SPECTRUM if self.wants_all else LEADING_PART)

    def fits(self, needed: float) -> bool:
        """Whether `max_memory` is enough for so many bytes."""
        small = self.max_memory is None and needed <= SMALL_MEMORY
        return small or needed <= allowed_memory(self.max_memory)

    def too_large(self, needed: float) -> HandOver | None:
        """Why a named solver cannot take so many bytes, if the caller stated how many it may."""
        if not self.named or self.max_memory is None or needed <= self.max_memory:
            return None
        return HandOver(
            E_("it takes about {needed:.2g} bytes, and max_memory={max_memory!r}").format(
                needed=needed, max_memory=self.max_memory
            )
        )

    @property
    def factor_work(self) -> float:
        """Multiply-adds of O(n r²) with a factor of n rows, at a typical rank r of 250."""
        return self.n * 250.0**2

    @property
    def is_sparse(self) -> bool:
        """Whether the points are the rows of a sparse matrix."""
        return isinstance(self.X, SparseRows)

    @cached_property
    def feature_columns(self) -> float:
        """M, the columns of the kernel's features; ∞ where they cannot be listed."""
        dimension = self.X.shape[1]
        if self.is_sparse:
            return math.inf
        listed = self.kernel.lists_features(dimension)
        return self.kernel.feature_dimension(dimension) if listed else math.inf

    @cached_property
    def diagonal(self) -> Array:
        """k(xᵢ, xᵢ), shape (n,).

        Raises
        ------
        ValueError
            where it is not finite.
        """
        return finite_diagonal(self.kernel, self.X)

    @cached_property
    def rounding(self) -> float:
        """A bound of the rounding errors of the entries of K, see `Kernel.rounding`."""
        return self.kernel.rounding(self.X)

    @property
    def entry_scale(self) -> float:
        """n ε times this is the size of eigenvalues of K̃ that are the rounding of K alone."""
        return max(float(self.diagonal.max()), self.rounding / EPS)

    @cached_property
    def coordinates(self) -> PlaneCoordinates | None:
        """The varying coordinates of X where they are at most two and the kernel factorises."""
        known = self.kernel.product_form(1) and not self.is_sparse
        found = PlaneCoordinates.of(self.X) if known else None
        return found if found and self.kernel.product_form(found.dimension) else None

    @cached_property
    def fast_matvec(self) -> Matvec | None:
        """V (n, b) ↦ K V in O(n log n) operations, where a way is known."""
        found = self.coordinates
        return None if found is None else laplacian_matvec(self.kernel, found)

    @cached_property
    def relative_tol(self) -> float:
        """The limit of trace(E)/trace(K) that is `tol` of trace(K̃), as far as rounding allows.

        trace(K̃)/trace(K) is estimated from some points; it is near 0 for a nearly constant K.
        """
        return relative_tolerance(self.kernel, self.X, self.tol, centre=self.centre)

    def expansion_over_points(self, found: FeaturePCA) -> Expansion:
        """f_j = Σᵢ uᵢ k(·, xᵢ)/√λ + b, from the scores √λ u."""
        coefficients = found.scores / found.eigenvalues
        if self.centre:
            coefficients -= coefficients.mean(axis=0)
        offsets = found.offsets if found.point_offsets is None else found.point_offsets
        return self.expansion(coefficients, offsets)

    def expansion(self, coefficients: Array, offsets: Array) -> Expansion:
        """Over all points, which each have the weight 1/n in the mean if that is subtracted."""
        mean = np.full(self.n, 1.0 / self.n) if self.centre else None
        return Expansion(self.kernel, self.X, coefficients, offsets, mean_weights=mean)

    def expands_over_points(self, residual_trace: float, trace: float) -> bool:
        """Whether functions are expanded over all points rather than over landmarks."""
        return self.relative_tol <= SMALLEST_TOL or (
            self.n <= ALL_POINTS and residual_trace <= 10 * DEFAULT_TOL * trace
        )


class Solver(Protocol):
    """A way to solve a `Problem`.

    name    the value of `fit(solver=…)`
    needs   what a problem must have, in words
    """

    name: str
    needs: str

    def applies(self, problem: Problem) -> bool:
        """Whether the problem has what the solver needs."""

    def cost(self, problem: Problem) -> Cost | None:
        """What it takes where it applies; None where it is expected to hand over."""

    def solve(self, problem: Problem) -> Decomposition | HandOver:
        """Solve a problem that it applies to, or return the reason why it cannot."""


def kernel_about_mean(kernel: Kernel, X: Array, *, centre: bool) -> Kernel:
    """`kernel`, or the one with the same K̃ about the mean of X (n, D) where that is far away."""
    if not centre or X.shape[1] == 0 or isinstance(X, SparseRows):
        return kernel
    if kernel.about(X[0]) == kernel:
        return kernel
    with np.errstate(over="ignore", invalid="ignore"):
        mean = X.mean(axis=0)
        near, far = (float(np.einsum("ij,ij->i", F, F).max()) for F in (X - mean, X))
    # Not if one is beyond float64, nor where all points are equal.
    return kernel.about(mean) if 0.0 < FAR_FROM_ORIGIN * near < far < np.inf else kernel


def relative_tolerance(kernel: Kernel, X: Array, tol: float, *, centre: bool) -> float:
    """`Problem.relative_tol` for the points X (n, D)."""
    if not centre:
        return max(tol, SMALLEST_TOL)
    sample = X[np.random.default_rng(0).permutation(len(X))[:SAMPLE]]
    K = kernel.gram(sample, sample)
    diagonal = np.trace(K)
    share = np.clip(1.0 - K.mean() * len(sample) / diagonal, 0.0, 1.0) if diagonal else 1.0
    return max(tol * float(share), SMALLEST_TOL)
