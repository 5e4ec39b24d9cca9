"""What the page "Scale" computes, cached: the exact decomposition and each approximation of it."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
import streamlit as st

from datasets import Dataset
from kpca_core import Decomposition, Gaussian, Grid, Kernel, fit
from kpca_core.alternatives import RULES, Approximation, compare, fourier, landmarks, nystroem
from kpca_core.expansion import Expansion
from kpca_core.solvers.lanczos import basis_columns
from views.catalogue import DATA

FOURIER = "random Fourier"
METHODS = (*RULES, FOURIER)
COUNTS = (2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 300, 500)

# Eigenfunctions to choose from, and those computed, so that a group at the end is complete.
PANELS, COMPONENTS = 8, 16
RESOLUTION = 60


@dataclass(frozen=True)
class Chosen:
    """What the sidebar says, as plain values."""

    data: str
    n: int
    seed: int
    kernel: Kernel

    def dataset(self) -> Dataset:
        return generated(self.data, self.n, self.seed)


def generated(data: str, n: int, seed: int) -> Dataset:
    """Exactly `n` points of a data set of the catalogue with its other parameters as they are."""
    choice = DATA[data]
    values = {p.name: p.default for p in choice.parameters}
    if "n_per_cluster" in values:
        full = choice.build(n_per_cluster=-(-n // 3), sd=values["sd"], seed=seed)
        return Dataset(full.name, full.X[:n], full.labels[:n], full.region)
    dataset: Dataset = choice.build(**{**values, "n": n}, seed=seed)
    return dataset


@dataclass(frozen=True, eq=False)
class Exact:
    """The exact decomposition with its functions on the grid, and what it cost."""

    dataset: Dataset
    decomposition: Decomposition
    grid: Grid
    fields: np.ndarray
    seconds: float

    @property
    def columns(self) -> int:
        """Of the largest array with a row a point that the fit holds."""
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
        """Of that array."""
        return self.decomposition.n_samples * self.columns * self.fields.itemsize


@dataclass(frozen=True, eq=False)
class Result:
    """An approximation in the numbers that the page shows; arrays (p, …) of the first components.

    eigenvalues, eigenvalue_errors, root_mean_square, largest (p,); fields, errors (p, ny, nx);
    points (m, 2): the landmarks, none for Fourier features.
    """

    columns: int
    eigenvalues: np.ndarray
    eigenvalue_errors: np.ndarray
    root_mean_square: np.ndarray
    largest: np.ndarray
    fields: np.ndarray
    errors: np.ndarray
    points: np.ndarray
    bound: float | None
    seconds: float
    held_bytes: int


def applies(method: str, kernel: Kernel) -> bool:
    """Fourier features are those of the Gaussian; landmarks serve every positive kernel."""
    return method != FOURIER or isinstance(kernel, Gaussian)


@st.cache_resource(max_entries=8, show_spinner=False)
def _exact(kernel: str, data: str, n: int, seed: int, _chosen: Chosen) -> Exact:
    dataset = _chosen.dataset()
    start = time.perf_counter()
    decomposition = fit(_chosen.kernel, dataset.X, COMPONENTS)
    seconds = time.perf_counter() - start
    grid = Grid.over(dataset.region, RESOLUTION)
    return Exact(dataset, decomposition, grid, decomposition.expansion.on_grid(grid), seconds)


def exact_of(chosen: Chosen) -> Exact:
    """The exact decomposition of what is chosen."""
    return _exact(repr(chosen.kernel), chosen.data, chosen.n, chosen.seed, chosen)


@st.cache_resource(max_entries=4 * len(COUNTS) * len(METHODS), show_spinner=False)
def _result(
    kernel: str, data: str, n: int, seed: int, method: str, m: int, _chosen: Chosen
) -> Result:
    # Imported before the clock starts: the k-means rule and the Fourier features need it.
    import sklearn.cluster
    import sklearn.kernel_approximation  # noqa: F401

    exact = exact_of(_chosen)
    X = exact.dataset.X
    start = time.perf_counter()
    approximation = approximate(_chosen.kernel, X, method, m)
    seconds = time.perf_counter() - start
    found = compare(approximation, exact.decomposition, exact.grid, exact.fields)
    functions = approximation.functions
    return Result(
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


def result_of(chosen: Chosen, method: str, m: int) -> Result:
    """What `method` makes of the chosen data with `m` landmarks or features."""
    return _result(repr(chosen.kernel), chosen.data, chosen.n, chosen.seed, method, m, chosen)


def approximate(kernel: Kernel, X: np.ndarray, method: str, m: int) -> Approximation:
    """One of METHODS, its landmarks chosen included."""
    if method == FOURIER:
        return fourier(kernel, X, m, COMPONENTS)
    return nystroem(kernel, X, landmarks(kernel, X, m, method), COMPONENTS, method=method)
