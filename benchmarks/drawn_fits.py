"""Drawn fits beside scikit-learn's defaults.

Kernels (Gaussian, Matérn, rational quadratic, Laplacian, polynomial, cosine, linear), data (normal,
clusters, heavy tails, three factors), 2 to 50 columns and 2 to 50 components are drawn for some
seconds; ratios of the fit alone and of fit and transform of 10,000 new rows ("both"), least of
three rounds, above 1 ours is faster. For one BLAS thread set OPENBLAS_NUM_THREADS=1. scikit-learn
is faster in fits alone of few rows, and of up to 1,000 rows in many columns whose spectrum is
nearly flat: standard normal rows, Gaussian of width twice the number of columns. Those below 1 take
2 to 50 ms.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence

import numpy as np

from benchmarks.harness import Answer, Lines, benchmark
from benchmarks.practice import NEW_ROWS, Case, beside, peer_laplacian, rbf
from kpca_core import (
    Cosine,
    Gaussian,
    Kernel,
    Laplacian,
    Linear,
    Matern,
    Polynomial,
    RationalQuadratic,
)

COLUMNS, COMPONENTS = (2, 3, 5, 10, 20, 50), (2, 5, 8, 15, 50)
# Squared lengths in units of the sum of the variances of the columns.
WIDTHS = (0.1, 0.3, 1.0, 3.0)
Rng = np.random.Generator


def normal(rng: Rng, n: int, dimension: int) -> np.ndarray:
    return rng.standard_normal((n, dimension))


def clusters(rng: Rng, n: int, dimension: int) -> np.ndarray:
    centres = 2.0 * rng.standard_normal((6, dimension))
    return centres[rng.integers(6, size=n)] + 0.3 * rng.standard_normal((n, dimension))


def heavy_tails(rng: Rng, n: int, dimension: int) -> np.ndarray:
    return rng.standard_t(3, size=(n, dimension))


def three_factors(rng: Rng, n: int, dimension: int) -> np.ndarray:
    loadings = rng.standard_normal((3, dimension))
    return rng.standard_normal((n, 3)) @ loadings + 0.1 * rng.standard_normal((n, dimension))


DATA = (normal, clusters, heavy_tails, three_factors)

# Kernels of distances, each from v, the sum of the variances of the columns, and one of WIDTHS; for
# kernels of inner products the data is divided by √v, and scikit-learn is given the settings.
STATIONARY: dict[str, Callable[[float, float], Kernel]] = {
    "Gaussian": lambda v, factor: Gaussian(2.0 * factor * v),
    "Matérn 3/2": lambda v, factor: Matern((factor * v) ** 0.5, 1.5),
    "Matérn 5/2": lambda v, factor: Matern((factor * v) ** 0.5, 2.5),
    "rational quadratic": lambda v, factor: RationalQuadratic((factor * v) ** 0.5, 1.0),
    "Laplacian": lambda v, factor: Laplacian(factor * v),
}
INNER_PRODUCTS: dict[str, tuple[Kernel, dict[str, object]]] = {
    "polynomial 2": (Polynomial(2, 1.0), {"kernel": "poly", "degree": 2, "gamma": 1, "coef0": 1}),
    "polynomial 3": (Polynomial(3, 1.0), {"kernel": "poly", "degree": 3, "gamma": 1, "coef0": 1}),
    "cosine": (Cosine(), {"kernel": "cosine"}),
    "linear": (Linear(), {"kernel": "linear"}),
}


def drawn(rng: Rng, rows: Sequence[int]) -> tuple[str, Case, int]:
    """A description of a case, the case, and the number of components."""
    n, dimension, q = (int(rng.choice(choices)) for choices in (rows, COLUMNS, COMPONENTS))
    make = DATA[rng.integers(len(DATA))]
    X = make(rng, n + NEW_ROWS, dimension)
    factor = float(rng.choice(WIDTHS))
    name = str(rng.choice([*STATIONARY, *INNER_PRODUCTS]))
    variance = float(X[:n].var(axis=0).sum())
    label = f"{name}, {make.__name__}, {n:,} × {dimension}, q = {q}, width {factor:g}"
    if name in INNER_PRODUCTS:
        X = X / variance**0.5
        kernel, settings = INNER_PRODUCTS[name]
        return label, Case(lambda: (X[:n], X[n:]), lambda _: kernel, lambda _: settings), q
    made = STATIONARY[name](variance, factor)
    peer = rbf if name == "Gaussian" else None
    gram = (peer_laplacian,) if name == "Laplacian" else ()
    return label, Case(lambda: (X[:n], X[n:]), lambda _: made, peer, *gram), q


@benchmark
def drawn_fits(
    rows: tuple[int, ...] = (500, 800, 1200, 2000, 3000), seed: int = 0, seconds: float = 240.0
) -> Lines:
    """Drawn kernels, data and numbers of components, for some seconds."""
    rng, end = np.random.default_rng(seed), time.monotonic() + seconds
    seen: list[tuple[float, float]] = []
    while time.monotonic() < end:
        label, case, q = drawn(rng, rows)
        found = beside(case, q, 3)
        seen.append((found["peer fit"] / found["fit"], found["peer both"] / found["both"]))
        yield {
            "case": f"{label:>65}", "solver": f"{found['solver']:>10}",
            "certified": found["certified"], "fit, ms": 1e3 * found["fit"],
            "fit": seen[-1][0], "both": seen[-1][1],
        }  # fmt: skip
    figures = [
        f"{name}: geometric mean {statistics.geometric_mean(values):.1f}, least {min(values):.2f}, "
        f"{sum(value < 1 for value in values)} below 1"
        for name, values in zip(("fit", "both"), zip(*seen, strict=True), strict=True)
    ]
    yield Answer(
        f"{min(rows):,} to {max(rows):,} rows, seed {seed}: their time over ours",
        f"{len(seen)} cases; {'; '.join(figures)}",
    )


@benchmark
def flat(
    rows: tuple[int, ...] = (200, 300, 420, 600, 800, 1000, 1500, 2000, 3000),
    columns: tuple[int, ...] = (10, 256),
    components: tuple[int, ...] = (2, 8, 20, 50),
) -> Lines:
    """Nearly flat spectra: normal rows, a Gaussian of width twice the number of columns."""
    for dimension, q in ((one, k) for one in columns for k in components):
        ratios = {}
        for n in rows:
            X = normal(np.random.default_rng(0), n + 100, dimension)
            points, kernel = (X[:n], X[n:]), Gaussian(2.0 * dimension)
            found = beside(Case(lambda p=points: p, lambda _, k=kernel: k, rbf), q, 3)
            ratios[n] = found["peer fit"] / found["fit"]
        yield {"columns": dimension, "q": q, **{f"{n:,} rows": one for n, one in ratios.items()}}
        yield Answer(
            f"{dimension} columns, nearly flat spectrum, {q} components: fit alone, by rows",
            ", ".join(f"{n:,}: {ratio:.2f}" for n, ratio in ratios.items()),
        )
