"""Kernel PCA problems drawn at random, each by its number: kernel, points, components, solver."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kpca_core import (
    CallableKernel,
    Cosine,
    Decomposition,
    Gaussian,
    Kernel,
    Laplacian,
    Linear,
    Matern,
    Polynomial,
    Precomputed,
    RationalQuadratic,
    Sigmoid,
    fit,
)
from kpca_core.solvers.choice import SOLVERS
from kpca_core.solvers.problem import Problem

Rng = np.random.Generator

# Sizes up to each, and their shares: most are small, so that 5,000 take half an hour on two cores.
SIZES = ((40, 0.52), (200, 0.22), (700, 0.17), (1500, 0.065), (3000, 0.02), (6000, 0.005))
DIMENSIONS = (1, 1, 2, 2, 2, 3, 5, 9, 10, 50)
# The largest feature map and Gram matrix that a solver is named for here; "auto" may take more.
MOST_FEATURES, MOST_DENSE = 1500, 2000


@dataclass(frozen=True)
class InverseMultiquadric:
    """(1 + ‖x − y‖²/ℓ²)^(−1/2) as a callable."""

    length: float

    def __call__(self, X: np.ndarray, Y: np.ndarray) -> np.ndarray:
        total = np.ones((len(X), len(Y)))
        for x, y in zip(X.T, Y.T, strict=True):
            total += np.square((x[:, None] - y[None, :]) / self.length)
        return 1 / np.sqrt(total)


@dataclass(frozen=True, eq=False)
class DrawnProblem:
    """One problem of `fit`, with a name for its data, and new points Z (m, D) for its functions."""

    number: int
    largest: int
    data: str
    kernel: Kernel
    X: np.ndarray
    Z: np.ndarray
    n_components: int | None
    centre: bool
    solver: str

    def solve(self) -> Decomposition:
        """Fit it."""
        return fit(self.kernel, self.X, self.n_components, centre=self.centre, solver=self.solver)

    def __str__(self) -> str:
        n, dimension = self.X.shape
        return (
            f"draw({self.number}, {self.largest}): {self.kernel!r}, {self.data} ({n}, {dimension}),"
            f" q={self.n_components}, centre={self.centre}, solver={self.solver!r}"
        )


def _heavy(rng: Rng, n: int, D: int) -> np.ndarray:
    X = rng.standard_normal((n, D)) / np.sqrt(rng.uniform(0.02, 1.0, (n, 1)))
    X[rng.integers(0, n, 1 + n // 50)] += 1e6
    return X


DATA: dict[str, Callable[[Rng, int, int], np.ndarray]] = {
    "normal": lambda rng, n, D: rng.standard_normal((n, D)),
    "uniform": lambda rng, n, D: rng.uniform(-1, 1, (n, D)),
    "lattice": lambda rng, n, D: rng.integers(0, 5 if D > 1 else n, (n, D)) / 4.0,
    "duplicated": lambda rng, n, D: rng.standard_normal((n, D))[rng.integers(0, n // 3 + 1, n)],
    "nearly constant": lambda rng, n, D: (
        1 + 10 ** rng.uniform(-9, -4) * rng.standard_normal((n, D))
    ),
    "clustered": lambda rng, n, D: 0.05 * rng.standard_normal((n, D)) + rng.integers(0, 3, (n, 1)),
    "outliers": _heavy,
    "offset": lambda rng, n, D: rng.standard_normal((n, D)) + 10 ** rng.uniform(2, 8),
}


def draw(number: int, largest: int = SIZES[-1][0]) -> DrawnProblem:
    """The problem of that number among those of at most `largest` rows."""
    rng = np.random.default_rng([number, largest])
    limits, shares = zip(*((min(limit, largest), share) for limit, share in SIZES), strict=True)
    size = rng.choice(len(limits), p=shares)
    n = int(rng.integers(1 if size == 0 else min(limits[size - 1], largest - 1), limits[size] + 1))
    dimension = int(rng.choice(DIMENSIONS))
    data = str(rng.choice(list(DATA)))
    scale = 10 ** float(rng.integers(-12, 13)) if rng.random() < 0.4 else 1.0
    X = scale * DATA[data](rng, n, dimension)
    Z = X[rng.integers(0, n, 12)]
    Z = Z + rng.uniform(0, 1, (12, 1)) * (X[rng.integers(0, n, 12)] - Z)
    kernel = _kernel(rng, X, 3)
    if n <= MOST_DENSE and rng.random() < 0.02:
        K = kernel(X)
        kernel, X = Precomputed(), (K + K.T) / 2
    q = int(min(n, np.ceil(60 ** rng.random())))
    n_components = None if n <= 300 and rng.random() < 0.15 else q
    centre = bool(rng.random() < 0.75)
    solver = _solver(rng, Problem(kernel, X, n_components, centre))
    if solver == "separable":  # which refuses eigenvalues below 1e-6 of the trace
        n_components = min(q, 1 + q % 5)
    return DrawnProblem(number, largest, data, kernel, X, Z, n_components, centre, solver)


def _solver(rng: Rng, problem: Problem) -> str:
    if rng.random() < 0.4:
        return "auto"
    names = [name for name, solver in SOLVERS.items() if solver.applies(problem)]
    if problem.n > MOST_DENSE:
        names.remove("dense")
    if "explicit" in names and problem.feature_columns > MOST_FEATURES:
        names.remove("explicit")
    if "separable" in names and rng.random() < 0.5:  # few kernels are all Gaussian
        return "separable"
    return str(rng.choice(names)) if names else "auto"


def _kernel(rng: Rng, X: np.ndarray, depth: int) -> Kernel:
    """A kernel whose parameters suit the points X (n, D), with up to `depth` combinations."""
    if depth and rng.random() < 0.3:
        left = _kernel(rng, X, depth - 1)
        how = rng.integers(3)
        if how == 0:
            return 10 ** rng.uniform(-3, 3) * left
        right = _kernel(rng, X, depth - 1)
        return left + right if how == 1 else left * right
    return _leaf(rng, X)


def _leaf(rng: Rng, X: np.ndarray) -> Kernel:
    rows = X[rng.integers(0, len(X), (2, 64))]
    apart = np.linalg.norm(rows[0] - rows[1], axis=1)
    size = float(np.median(apart[apart > 0])) if (apart > 0).any() else 1.0
    power = float(np.mean(np.square(X).sum(axis=1))) or 1.0

    def around(value: float, low: float, high: float) -> float:
        return float(value * 10 ** rng.uniform(low, high))

    if X.shape[1] <= 2 and rng.random() < 0.3:  # for the solver "separable"
        return Gaussian(around(size**2, -3, 5))
    makers: tuple[Callable[[], Kernel], ...] = (
        lambda: Gaussian(around(size**2, -3, 5)),
        lambda: Gaussian(around(size**2, -2, 2)),
        lambda: Laplacian(around(size, -2, 4)),
        lambda: RationalQuadratic(around(size, -2, 3), float(rng.choice([0.3, 1.0, 2.7, 40.0]))),
        lambda: Matern(around(size, -2, 3), float(rng.choice([0.5, 1.5, 2.5]))),
        Linear,
        lambda: Polynomial(int(rng.integers(1, 5)), rng.integers(0, 2) * around(power, -2, 1)),
        lambda: Sigmoid(around(1 / power, -2, 1), rng.uniform(-1, 1)),
        Cosine,
        lambda: CallableKernel(InverseMultiquadric(around(size, -2, 2))),
    )
    return makers[rng.integers(len(makers))]()
