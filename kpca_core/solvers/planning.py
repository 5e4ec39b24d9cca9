"""How the rows of a table are solved where a reader waits, and what that is expected to take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kpca_core._support.arrays import Array, Indices, evenly_spread
from kpca_core._support.progress import Progress
from kpca_core._support.words import _
from kpca_core.decomposition import Decomposition
from kpca_core.kernels import Kernel
from kpca_core.solvers import fit
from kpca_core.solvers.choice import expected
from kpca_core.solvers.landmark_search import MAX_LANDMARKS, SAMPLE_ROWS
from kpca_core.solvers.low_rank import LOW_RANK_TOL
from kpca_core.solvers.problem import DEFAULT_TOL, WHOLE_LIMIT, Cost, Problem
from kpca_core.solvers.streaming import MATRICES

# Rows up to which time that grows with n² is taken for eigenvalues that are exact to rounding, and
# to which more than WHOLE_LIMIT are thinned out where a coarser tolerance does not help.
EXACT_ROWS = 3_000
EXACT, CLOSE = DEFAULT_TOL, LOW_RANK_TOL


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
        of = (
            _("all {n:,} rows").format(n=self.n)
            if self.rows >= self.n
            else _("{rows:,} of {n:,} rows").format(rows=self.rows, n=self.n)
        )
        tol = _(", to {tol:g} of the trace").format(tol=self.tol) if self.tol > EXACT else ""
        return _("K of {of} by the solver {solver}{tol}").format(of=of, solver=self.solver, tol=tol)


def plan(kernel: Kernel, X: Array, components: int = 16) -> Plan:
    """The plan for the rows X (n, D): the rules of "auto" and the costs of the solvers, tried dry.

    All rows exactly, or else to CLOSE, unless time grows with n² beyond EXACT_ROWS; else some rows.
    """
    n = len(X)
    for tol in (EXACT, CLOSE):
        found = expected(Problem(kernel, X, components, tol=tol))
        if found is not None and (n <= EXACT_ROWS or not found[1].quadratic):
            return Plan(found[0].name, n, n, tol, found[1].seconds, found[1].bytes)
    rows = n if n <= WHOLE_LIMIT else EXACT_ROWS
    found = expected(Problem(kernel, X[:rows], components))
    assert found is not None, "so few rows can be held"
    solver, cost = found
    scores = cost.seconds * n / rows / 10 if rows < n else 0.0
    return Plan(solver.name, n, rows, EXACT, cost.seconds + scores, cost.bytes)


def cost_of_all(kernel: Kernel, X: Array, components: int, tol: float = EXACT) -> Cost:
    """What K of all rows is expected to take; where no rank is expected, by MAX_LANDMARKS."""
    problem = Problem(kernel, X, components, tol=tol)
    found = expected(problem)
    if found is not None:
        return found[1]
    held = 8.0 * MAX_LANDMARKS * ((MATRICES + 5) * MAX_LANDMARKS + 2 * SAMPLE_ROWS)
    return Cost(4e-4 * len(X), problem.table_bytes + held)


def fit_as_planned(
    planned: Plan, kernel: Kernel, X: Array, components: int, *, progress: Progress | None = None,
    **more: Any,
) -> Decomposition:  # fmt: skip
    """Return kernel PCA of X (n, D) with the scores of all rows; `more` as for `kpca_core.fit`."""
    return fit(
        kernel, X, components, tol=planned.tol, subset=planned.subset, progress=progress, **more
    )
