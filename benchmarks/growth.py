"""Time and memory of a fit from 1,000 to 1,000,000 points, ours alone, each in its own process.

python -m benchmarks.growth [largest n]

Memory is the peak of what a fit allocates, the points themselves apart. The yardstick is one
2,000×2,000 double matrix product in the same run.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.timing import verdict
from kpca_core import Gaussian, Laplacian
from kpca_core.solvers.problem import ALL_POINTS

SIZES = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
ROUNDS = 5
PRODUCTS_AT_100_000 = 12
GIB_AT = {100_000: 1, 1_000_000: 4}
EXPONENT = 1.1
KERNELS = {"Gaussian": Gaussian(0.1), "Laplacian": Laplacian(0.3)}


def measure(n: int, kernel: str, solver: str, memory: bool) -> dict[str, object]:
    """Seconds or peak MiB, and the diagnostics of the fit; run in a fresh process."""
    from datasets import gaussian_clusters
    from kpca_core import fit

    X = gaussian_clusters(n // 3 + (n % 3 > 0), seed=1).X
    fit(KERNELS[kernel], X[:1000:3], 8, solver=solver)  # imports
    if memory:
        tracemalloc.start()
    start = time.perf_counter()
    found = fit(KERNELS[kernel], X, 8, solver=solver)
    seconds = time.perf_counter() - start
    return {
        "n": len(X),
        "seconds": seconds,
        "mib": tracemalloc.get_traced_memory()[1] / 2**20,
        "solver": found.solver,
        "rank": found.rank or "–",
        "certificate": str(found.certificate),
    }


def product_seconds() -> float:
    A = np.random.default_rng(0).standard_normal((2000, 2000))
    A @ A
    start = time.perf_counter()
    A @ A
    return time.perf_counter() - start


def main(largest: int = SIZES[-1]) -> None:
    print("Three clusters, 8 components and all scores; median of", ROUNDS)
    print(f"\n{KERNELS['Gaussian']!r}: the solver that is chosen for it")
    table(largest, "Gaussian", lambda n: "separable")
    print("\nThe same by the solvers for psd kernels of any dimension")
    table(largest, "Gaussian", lambda n: "low-rank" if n <= ALL_POINTS else "streaming")
    print(f"\n{KERNELS['Laplacian']!r}: full rank, products with K by prefix sums")
    table(min(largest, SIZES[-2]), "Laplacian", lambda n: "iterative")


def table(largest: int, kernel: str, solver: Callable[[int], str]) -> None:
    print(
        f"{'n':>9} {'solver':>9} {'rank':>5} {'seconds':>8} {'products':>8} {'MiB':>6}  certificate"
    )
    sizes, seconds, mib = [], [], []
    for size in (size for size in SIZES if size <= largest):
        runs, products = [], []
        for _ in range(ROUNDS):
            products.append(product_seconds())
            runs.append(one(size, kernel, solver(size), "seconds"))
        taken, product = (
            statistics.median(run["seconds"] for run in runs),
            statistics.median(products),
        )
        peak, last = one(size, kernel, solver(size), "memory")["mib"], runs[-1]
        sizes.append(last["n"])
        seconds.append(taken)
        mib.append(peak)
        print(
            f"{last['n']:>9,} {last['solver']:>9} {last['rank']:>5} {taken:>8.3f} "
            f"{taken / product:>8.2f} {peak:>6.1f}  {last['certificate']}",
            flush=True,
        )
        if size == 100_000 and kernel == "Gaussian":
            bound = verdict(taken / product, PRODUCTS_AT_100_000, at_least=False)
            print(f"{'':9} in matrix products {bound}")
        if size in GIB_AT:
            print(f"{'':9} GiB {verdict(peak / 1024, GIB_AT[size], at_least=False)}")
    for name, values in (("time", seconds), ("memory", mib)):
        exponent = float(np.polyfit(np.log(sizes), np.log(values), 1)[0])
        print(f"{name} grows as n^{verdict(exponent, EXPONENT, at_least=False).strip()}")


def one(size: int, kernel: str, solver: str, what: str) -> dict[str, Any]:
    """`measure` in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.growth", "--one", str(size), kernel, solver, what]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(measure(int(sys.argv[2]), *sys.argv[3:5], sys.argv[5] == "memory")))
    else:
        main(*map(int, sys.argv[1:]))
