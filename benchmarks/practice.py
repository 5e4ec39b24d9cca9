"""Practitioners' kernels and data beside scikit-learn's KernelPCA, and beside a floor.

python -m benchmarks.practice [--case NAME] [--q 8 50] [--threads 1 all] [--rounds N]

fit: ratio of the seconds of both fits; all: of fit and transform of 10,000 new rows; above 1 ours
is faster. exact: the fit of the best exact peer, in that unit: scikit-learn's dense and ARPACK
solvers, and `eigsh` on the centred Gram matrix. floor: seconds for half of K's entries, and the
cheaper of a product K v for each of the products that ARPACK takes until it has converged, and of
`scipy.linalg.eigh(subset_by_index)`; fit/floor: our fit in that unit, below 1 where a solver needs
neither. λ: the largest difference of an eigenvalue, relative to the largest. Seconds are the least
of some rounds of both in turns.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.digits import DATA
from benchmarks.exact_peers import of_gram
from benchmarks.timing import REST
from datasets import usps
from kpca_core import (
    CallableKernel,
    Cosine,
    Gaussian,
    Kernel,
    Laplacian,
    Matern,
    Polynomial,
    RationalQuadratic,
    Sigmoid,
    fit,
)

NEW_ROWS = 10_000
COMPONENTS = (8, 50)
THREADS = ("1", "all")
ROUNDS = 3
# No further round is begun after so many seconds.
ENOUGH = 60.0
# Restarts after which ARPACK counts as not converged, and the largest n for `eigh`: 3,000 rows take
# 3 s, 10,000 two minutes, where products are cheaper.
MAX_RESTARTS, EIGH_ROWS = 40, 3000

Points = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Case:
    """One line of the table.

    Parameters
    ----------
    points : callable, () -> rows to fit (n, D) and new rows (10,000, D)
    kernel : callable, rows to fit -> Kernel
    settings : callable, kernel -> the peer's settings; None: the peer takes the Gram matrices that
        `gram` computes
    gram : callable, (kernel, X, Y) -> (n, m)
    """

    points: Callable[[], Points]
    kernel: Callable[[np.ndarray], Kernel]
    settings: Callable[[Any], dict[str, object]] | None = None
    gram: Callable[[Any, np.ndarray, np.ndarray], np.ndarray] = lambda kernel, X, Y: kernel(X, Y)


def normal(n: int, dimension: int) -> Callable[[], Points]:
    """Standard normal rows."""

    def points() -> Points:
        rows = np.random.default_rng(0).standard_normal((n + NEW_ROWS, dimension))
        return rows[:n], rows[n:]

    return points


def digits() -> Points:
    """The first 3,000 training images of USPS; all others, from the start again up to 10,000."""
    data = usps(DATA)
    rest = np.vstack([data.X_train[3000:], data.X_test])
    return data.X_train[:3000], np.resize(rest, (NEW_ROWS, rest.shape[1]))


def median_square(X: np.ndarray) -> float:
    """The median of ‖x − y‖² over 4,950 pairs, of the first 100 rows."""
    squares = np.square(X[:100, None] - X[None, :100]).sum(axis=2)
    return float(np.median(squares[np.triu_indices(len(squares), 1)]))


def median_gaussian(X: np.ndarray) -> Gaussian:
    return Gaussian(median_square(X))


def rbf(kernel: Gaussian) -> dict[str, object]:
    return {"kernel": "rbf", "gamma": kernel.gamma}


def inverse_multiquadric(X: np.ndarray, Y: np.ndarray) -> np.ndarray:
    """(1 + ‖x − y‖²/20)^(−1/2); ‖x − y‖² has the mean 20 in ten dimensions."""
    from scipy.spatial.distance import cdist

    return 1.0 / np.sqrt(1.0 + cdist(X, Y, "sqeuclidean") / 20.0)


def peer_laplacian(kernel: Laplacian, X: np.ndarray, Y: np.ndarray) -> np.ndarray:
    """scikit-learn computes this kernel, but its estimator takes it as a Gram matrix only."""
    from sklearn.metrics.pairwise import laplacian_kernel

    return laplacian_kernel(X, Y, gamma=1 / kernel.width)


CASES: dict[str, Case] = {
    "Gaussian, 1,000 × 10": Case(normal(1000, 10), median_gaussian, rbf),
    "Gaussian, 3,000 × 10": Case(normal(3000, 10), median_gaussian, rbf),
    "Gaussian, 10,000 × 10": Case(normal(10_000, 10), median_gaussian, rbf),
    "Gaussian, USPS 3,000 × 256": Case(digits, median_gaussian, rbf),
    "Matérn 3/2, 1,000 × 2": Case(normal(1000, 2), lambda X: Matern(1.0, 1.5)),
    "rational quadratic, 3,000 × 2": Case(normal(3000, 2), lambda X: RationalQuadratic(1.0)),
    "sigmoid, 1,000 × 2": Case(
        normal(1000, 2),
        lambda X: Sigmoid(0.5, 0.1),
        lambda k: {"kernel": "sigmoid", "gamma": k.scale, "coef0": k.offset},
    ),
    "callable, 2,000 × 10": Case(
        normal(2000, 10),
        lambda X: CallableKernel(inverse_multiquadric),
        gram=lambda kernel, X, Y: inverse_multiquadric(X, Y),
    ),
    "Laplacian, 3,000 × 100": Case(
        normal(3000, 100), lambda X: Laplacian(100.0), gram=peer_laplacian
    ),
    "polynomial 3, 3,000 × 100": Case(
        normal(3000, 100),
        lambda X: Polynomial(3, 1.0),
        lambda k: {"kernel": "poly", "degree": k.degree, "gamma": 1.0, "coef0": k.offset},
    ),
    "Laplacian short, 3,000 × 1": Case(
        normal(3000, 1), lambda X: Laplacian(1e-5), gram=peer_laplacian
    ),
    "cosine, 2,000 × 50": Case(
        normal(2000, 50), lambda X: Cosine(), lambda k: {"kernel": "cosine"}
    ),
}


def our_run(kernel: Kernel, X: np.ndarray, Z: np.ndarray, q: int) -> dict[str, Any]:
    """Seconds of fit and transform, and what was found."""
    start = time.perf_counter()
    found = fit(kernel, X, q)
    middle = time.perf_counter()
    found.expansion(Z)
    end = time.perf_counter()
    return {
        "fit": middle - start,
        "all": end - start,
        "solver": found.solver,
        "certified": found.certificate.holds,
        "eigenvalues": found.eigenvalues,
    }


def peer_run(case: Case, kernel: Kernel, X: np.ndarray, Z: np.ndarray, q: int) -> dict[str, Any]:
    """The same of scikit-learn's estimator with its defaults."""
    from sklearn.decomposition import KernelPCA as Peer

    named = case.settings is not None
    settings = case.settings(kernel) if case.settings is not None else {"kernel": "precomputed"}
    start = time.perf_counter()
    model = Peer(q, **settings).fit(X if named else case.gram(kernel, X, X))
    middle = time.perf_counter()
    model.transform(Z if named else case.gram(kernel, Z, X))
    end = time.perf_counter()
    return {"fit": middle - start, "all": end - start, "eigenvalues": model.eigenvalues_}


