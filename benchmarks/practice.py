"""Beside scikit-learn, data of practitioners.

Fit, and fit and transform of 10,000 new rows ("both"), beside scikit-learn's `KernelPCA` with its
defaults in the same run; ratios, above 1 ours is faster. Seconds are ours on one BLAS thread, least
of three rounds. The floor is half the Gram matrix formed once and the cheaper of a product for each
Lanczos step and of LAPACK's subset: our fit in that unit, below 1 where a solver needs neither.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.decomposition import KernelPCA as Peer
from support.paths import USPS

from benchmarks.exact_peers import centre_in_place, median_square
from benchmarks.harness import Answer, Lines, apart, benchmark, in_turns
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
# No further round is begun after so many seconds.
ENOUGH = 60.0
# Restarts after which ARPACK counts as not converged, and the largest n for `eigh`: 3,000 rows take
# 3 s, 10,000 two minutes, where products are cheaper.
MAX_RESTARTS, EIGH_ROWS = 40, 3000

Array = np.ndarray


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

    points: Callable[[], tuple[Array, Array]]
    kernel: Callable[[Array], Kernel]
    settings: Callable[[Any], dict[str, object]] | None = None
    gram: Callable[[Any, Array, Array], Array] = lambda kernel, X, Y: kernel(X, Y)

    def peer(self, kernel: Kernel, q: int, X: Array) -> Any:
        """scikit-learn's estimator, fitted."""
        if self.settings is None:
            return Peer(q, kernel="precomputed").fit(self.gram(kernel, X, X))
        return Peer(q, **self.settings(kernel)).fit(X)

    def transformed(self, model: Any, kernel: Kernel, X: Array, Z: Array) -> Array:
        """The scores of new rows by the peer."""
        return model.transform(Z if self.settings is not None else self.gram(kernel, Z, X))


def normal(n: int, dimension: int) -> Callable[[], tuple[Array, Array]]:
    """Standard normal rows."""

    def points() -> tuple[Array, Array]:
        rows = np.random.default_rng(0).standard_normal((n + NEW_ROWS, dimension))
        return rows[:n], rows[n:]

    return points


def digits() -> tuple[Array, Array]:
    """The first 3,000 training images of USPS; all others, from the start again up to 10,000."""
    data = usps(USPS)
    rest = np.vstack([data.X_train[3000:], data.X_test])
    return data.X_train[:3000], np.resize(rest, (NEW_ROWS, rest.shape[1]))


def median_gaussian(X: Array) -> Gaussian:
    return Gaussian(median_square(X))


def rbf(kernel: Gaussian) -> dict[str, object]:
    return {"kernel": "rbf", "gamma": kernel.gamma}


def inverse_multiquadric(X: Array, Y: Array) -> Array:
    """(1 + ‖x − y‖²/20)^(−1/2); ‖x − y‖² has the mean 20 in ten dimensions."""
    from scipy.spatial.distance import cdist

    return 1.0 / np.sqrt(1.0 + cdist(X, Y, "sqeuclidean") / 20.0)


def peer_laplacian(kernel: Laplacian, X: Array, Y: Array) -> Array:
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


def beside(case: Case, q: int, rounds: int) -> dict[str, Any]:
    """Least seconds of "fit" and "both", of ours and of scikit-learn's, and what was found."""
    X, Z = case.points()
    kernel = case.kernel(X)
    fits: dict[str, Any] = {}

    def fitted(name: str, run: Callable[[], Any]) -> Callable[[], None]:
        def keep() -> None:
            fits[name] = run()

        return keep

    runs = {
        "fit": fitted("ours", lambda: fit(kernel, X, q)),
        "new": lambda: fits["ours"].expansion(Z),
        "peer fit": fitted("peer", lambda: case.peer(kernel, q, X)),
        "peer new": lambda: case.transformed(fits["peer"], kernel, X, Z),
    }
    times = in_turns(runs, rounds, twice=False, enough=ENOUGH)
    taken = {name: one.least / 1e3 for name, one in times.items()}
    ours, values = fits["ours"], fits["peer"].eigenvalues_
    shared = min(len(values), len(ours.eigenvalues))
    differs = np.abs(values[:shared] - ours.eigenvalues[:shared]).max() / values[0]
    return {
        "fit": taken["fit"],
        "both": taken["fit"] + taken["new"],
        "peer fit": taken["peer fit"],
        "peer both": taken["peer fit"] + taken["peer new"],
        "solver": ours.solver,
        "certified": bool(ours.certificate.holds),
        "λ differs": float(differs),
    }


