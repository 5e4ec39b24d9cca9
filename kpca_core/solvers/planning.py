"""How the rows of a table are solved where a reader waits."""

from __future__ import annotations

from typing import Any

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress
from kpca_core.decomposition import Decomposition
from kpca_core.kernels import Kernel
from kpca_core.solvers import fit
from kpca_core.solvers.low_rank import LOW_RANK_TOL
from kpca_core.solvers.plan import Plan, plan
from kpca_core.solvers.problem import DEFAULT_TOL, WHOLE_LIMIT

# Up to this number of rows a fit may take O(n²) time. Tables of more than WHOLE_LIMIT rows are
# reduced to it if a coarser tolerance would not help.
EXACT_ROWS = 3_000
EXACT, CLOSE = DEFAULT_TOL, LOW_RANK_TOL


def bearable(kernel: Kernel, X: Array, components: float = 16) -> Plan:
    """The plan for the rows X (n, D) that a reader waits for.

    All rows exactly, or else to CLOSE, unless time grows with n² beyond EXACT_ROWS; else some rows.
    """
    n = len(X)
    for tol in (EXACT, CLOSE):
        found = plan(kernel, X, components, tol=tol)
        if found.certain and (n <= EXACT_ROWS or not found.quadratic):
            return found
    return plan(kernel, X, components, rows=None if n <= WHOLE_LIMIT else EXACT_ROWS)


def fit_as_planned(
    planned: Plan, kernel: Kernel, X: Array, components: float, *, progress: Progress | None = None,
    **more: Any,
) -> Decomposition:  # fmt: skip
    """Return kernel PCA of X (n, D) with the scores of all rows; `more` as for `kpca_core.fit`."""
    return fit(
        kernel, X, components, tol=planned.tol, subset=planned.subset, progress=progress, **more
    )
