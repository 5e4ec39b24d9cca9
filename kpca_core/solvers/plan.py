"""What a fit is expected to take, before it runs."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.typing import ArrayLike

from kpca_core._support.arrays import Indices, evenly_spread, finite_points, is_whole, require_count
from kpca_core._support.one_line import in_one_line
from kpca_core._support.words import _
from kpca_core.kernels import KernelLike, as_kernel
from kpca_core.solvers.arguments import allowed_memory, check_arguments
from kpca_core.solvers.choice import ITERATIVE, STREAMING, expected
from kpca_core.solvers.problem import DEFAULT_TOL, Problem
from kpca_core.solvers.share import FIRST
from kpca_core.solvers.streaming import cost_of_high_rank

# Seconds from which a plan says what may take less.
OUT_OF_REACH = 120.0


@dataclass(frozen=True)
class Plan:
    """How kernel PCA of n rows is computed, and what that is expected to take.

    Parameters
    ----------
    solver : str
        The one that is expected to run.
    n : int
        How many rows there are.
    rows : int
        How many of them K is computed from.
    tol : float
        As of :func:`kpca_core.fit`.
    seconds, bytes : float
        Expected, within a factor of about three where that solver runs at once; where "auto"
        tries another one before, it is more.
    quadratic : bool
        Whether the seconds grow with the square of `rows`.
    certain : bool
        Whether the certificate is expected to hold.
    """

    solver: str
    n: int
    rows: int
    tol: float
    seconds: float
    bytes: float
    quadratic: bool = False
    certain: bool = True

    __repr__ = in_one_line

    @property
    def subset(self) -> Indices | None:
        """The rows that K is computed from, evenly spread; None for all."""
        return None if self.rows >= self.n else evenly_spread(self.n, self.rows)

    @property
    def advice(self) -> str:
        """What may take less where "iterative" takes minutes; else empty."""
        if self.solver != ITERATIVE.name or self.seconds < OUT_OF_REACH:
            return ""
        return _(
            "about {minutes:.0f} minutes, since no landmarks are expected to reach the tolerance: "
            "fewer rows, a wider kernel or a larger tol may take less"
        ).format(minutes=self.seconds / 60)

    def __str__(self) -> str:
        of = (
            _("all {n:,} rows").format(n=self.n)
            if self.rows >= self.n
            else _("{rows:,} of {n:,} rows").format(rows=self.rows, n=self.n)
        )
        tol = _(", to {tol:g} of the trace").format(tol=self.tol) if self.tol > DEFAULT_TOL else ""
        said = _("K of {of} by the solver {solver}{tol}")
        said = said.format(of=of, solver=self.solver, tol=tol)
        if not self.certain:
            said = _("{plan}, without a certificate").format(plan=said)
        return f"{said}: {self.advice}" if self.advice else said


def plan(
    kernel: KernelLike,
    X: ArrayLike,
    n_components: float | None = 8,
    *,
    tol: float = DEFAULT_TOL,
    rows: int | None = None,
    max_memory: float | None = None,
) -> Plan:
    """What :func:`kpca_core.fit` with the same arguments is expected to take, without fitting.

    The values of X hardly count but where "iterative" is expected, whose products with K are
    counted on some of the rows; so random numbers of the same shape tell of a table that is not
    there yet.

    Parameters
    ----------
    kernel, X, n_components, tol, max_memory
        As of :func:`kpca_core.fit` with solver="auto"; X is dense. A share as n_components counts
        as 16 components, the least that are computed for one.
    rows : int, optional
        K is computed from so many evenly spread rows, with the scores of all: the `subset` of the
        plan is that of the fit.

    Returns
    -------
    Plan
        Its seconds and bytes are those of `Plan`.

    Raises
    ------
    TypeError, ValueError
        As :func:`kpca_core.fit`.

    Examples
    --------
    >>> import numpy as np
    >>> from kpca_core import Gaussian, plan
    >>> X = np.random.default_rng(0).standard_normal((4000, 10))
    >>> plan(Gaussian(width=20.0), X)
    Plan(solver='dense', n=4000, rows=4000, tol=1e-14, seconds=1.44, bytes=1.94e+08, quadratic=True)
    >>> few = plan(Gaussian(width=20.0), X, rows=1000)
    >>> few.seconds, len(few.subset)  # of fit(Gaussian(width=20.0), X, subset=few.subset)
    (0.126, 1000)
    """
    kernel, points = as_kernel(kernel, X), finite_points(X, "X")
    check_arguments(n_components, True, tol)
    n = len(points)
    if rows is not None:
        require_count("rows", rows, n)
    if max_memory is not None:
        allowed_memory(max_memory)
    fitted = points[:rows, :rows] if kernel.is_precomputed else points[:rows]
    if n_components is not None:
        n_components = int(n_components) if is_whole(n_components) else FIRST
    problem = Problem(kernel, fitted, n_components, tol=tol, max_memory=max_memory)
    found = expected(problem)
    solver, cost = found or (STREAMING, cost_of_high_rank(problem))
    used = len(fitted)
    scores = cost.seconds * n / used / 10 if used < n else 0.0
    return Plan(
        solver.name, n, used, tol, cost.seconds + scores, cost.bytes, cost.quadratic,
        certain=found is not None,
    )  # fmt: skip
