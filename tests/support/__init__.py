"""What several test modules share: kernels to try, points, and the plain eigenproblem as oracle."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np

from kpca_core import (
    CallableKernel,
    Cosine,
    Gaussian,
    Grid,
    Laplacian,
    Linear,
    Matern,
    Polynomial,
    RationalQuadratic,
    Sigmoid,
    fit,
)
from kpca_core.analysis.approximations import compare, landmarks, nystroem
from kpca_core.kernels import KERNELS as OFFERED
from kpca_core.solvers.choice import SOLVERS
from kpca_core.solvers.problem import HandOver, Problem

EPS = float(np.finfo(float).eps)
REGION = ((-1.5, 1.0), (-1.0, 2.0))


def histogram_intersection(X, Y):
    """Σ_d min(|x_d|, |y_d|): a positive kernel that is none of the shipped ones."""
    return np.minimum(np.abs(X)[:, None, :], np.abs(Y)[None, :, :]).sum(axis=2)


SHIPPED = (
    Linear(),
    Polynomial(1),
    Polynomial(2),
    Polynomial(3, 1.0),
    Polynomial(5, 0.25),
    Gaussian(0.1),
    Gaussian(2.0),
    Sigmoid(0.8, -0.3),
    Sigmoid(),
    Laplacian(0.7),
    RationalQuadratic(0.5),
    RationalQuadratic(1.3, 0.4),
    Matern(0.8, 0.5),
    Matern(0.8, 1.5),
    Matern(0.8, 2.5),
    Cosine(),
)
# Those that are offered and have no example above.
SHIPPED += tuple(
    one.family.usual for one in OFFERED.values() if one not in {type(kernel) for kernel in SHIPPED}
)
COMBINED = (
    Gaussian(0.1) + 0.5 * Linear(),
    Linear() + Polynomial(2),
    2.5 * (Polynomial(2) + 0.5 * Linear()),
    Gaussian(0.5) * Polynomial(2, 1.0),
    Linear() * Polynomial(2, 0.5),
    (Linear() + Gaussian(1.0)) * (Laplacian(1.0) + Polynomial(2)),
    3.0 * Matern(1.0) + Cosine() * Gaussian(1.0),
    Sigmoid(0.5, 0.1) + Gaussian(1.0),
    0.25 * (Sigmoid(0.5, 0.1) * Linear()),
)
FOREIGN = (CallableKernel(histogram_intersection),)
KERNELS = SHIPPED + COMBINED + FOREIGN
POSITIVE = tuple(kernel for kernel in SHIPPED + COMBINED if kernel.is_psd)


def cloud(n, dimension=2, seed=0, scale=0.5, offset=0.0):
    """`n` normal points (n, dimension) about `offset`."""
    return offset + scale * np.random.default_rng(seed).standard_normal((n, dimension))


def solvers_of(kernel, dimension=2):
    """The values of `solver` that this kernel allows."""
    problem = Problem(kernel, cloud(5, dimension), 2)
    return ["auto", *(name for name, solver in SOLVERS.items() if solver.applies(problem))]


CASES = [(kernel, solver) for kernel in KERNELS for solver in solvers_of(kernel)]


def solves(name, problem):
    """Whether the solver of that name applies, and does not hand the problem over."""
    if name == "auto":
        return True
    solver, problem = SOLVERS[name], replace(problem, named=True)
    return solver.applies(problem) and not isinstance(solver.solve(problem), HandOver)


def fit_by(solver, kernel, X, q, **more):
    """`fit`, which has to run the solver that is named."""
    found = fit(kernel, X, q, solver=solver, **more)
    assert solver in ("auto", found.solver)
    return found


def label(value):
    """A test's name for a parameter: its repr without memory addresses, the same in every run."""
    return re.sub(r"<function (\w+|<\w+>).*?>", r"\1", str(value))


def polygon(n):
    """The corners of a regular polygon: every Gram matrix is circulant, eigenvalues in pairs."""
    t = 2 * np.pi * np.arange(n) / n
    return np.column_stack([np.cos(t), np.sin(t)])


def centred(K):
    """J K J with J = I − 11ᵀ/n, as two matrix products."""
    n = len(K)
    J = np.eye(n) - np.full((n, n), 1.0 / n)
    K = J @ K @ J
    return (K + K.T) / 2


