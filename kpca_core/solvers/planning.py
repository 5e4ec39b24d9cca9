"""What a fit is expected to take, and how many rows it is worth computing K from.

The times were measured on one thread for standardised mixtures of three normal clouds with the
median distance as length; they hold within a factor of about three.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kpca_core._support.arrays import Array, Indices, evenly_spread
from kpca_core._support.progress import Progress
from kpca_core.decomposition import Decomposition
from kpca_core.kernels import Gaussian, Kernel, Laplacian, RationalQuadratic
from kpca_core.kernels.plane.coordinates import belongs_to
from kpca_core.solvers import fit
from kpca_core.solvers.choice import FAST_MATVEC_FROM, LOW_RANK_LIMIT, SMALL, feature_columns
from kpca_core.solvers.linalg.lanczos import basis_columns

# Up to so many rows, and beyond where the plane allows it, K is exact to rounding; else to a
# millionth of the trace: 8 s instead of more than 10 minutes for 50,000 rows of four columns.
EXACT_ROWS = 3000
EXACT, CLOSE = 1e-14, 1e-6
# Columns up to which a smooth kernel has a low rank at that tolerance: 430 to 760 for 10,000 rows
# of four columns, more than 2,500 for 13.
LOW_RANK_COLUMNS = 4
# Where K has nearly full rank: rows up to which all of it is held (5,000: 2 s), and evenly spread
# rows that it is computed from beyond (0.7 s, and 2 s with 64 columns).
WHOLE_ROWS, SAMPLED_ROWS = 5000, 3000


@dataclass(frozen=True)
class Plan:
    """How kernel PCA of n rows is computed.

    Parameters
    ----------
    solver : the one that is expected to run
    n : how many rows there are
    rows : how many of them K is computed from
    tol : of `kpca_core.fit`
    seconds, bytes : expected, of the fit alone
    """

    solver: str
    n: int
    rows: int
    tol: float
    seconds: float
    bytes: float

    @property
    def subset(self) -> Indices | None:
        """The rows that K is computed from, evenly spread; None for all."""
        return None if self.rows >= self.n else evenly_spread(self.n, self.rows)

    def __str__(self) -> str:
        of = f"all {self.n:,} rows" if self.rows >= self.n else f"{self.rows:,} of {self.n:,} rows"
        tol = f", to {self.tol:g} of the trace" if self.tol > EXACT else ""
        return f"K of {of} by the solver {self.solver}{tol}"


def plan(kernel: Kernel, n: int, dimension: int, components: int = 16) -> Plan:
    """Return how kernel PCA of n rows of D columns is computed where a reader waits for it."""
    features = kernel.feature_dimension(dimension)
    form = kernel.product_form(dimension) if dimension <= 2 else ()
    held = 8.0 * n * (3 * dimension + 4 * components)
    if features <= feature_columns(n) and kernel.lists_features(dimension):
        return Plan("explicit", n, n, EXACT, 1e-9 * n * features**2 + 2e-8 * n * features, held)
    smooth = isinstance(kernel, Gaussian | RationalQuadratic)
    if n > SMALL and belongs_to(form, Gaussian):
        return Plan("separable", n, n, EXACT, 0.02 + 5e-6 * n, held)
    if n > FAST_MATVEC_FROM and belongs_to(form, Laplacian):
        basis = 8.0 * n * basis_columns(components)
        return Plan("iterative", n, n, EXACT, 6e-5 * n, held + basis)
    if n > EXACT_ROWS and smooth and dimension <= LOW_RANK_COLUMNS:
        few = n <= LOW_RANK_LIMIT
        solver, seconds = ("low-rank", 8e-5 * n) if few else ("streaming", 1.6e-4 * n)
        return Plan(solver, n, n, CLOSE, seconds, held + 8.0 * 800 * (n if few else 800))
    rows = n if n <= WHOLE_ROWS else SAMPLED_ROWS
    seconds = (7e-8 + 2e-9 * dimension) * rows**2
    if rows < n:
        seconds += (5e-9 + 2e-10 * dimension) * rows * n
    return Plan("dense", n, rows, EXACT, seconds, held + 8.0 * 1.5 * rows**2)


def fit_as_planned(
    planned: Plan, kernel: Kernel, X: Array, components: int, *, progress: Progress | None = None,
    **more: Any,
) -> Decomposition:  # fmt: skip
    """Return kernel PCA of X (n, D) with the scores of all rows; `more` as for `kpca_core.fit`."""
    return fit(
        kernel, X, components, tol=planned.tol, subset=planned.subset, progress=progress, **more
    )
