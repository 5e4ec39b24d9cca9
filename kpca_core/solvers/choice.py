"""Which solver takes a problem.

solver="auto" tries `RULES` in order: a rule's solver runs where the rule holds and
`solver.applies(problem)`. If it returns a `HandOver`, or a result that is not certified, the next
rule is tried; `Decomposition.handed_over` keeps the reasons. If no result is certified, the last
one is returned.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from kpca_core._support.words import E_, worded
from kpca_core.decomposition import Decomposition
from kpca_core.kernels.rows import SparseRows
from kpca_core.solvers.dense import Dense
from kpca_core.solvers.explicit import Explicit
from kpca_core.solvers.iterative import Iterative
from kpca_core.solvers.linalg.feature_pca import FEW_COLUMNS
from kpca_core.solvers.linalg.lanczos import basis_columns
from kpca_core.solvers.low_rank import LowRank
from kpca_core.solvers.problem import (
    ALL_POINTS,
    DENSE_ROWS,
    WHOLE_LIMIT,
    Cost,
    HandOver,
    Problem,
    Solver,
)
from kpca_core.solvers.separable import Separable
from kpca_core.solvers.streaming import Streaming

# Up to this number of rows "dense" is the fastest.
SMALL = 500

# From so many rows for each component on "separable" is faster than "low-rank".
ROWS_A_COMPONENT = 40

# Up to this number of rows a kernel of nearly full rank is worth O(n²) kernel values a product.
ITERATIVE_LIMIT = 50_000


class Rule(NamedTuple):
    """`solver` is tried where `holds(problem)` and `solver.applies(problem)`."""

    solver: Solver
    holds: Callable[[Problem], bool]


EXPLICIT, DENSE, SEPARABLE = Explicit(), Dense(), Separable()
ITERATIVE, LOW_RANK, STREAMING = Iterative(), LowRank(), Streaming()

RULES = (
    Rule(DENSE, lambda p: p.kernel.is_precomputed),
    Rule(EXPLICIT, lambda p: p.feature_columns <= feature_columns(p.n)),
    Rule(DENSE, lambda p: p.n <= SMALL or (p.wants_all and p.n <= WHOLE_LIMIT and p.matrix_fits)),
    # Applies to Gaussian kernels in one or two coordinates.
    Rule(SEPARABLE, lambda p: p.n > ROWS_A_COMPONENT * (p.n_components or 0)),
    # Lanczos with O(n log n) products is faster than "dense" beyond 2 × SMALL rows.
    Rule(ITERATIVE, lambda p: p.n > 2 * SMALL and has_fast_lanczos(p)),
    # Both apply to psd kernels; "low-rank" holds L (n, r) in memory.
    Rule(LOW_RANK, lambda p: p.n <= ALL_POINTS),
    Rule(STREAMING, lambda p: p.n > ALL_POINTS),
    Rule(DENSE, lambda p: p.wants_all or p.matrix_fits),
    Rule(ITERATIVE, lambda p: not p.kernel.is_psd or p.n <= ITERATIVE_LIMIT),
)
SOLVERS = {rule.solver.name: rule.solver for rule in RULES}


def feature_columns(n: int) -> float:
    """The largest number of feature columns for "explicit", with n points.

    From singular values of few columns small eigenvalues keep their digits: of 40 normal points in
    30 dimensions, 10⁶ from the origin, they err by 2e-15 of the largest, by "dense" 1e-4.
    """
    return max(FEW_COLUMNS, min(n, WHOLE_LIMIT) / 2)


def has_fast_lanczos(problem: Problem) -> bool:
    """Whether products with K take O(n log n), and Lanczos' basis a quarter of an n×n array."""
    q = problem.n_components
    return q is not None and 4 * basis_columns(q) <= problem.n and problem.fast_matvec is not None


def solve(problem: Problem, name: str) -> Decomposition:
    """Solve a problem by the solver of that name, or for "auto" by the first rule that holds.

    Raises
    ------
    ValueError
        if the named solver does not apply or cannot solve the problem; the message says why.
    """
    return _by_rules(problem) if name == "auto" else _by_name(replace(problem, named=True), name)


def expected(problem: Problem) -> tuple[Solver, Cost] | None:
    """The solver that "auto" is expected to run, if any, and what that takes, without solving."""
    for rule in RULES:
        if rule.holds(problem) and rule.solver.applies(problem):
            cost = rule.solver.cost(problem)
            if cost is not None:
                return rule.solver, cost
    return None


def _by_name(problem: Problem, name: str) -> Decomposition:
    solver = SOLVERS[name]
    if name in DENSE_ROWS and isinstance(problem.X, SparseRows):
        said = E_("solver={name!r} takes no sparse matrix: give X.toarray(), or use solver='auto'.")
        raise ValueError(said.format(name=name))
    if not solver.applies(problem):
        raise ValueError(
            E_(
                "solver={name!r} needs {needs}; got {kernel!r}, X of shape {shape} and "
                "n_components={n_components!r}. Use solver='auto'."
            ).format(
                name=name,
                needs=E_(solver.needs),
                kernel=problem.kernel,
                shape=problem.X.shape,
                n_components=problem.n_components,
            )
        )
    found = solver.solve(problem)
    if isinstance(found, HandOver):
        said = E_("solver={name!r} cannot solve this: {reason}. Use solver='auto'.")
        raise ValueError(said.format(name=name, reason=found.reason))
    return found


def _by_rules(problem: Problem) -> Decomposition:
    latest: Decomposition | None = None
    passed_on: dict[str, str] = {}
    for rule in RULES:
        name = rule.solver.name
        if name in passed_on or not (rule.holds(problem) and rule.solver.applies(problem)):
            continue
        found = rule.solver.solve(problem)
        if isinstance(found, HandOver):
            passed_on[name] = worded(found.reason)
            if found.slow_lanczos:
                problem = replace(problem, slow_lanczos=True)
            continue
        latest = replace(found, handed_over=tuple(f"{k}: {v}" for k, v in passed_on.items()))
        if latest.certificate.holds:
            break
        passed_on[name] = str(latest.certificate)
    assert latest is not None, "the last rules leave no problem without a solver"
    return latest
