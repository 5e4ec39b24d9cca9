"""Kernel values of section 4.3.

What [S] count for kernel PCA in values of the kernel, and what is asked for, each pair of points
once that it is asked for: docs/solvers.md has the formulas, `tests/support/evaluations.py` the
work. Sources: docs/notation.md.
"""

from __future__ import annotations

from support.evaluations import NEW, REDUCED, ROWS, SUBSET, rows

from benchmarks.harness import Answer, Lines, benchmark


@benchmark
def evaluations() -> Lines:
    """Kernel values asked for, of those by the formula."""
    sizes = f"ℓ = {ROWS:,}, M = {SUBSET}, m = {REDUCED}, t = {NEW}"
    for what, law, number, count in rows():
        yield Answer(f"{what}; {sizes}", f"{count:,}; by the formula {law}, {number:,}")
