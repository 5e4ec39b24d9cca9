"""Every fast solver against the dense one: eigenvalues and eigenfunctions.

python -m benchmarks.accuracy

Eigenvalues relative to the largest; functions on a 100×100 grid relative to their range, for
eigenvalues above 1e-4 of the largest, near-degenerate groups after the best rotation.
"""

from __future__ import annotations

import numpy as np

from benchmarks.timing import verdict
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

SIZES = (300, 1000, 5000)
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


def main() -> None:
    print(f"{'kernel':>34} {'data':>16} {'n':>6} {'solver':>10} {'λ':>8} {'f':>8}")
    worst_value = worst_function = 0.0
    for n in SIZES:
        for data in (
            gaussian_clusters(n // 3, seed=1),
            noisy_parabola(n, seed=1),
            concentric_rings(n, seed=1),
        ):
            grid = Grid.over(data.region, 100)
            for kernel, solvers in CASES:
                exact = fit(kernel, data.X, Q + 2, solver="dense")
                for solver in solvers:
                    label = f"{kernel!r:>34.34} {data.name:>16} {len(data.X):>6} {solver:>10}"
                    try:
                        found = fit(kernel, data.X, Q + 2, solver=solver)
                    except ValueError as reason:
                        print(f"{label} {reason}")
                        continue
                    q = min(found.n_components, exact.n_components)
                    error = np.abs(found.eigenvalues[:q] - exact.eigenvalues[:q]).max()
                    value = float(error / exact.eigenvalues[0])
                    function = function_error(exact, found, grid)
                    worst_value = max(worst_value, value)
                    worst_function = max(worst_function, function)
                    print(f"{label} {value:>8.1e} {function:>8.1e}", flush=True)
    print(f"largest eigenvalue error / 1e-10: {verdict(worst_value / 1e-10, 1, at_least=False)}")
    print(f"largest function error / 1e-7: {verdict(worst_function / 1e-7, 1, at_least=False)}")


if __name__ == "__main__":
    main()
