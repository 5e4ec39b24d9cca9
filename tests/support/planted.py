"""Tables with a known answer: components that stand out, columns that play no part, outliers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kpca_core import Gaussian
from kpca_core._support.arrays import Array
from kpca_core.choosing import columns_that_matter, farthest_rows, parallel_analysis
from kpca_core.tables.rows import standardised
from kpca_core.widths import median_distance


@dataclass(frozen=True)
class Draw:
    """A table with the answers that are known of it.

    Parameters
    ----------
    X : (n, D)
    count : components that stand out
    irrelevant : columns that have no part in them
    outliers : rows that were planted
    """

    X: Array
    count: int | None = None
    irrelevant: frozenset[int] = frozenset()
    outliers: frozenset[int] = frozenset()


def clusters(rng: np.random.Generator, n: int, apart: float, columns: int = 10) -> Array:
    """Three normal clouds whose middles are `apart` standard deviations from one another."""
    directions = np.linalg.qr(rng.standard_normal((columns, 3)))[0].T
    return (apart / np.sqrt(2) * directions)[np.arange(n) % 3] + rng.standard_normal((n, columns))


def blocks(rng: np.random.Generator, n: int, apart: float, columns: int = 8) -> Array:
    """Three normal clouds: in column d the middle of cloud d mod 3 lies `apart` from the others."""
    middles = apart * (np.arange(columns) % 3 == np.arange(3)[:, None])
    return middles[np.arange(n) % 3] + rng.standard_normal((n, columns))


def curve(rng: np.random.Generator, n: int, noise: float) -> Array:
    """A curve in five columns."""
    t = rng.uniform(-1, 1, n)
    exact = np.column_stack([t, t**2, np.sin(3 * t), np.cos(3 * t), t**3])
    return exact + noise * rng.standard_normal((n, 5))


def rings(rng: np.random.Generator, n: int, noise: float = 0.1) -> tuple[Array, Array]:
    """Two rings of radius 1 and 2 in the plane, with noise and without."""
    angle, radius = rng.uniform(0, 2 * np.pi, n), 1.0 + np.arange(n) % 2
    exact = radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    return exact + noise * rng.standard_normal((n, 2)), exact


def parabola(rng: np.random.Generator, n: int) -> tuple[Array, Array]:
    """A parabola with noise of 0.1, and without."""
    x = rng.uniform(-1, 1, n)
    exact = np.column_stack([x, x**2])
    return exact + 0.1 * rng.standard_normal((n, 2)), exact


def with_outliers(rng: np.random.Generator, X: Array, far: float) -> Draw:
    """Move four rows in directions of their own, `far` times as far as rows are on average."""
    X, rows = X.copy(), rng.choice(len(X), 4, replace=False)
    directions = rng.standard_normal((4, X.shape[1]))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    X[rows] = X.mean(axis=0) + far * np.sqrt(X.shape[1]) * X.std(axis=0) * directions
    return Draw(X, outliers=frozenset(rows.tolist()))


def with_noise(rng: np.random.Generator, X: Array) -> Draw:
    """Add two columns of noise."""
    n, columns = X.shape
    noise = X.std() * rng.standard_normal((n, 2))
    return Draw(np.column_stack([X, noise]), irrelevant=frozenset({columns, columns + 1}))


Make = Callable[[np.random.Generator, int], Draw]
TABLES: dict[str, Make] = {
    **{
        f"3 clusters, {apart:g} sd apart": lambda rng, n, a=apart: Draw(clusters(rng, n, a), 2)
        for apart in (4.0, 6.0, 12.0)
    },
    "noise, normal": lambda rng, n: Draw(rng.standard_normal((n, 10)), 0),
    "noise, uniform": lambda rng, n: Draw(rng.uniform(size=(n, 5)), 0),
    "noise, whole numbers": lambda rng, n: Draw(rng.integers(0, 4, (n, 6)).astype(float), 0),
    **{
        f"2 of 10 columns irrelevant, {apart:g} sd": (
            lambda rng, n, a=apart: with_noise(rng, blocks(rng, n, a))
        )
        for apart in (3.0, 5.0)
    },
    "2 of 7 columns irrelevant, curve": lambda rng, n: with_noise(rng, curve(rng, n, 0.1)),
    **{
        f"4 outliers, {far:g} times as far, {name}": (
            lambda rng, n, f=far, b=base: with_outliers(rng, b(rng, n), f)
        )
        for far in (2.0, 3.0)
        for name, base in {
            "normal": lambda rng, n: rng.standard_normal((n, 10)),
            "clusters": lambda rng, n: clusters(rng, n, 6.0),
            "curve": lambda rng, n: curve(rng, n, 0.1),
        }.items()
    },
}


def is_right(draw: Draw, seed: int) -> dict[str, bool]:
    """Return for each answer that is known of a table whether the analysis gives it."""
    X = standardised(draw.X)
    kernel = Gaussian(float(f"{median_distance(X) ** 2:.4g}"))
    count = parallel_analysis(kernel, X, seed=seed).count
    right: dict[str, bool] = {}
    if draw.irrelevant:
        found = columns_that_matter(kernel, X, count, seed=seed) if count else None
        named = set() if found is None else set(np.flatnonzero(~found.matter).tolist())
        right["columns named"] = named == draw.irrelevant
        last = [] if found is None else found.ranking[-len(draw.irrelevant) :].tolist()
        right["columns last"] = set(last) == draw.irrelevant
    elif draw.outliers:
        rows = farthest_rows(kernel, X, count, seed=seed)
        right["rows first"] = set(rows.ranking[: len(draw.outliers)].tolist()) == draw.outliers
        right["rows named"] = set(rows.far.tolist()) == draw.outliers
    else:
        right["count"] = count == draw.count
    return right