def exact_fit(case: Case, kernel: Kernel, X: np.ndarray, q: int, rounds: int) -> float:
    """The least seconds of a fit by an exact peer; LAPACK's up to EIGH_ROWS rows."""
    from sklearn.decomposition import KernelPCA as Peer
    from sklearn.metrics.pairwise import pairwise_kernels

    named = case.settings(kernel) if case.settings is not None else {}
    parameters = {name: value for name, value in named.items() if name != "kernel"}

    def gram() -> np.ndarray:
        if not named:
            return case.gram(kernel, X, X)
        return pairwise_kernels(X, metric=named["kernel"], **parameters)

    def scikit_learn(eigen_solver: str) -> Callable[[], object]:
        if named:
            return lambda: Peer(q, eigen_solver=eigen_solver, **named).fit(X)
        return lambda: Peer(q, kernel="precomputed", eigen_solver=eigen_solver).fit(gram())

    solvers = ("arpack", "dense") if len(X) <= EIGH_ROWS else ("arpack",)
    runs = [lambda: of_gram(gram(), q), *map(scikit_learn, solvers)]
    return min(least_seconds(run, rounds) for run in runs)


def least_seconds(run: Callable[[], object], rounds: int) -> float:
    """The least seconds of some runs."""
    seconds = []
    for _ in range(rounds):
        start = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def floor_of(kernel: Kernel, X: np.ndarray, q: int, rounds: int) -> float:
    """The floor of a fit, in seconds."""
    from scipy.linalg import eigh
    from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, eigsh

    n, products = len(X), 0
    forming = least_seconds(lambda: kernel(X[: n // 2], X), rounds)
    K = kernel(X)
    means = K.mean(axis=0)
    K -= means
    K -= (means - means.mean())[:, None]
    v = np.random.default_rng(0).standard_normal(n)

    def product(v: np.ndarray) -> np.ndarray:
        nonlocal products
        products += 1
        return K @ v

    each = least_seconds(lambda: K @ v, 3)
    operator = LinearOperator((n, n), matvec=product, dtype=float)
    try:
        eigsh(operator, q, which="LA", v0=v, maxiter=MAX_RESTARTS)
        lanczos = products * each
    except ArpackNoConvergence:
        lanczos = math.inf
    if n > EIGH_ROWS and math.isfinite(lanczos):
        return forming + lanczos
    dense = least_seconds(lambda: eigh(K, subset_by_index=(n - q, n - 1)), 1)
    return forming + min(lanczos, dense)


def in_turns(case: Case, q: int, rounds: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What `our_run` and `peer_run` give in some rounds of both in turns."""
    X, Z = case.points()
    kernel = case.kernel(X)
    our_run(kernel, X[:300], Z[:50], q)  # imports
    peer_run(case, kernel, X[:300], Z[:50], q)
    ours: list[dict[str, Any]] = []
    theirs: list[dict[str, Any]] = []
    begun = time.perf_counter()
    while len(ours) < rounds and (not ours or time.perf_counter() - begun < ENOUGH):
        for results, run in (
            (ours, lambda: our_run(kernel, X, Z, q)),
            (theirs, lambda: peer_run(case, kernel, X, Z, q)),
        ):
            gc.collect()
            time.sleep(REST)
            results.append(run())
    return ours, theirs


def measure(name: str, q: int, rounds: int) -> dict[str, Any]:
    """A line of the table, in this process."""
    case = CASES[name]
    ours, theirs = in_turns(case, q, rounds)
    X, _ = case.points()
    values, others = ours[-1]["eigenvalues"], theirs[-1]["eigenvalues"]
    both = min(len(values), len(others))
    return {
        "fit": min(r["fit"] for r in ours),
        "all": min(r["all"] for r in ours),
        "peer fit": min(r["fit"] for r in theirs),
        "peer all": min(r["all"] for r in theirs),
        "solver": ours[-1]["solver"],
        "certified": bool(ours[-1]["certified"]),
        "differs": float(np.abs(values[:both] - others[:both]).max() / values[0]),
        "exact": exact_fit(case, case.kernel(X), X, q, min(rounds, 3)),
        "floor": floor_of(case.kernel(X), X, q, min(rounds, 3)),
    }


def in_a_process(name: str, q: int, threads: str, rounds: int) -> dict[str, Any]:
    """`measure` in a process of its own with one BLAS thread, or as many as it takes by itself."""
    environment = {k: v for k, v in os.environ.items() if not k.endswith("_NUM_THREADS")}
    if threads != "all":
        environment |= {"OPENBLAS_NUM_THREADS": threads, "OMP_NUM_THREADS": threads}
    command = [sys.executable, "-m", "benchmarks.practice", "--once", name, str(q)]
    done = subprocess.run(
        [*command, "--rounds", str(rounds)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.practice")
    parser.add_argument("--case", action="append", help="a part of the names of cases")
    parser.add_argument("--q", type=int, nargs="+", default=COMPONENTS, help="components")
    parser.add_argument("--threads", nargs="+", choices=THREADS, default=THREADS)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--once", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.once:
        print(json.dumps(measure(options.once[0], int(options.once[1]), options.rounds)))
        return
    parts = options.case or [""]
    names = [name for name in CASES if any(part.lower() in name.lower() for part in parts)]
    if not names:
        sys.exit(f"No case has {options.case} in its name; there are: {'; '.join(CASES)}.")
    for threads in options.threads:
        table(names, options.q, threads, options.rounds)


def table(names: Sequence[str], components: Sequence[int], threads: str, rounds: int) -> None:
    """Print the table of one number of BLAS threads."""
    print(f"\nBLAS threads: {threads}; seconds, least of {rounds} rounds")
    print(
        f"{'case':>30} {'q':>3} {'solver':>10} {'certified':>9} {'fit s':>8} {'all s':>8} "
        f"{'fit':>7} {'exact':>7} {'all':>7} {'floor s':>8} {'fit/floor':>9} {'λ':>8}"
    )
    ratios: dict[int, dict[str, float]] = {q: {} for q in components}
    for name in names:
        if CASES[name].points is digits and not DATA.exists():
            print(f"{name:>30} skipped: no USPS digits in {DATA}")
            continue
        for q in components:
            found = in_a_process(name, q, threads, rounds)
            ratios[q][name] = found["peer all"] / found["all"]
            print(
                f"{name:>30} {q:>3} {found['solver']:>10} "
                f"{'yes' if found['certified'] else 'NO':>9} {found['fit']:>8.3f} "
                f"{found['all']:>8.3f} {found['peer fit'] / found['fit']:>7.2f} "
                f"{found['exact'] / found['fit']:>7.2f} "
                f"{ratios[q][name]:>7.2f} {found['floor']:>8.3f} "
                f"{found['fit'] / found['floor']:>9.2f} {found['differs']:>8.1e}",
                flush=True,
            )
    for q, by_name in ratios.items():
        if by_name:
            smallest = min(by_name, key=by_name.__getitem__)
            print(
                f"q = {q}: geometric mean of fit and transform "
                f"{statistics.geometric_mean(by_name.values()):.2f}; smallest "
                f"{by_name[smallest]:.2f}, {smallest}"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
