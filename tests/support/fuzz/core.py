"""What callers give to kernels, `fit` and the estimator."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np

from kpca_core import (
    Cosine,
    Gaussian,
    Kernel,
    KernelPCA,
    Laplacian,
    Linear,
    Matern,
    Polynomial,
    RationalQuadratic,
    Sigmoid,
)

NUMBERS: tuple[Any, ...] = (
    0, 1, 2, 3, -1, 12, 0.1, 0.5, 1.5, 2.5, 1e-300, 1e-8, 1e8, 1e300, -1e300, float("nan"),
    float("inf"), None, "1", [], 10**400, True, np.float32(0.3), np.int64(2), np.array(0.5), 1j,
)  # fmt: skip
KERNELS: tuple[tuple[Callable[..., Any], int], ...] = (
    (Gaussian, 1), (Gaussian.from_sigma, 1), (Gaussian.from_gamma, 1), (Laplacian, 1), (Matern, 2),
    (Polynomial, 2), (RationalQuadratic, 2), (Sigmoid, 2), (Linear, 0), (Cosine, 0),
)  # fmt: skip
SOLVERS = ("auto", "auto", "auto", "dense", "low-rank", "iterative", "explicit", "streaming",
           "separable", "laplacian", "nonsense")  # fmt: skip
# What a caller is told by.
SAID = (ValueError, TypeError, MemoryError, NotImplementedError)


def some_kernel(random: Random, depth: int = 0) -> Kernel:
    """A kernel of extreme parameters, or a sum, product or multiple of such."""
    kind = random.randrange(8) if depth < 2 else 7
    if kind <= 1:
        left, right = some_kernel(random, depth + 1), some_kernel(random, depth + 1)
        return left + right if kind else left * right
    if kind == 2:
        return random.choice(NUMBERS) * some_kernel(random, depth + 1)
    make, most = random.choice(KERNELS)
    sound = random.random() < 0.7
    pool: Any = (0.01, 0.3, 1, 2, 5, 100.0) if sound else NUMBERS
    least = 0 if make is Sigmoid else min(most, 1)
    kernel: Kernel = make(*(random.choice(pool) for _ in range(random.randint(least, most))))
    return kernel


def some_points(random: Random) -> Any:
    """A small table of points, well or badly scaled, or none at all."""
    rng = np.random.default_rng(random.randrange(2**32))
    n, d = random.choice((1, 2, 3, 8, 30, 60)), random.choice((0, 1, 1, 2, 2, 2, 3, 20))
    X: Any = rng.standard_normal((n, d))
    kind = random.randrange(16)
    if kind == 0:
        X = X * 10.0 ** random.randrange(-320, 308)
    elif kind == 1:
        X = X + 10.0 ** random.randrange(0, 300)
    elif kind == 2:
        X = np.repeat(X[:1], n, axis=0)
    elif kind == 3 and X.size:
        X[random.randrange(n), 0] = random.choice((np.nan, np.inf, -np.inf, 1e308))
    elif kind == 4:
        X = X.astype(random.choice(("float32", "int64", "bool", "complex128", "U5", "object")))
    elif kind == 5:
        X = random.choice((X[0], X[None], X.tolist(), None, "points", 3.0, [[1, 2], [3]], {}))
    elif kind == 6:
        X = np.round(X)
    elif kind == 7:
        X = X * np.logspace(-8, 8, max(1, d))[:d]
    return X


def evaluate(random: Random) -> None:
    """Evaluate a kernel: every value is a number, and K is symmetric."""
    kernel, X = some_kernel(random), some_points(random)
    with np.errstate(all="ignore"):
        K = kernel(X, X)
    assert K.shape == (len(X), len(X))
    _require_numbers("K", K)
    np.testing.assert_allclose(K, K.T, rtol=1e-9, atol=1e-9 * np.abs(K).max(initial=0.0))


def decompose(random: Random) -> None:
    """Fit the estimator and use it: every result is a number."""
    model = KernelPCA(
        some_kernel(random),
        random.choice((1, 2, 3, 8, None, 10**9, 0, -1, 2.5, "two")),
        centre=random.random() < 0.8,
        solver=random.choice(SOLVERS),
        tol=random.choice((1e-14,) * 6 + (0, 1e-3, 2.0, -1, float("nan"))),
        subset=random.choice((None,) * 9 + (3, -1, "all")),
        max_memory=random.choice((None,) * 9 + (0, 1e4, -1)),
    )
    X = some_points(random)
    scores = model.fit_transform(X)
    for name in ("eigenvalues_", "explained_variance_"):
        _require_numbers(name, getattr(model, name))
    if model.decomposition_.trace > 0:
        _require_numbers("explained_variance_ratio_", model.explained_variance_ratio_)
    _require_numbers("scores", scores)
    other = some_points(random) if random.random() < 0.5 else X
    _require_numbers("transform", model.transform(other))
    _require_numbers("pre-images", model.inverse_transform(scores[:1]))


def _require_numbers(name: str, values: Any) -> None:
    assert np.isfinite(values).all(), f"{name} holds {values[~np.isfinite(values)][0]}"


def run(work: Callable[[Random], None], seed: int) -> None:
    """Do one case: it ends well, or says why it does not."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        warnings.simplefilter("ignore", UserWarning)
        try:
            work(Random(seed))
        except SAID as error:
            if len(str(error)) < 10:
                raise AssertionError(f"{error!r} says nothing.") from error


def cases(random: Random, count: int) -> Iterator[tuple[str, Callable[[], None]]]:
    """Kernels and estimators in turn; a case is named by its seed."""
    for i in range(count):
        work, seed = (evaluate, decompose)[i % 2], random.randrange(2**32)
        yield f"{work.__name__} {seed}", lambda work=work, seed=seed: run(work, seed)  # type: ignore[misc]