def floor_of(kernel: Kernel, X: Array, q: int, rounds: int) -> float:
    """The floor of a fit, in seconds."""
    from scipy.linalg import eigh
    from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, eigsh

    n, products = len(X), 0
    K = kernel(X)
    centre_in_place(K)
    v = np.random.default_rng(0).standard_normal(n)

    def product(v: Array) -> Array:
        nonlocal products
        products += 1
        return K @ v

    parts = {"forming": lambda: kernel(X[: n // 2], X), "product": lambda: K @ v}
    least = {name: one.least / 1e3 for name, one in in_turns(parts, rounds, rest=0.0).items()}
    operator = LinearOperator((n, n), matvec=product, dtype=float)
    try:
        eigsh(operator, q, which="LA", v0=v, maxiter=MAX_RESTARTS)
        lanczos = products * least["product"]
    except ArpackNoConvergence:
        lanczos = math.inf
    if n > EIGH_ROWS and math.isfinite(lanczos):
        return least["forming"] + lanczos
    subset = {"eigh": lambda: eigh(K, subset_by_index=(n - q, n - 1))}
    dense = in_turns(subset, 1, twice=False, rest=0.0)["eigh"].least / 1e3
    return least["forming"] + min(lanczos, dense)


def measure(name: str, q: int, rounds: int) -> dict[str, Any]:
    """A line of the table, in this process."""
    case = CASES[name]
    X, _ = case.points()
    kernel = case.kernel(X)
    return {
        **beside(case, q, rounds),
        "floor": floor_of(kernel, X, q, rounds),
    }


@benchmark
def practice(
    case: str = "",
    q: tuple[int, ...] = (8, 50),
    threads: tuple[str, ...] = ("1", "all"),
    rounds: int = 3,
) -> Lines:
    """Practitioners' kernels and data beside scikit-learn's; `--case` is a part of their names."""
    ratios: dict[tuple[int, str], list[float]] = {}
    for name in (one for one in CASES if case.lower() in one.lower()):
        if CASES[name].points is digits and not USPS.exists():
            yield f"{name} is left out: there are no USPS digits in {USPS}."
            continue
        figures = []
        for count, components in ((one, k) for one in threads for k in q):
            limits = {} if count == "all" else dict.fromkeys(
                ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), count
            )  # fmt: skip
            found = apart(measure, name, components, rounds, **limits)
            fits, both = found["peer fit"] / found["fit"], found["peer both"] / found["both"]
            ratios.setdefault((components, count), []).append(both)
            floors = found["fit"] / found["floor"]
            yield {
                "case": f"{name:>30}", "q": components, "threads": count,
                "solver": f"{found['solver']:>10}", "certified": found["certified"],
                "fit, s": found["fit"], "both, s": found["both"], "fit": fits,
                "both": both, "floors": floors,
                "λ differs": found["λ differs"],
            }  # fmt: skip
            figures.append(
                f"{components} components, {'one thread' if count == '1' else 'all threads'}: "
                f"fit {fits:.2f}, both {both:.2f}; {found['solver']}, {found['fit']:.3f} and "
                f"{found['both']:.3f} s, {floors:.2f} floors"
            )
        yield Answer(name, ". ".join(figures))
    means = [
        f"{components} components, {'one thread' if count == '1' else 'all threads'}: "
        f"{statistics.geometric_mean(values):.1f}, least {min(values):.2f}"
        for (components, count), values in ratios.items()
    ]
    yield Answer("geometric mean of both over the cases", "; ".join(means))