@dataclass(frozen=True, eq=False)
class Plain:
    """Kernel PCA as the book writes it: all n eigenpairs of K̃, by NumPy, descending."""

    kernel: object
    X: np.ndarray
    values: np.ndarray
    vectors: np.ndarray
    gram: np.ndarray
    centre: bool

    @classmethod
    def of(cls, kernel, X, centre=True):
        K = np.asarray(kernel(X, X), dtype=float)
        solved = centred(K) if centre else (K + K.T) / 2
        values, vectors = np.linalg.eigh(solved)
        return cls(kernel, X, values[::-1], vectors[:, ::-1], K, centre)

    @property
    def matrix(self):
        return centred(self.gram) if self.centre else self.gram

    def unscaled(self, Z):
        """k̃(z, X) U (m, n): the functions times √λ (B 12.82 with the centring of B 12.85)."""
        K = np.asarray(self.kernel(Z, self.X), dtype=float)
        if self.centre:
            means = self.gram.mean(axis=1)
            K = K - K.mean(axis=1, keepdims=True) - means + means.mean()
        return K @ self.vectors


def degenerate_runs(values, gap=1e-3):
    """Runs of indices whose neighbours lie closer than `gap` relative to the larger one."""
    runs = [[0]]
    for i in range(1, len(values)):
        if values[i - 1] - values[i] < gap * abs(values[i - 1]):
            runs[-1].append(i)
        else:
            runs.append([i])
    return runs


def assert_same_eigenvalues(found, expected, noise=0.0):
    """To 1e-10 of the largest eigenvalue, and the rounding error of the matrix."""
    allowance = 1e-10 * np.abs(expected).max() + noise
    np.testing.assert_allclose(found, expected[: len(found)], rtol=0, atol=allowance)


def assert_same_functions(ours, reference, noise, tolerance=1e-8, slack=0.0, complete=True):
    """Functions agree to `tolerance` of their range, up to sign or rotation in a degenerate run.

    ours = (λ (q,), U (n, q), H (m, q)) and reference = (λ (p,), U, H) with p ≥ q, where
    H = k̃(z, X) U are the functions times √λ at m points z and U are unit vectors.
    noise: the size of the rounding error of the matrix. A run is judged where its gap and its
    eigenvalue are so large that this error cannot move its functions by more than `tolerance`.
    slack: what H may differ by besides.
    complete: whether the reference has all eigenvalues; otherwise its last run may be cut off
    and is not judged.
    Returns how many functions were judged.
    """
    values, U, H = ours
    reference_values, reference_U, reference_H = reference
    q, judged = len(values), 0
    for run in degenerate_runs(reference_values):
        first, last = run[0], run[-1]
        columns = np.array([j for j in run if j < q], dtype=int)
        if len(columns) == 0 or (last == len(reference_values) - 1 and not complete):
            break
        neighbours = np.delete(reference_values, run)
        gap = min(
            np.abs(neighbours - reference_values[first]).min(initial=np.inf),
            np.abs(neighbours - reference_values[last]).min(initial=np.inf),
            reference_values[last],
        )
        if not gap > 0 or noise / gap > tolerance / 10:
            continue
        rotation = reference_U[:, run].T @ U[:, columns]
        np.testing.assert_allclose(
            rotation.T @ rotation, np.eye(len(columns)), rtol=0, atol=tolerance
        )
        expected = reference_H[:, run] @ rotation
        ranges = np.maximum(np.ptp(expected, axis=0), np.abs(expected).max(axis=0))
        assert (np.abs(H[:, columns] - expected) <= tolerance * ranges + slack).all(), (
            f"functions {columns.tolist()} differ by "
            f"{(np.abs(H[:, columns] - expected) / ranges).max():.1e} of their range"
        )
        judged += len(columns)
    return judged


def trace_bound(decomposition):
    """trace(E) of the solvers that factorise K = LLᵀ + E, and 0 for the others."""
    error = decomposition.certificate.error
    return {
        "residual": 0.0,
        "trace bound": error,
    }[decomposition.certificate.kind]


