"""Drawn kernels, data and numbers of components beside scikit-learn's KernelPCA.

python -m benchmarks.drawn_fits [--seed N] [--seconds S] [--rows 500 800 …]

Draws cases for some seconds and prints, of the fit alone and of fit and transform of 10,000 new
rows, the geometric mean of the ratios of both contestants' seconds (above 1 ours is faster), how
many are below 1, and the ten least. For one BLAS thread set OPENBLAS_NUM_THREADS=1. Seconds are
the least of three rounds of both in turns.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Sequence

import numpy as np
from support.drawn_problems import Rng

from benchmarks.practice import NEW_ROWS, Case, in_turns, peer_laplacian, rbf
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

ROWS, COLUMNS, COMPONENTS = (500, 800, 1200, 2000, 3000), (2, 3, 5, 10, 20, 50), (2, 5, 8, 15, 50)
# Squared lengths in units of the sum of the variances of the columns.
WIDTHS = (0.1, 0.3, 1.0, 3.0)
ROUNDS, SHOWN = 3, 10


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


DATA: tuple[Callable[[Rng, int, int], np.ndarray], ...] = (
    normal,
    clusters,
    heavy_tails,
    three_factors,
)

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
    """A case, its description and the number of components."""
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
        case = Case(lambda: (X[:n], X[n:]), lambda X: kernel, lambda k: settings)
    else:
        made = STATIONARY[name](variance, factor)
        case = Case(
            lambda: (X[:n], X[n:]),
            lambda X: made,
            rbf if name == "Gaussian" else None,
            *([peer_laplacian] if name == "Laplacian" else []),
        )
    return label, case, q


def ratios(case: Case, q: int) -> tuple[dict[str, float], str]:
    """Their seconds over ours of "fit" and "all", and our solver with its certificate."""
    ours, theirs = in_turns(case, q, ROUNDS)
    least = {key: min(run[key] for run in ours) for key in ("fit", "all")}
    found = {key: min(run[key] for run in theirs) / seconds for key, seconds in least.items()}
    certified = "" if ours[-1]["certified"] else ", NOT certified"
    return found, f"{ours[-1]['solver']} {1e3 * least['fit']:.1f} ms{certified}"


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.drawn_fits")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=240.0)
    parser.add_argument("--rows", type=int, nargs="+", default=ROWS)
    options = parser.parse_args(arguments)
    rng, end = np.random.default_rng(options.seed), time.monotonic() + options.seconds
    seen: list[tuple[dict[str, float], str]] = []
    while time.monotonic() < end:
        label, case, q = drawn(rng, options.rows)
        found, solver = ratios(case, q)
        seen.append((found, f"{label}: {solver}"))
    print(f"{len(seen)} cases, seed {options.seed}")
    for key in ("fit", "all"):
        values = [found[key] for found, _ in seen]
        below = sum(value < 1 for value in values)
        mean = statistics.geometric_mean(values)
        print(f"{key}: geometric mean {mean:.2f}, least {min(values):.2f}, below 1: {below}")
    print("least of the fits alone:")
    for found, label in sorted(seen, key=lambda pair: pair[0]["fit"])[:SHOWN]:
        print(f"  {found['fit']:6.2f}  {label}")


if __name__ == "__main__":
    main(sys.argv[1:])
