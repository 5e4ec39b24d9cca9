"""Growth with the number of rows.

All scores included, each size in a process of its own; memory is the peak of what a fit allocates,
the points themselves apart; the yardstick is one product of two 2,000×2,000 matrices in the same
run. "auto" takes the separable solver for the Gaussian in the plane; low-rank and streaming are
what positive semidefinite kernels of any dimension take. A fixed cost dominates small n on the
separable solver.
"""

from __future__ import annotations

import statistics
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.harness import Answer, Lines, apart, benchmark, judged
from kpca_core import Gaussian, Laplacian
from kpca_core.solvers.problem import ALL_POINTS

SIZES = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
PRODUCTS_AT_100_000 = 12
GIB_AT = {100_000: 1, 1_000_000: 4}
EXPONENT = 1.1
KERNELS = {"Gaussian": Gaussian(0.1), "Laplacian": Laplacian(0.3)}
# What is fitted by which solver, up to so many rows.
CASES: dict[str, tuple[str, Callable[[int], str], int]] = {
    "Gaussian in the plane": ("Gaussian", lambda n: "separable", SIZES[-1]),
    "Gaussian of any dimension": (
        "Gaussian",
        lambda n: "low-rank" if n <= ALL_POINTS else "streaming",
        SIZES[-1],
    ),
    "Laplacian in the plane": ("Laplacian", lambda n: "iterative", SIZES[-2]),
}


def measure(n: int, kernel: str, solver: str, memory: bool) -> dict[str, Any]:
    """Seconds, or the peak in MiB, and what was found; run in a fresh process."""
    from datasets import gaussian_clusters
    from kpca_core import fit

    X = gaussian_clusters(n // 3 + (n % 3 > 0), seed=1).X
    fit(KERNELS[kernel], X[:1000:3], 8, solver=solver)  # imports
    if memory:
        tracemalloc.start()
    start = time.perf_counter()
    found = fit(KERNELS[kernel], X, 8, solver=solver)
    return {
        "seconds": time.perf_counter() - start,
        "MiB": tracemalloc.get_traced_memory()[1] / 2**20,
        "n": len(X),
        "solver": found.solver + (f", rank {found.rank}" if found.rank else ""),
        "certified": bool(found.certificate.holds),
    }


def product_seconds() -> float:
    A = np.random.default_rng(0).standard_normal((2000, 2000))
    A @ A
    start = time.perf_counter()
    A @ A
    return time.perf_counter() - start


@benchmark
def growth(largest: int = SIZES[-1], rounds: int = 5) -> Lines:
    """Time and memory of a fit from 1,000 to 1,000,000 points, three clusters, 8 components."""
    for case, (kernel, solver, most) in CASES.items():
        sizes, seconds, mib, figures = [], [], [], []
        for size in (size for size in SIZES if size <= min(largest, most)):
            products = statistics.median(product_seconds() for _ in range(rounds))
            asked = size, kernel, solver(size)
            runs = [apart(measure, *asked, False) for _ in range(rounds)]
            taken = statistics.median(run["seconds"] for run in runs)
            found = apart(measure, *asked, True)
            n, peak, unit = found["n"], found["MiB"], taken / products
            sizes.append(n)
            seconds.append(taken)
            mib.append(peak)
            limited = size == 100_000 and kernel == "Gaussian"
            yield {
                "n": n, "solver": f"{found['solver']:>19}", "seconds": taken,
                "products": judged(unit, most=PRODUCTS_AT_100_000) if limited else unit,
                "MiB": judged(peak, most=1024 * GIB_AT[size]) if size in GIB_AT else peak,
                "certified": found["certified"],
            }  # fmt: skip
            figures.append(
                f"{n:,} points, {found['solver']}: {taken:.2g} s, {unit:.1f} products, "
                f"{peak:.0f} MiB"
            )
        powers = [float(np.polyfit(np.log(sizes), np.log(of), 1)[0]) for of in (seconds, mib)]
        grows = [judged(power, most=EXPONENT) for power in powers]
        yield f"time grows as n to the power of {grows[0]}, memory {grows[1]}"
        yield Answer(f"{case}, {KERNELS[kernel]!r}", f"{'; '.join(figures)}; n^{powers[0]:.2f}")