def assert_agrees(decomposition, plain, Z, anywhere=False):
    """Eigenvalues and functions of a decomposition are those of the plain eigenproblem.

    anywhere: Z may lie far from the data. There K = LLᵀ + E leaves the functions times √λ an
    error of up to √(trace(E) k(z, z)), by the Cauchy–Schwarz inequality in feature space.
    """
    found = decomposition
    noise = len(plain.X) * EPS * np.abs(plain.gram).max()
    noise = max(noise, trace_bound(found))
    assert_same_eigenvalues(found.eigenvalues, plain.values, noise)
    if found.n_components == 0:
        return 0
    root = np.sqrt(found.eigenvalues)
    ours = (found.eigenvalues, found.scores / root, found.expansion(Z) * root)
    reference = (plain.values, plain.vectors, plain.unscaled(Z))
    slack = 0.0
    if anywhere:
        slack = 2 * np.sqrt(trace_bound(found) * plain.kernel.diagonal(Z).max())
    return assert_same_functions(ours, reference, noise, slack=slack)


def well_conditioned(decomposition):
    """How many components are large enough for eight digits of their functions."""
    values = decomposition.eigenvalues
    return int(np.count_nonzero(values > 1e-5 * values.max(initial=0.0)))


def assert_laws(decomposition, plain):
    """What every decomposition promises, whatever the solver.

    n ε max|K| is what rounding in K alone does to K̃; divided by √λ it is what it does to a score,
    and relative to λ what it does to a squared norm. The streaming solver has its scores from the
    expansion, whose large coefficients of small components cancel.
    """
    found = decomposition
    values, scores = found.eigenvalues, found.scores
    assert scores.shape == (len(plain.X), found.n_components)
    assert np.isfinite(scores).all()
    assert np.isfinite(found.expansion.coefficients).all()
    assert (np.diff(values) <= 0).all()
    assert (values > 0).all()
    noise = len(plain.X) * EPS * np.abs(plain.gram).max()
    np.testing.assert_allclose(found.trace, np.trace(plain.matrix), rtol=1e-10, atol=20 * noise)
    if found.n_components == 0:
        assert np.linalg.eigvalsh(plain.matrix).max() <= max(
            noise, 1e-10 * np.abs(plain.gram).max()
        )
        return
    top = np.abs(scores).max()
    if plain.centre:
        assert np.abs(scores.mean(axis=0)).max() <= 1e-12 * top
    allowance = np.full((len(values), len(values)), 1e-10 * values[0] + 20 * noise)
    if found.solver == "streaming":
        sums = np.abs(found.expansion.coefficients).sum(axis=0)
        each = np.sqrt(len(scores)) * 4 * EPS * sums * np.abs(plain.gram).max()
        allowance += np.outer(np.sqrt(values), each) + np.outer(each, np.sqrt(values))
        allowance += np.outer(each, each)
    assert (np.abs(scores.T @ scores - np.diag(values)) <= allowance).all()
    error = np.abs(found.expansion(plain.X) - scores).max(axis=0)
    assert (error <= 1e-10 * top + 20 * noise / np.sqrt(values)).all(), (
        f"transform(X_train) differs from the scores by {error.max() / top:.1e} of the largest"
    )


def true_residual(decomposition, plain):
    """max_j ‖K̃u_j − λ_j u_j‖ with u_j = scores/√λ, recomputed from outside."""
    values = decomposition.eigenvalues
    U = decomposition.scores / np.sqrt(values)
    return np.linalg.norm(plain.matrix @ U - U * values, axis=0).max(initial=0.0)


def view(X, resolution=15):
    """Points at which functions are compared: a grid over the data in the plane, and the data."""
    low, high = X.min(axis=0), X.max(axis=0)
    grid = Grid.over(((low[0] - 0.1, high[0] + 0.1), (low[1] - 0.1, high[1] + 0.1)), resolution)
    return np.vstack([grid.points, X])


def close(found, expected, scale=None):
    scale = np.abs(expected).max() if scale is None else scale
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * scale)


GRID = Grid.over(((-1.5, 1.5), (-1.5, 1.5)), 21)


def compared(approximation, exact, grid=GRID):
    return compare(approximation, exact, grid, exact.expansion.on_grid(grid))


def approximated(kernel, X, m, rule="pivoted Cholesky", q=8, **more):
    return nystroem(kernel, X, landmarks(kernel, X, m, rule), q, **more)
