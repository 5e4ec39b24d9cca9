"""A share of the trace as the number of components: the fewest that have it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kpca_core.decomposition import Decomposition
from kpca_core.solvers.choice import SMALL, SOLVERS, solve
from kpca_core.solvers.problem import DEFAULT_TOL, Problem

# Components that are computed first, and the factor by which they grow while they are too few, up
# to n/GROWTH; then all are.
FIRST, GROWTH = 16, 4


def solve_share(problem: Problem, share: float, name: str) -> Decomposition:
    """The fewest leading components with `share` of the trace of K̃, by the solver of that name.

    Of an indefinite kernel all eigenvalues are computed, and the share is that of the positive
    ones.
    """
    while True:
        for q in _numbers(problem, name):
            found = solve(replace(problem, n_components=q), name)
            if found.has_share(share):
                break
        found = found.fewest(share)
        if found.share_is_certain or problem.tol <= DEFAULT_TOL:
            return found
        problem = replace(problem, tol=DEFAULT_TOL)


def _numbers(problem: Problem, name: str) -> Iterator[int | None]:
    """Numbers of components to try, None for all."""
    n, q = problem.n, FIRST
    all_of_them = replace(problem, n_components=None)
    needs_number = name != "auto" and not SOLVERS[name].applies(all_of_them)
    most = n if needs_number else n // GROWTH
    if problem.kernel.is_psd and n > SMALL:
        while q <= most:
            yield q
            q *= GROWTH
    yield n if needs_number else None
