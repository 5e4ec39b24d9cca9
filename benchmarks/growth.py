"""Time and memory of a fit from 1,000 to 1,000,000 points, ours alone, each in its own process.

python -m benchmarks.growth [largest n]

Memory is the peak of the process above what the interpreter, its imports, fits of 334 points and
the points themselves take. The yardstick is one 2,000×2,000 double matrix product in the same run.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time

import numpy as np

from benchmarks.timing import peak_mib, verdict

SIZES = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
ROUNDS = 5
PRODUCTS_AT_100_000 = 12
GIB_AT = {100_000: 1, 1_000_000: 4}
EXPONENT = 1.1


def measure(n: int) -> dict[str, object]:
    """Median seconds, peak MiB and what the fit says of itself; run in a fresh process."""
    from datasets import gaussian_clusters
    from kpca_core import Gaussian, fit

    X = gaussian_clusters(n // 3 + (n % 3 > 0), seed=1).X
    for solver in ("low-rank", "streaming"):  # imports
        fit(Gaussian(0.1), X[:1000:3], 8, solver=solver)
    before = peak_mib()
    start = time.perf_counter()
    found = fit(Gaussian(0.1), X, 8)
    seconds = time.perf_counter() - start
    return {
        "n": len(X),
        "seconds": seconds,
        "mib": peak_mib() - before,
        "solver": found.solver,
        "rank": found.rank,
        "certificate": str(found.certificate),
    }


def product_seconds() -> float:
    A = np.random.default_rng(0).standard_normal((2000, 2000))
    A @ A
    start = time.perf_counter()
    A @ A
    return time.perf_counter() - start


def main(largest: int = SIZES[-1]) -> None:
    print("Gaussian width 0.1, three clusters, 8 components and all scores; median of", ROUNDS)
    print(
        f"{'n':>9} {'route':>9} {'rank':>5} {'seconds':>8} {'products':>8} {'MiB':>6}  certificate"
    )
    sizes, seconds, mib = [], [], []
    for size in (size for size in SIZES if size <= largest):
        runs, products = [], []
        for _ in range(ROUNDS):
            products.append(product_seconds())
            command = [sys.executable, "-m", "benchmarks.growth", "--one", str(size)]
            runs.append(json.loads(subprocess.run(command, capture_output=True, check=True).stdout))
        taken, product = (
            statistics.median(run["seconds"] for run in runs),
            statistics.median(products),
        )
        peak, last = statistics.median(run["mib"] for run in runs), runs[-1]
        sizes.append(last["n"])
        seconds.append(taken)
        mib.append(peak)
        print(
            f"{last['n']:>9,} {last['solver']:>9} {last['rank']:>5} {taken:>8.3f} "
            f"{taken / product:>8.1f} {peak:>6.0f}  {last['certificate']}",
            flush=True,
        )
        if size == 100_000:
            bound = verdict(taken / product, PRODUCTS_AT_100_000, at_least=False)
            print(f"{'':9} in matrix products {bound}")
        if size in GIB_AT:
            print(f"{'':9} GiB {verdict(peak / 1024, GIB_AT[size], at_least=False)}")
    for name, values in (("time", seconds), ("memory", mib)):
        # Small fits stay within what the imports have already touched.
        seen = [(n, value) for n, value in zip(sizes, values, strict=True) if value > 0]
        exponent = np.polyfit(*np.log(np.array(seen).T), 1)[0] if len(seen) > 1 else 0.0
        print(f"{name} grows as n^{verdict(float(exponent), EXPONENT, at_least=False).strip()}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(measure(int(sys.argv[2]))))
    else:
        main(*map(int, sys.argv[1:]))
