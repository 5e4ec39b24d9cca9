"""What the page "Scale" computes: the exact decomposition and each approximation of it."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core import Decomposition, Grid, Kernel, fit
from kpca_core._support.arrays import Array
from kpca_core._support.words import N_
from kpca_core.analysis.approximations import (
    RULES,
    Approximation,
    compare,
    fourier,
    landmarks,
    measured,
    nystroem,
)
from kpca_core.datasets import FAMILIES, Dataset
from kpca_core.expansion import Expansion
from kpca_core.solvers.linalg.lanczos import basis_columns
from views.pages.saying import MAP
from views.pages.scale.state import COUNTS, ScaleState
from views.remembered import Remembered
from views.work import Estimate, progress

FOURIER = "random Fourier"
METHODS = (*RULES, FOURIER)

# Eigenfunctions to choose from; twice as many are computed, so that a group at the end is complete.
PANELS = 8


def generated(data: str, n: int, seed: int) -> Dataset:
    """Return exactly `n` points of a data set of the catalogue, its other parameters default.

    Parameters
    ----------
    data
        identity in DATA
    n, seed
        number of points, and of the random stream
    """
    family = FAMILIES[data]
    full: Dataset = family.build(**family.sized(n), seed=seed)
    return replace(full, X=full.X[:n], labels=full.labels[:n])


@dataclass(frozen=True, eq=False)
class ExactFit:
    """The exact decomposition with its functions on the grid, and what it cost."""

    dataset: Dataset
    decomposition: Decomposition
    grid: Grid
    fields: Array
    seconds: float

    @property
    def columns(self) -> int:
        """Columns of the largest array with a row a point that the fit holds."""
        found = self.decomposition
        if found.solver == "explicit":
            return int(found.expansion.kernel.feature_dimension(self.dataset.X.shape[1]))
        if found.solver == "separable":
            return found.n_components
        if found.solver == "iterative":
            return basis_columns(found.n_components)
        return found.n_samples if found.solver == "dense" else found.rank or found.n_samples

    @property
    def held_bytes(self) -> int:
        """Size in bytes of the largest array that the fit holds, with a row for each point."""
        return self.decomposition.n_samples * self.columns * self.fields.itemsize


@dataclass(frozen=True, eq=False)
class MethodResult:
    """An approximation by one method: what the page shows of its first p components.

    eigenvalues, eigenvalue_errors, root_mean_square, largest (p,); fields, errors (p, ny, nx);
    points (m, 2): the landmarks, none for Fourier features.
    """

    columns: int
    eigenvalues: NDArray[Any]
    eigenvalue_errors: NDArray[Any]
    root_mean_square: NDArray[Any]
    largest: NDArray[Any]
    fields: NDArray[Any]
    errors: NDArray[Any]
    points: Array
    bound: float | None
    seconds: float
    held_bytes: int


def applies(method: str, kernel: Kernel) -> bool:
    """Whether `method` exists for this kernel.

    Fourier features are those of the Gaussian; landmarks do for every positive semi-definite one.
    """
    return method != FOURIER or kernel.gaussian_width is not None


def _exact(problem: ScaleState) -> ExactFit:
    dataset = generated(problem.data, problem.n, problem.seed)
    fitted = partial(fit, problem.kernel.build(), dataset.X, 2 * PANELS)
    decomposition, cost = measured(fitted, progress=progress())
    grid = Grid.over(dataset.region, MAP)
    return ExactFit(
        dataset, decomposition, grid, decomposition.expansion.on_grid(grid), cost.seconds
    )


def _approximated(problem: ScaleState, method: str, m: int) -> MethodResult:
    # Imported before the clock starts: the k-means rule and the Fourier features need it.
    import sklearn.cluster
    import sklearn.kernel_approximation  # noqa: F401

    exact, kernel = exact_of(problem), problem.kernel.build()
    X = exact.dataset.X
    start = time.perf_counter()
    approximation = approximate(kernel, X, method, m)
    seconds = time.perf_counter() - start
    found = compare(approximation, exact.decomposition, exact.grid, exact.fields)
    functions = approximation.functions
    return MethodResult(
        columns=approximation.columns,
        eigenvalues=approximation.eigenvalues[:PANELS],
        eigenvalue_errors=found.eigenvalues[:PANELS],
        root_mean_square=found.root_mean_square[:PANELS],
        largest=found.largest[:PANELS],
        fields=found.fields[:PANELS].astype(np.float32),
        errors=found.errors[:PANELS].astype(np.float32),
        points=functions.points if isinstance(functions, Expansion) else np.empty((0, 2)),
        bound=approximation.bound,
        seconds=seconds,
        held_bytes=approximation.held_bytes,
    )


def cost_of(state: ScaleState, *_: object) -> Estimate:
    """Estimate a result: at most a second for 3,000 points, and two n×n arrays."""
    return Estimate(seconds=1e-7 * state.n**2 + 0.1, bytes=16.0 * state.n**2)


exact_results: Remembered[ScaleState, ExactFit] = Remembered(
    _exact, max_entries=8, spinner=N_("Decomposing …"), cost=cost_of
)
# For all counts of four settings; an entry holds a few hundred kilobytes.
method_results: Remembered[ScaleState, MethodResult] = Remembered(
    _approximated, max_entries=4 * len(COUNTS) * len(METHODS), cost=cost_of
)


def exact_is_known(state: ScaleState) -> bool:
    """Whether `exact_of` returns at once."""
    return exact_results.known(state.problem) is not None


def exact_of(state: ScaleState) -> ExactFit:
    """Return the exact decomposition of the points and the kernel that are set."""
    return exact_results(state.problem)


def result_of(state: ScaleState, method: str, m: int) -> MethodResult:
    """Return the approximation by `method` with `m` landmarks or features."""
    return method_results(state.problem, method, m)


def known_result(state: ScaleState, method: str, m: int) -> MethodResult | None:
    """Return what `result_of` has found already."""
    return method_results.known(state.problem, method, m)


def approximate(kernel: Kernel, X: Array, method: str, m: int) -> Approximation:
    """Approximate kernel PCA of `X` by one of METHODS with `m` landmarks or features."""
    if method == FOURIER:
        return fourier(kernel, X, m, 2 * PANELS)
    return nystroem(kernel, X, landmarks(kernel, X, m, method), 2 * PANELS)
