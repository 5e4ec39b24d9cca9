"""Accuracy.

Every fast solver against the dense one for nine kernels and three data sets: eigenvalues relative
to the largest, functions on a 100×100 grid relative to their range, of eigenvalues above 1e-4 of
the largest, near-degenerate groups after the best rotation.
"""

from __future__ import annotations

import numpy as np

from benchmarks.harness import Answer, Lines, benchmark, judged
from datasets import concentric_rings, gaussian_clusters, noisy_parabola
from kpca_core import (
    Decomposition,
    Gaussian,
    Grid,
    Laplacian,
    Linear,
    Matern,
    Polynomial,
    RationalQuadratic,
    Sigmoid,
    fit,
)
from kpca_core.spectrum import near_degenerate_groups

Q = 8
CASES = (
    (Gaussian(0.1), ("separable", "low-rank", "streaming", "iterative")),
    (Gaussian(10.0), ("separable", "low-rank", "streaming", "iterative")),
    (Gaussian(1e-3), ("separable", "low-rank", "iterative")),
    (RationalQuadratic(0.5), ("low-rank", "streaming", "iterative")),
    (Matern(0.5, 2.5), ("low-rank", "iterative")),
    (Laplacian(0.3), ("low-rank", "iterative")),
    (Polynomial(4, 1.0), ("explicit", "low-rank", "streaming", "iterative")),
    (Gaussian(0.5) + 0.5 * Linear(), ("low-rank", "streaming", "iterative")),
    (Sigmoid(2.0, 1.0), ("iterative",)),
)


def function_error(exact: Decomposition, found: Decomposition, grid: Grid) -> float:
    """The largest difference of a function, relative to its range."""
    large = np.flatnonzero(exact.eigenvalues > 1e-4 * exact.eigenvalues[0])
    reference, ours = exact.expansion.on_grid(grid), found.expansion.on_grid(grid)
    grouped = near_degenerate_groups(exact.eigenvalues)
    single = [(j,) for j in large if not any(j in group for group in grouped)]
    worst = 0.0
    for group in (*grouped, *single):
        columns = list(group)
        # The last one computed may belong to a group that is cut off here.
        if not set(columns) <= set(large) or columns[-1] >= Q:
            continue
        U, _, Vt = np.linalg.svd(found.scores[:, columns].T @ exact.scores[:, columns])
        turned = np.tensordot((U @ Vt).T, ours[columns], axes=1)
        ranges = np.ptp(reference[columns], axis=(1, 2))
        errors = np.abs(turned - reference[columns]).max(axis=(1, 2))
        worst = max(worst, float((errors / ranges).max()))
    return worst


@benchmark
def accuracy(rows: tuple[int, ...] = (300, 1000, 5000)) -> Lines:
    """Every fast solver against the dense one: eigenvalues and eigenfunctions."""
    worst: dict[str, tuple[float, float]] = {}
    for n in rows:
        makers = (gaussian_clusters(n // 3, seed=1), noisy_parabola(n, seed=1))
        for data in (*makers, concentric_rings(n, seed=1)):
            grid = Grid.over(data.region, 100)
            for kernel, solvers in CASES:
                exact = fit(kernel, data.X, Q + 2, solver="dense")
                for solver in solvers:
                    label = f"{kernel!r:>34.34} {data.name:>16} {len(data.X):>6} {solver:>10}"
                    try:
                        found = fit(kernel, data.X, Q + 2, solver=solver)
                    except ValueError as reason:
                        yield f"{label} {reason}"
                        continue
                    q = min(found.n_components, exact.n_components)
                    error = np.abs(found.eigenvalues[:q] - exact.eigenvalues[:q]).max()
                    value = float(error / exact.eigenvalues[0])
                    function = function_error(exact, found, grid)
                    before = worst.get(solver, (0.0, 0.0))
                    worst[solver] = max(before[0], value), max(before[1], function)
                    yield f"{label} {value:>8.1e} {function:>8.1e}"
    values, functions = (max(column) for column in zip(*worst.values(), strict=True))
    yield f"eigenvalues / 1e-10: {judged(values / 1e-10, most=1)}"
    yield f"functions / 1e-7: {judged(functions / 1e-7, most=1)}"
    largest = ", ".join(f"{solver} {one[0]:.1e}" for solver, one in worst.items())
    sizes = ", ".join(f"{n:,}" for n in rows)
    yield Answer(f"largest difference of an eigenvalue, of {sizes} rows", largest)
    yield Answer("largest difference of a function", f"{functions:.1e} of its range")
